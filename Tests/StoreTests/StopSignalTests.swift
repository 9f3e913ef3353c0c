import CivilTime
import Interchange
import Locking
import Synchronization
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal that sets itself at a look, and counts how often it is looked at.
private final class CountedSignal: Sendable {
  private let looks = Atomic<Int>(0)
  private let last: Int

  /// Set from the look of that number on.
  init(settingAt last: Int) { self.last = last }

  var count: Int { looks.load(ordering: .relaxed) }

  var signal: StopSignal { StopSignal { self.looks.add(1, ordering: .relaxed).newValue >= self.last } }
}

/// Whatever the store does ends where the signal is set, and then nothing of it is kept.
@Suite struct StopSignalTests {
  private static func file(_ count: Int, _ title: String = "Event") -> String {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//\r\n"
    for number in 0..<count {
      text += "BEGIN:VEVENT\r\nUID:\(title)-\(number)\r\nSUMMARY:\(title) \(number)\r\n"
      text += "DTSTART:20261\(number % 3)\(10 + number % 19)T090000Z\r\nDURATION:PT1H\r\n"
      if number % 7 == 0 { text += "RRULE:FREQ=WEEKLY;COUNT=20\r\n" }
      text += "END:VEVENT\r\n"
    }
    return text + "END:VCALENDAR\r\n"
  }

  private func take(_ text: String, into store: CalendarStore, named name: String = "a.ics") throws {
    var pieces = [Array(text.utf8)]
    _ = try store.importCalendars(named: name, now: Library.now) { pieces.popLast() }
  }

  private func count(_ store: CalendarStore) throws -> Int {
    try store.statistics().items.values.reduce(0, +)
  }

  @Test func aStoppedImportLeavesNothing() throws {
    var random = SplitMix64(seed: 48)
    let store = try CalendarStore.inMemory(zones: zones)
    try take(Self.file(20), into: store)
    let before = (try count(store), try store.history().count)
    let text = Self.file(300, "Other")
    var stopped = 0
    for _ in 0..<12 {
      let counted = CountedSignal(settingAt: 1 + random.below(2_000))
      store.stopSignal = counted.signal
      let error = storeError { try take(text, into: store, named: "b.ics") }
      let looks = counted.count
      store.stopSignal = StopSignal()
      #expect(error?.code == .interrupted)
      // Each that comes after it was set ends something; there are few of those.
      #expect(looks < 2_100)
      stopped += 1
      #expect(try count(store) == before.0)
      #expect(try store.history().count == before.1)
    }
    #expect(stopped == 12)
    #expect(try store.verify() == [])
  }

