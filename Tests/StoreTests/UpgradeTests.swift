import CivilTime
import Interchange
import Locking
import Model
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stores of older formats, brought up to date by whatever opens them first.
///
/// `Data/schema-N.sqlite` are stores of format N: up to 6 from three sample calendars, from 7 on made by
/// `Data/make-store`, which writes beside them what the build of that time answered.
@Suite struct UpgradeTests {
  let folder: TemporaryFolder
  static let now = Instant(seconds: 1_794_996_000)  // 2026-11-18T10:00Z
  static let made = Array(7..<Migrations.current)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/store.sqlite" }

  private func data(_ version: Int) throws -> [UInt8] {
    try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-\(version).sqlite"))
  }

  private func put(_ version: Int) throws { try write(try data(version), to: path) }

  private func open(_ access: StoreAccess) throws -> CalendarStore {
    try CalendarStore(path: path, access: access, zones: zones)
  }

  private func version(_ path: String) throws -> Int {
    try Database(path: path, mode: .immutable).number("PRAGMA user_version")
  }

  private func answers(_ store: CalendarStore) throws -> [String] {
    let found = try all(
      store.events(from: Library.instant("20261101"), to: Library.instant("20270116"), viewer: .utc))
    return try found.map {
      "\($0.start.description.replacing("Z", with: "+00:00")) \(try store.record($0.item)?.title ?? "")"
    }
  }

  /// What the build that made a store answered.
  private func expected(_ version: Int) throws -> [String] {
    let bytes = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-\(version).sqlite.answers"))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  // MARK: By readers and writers

  @Test(arguments: 1..<Migrations.current, [StoreAccess.read, .write, .create])
  func theFirstToOpenAStoreBringsItUpToDate(_ version: Int, _ access: StoreAccess) throws {
    try put(version)
    // What only adds something keeps no copy.
    let kept = Migrations.isAdditive(from: version) ? nil : path + ".before-\(Migrations.current)"
    do {
      let store = try open(access)
      #expect(try store.calendars().isEmpty == false)
      #expect(store.upgrade == StoreUpgrade(from: version, to: Migrations.current, kept: kept))
      let told = "the store was brought up to date from format \(version) to \(Migrations.current)"
      #expect(
        store.upgrade?.message(for: path) == told + (kept.map { "; as it was it is kept in \($0)" } ?? ""))
    }
    #expect(try self.version(path) == Migrations.current)
    guard let kept else {
      #expect(TemporaryFolder.names(in: folder.path).allSatisfy { !$0.contains(".before-") })
      return
    }
    #expect(try self.version(kept) == version)
    #expect(!TemporaryFolder.names(in: folder.path).contains { $0.hasSuffix(".part") })
    var info = stat()
    #expect(stat(kept, &info) == 0 && info.st_mode & 0o777 == 0o600)
    // Only the first has anything to do.
    #expect(try open(access).upgrade == nil)
  }

  @Test(arguments: UpgradeTests.made, [StoreAccess.read, .write])
  func answersAreTheSameBeforeAndAfter(_ version: Int, _ access: StoreAccess) throws {
    try put(version)
    let store = try open(access)
    #expect(try answers(store) == expected(version))
    let writer = try open(.write)
    #expect(try writer.verify(now: Self.now) == [])
    try writer.rebuild(now: Self.now)
    #expect(try answers(writer) == expected(version))
  }

  /// What format 11 added, taken out.
  private static let withoutSync: [StaticString] = [
    "DROP TABLE account", "DROP TABLE collection", "DROP TABLE account_state", "DROP TABLE collection_state",
    "DROP TABLE resource", "DROP TABLE resource_base", "DROP TABLE intent", "DROP TABLE sync_conflict",
  ]

  /// Before format 10 an override's range did not tell in which occurrence a reminder is open.
  @Test func remindersMovedFromAnOccurrenceOnAreDerivedAnew() throws {
    let series = [
      "DUE:20261101T090000Z\nRRULE:FREQ=WEEKLY;COUNT=8",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261108T090000Z\nDUE:20261109T120000Z",
    ].map { "BEGIN:VTODO\nUID:a\nDTSTAMP:20261101T000000Z\nSUMMARY:A\n\($0)\nEND:VTODO\n" }
    var right: [Int] = []
    func first(_ store: CalendarStore) throws -> [Int] {
      try store.numbers("SELECT first_start FROM item WHERE master IS NULL AND kind = 1", { _ in })
    }
    do {
      let library = try Library(path)
      try library.take(calendar(series[0], series[1]))
      let store = library.store
      right = try first(store)
      try store.database.execute("UPDATE item SET first_start = first_start - 97200 WHERE master IS NULL")
      for sql in Self.withoutSync { try store.database.execute(sql) }
      try store.database.execute("PRAGMA user_version = 9")
    }
    let library = try Library(path)
    let store = library.store
    #expect(store.upgrade == StoreUpgrade(from: 9, to: Migrations.current, kept: nil))
    #expect(try first(store) != right)
    try library.take(calendar(event("other", "DTSTART:20261120T090000Z")), named: "other.ics")
    #expect(try first(store) == right)
    #expect(try store.verify(now: Self.now) == [])
  }

