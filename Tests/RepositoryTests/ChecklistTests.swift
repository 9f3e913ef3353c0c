import TestSupport
import Testing

/// The checklist.
@Suite struct ChecklistTests {
  struct Row: CustomTestStringConvertible {
    let number: Int
    let state: String
    /// The names as they stand there, without the mark of what runs only under a condition.
    let tests: [String]
    let conditional: [String]
    let reason: String

    var testDescription: String { "row \(number)" }

    private static let mark = " (conditional)"

    init?(_ line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard cells.count == 7, let number = Int(cells[1]) else { return nil }
      self.number = number
      state = cells[3]
      let names = cells[4].split(separator: ";").map { String($0.drop { $0 == " " }) }
      conditional = names.filter { $0.hasSuffix(Self.mark) }.map { String($0.dropLast(Self.mark.count)) }
      tests = names.map { $0.hasSuffix(Self.mark) ? String($0.dropLast(Self.mark.count)) : $0 }
      reason = cells[5]
    }
  }

  static let rows = (ProjectFiles.text("Tests/Checklist.md") ?? "").split(separator: "\n").compactMap(
    Row.init)

  @Test func everyRowIsThereOnceInOrder() { #expect(Self.rows.map(\.number) == Array(1...104)) }

  @Test(arguments: rows)
  func whatIsDoneHasTestsWhatIsNotSaysWhy(row: Row) {
    switch row.state {
    case "done":
      #expect(!row.tests.isEmpty)
      #expect(row.reason.isEmpty)
    case "part":
      #expect(!row.tests.isEmpty)
      #expect(!row.reason.isEmpty)
    case "later":
      #expect(row.tests.isEmpty)
      #expect(!row.reason.isEmpty)
    default: Issue.record("`\(row.state)` is no state")
    }
  }

  @Test(arguments: rows)
  func everyTestThatARowNamesIsThere(row: Row) {
    for name in row.tests {
      #expect(TestNames.fault(name) == nil, "\(name)")
      #expect(!TestNames.isAllOfManyCases(name), "\(name)")
    }
  }

  @Test(arguments: rows)
  func whatRunsOnlyUnderAConditionSaysSoAndIsNotAllThatARowHas(row: Row) {
    #expect(row.tests.filter(TestNames.isConditional) == row.conditional)
    if row.state == "done" { #expect(row.conditional.count < row.tests.count) }
  }

  /// A condition is seen at a test, at its suite, and not where it only keeps a recording apart.
  @Test(arguments: [
    ("StoreTests/DamageTests/aFullDiskLeavesTheStoreAsItWas", true),
    ("ICalendarTests/CorpusTests/everyFileReadsWritesAndReadsTheSame", true),
    ("DataFileTests/examplesParseToTheirText", false), ("ChecklistTests/everyRowIsThereOnceInOrder", false),
  ])
  func aConditionIsSeenAtATest(name: String, isConditional: Bool) {
    #expect(TestNames.fault(name) == nil)
    #expect(TestNames.isConditional(name) == isConditional)
  }
}