  @Test func careForTheStoreIsStoppedToo() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try take(Self.file(400), into: store)
    let work: [(String, (CalendarStore) throws -> Void)] = [
      ("check", { _ = try $0.verify() }), ("reindex", { try $0.rebuild(now: Library.now) }),
      ("undo", { _ = try $0.undo(.latest, now: Library.now) }), ("duplicates", { _ = try $0.duplicates() }),
      ("export", { store in try store.export(.everything) { _ in true } }),
    ]
    for (name, body) in work {
      let counted = CountedSignal(settingAt: 4)
      store.stopSignal = counted.signal
      let error = storeError { try body(store) }
      store.stopSignal = StopSignal()
      #expect(error?.code == .interrupted, "\(name)")
      #expect(counted.count < 30, "\(name)")
    }
    #expect(try store.verify() == [])
    #expect(try count(store) == 400)
  }

  @Test func aStoppedPartOfABatchLeavesTheRestOneStep() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.beginBatch(cause: "batch", now: Library.now)
    try take(Self.file(3), into: store)
    store.stopSignal = CountedSignal(settingAt: 30).signal
    #expect(storeError { try take(Self.file(50, "Other"), into: store) }?.code == .interrupted)
    store.stopSignal = StopSignal()
    try take(Self.file(2, "Third"), into: store)
    try store.commitBatch()
    #expect(try store.history().count == 1)
    #expect(try count(store) == 5)
  }

  @Test func aPipeIsNoStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    for access in [StoreAccess.read, .write, .create] {
      let error = storeError { _ = try CalendarStore(path: path, access: access, zones: zones) }
      #expect(error?.message == "\(path) is not a Kalends store: it is not a regular file")
    }
  }

  @Test func nobodyWritesIntoAnImportedPipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe.ics"
    #expect(mkfifo(path, 0o600) == 0)
    let store = try CalendarStore.inMemory(zones: zones)
    store.stopSignal = CountedSignal(settingAt: 30).signal
    #expect(storeError { _ = try store.importFile(path, now: Library.now) }?.code == .interrupted)
  }

  /// A wait says who has the lock, and ends when it is told to.
  @Test func aWaitForALockSaysWhoHasIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    let (first, second) = (
      try CalendarStore(path: path, access: .create, zones: zones),
      try CalendarStore(path: path, access: .write, zones: zones)
    )
    try first.beginBatch(cause: "x", now: Library.now)
    var waits: [LockWait] = []
    second.onLockWait = { wait in
      waits.append(wait)
      second.stopSignal.stop()
    }
    let error = storeError { _ = try second.addCalendar(title: "Work", now: Library.now) }
    #expect(error?.code == .interrupted)
    #expect(waits.count == 1)
    #expect((waits.first?.milliseconds ?? 0) >= 1_000)
    #if os(Linux)
      #expect(waits.first?.holder?.isThisProcess == true)
      #expect(
        waits.first?.message.hasPrefix(
          "waiting for another part of this program, which has been writing to \(path) for ") == true)
    #endif
    try first.rollbackBatch()
    second.stopSignal = StopSignal()
    _ = try second.addCalendar(title: "Work", now: Library.now)
  }

  /// A cursor that was opened under a signal goes on under the next one: the end of the first one's
  /// time is not the end of the series.
  ///
  /// Series that begin in the window are opened later than those that began before it.
  @Test(arguments: ["20000101", "20010101"]) func aCursorGoesOnUnderThePresentSignal(from: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try take(
      """
      BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20000114T100000Z\r
      RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\r\nEND:VEVENT\r
      BEGIN:VEVENT\r\nUID:b\r\nDTSTART;TZID=Europe/Berlin:20000110T090000\r
      RRULE:FREQ=HOURLY;BYDAY=MO;BYHOUR=9\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
      """, into: store)
    func open() throws -> OccurrenceCursor {
      try store.events(from: Library.instant(from), to: Library.instant("21000101"), viewer: .utc)
    }
    let expected = try all(open()).count
    try #require(expected > 5_000)
    let first = StopSignal()
    store.stopSignal = first
    let cursor = try open()
    for _ in 0..<10 { _ = try cursor.next() }
    first.stop()
    store.stopSignal = StopSignal()
    #expect(try all(cursor).count == expected - 10)
  }

  /// SQLite would take a whole batch back for a statement that it is told to end.
  @Test func aStoppedStatementOfABatchLeavesTheBatch() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let database = store.database
    try store.beginBatch(cause: "batch", now: Library.now)
    try take(Self.file(1, "Before"), into: store)
    let error = storeError {
      try database.write { () throws(StoreError) in
        try database.with(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
          INSERT INTO meta(key, value) SELECT 'k' || i, '' FROM n
          """
        ) { (row) throws(StoreError) in
          store.stopSignal.stop()
          try row.run()
        }
      }
    }
    #expect(error?.code == .interrupted)
    store.stopSignal.reset()
    #expect(store.isInBatch && database.isInTransaction)
    try take(Self.file(1, "After"), into: store, named: "b.ics")
    try store.commitBatch()
    #expect(try count(store) == 2 && database.number("SELECT count(*) FROM meta") < 100)
    #expect(try store.history().count == 1)
  }

  /// Where a disk is full SQLite may take all of a batch back: then it is over, and
  /// what follows is no part of it.
  @Test func aBatchIsOverWhereItsTransactionIs() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let database = store.database
    try store.beginBatch(cause: "batch", now: Library.now)
    try take(Self.file(1, "Before"), into: store)
    // As on a disk that has no room left: no more pages than there are.
    #expect(try database.number("PRAGMA max_page_count = 1") < 1_000)
    let error = storeError { try take(Self.file(2_000, "Big"), into: store, named: "b.ics") }
    #expect(error?.code == .diskFull)
    _ = try database.number("PRAGMA max_page_count = 1073741823")
    #expect(!store.isInBatch && !database.isInTransaction)
    #expect(storeError { try store.commitBatch() }?.code == .noBatch)
    #expect(try count(store) == 0)
    try take(Self.file(1, "After"), into: store, named: "c.ics")
    #expect(try count(store) == 1 && store.history().map(\.cause) == ["import c.ics"])
  }
}
