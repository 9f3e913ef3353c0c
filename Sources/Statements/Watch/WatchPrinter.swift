import Changes
import JSON
import Rendering

/// Writes a watched answer and its changes.
///
/// For programs each row and each change is a line. For people the whole answer is written again below a line
/// with the time and the changes, so that scrolling back shows earlier answers.
package struct WatchPrinter {
  private let session: Session
  private let isLines: Bool
  /// Writes the whole answer for people.
  private let answer: () throws -> Void
  private var counts: [RowChange: Int] = [:]
  private var marks: [String] = []
  private var rows = 0
  /// The names of rows, for when they are removed; programs get ids.
  private var names: [String: String] = [:]
  /// The greatest number of changes that are listed at once; more are only counted.
  private static let mostMarks = 8

  /// Creates a printer; throws for formats that cannot report changes.
  package init(
    _ session: Session, format: OutputFormat, _ answer: @escaping () throws -> Void
  ) throws {
    let watching = format.row.watching
    if watching == .none { throw ShellError.notWatched(format) }
    isLines = watching == .objects
    self.session = session
    self.answer = answer
  }

  /// Takes a row of the first answer.
  package mutating func present(_ identity: String, _ row: [UInt8], name: @autoclosure () -> String) {
    rows += 1
    if !isLines { names[identity] = name() }
    if isLines { write("present", row) }
  }

  /// Ends the first answer.
  package mutating func ready() throws {
    if isLines {
      session.output.appendLine(JSONObjectText().adding("change", "ready").adding("rows", rows).text)
    } else {
      try answer()
      session.say("watching; Ctrl-C ends it")
    }
    try flush()
  }

  /// Takes a change; a removed row has only its identity, and is reported by its earlier name.
  package mutating func change(
    _ kind: RowChange, _ identity: String, _ row: [UInt8], name: @autoclosure () -> String
  ) {
    counts[kind, default: 0] += 1
    switch kind {
    case .added: rows += 1
    case .removed: rows -= 1
    case .changed: break
    }
    if isLines { return write(kind.word, row) }
    let former = names.removeValue(forKey: identity) ?? ""
    if kind != .removed { names[identity] = name() }
    let name = names[identity] ?? former
    if marks.count < Self.mostMarks, !name.isEmpty { marks.append("  \(kind.rawValue) \(name)") }
  }

  /// Starts again: all rows follow once more.
  package mutating func resync() {
    (rows, counts, marks, names) = (0, [:], [], [:])
    if isLines { session.output.appendLine(JSONObjectText().adding("change", "resync").text) }
  }

  /// Ends a round of changes; without any it writes nothing.
  package mutating func finish() throws {
    defer { (counts, marks) = ([:], []) }
    if !isLines, !counts.isEmpty {
      let (context, _) = try session.context()
      var clock = String(context.zone.civil(at: context.now).time.description.prefix(8))
      if clock.utf8.count == 5 { clock += ":00" }
      let text = RowChange.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.word)" } }
      let head = "── \(clock)  " + text.joined(separator: ", ")
      session.output.appendLine(styled: "\n" + ANSIStyle(isBold: true).apply(to: head, session.screen.colors))
      for mark in marks { session.output.appendLine(mark) }
      // An answer longer than the screen would push its own changes out of sight.
      if !session.screen.isTerminal || rows + marks.count + 6 <= session.screen.size.rows {
        session.output.append("\n")
        try answer()
      }
    }
    try flush()
  }

  private func write(_ change: String, _ row: [UInt8]) {
    session.output.appendLine(JSONObjectText().adding("change", change).adding("row") { $0 += row }.text)
  }

  private func flush() throws {
    try session.output.flush()
  }
}
