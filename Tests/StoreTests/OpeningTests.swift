import CivilTime
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct OpeningTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/store.sqlite" }

  private func made() throws {
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    _ = try store.addCalendar(title: "Work", now: Library.now)
  }

  private func opening(_ access: StoreAccess) -> StoreError? {
    storeError { _ = try CalendarStore(path: path, access: access, zones: zones).calendars() }
  }

  @Test func aMissingStoreIsMadeOnlyWhenAsked() throws {
    #expect(opening(.read)?.code == .noStore)
    #expect(opening(.write)?.code == .noStore)
    #expect(TemporaryFolder.names(in: folder.path).isEmpty)
    #expect(opening(.create) == nil)
    #expect(opening(.read) == nil)
  }

  @Test func aNewStoreIsItsOwnersAloneAndHasALocalSource() throws {
    let store = try CalendarStore(path: folder.path + "/a/b/store.sqlite", access: .create, zones: zones)
    defer {
      for name in ["/a/b/store.sqlite", "/a/b/store.sqlite-wal", "/a/b/store.sqlite-shm"] {
        unlink(folder.path + name)
      }
      rmdir(folder.path + "/a/b")
      rmdir(folder.path + "/a")
    }
    var info = stat()
    #expect(stat(folder.path + "/a/b/store.sqlite", &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
    #expect(try store.sources().map(\.title) == ["Local", "Other"])
    #expect(try store.identity().count == 32)
    let calendar = try store.addCalendar(title: "Work", color: "#112233", now: Library.now)
    #expect(try store.calendars() == [calendar])
  }

  /// Stores as earlier builds wrote them from the same three sample calendars;
  /// later ones are in `UpgradeTests`.
  @Test(arguments: 1..<7)
  func anOlderStoreIsBroughtUpToDateByAWrite(version: Int) throws {
    let stored = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-\(version).sqlite"))
    try write(stored, to: path)
    let now = try Library.instant("20261118").adding(seconds: 48_600)
    let old = try CalendarStore(path: path, access: .write, zones: zones)
    _ = try old.addCalendar(title: "New", now: now)
    // The first write of items brings in what the new schema adds to them.
    _ = try old.apply([], cause: "nothing", now: now)
    #expect(try old.verify() == [])
    #expect(opening(.read) == nil)

    let fresh = try CalendarStore.inMemory(zones: zones)
    for name in ["family", "work", "todo"] {
      _ = try fresh.importFile(ProjectFiles.root + "/Samples/calendars/\(name).ics", now: now)
    }
    func answer(_ store: CalendarStore) throws -> [Occurrence] {
      try all(
        store.events(from: Library.instant("20200101"), to: Library.instant("20300101"), viewer: .utc))
    }
    #expect(try answer(old) == answer(fresh))
    #expect(try old.sources().map(\.title) == ["Local", "Other"])
    let rows: (CalendarStore) throws -> [String] = { store in
      try store.numbers("SELECT id FROM item ORDER BY id", { _ in }).map { id in
        String(describing: try store.record(id).map { ($0.title, $0.revision, $0.travel, $0.previousUID) })
      }
    }
    #expect(try rows(old) == rows(fresh))
  }

  @Test(arguments: [StoreAccess.read, .write, .create])
  func anotherFileIsLeftAlone(_ access: StoreAccess) throws {
    let other = Array("BEGIN:VCALENDAR\r\n".utf8) + [UInt8](repeating: 65, count: 200)
    try write(other, to: path)
    #expect(opening(access)?.code == .notAStore)
    #expect(try bytes(path) == other)
    #expect(TemporaryFolder.names(in: folder.path) == ["store.sqlite"])
  }

  @Test(arguments: [StoreAccess.read, .write, .create])
  func anotherProgramsDatabaseIsLeftAlone(_ access: StoreAccess) throws {
    try write([], to: path)
    do {
      let foreign = try Database(path: path, mode: .write)
      try foreign.execute("PRAGMA application_id = 77; CREATE TABLE mine(a); INSERT INTO mine VALUES (1)")
    }
    let before = try bytes(path)
    #expect(opening(access)?.code == .notAStore)
    #expect(try bytes(path) == before)
  }

  @Test func anEmptyFileIsNoStoreToReadAndBecomesOneToWrite() throws {
    try write([], to: path)
    #expect(opening(.read)?.code == .notAStore)
    #expect(opening(.write) == nil)
    #expect(opening(.read) == nil)
  }

  @Test func aNewerStoreIsNotTouched() throws {
    try made()
    do {
      let database = try Database(path: path, mode: .write)
      try database.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = try bytes(path)
    for access in [StoreAccess.read, .write, .create] { #expect(opening(access)?.code == .newer) }
    #expect(try bytes(path) == before)
  }

  @Test func aFolderIsNoStore() throws {
    let error = storeError { _ = try CalendarStore(path: folder.path, access: .read, zones: zones) }
    #expect(error?.code == .cannotOpen || error?.code == .notAStore)
  }

  @Test func aFileInTheWayOfAFolderIsSaid() throws {
    try write([1], to: folder.path + "/file")
    let error = storeError {
      _ = try CalendarStore(path: folder.path + "/file/store.sqlite", access: .create, zones: zones)
    }
    #expect(error?.code == .cannotCreate || error?.code == .cannotOpen)
    #expect(error?.detail.isEmpty == false)
  }

  @Test func aLockedStoreSaysSoAndCanStillBeRead() throws {
    try made()
    let writer = try Database(path: path, mode: .write, busyTimeout: 10)
    try writer.execute("BEGIN IMMEDIATE")
    let second = try Database(path: path, mode: .write, busyTimeout: 10)
    let error = storeError {
      try second.write { () throws(StoreError) in }
    }
    #expect(error?.code == .locked)
    #expect(opening(.read) == nil)
    try writer.execute("ROLLBACK")
    #expect(opening(.write) == nil)
  }

  @Test func aDamagedStoreSaysSo() throws {
    try made()
    var damaged = try bytes(path)
    for index in 4096..<damaged.count { damaged[index] = 0xa5 }
    try write(damaged, to: path)
    let error = storeError { _ = try CalendarStore(path: path, access: .read, zones: zones).calendars() }
    #expect(error?.code == .corrupt)
  }

  @Test func aTruncatedStoreSaysSo() throws {
    try made()
    try write(Array(try bytes(path).prefix(6000)), to: path)
    let error = storeError { _ = try CalendarStore(path: path, access: .read, zones: zones).calendars() }
    #expect(error?.code == .corrupt)
  }

  @Test func aStoreOpenedToReadCannotBeWritten() throws {
    try made()
    let store = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(storeError { _ = try store.addCalendar(title: "No", now: Library.now) }?.code == .readOnly)
  }

  @Test func aWriteIsDoneWhenTheDiskHasItUnlessLessIsAskedFor() throws {
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    #expect(store.durability == .full)
    #expect(try store.database.number("PRAGMA synchronous") == 2)
    try store.setDurability(.normal)
    #expect(try store.database.number("PRAGMA synchronous") == 1)
    try store.setDurability(.full)
    #expect(try store.database.number("PRAGMA synchronous") == 2)
  }

  @Test func readingLeavesTheFileAsItIs() throws {
    try made()
    let before = try bytes(path)
    for _ in 0..<3 {
      let store = try CalendarStore(path: path, access: .read, zones: zones)
      _ = try store.calendars()
      _ = try all(store.events(from: nil, to: nil, viewer: .utc))
    }
    #expect(try bytes(path) == before)
  }

  @Test func everyErrorHasWords() {
    for code in StoreError.Code.allCases {
      let error = StoreError(code, "SUBJECT", detail: "why")
      #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
      #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return result }
      result.append(contentsOf: buffer[0..<count])
    }
  }
}