  @Test(arguments: UpgradeTests.made) func everyStepCanBeUndoneAcrossIt(_ version: Int) throws {
    try put(version)
    let store = try open(.write)
    let steps = try store.history().count
    var causes: [String] = []
    while let step = try? store.undo(.latest, now: Self.now) {
      causes.append(step.cause)
      #expect(try store.verify(now: Self.now) == [], "\(step.cause)")
    }
    #expect(causes.count == steps && causes.last == "import one.ics")
    #expect(try store.calendars().isEmpty && store.numbers("SELECT item FROM item_zone", { _ in }).isEmpty)
    for _ in 0..<steps { _ = try store.redo(now: Self.now) }
    #expect(try answers(store) == expected(version))
    #expect(try store.verify(now: Self.now) == [])
    #expect(try store.savedViews().count == (version < 8 ? 1 : 5))
  }

  /// Each component has the definition that it came with, by the journal, not the last one of its calendar.
  @Test func definitionsAreGivenBack() throws {
    try put(7)
    let store = try open(.read)
    let offsets = try ["first", "weekly", "second", "third", "windows", "berlin"].map { uid -> [Int] in
      try store.items(uid: uid).map { id in
        let time = try #require(try store.record(id)?.start)
        let zone = try #require(time.zone.flatMap { store.zone(named: $0, of: id) })
        return zone.offset(at: Self.now).seconds / 60
      }
    }
    #expect(offsets == [[60], [60, 60], [300], [-180], [-210], [60]])
    // The second import was the one that would have moved the first event.
    let export = try exported(store, .calendar(1))
    let other = try Library()
    try other.take(export)
    #expect(
      try other.events("20261120", "20261121") == [
        "2026-11-20T07:00:00Z Second town", "2026-11-20T11:00:00Z First town",
      ])
  }

  /// What `reindex` of an older version had moved stays where it was put: an upgrade moves nothing.
  @Test func whereTheIndexHasAnItemDecides() throws {
    try put(7)
    do {
      let database = try Database(path: path, mode: .write)
      // As a reindex of then would have left the first event: at the last definition of its name.
      try database.execute(
        """
        UPDATE item SET first_start = first_start - 14400, first_end = first_end - 14400 WHERE id = 1;
        UPDATE occurrence SET start = start - 14400 WHERE series = 1;
        """)
    }
    let store = try open(.write)
    #expect(store.zone(named: "Town", of: 1)?.offset(at: Self.now).seconds == 5 * 3600)
    #expect(store.zone(named: "Town", of: 2)?.offset(at: Self.now).seconds == 3600)
    _ = try store.rebuild(now: Self.now)
    #expect(try answers(store).contains("2026-11-20T07:00:00+00:00 First town"))
  }

  // MARK: Where it cannot be

  @Test func whileAnotherHoldsTheFileReadersReadACopy() throws {
    try put(7)
    var holder: Database? = try Database(path: path, mode: .write)
    _ = try holder?.number("SELECT count(*) FROM item")
    let store = try open(.read)
    #expect(try answers(store) == expected(7))
    #expect(store.upgrade?.reason?.code == .older && store.upgrade?.kept == nil)
    #expect(
      store.upgrade?.message(for: path)
        == "the store \(path) has the older format 7, and could not be brought up to date (another program has it open): what is shown is read from a copy in memory"
    )
    #expect(storeError { _ = try store.addCalendar(title: "No", now: Self.now) }?.code == .readOnly)
    holder = nil
    #expect(try open(.read).upgrade?.reason == nil)
    #expect(try version(path) == Migrations.current)
  }

  @Test func aWriterSaysWhoHoldsTheFile() throws {
    try put(7)
    let holder = try Database(path: path, mode: .write)
    _ = try holder.number("SELECT count(*) FROM item")
    let error = storeError {
      _ = try StoreUpgrading.run(path, zones: zones, busyTimeout: 50) { (mode) throws(StoreError) in
        try Database(path: path, mode: mode)
      }
    }
    #expect(error?.code == .older && error?.detail == "another program has it open")
    #expect(try holder.number("PRAGMA user_version") == 7)
    #expect(TemporaryFolder.names(in: folder.path).allSatisfy { !$0.contains("before") })
  }

  /// Two that want the file alone and kept their locks meanwhile would wait for one another in vain.
  @Test func whoWaitsForTheFileHoldsNothing() throws {
    try put(7)
    var holder: Database? = try Database(path: path, mode: .write)
    _ = try holder?.number("SELECT count(*) FROM item")
    var (tries, other) = (0, StoreUpgrade?.none)
    let upgrade = try StoreUpgrading.run(path, zones: zones, busyTimeout: 10_000) {
      (mode) throws(StoreError) in
      tries += 1
      if tries == 2 {
        holder = nil
        other = try StoreUpgrading.run(path, zones: zones, busyTimeout: 50) { (mode) throws(StoreError) in
          try Database(path: path, mode: mode)
        }
      }
      return try Database(path: path, mode: mode)
    }
    #expect(tries == 2 && other?.from == 7 && upgrade == nil)
    #expect(try version(path) == Migrations.current)
  }

  @Test func aWaitForTheFileIsToldAndCanBeStopped() throws {
    try put(7)
    let holder = try Database(path: path, mode: .write)
    _ = try holder.number("SELECT count(*) FROM item")
    let signal = StopSignal()
    var waits: [String] = []
    let error = storeError {
      _ = try StoreUpgrading.run(path, zones: zones, busyTimeout: 60_000) { (mode) throws(StoreError) in
        let database = try Database(path: path, mode: mode, stopSignal: signal)
        database.onLockWait = { wait in
          waits.append(wait.message)
          signal.stop()
        }
        return database
      }
    }
    #expect(error?.code == .interrupted)
    #expect(
      waits == [
        "waiting for another program to close \(path), which has an older format and is to be brought up to date"
      ])
    #expect(try holder.number("PRAGMA user_version") == 7)
  }

  /// A store is brought up to date by whoever opens it, who may stop it: nothing is changed then.
  @Test func anUpgradeCanBeStopped() throws {
    try put(7)
    let looks = Mutex(0)
    let error = storeError {
      _ = try CalendarStore(
        path: path, access: .read, zones: zones,
        stopSignal: StopSignal {
          looks.withLock { looks in
            looks += 1
            return looks > 40
          }
        })
    }
    #expect(error?.code == .interrupted)
    #expect(try Database(path: path, mode: .write).number("PRAGMA user_version") == 7)
    #expect(try CalendarStore(path: path, access: .read, zones: zones).verify() == [])
  }

  /// A process that ends in the middle leaves the store as it was, and the next one brings it up to date.
  @Test func anUpgradeThatWasCutOffIsBegunAnew() throws {
    try put(7)
    let cut = folder.path + "/cut.sqlite"
    do {
      let database = try Database(path: path, mode: .write)
      try database.execute("PRAGMA cache_size = 1; PRAGMA wal_autocheckpoint = 1")
      try database.beginWrite()
      try Migrations.run(database, from: 7, zones: zones)
      // What a crash would leave of the files, pages that were written early included.
      for ending in ["", "-wal"] {
        if let bytes = ProjectFiles.bytes(path + ending) { try write(bytes, to: cut + ending) }
      }
      database.rollbackWrite()
    }
    let store = try CalendarStore(path: cut, access: .read, zones: zones)
    #expect(store.upgrade?.from == 7 && store.upgrade?.reason == nil)
    #expect(try answers(store) == expected(7))
  }

  @Test func anEarlierCopyIsReplacedWhole() throws {
    try put(7)
    let kept = path + ".before-\(Migrations.current)"
    try write(Array("left over".utf8), to: kept)
    try write(Array("half".utf8), to: kept + ".part")
    _ = try open(.read)
    #expect(try version(kept) == 7)
    #expect(ProjectFiles.bytes(kept + ".part") == nil)
  }

  @Test func whereNoCopyCanBeKeptNothingIsChanged() throws {
    try put(7)
    let kept = path + ".before-\(Migrations.current)"
    try #require(mkdir(kept, 0o700) == 0)
    defer { rmdir(kept) }
    #expect(storeError { _ = try open(.write) }?.code == .readOnly)
    let store = try open(.read)
    #expect(store.upgrade?.reason?.code == .readOnly)
    #expect(try answers(store) == expected(7))
    #expect(try Database(path: path, mode: .read).number("PRAGMA user_version") == 7)
  }

  @Test func aNewerStoreSaysWhatItNeeds() throws {
    do {
      let database = try open(.create).database
      try database.execute(
        "UPDATE meta SET value = '7.5.0' WHERE key = 'writer'; PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)"
      )
    }
    for access in [StoreAccess.read, .write, .create] {
      let error = storeError { _ = try open(access) }
      #expect(error?.code == .newer)
      #expect(
        error?.detail
          == "its format is 99 and needs kal 7.5.0 or newer; this is kal \(StoreFormat.writer), which knows up to \(Migrations.current)"
      )
    }
  }
}
