import TestSupport
import Testing

/// The form of `Tests/EventKitTests/Interface.md`; `EventKitTests/InterfaceTests` compares it with the modules.
@Suite struct InterfaceTableTests {
  static let table = InterfaceTable.load()

  /// Whether the package has a module of the table.
  private static func has(_ module: String) -> Bool {
    (ProjectFiles.text("Package.swift") ?? "").contains("name: \"\(module)\"")
  }

  @Test func theRowsAreRead() {
    #expect(Set(Self.table.rows.map(\.module)) == ["EventKit", "EventKitUI"])
    #expect(Set(Self.table.rows).count == Self.table.rows.count, "a row stands twice")
  }

  @Test func theNumbersAtTheEndAreThoseOfTheRows() {
    let found = Self.table.countsOfRows
    #expect(
      Self.table.counts == found,
      "\(found.map { "| \($0.module) | \($0.section) | \($0.rows) | \($0.done) | \($0.rows - $0.done) |" }.joined(separator: "\n"))"
    )
  }

  @Test func nineOfTenRowsAreDoneAndNoFewerThanThreeHundred() throws {
    let all = try #require(Self.table.counts.last)
    #expect(all.done * 10 >= all.rows * 9 && all.done >= 300)
  }

  @Test func aRowIsDoneWithATestOrNotWithAReason() {
    for row in Self.table.rows {
      switch row.state {
      case "done":
        if Self.has(row.module) { #expect(Self.isTest(row.note), "\(row): \(row.note) is no test") }
      case "not": #expect(row.note.hasSuffix("."), "\(row) says not why")
      default: Issue.record("\(row): `\(row.state)` is no state")
      }
    }
  }

  /// Whether a suite or a test has a name.
  private static func isTest(_ name: String) -> Bool {
    name.contains("/") ? TestNames.fault(name) == nil : TestNames.groups.contains(name)
  }
}
