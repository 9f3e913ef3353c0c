import TestSupport
import Testing

/// The defects that were mended.
@Suite struct DefectsTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let what: String
    let tests: [String]

    var testDescription: String { name }

    init?(_ line: Substring) {
      guard line.hasPrefix("| "), !line.hasPrefix("| Row |") else { return nil }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard cells.count == 5 else { return nil }
      (name, what) = (cells[1], cells[2])
      tests = cells[3].split(separator: ";").map { String($0.drop { $0 == " " }) }
    }
  }

  static let lines = (ProjectFiles.text("Tests/Defects.md") ?? "").split(separator: "\n")
  static let rows = lines.compactMap(Row.init)

  /// What a row's letter stands for, as the head of the file says.
  private static let kinds: [Character: ClosedRange<Int>] = [
    "D": 1...99, "L": 1...99, "S": 1...99, "F": 1...99, "G": 1...99, "T": 1...99, "C": 1...99, "M": 1...78,
    "N": 1...399,
  ]

  @Test func theTableCanBeReadEveryLineOfItIsARow() {
    #expect(Self.lines.first == "# Defects")
    let table = Self.lines.filter { $0.hasPrefix("|") }
    #expect(table.first == "| Row | What | Test |" && table.dropFirst().first == "|---|---|---|")
    #expect(Self.rows.count == table.count - 2)
  }

  @Test(arguments: rows)
  func aRowIsThereOnceSaysWhatItIsAndNamesATest(row: Row) {
    #expect(Self.rows.count { $0.name == row.name } == 1, "\(row.name) is there more than once")
    let number = row.name.dropFirst().prefix { $0.isNumber }
    // A part of a row is a letter behind its number.
    let part = row.name.dropFirst(1 + number.count)
    #expect(part.isEmpty || part.count == 1 && part.first?.isLowercase == true, "\(row.name) is no row")
    let isKnown = row.name.first.flatMap { Self.kinds[$0] }?.contains(Int(number) ?? 0) ?? false
    #expect(isKnown, "\(row.name) is no row")
    #expect(row.what.count > 10 && !row.tests.isEmpty)
  }

  @Test(arguments: rows)
  func everyTestThatARowNamesIsThere(row: Row) {
    for name in row.tests {
      #expect(TestNames.fault(name) == nil, "\(name)")
      #expect(!TestNames.isAllOfManyCases(name), "\(name)")
    }
  }

  /// The small faults that were built in on purpose and that no test noticed, as they were numbered.
  private static let survivors = [
    10, 12, 13, 14, 21, 22, 24, 25, 26, 27, 28, 30, 31, 34, 35, 36, 37, 38, 39, 41, 42, 43, 45, 46, 48, 50,
    51, 52,
    53, 55, 56, 57, 58, 60, 61, 63, 68, 69, 72,
  ]

  @Test(arguments: survivors)
  func everyFaultThatNoTestNoticedHasItsRow(number: Int) {
    #expect(Self.rows.contains { $0.name == "M\(number)" })
  }

  @Test(arguments: [
    ("Samples/changes/folds.test", true), ("Samples/changes/folds.test: check", false),
    ("Grammar/dates/ranges.test", true), ("Samples/protocol/cursors.transcript", true),
    ("Samples/README.md", false), ("forms/add-only", false),
    ("DefectsTests/everyTestThatARowNamesIsThere", false),
  ])
  func aFileThatHasCasesIsTooMuchForARow(name: String, isTooMuch: Bool) {
    #expect(TestNames.isAllOfManyCases(name) == isTooMuch)
  }

  @Test(
    arguments: [
      ("DefectsTests/everyTestThatARowNamesIsThere", nil),
      ("RepositoryTests/DefectsTests/everyTestThatARowNamesIsThere", nil),
      ("DefectsTests/nothing", "no such test"),
      ("StoreTests/DefectsTests/everyTestThatARowNamesIsThere", "no such test"),
      ("Tests/scripts/watch.sh: asking can be left", nil), ("scripts/watch.sh: asking can be left", nil),
      ("scripts/watch.sh: asking", "the script has no such check"),
      ("scripts/watch.sh", "a check of a script has its words behind a colon"),
      ("scripts/none.sh: x", "no such script"),
      ("forms/add-only", nil), ("forms/none", "no such transcript"),
      ("Samples/protocol/cursors.transcript", nil), ("Samples/protocol/cursors.transcript: d2 {", nil),
      ("Samples/protocol/cursors.transcript: d9", "no case of the file begins so"),
      ("Samples/none.test", "no such file"),
    ] as [(String, String?)])
  func aNameThatStandsForNothingIsFoundOut(name: String, fault: String?) {
    #expect(TestNames.fault(name) == fault)
  }
}
