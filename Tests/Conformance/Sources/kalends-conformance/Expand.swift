import ArgumentParser
import CivilTime
import Recurrence

/// Runs the recurrence engine for comparison with others.
@main
struct Conformance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kalends-conformance", abstract: "Runs the recurrence engine for comparison with others.",
    subcommands: [Expand.self])
}

/// Reads lines `id TAB dtstart TAB rrule TAB limit` and writes `id TAB start start …`, or `error`.
struct Expand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Expands rules read from standard input: id, DTSTART, RRULE and limit, separated by tabs.")

  func run() throws {
    while let line = readLine() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, let limit = Int(fields[3]) else { continue }
      print(fields[0], expand(start: fields[1], rule: String(fields[2]), limit: limit), separator: "\t")
    }
  }

  private func expand(start: Substring, rule text: String, limit: Int) -> String {
    guard let start = BasicFormat.dateTime(start.utf8)?.value,
      let rule = try? RecurrenceRule(parsing: text)
    else { return "error" }
    return rule.occurrences(start: .dateTime(start)).prefix(limit)
      .map { BasicFormat.text($0.start) }.joined(separator: " ")
  }
}
