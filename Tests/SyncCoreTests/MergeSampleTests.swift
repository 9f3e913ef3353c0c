import ICalendar
import Model
import TestSupport
import Testing

@testable import SyncCore

/// Merges the cases of `Samples/sync/merge` (the README there says what stands in them).
@Suite struct MergeSampleTests {
  static let files = ProjectFiles.files(below: "Samples/sync/merge", suffix: ".test")

  @Test func theFilesHoldManyCases() {
    #expect(Self.files.flatMap { GrammarCase.all(in: $0) }.count >= 40)
  }

  @Test(arguments: files) func versionsMergeAsTheSampleSays(path: String) throws {
    let original = try #require(ProjectFiles.text(path))
    var text = original
    for sample in GrammarCase.cases(in: original, file: path) {
      let found = try MergeSample(sample).block
      if !ProjectFiles.isRecording { #expect(found == sample.block, "\(path):\(sample.line)") }
      text = text.replacing(sample.block, with: found, maxReplacements: 1)
    }
    if ProjectFiles.isRecording { try ProjectFiles.write(text, to: path) }
  }

  @Test(arguments: files) func eitherChoiceCanBeTakenBack(path: String) throws {
    for sample in GrammarCase.all(in: path) {
      let merge = try MergeSample(sample)
      for conflict in merge.result.conflicts {
        for side in MergeSide.allCases {
          let once = merge.result.merged.resolving(conflict, with: side, zones: zones)
          let again = once.resolving(conflict, with: side.other, zones: zones)
            .resolving(conflict, with: side, zones: zones)
          #expect(again.isEquivalent(to: once, zones: zones), "\(path):\(sample.line) \(conflict.part)")
        }
      }
    }
  }
}

/// One case: three versions, what became of them, and what the other choice makes of each conflict.
struct MergeSample {
  private let sample: GrammarCase
  private let isWrapped: Bool
  let result: MergeResult
  let zones: ZoneDatabase

  init(_ sample: GrammarCase) throws {
    self.sample = sample
    zones = TestSupport.zones
    let notes = sample.notes
    let all = "abmt".flatMap { notes[$0] ?? [] }
    let isWrapped = !all.contains { $0.hasPrefix("BEGIN:VEVENT") || $0.hasPrefix("BEGIN:VTODO") }
    self.isWrapped = isWrapped
    let kind = notes["k"]?.first ?? "VEVENT"
    func version(_ mark: Character) throws -> CalendarResource {
      var lines = (notes["a"] ?? []) + (notes[mark] ?? [])
      if isWrapped { lines = ["BEGIN:" + kind, "UID:a"] + lines + ["END:" + kind] }
      lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]
      return try CalendarResource(bytes: Array(lines.joined(separator: "\r\n").utf8 + [13, 10]))
    }
    let hasBase = notes["n"] == nil
    result = ObjectMerge.merge(
      base: hasBase ? try version("b") : nil, mine: try version("m"), theirs: try version("t"),
      addresses: Set(notes["o"] ?? []), zones: zones)
  }

  /// The case as it stands in its file.
  var block: String {
    let given = sample.block.split(separator: "\n").filter { !"=~!|".contains($0.first ?? "=") }
    var lines = given.map(String.init)
    lines += text(result.merged).map { "= " + $0 }
    for conflict in result.conflicts {
      lines.append("~ \(name(conflict)): \(conflict.winner.rawValue), \(conflict.reason.rawValue)")
      for (mark, text) in [("mine", conflict.mine), ("theirs", conflict.theirs), ("base", conflict.base)] {
        lines += Self.lines(text).map { "| \(mark) \($0)" }
      }
    }
    var chosen = result.merged
    for conflict in result.conflicts {
      chosen = chosen.resolving(conflict, with: conflict.winner.other, zones: zones)
    }
    // Only what the other choice changes.
    let (before, after) = (text(result.merged), text(chosen))
    if !result.conflicts.isEmpty {
      let changes =
        before.filter { !after.contains($0) }.map { "! without \($0)" }
        + after.filter { !before.contains($0) }.map { "! with \($0)" }
      lines += changes.isEmpty ? ["! nothing"] : changes
    }
    return lines.joined(separator: "\n")
  }

  private func name(_ conflict: FieldConflict) -> String {
    let part =
      switch conflict.part {
      case .field(let field): field.rawValue
      case .property(let name), .inner(let name): name
      case .unreadable: "unreadable"
      case .component: "component"
      case .resource: "resource"
      }
    guard let override = conflict.override else { return part }
    return "\(override.key.text)\(override.isThisAndFuture ? " and later" : "") \(part)"
  }

  private func text(_ resource: CalendarResource) -> [String] {
    let lines = (resource.zones + resource.components).flatMap { Self.lines(Array($0.text)) }
    return isWrapped ? Array(lines.dropFirst(2).dropLast()) : lines
  }

  static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
