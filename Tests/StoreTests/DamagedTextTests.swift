import ICalendar
import Interchange
import Model
import Testing

@testable import Store

/// One item whose text in the store is damaged: others are written as before, and a check says which it is.
@Suite struct DamagedTextTests {
  private let library: Library

  init() throws {
    library = try Library()
    // A rule that can't be sought by arithmetic is indexed around the clock.
    let rule = "DTSTART:20200101T020000Z\nRRULE:FREQ=MINUTELY;INTERVAL=1007;BYHOUR=2"
    try library.take(calendar(event("s", "SUMMARY:Series\n\(rule)"), event("o", "SUMMARY:Other\n\(rule)")))
    let rows = try library.events("20261119", "20261222").filter { $0.hasSuffix("Series") }
    let start = try #require(rows.first?.prefix(20).filter { $0 != "-" && $0 != ":" })
    let lines = "SUMMARY:Moved\nRECURRENCE-ID:\(start)\nDTSTART:20261201T110000Z"
    try library.take(calendar(event("s", lines)))
  }

  private func item(_ uid: String, isOverride: Bool) throws -> Int {
    let items = try library.store.items(uid: uid)
    return try #require(isOverride ? items.last : items.first)
  }

  private func damage(_ item: Int) throws {
    try library.store.database.with("UPDATE item_text SET text = x'00ff' WHERE item = ?1") {
      (row) throws(StoreError) in try row.bind(1, item).run()
    }
  }

  private func end(_ item: Int) throws -> Int {
    try #require(
      try library.store.numbers("SELECT indexed_to FROM series WHERE item = ?1") { $0.bind(1, item) }.first)
  }

  @Test(arguments: [false, true]) func othersAreWritten(isOverride: Bool) throws {
    let store = library.store
    let (own, other) = (try item("s", isOverride: false), try item("o", isOverride: false))
    let damaged = try item("s", isOverride: isOverride)
    try damage(damaged)
    let rows = try library.events("20261119", "20261222")
    let (ownEnd, otherEnd) = (try end(own), try end(other))
    let later = Library.now.adding(seconds: 4 * 366 * 86_400)
    try library.take(calendar(event("n", "SUMMARY:New\nDTSTART:20270125T020000Z")), now: later)
    // The index of the others reaches further; what cannot be read stays where it was.
    #expect(try end(other) > otherEnd)
    #expect(try end(own) == ownEnd)
    #expect(try library.events("20261119", "20261222") == rows)
    #expect(storeError { _ = try store.verify() }?.message.contains("the text of item \(damaged)") == true)
  }

  @Test(arguments: [false, true], [false, true])
  func anImportGoesOn(isOverride: Bool, isPublished: Bool) throws {
    try damage(try item("s", isOverride: isOverride))
    let newer = [
      event("s", "SUMMARY:Newer\nSEQUENCE:1\nDTSTART:20200101T100000Z\nRRULE:FREQ=DAILY"),
      event("s", "SUMMARY:Later\nSEQUENCE:1\nRECURRENCE-ID:20261121T100000Z\nDTSTART:20261121T120000Z"),
    ]
    let summary = try library.take(
      calendar(newer[0], newer[1], header: isPublished ? "METHOD:PUBLISH\r\n" : ""))
    #expect(summary.problems.filter { $0.severity == .error } == [])
    #expect(try library.events("20261123", "20261124").contains("2026-11-23T10:00:00Z Newer"))
  }

  @Test(arguments: [false, true]) func anExportInAnotherFormSaysWhatItLeavesOut(isOverride: Bool) throws {
    let damaged = try item("s", isOverride: isOverride)
    try damage(damaged)
    var titles: [String] = []
    let left = try library.store.objects(in: .everything) { object, _ in
      titles += object.members.compactMap(\.item.title)
      return true
    }
    #expect(left == [damaged])
    #expect(titles == (isOverride ? ["Series", "Other"] : ["Other"]))
  }

  /// An override whose master's row is gone can still be deleted.
  @Test func anOverrideWithoutItsMastersRowCanBeDeleted() throws {
    let store = library.store
    let (master, override) = (try item("s", isOverride: false), try item("s", isOverride: true))
    try store.database.execute("PRAGMA foreign_keys = OFF")
    try store.database.with("DELETE FROM item WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, master).run()
    }
    #expect(try store.record(override)?.master == master)
    try store.apply([.delete(override)], cause: "delete", now: Library.now)
    #expect(try store.record(override) == nil)
  }
}
