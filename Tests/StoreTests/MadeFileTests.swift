import CivilTime
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stores that were made and that nothing was kept in.
@Suite struct MadeFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aStoreInWhichNothingWasKeptGoesWithItsFolders() throws {
    let store = try CalendarStore(
      path: folder.path + "/a/b/store.sqlite", access: .create, zones: zones)
    #expect(store.isNew)
    #expect(storeError { try store.write(keeping: false) { () throws(StoreError) in try add(store) } } == nil)
    #expect(store.removeIfEmpty())
    #expect(TemporaryFolder.names(in: folder.path) == [])
  }

  @Test func aStoreStaysWhereSomethingWasKept() throws {
    let path = folder.path + "/store.sqlite"
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    try add(store)
    #expect(!store.removeIfEmpty() && !store.isNew)
    #expect(access(path, F_OK) == 0)
    #expect(try !CalendarStore(path: path, access: .create, zones: zones).isNew)
  }

  @Test func aStoreThatSomebodyElseHasStays() throws {
    let path = folder.path + "/store.sqlite"
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    let other = try CalendarStore(path: path, access: .write, zones: zones)
    _ = try other.calendars()
    #expect(!store.removeIfEmpty())
    try add(other)
    #expect(try store.calendars().map(\.title) == ["New"])
    #expect(
      try store.database.with("PRAGMA journal_mode") { (row) throws(StoreError) in
        try row.step() ? row.text(0) : ""
      } == "wal")
  }

  private func add(_ store: CalendarStore) throws(StoreError) {
    _ = try store.addCalendar(
      title: "New", source: nil, color: nil, kinds: .events, now: Instant(seconds: 1_790_000_000))
  }
}
