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

/// A small file system of a test's own; nil where this process may not mount one.
final class SmallDisk {
  let path: String
  private let folder: TemporaryFolder

  init?(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/disk"
    guard mkdir(path, 0o700) == 0 else { return nil }
    #if canImport(Glibc)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
        rmdir(path)
        return nil
      }
    #else
      rmdir(path)
      return nil
    #endif
  }

  /// Makes everything on the disk read-only.
  func close() -> Bool {
    #if canImport(Glibc)
      return mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    #else
      return false
    #endif
  }

  deinit {
    #if canImport(Glibc)
      umount2(path, Int32(MNT_DETACH))
    #endif
    rmdir(path)
  }

  static let isPossible: Bool = {
    guard let disk = try? SmallDisk(kilobytes: 64) else { return false }
    return disk.path.isEmpty == false
  }()
}

@Suite(.serialized) struct DamageTests {
  private static func file(_ count: Int) -> String {
    calendar(
      (0..<count).map {
        event(
          "u\($0)",
          "SUMMARY:Event \($0)\nDTSTART:20261118T110000Z\nDESCRIPTION:\(String(repeating: "x", count: 900))")
      }.joined(separator: "\n"))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aFullDiskLeavesTheStoreAsItWas() throws {
    let disk = try #require(try SmallDisk(kilobytes: 1500))
    let library = try Library(disk.path + "/store.sqlite")
    try library.take(calendar(event("a", "SUMMARY:Before\nDTSTART:20261118T110000Z")))
    let before = try library.dump()
    let error = storeError { try library.take(Self.file(3000), named: "big.ics") }
    #expect(error?.code == .diskFull, "\(String(describing: error))")
    #expect(try library.dump() == before)
    let again = try CalendarStore(path: disk.path + "/store.sqlite", access: .read, zones: zones)
    #expect(try all(again.events(from: nil, to: nil, viewer: .utc)).count == 1)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aBatchThatCannotBeCommittedIsTakenBack() throws {
    let disk = try #require(try SmallDisk(kilobytes: 1500))
    let library = try Library(disk.path + "/store.sqlite")
    let store = library.store
    try library.take(calendar(event("a", "SUMMARY:Before\nDTSTART:20261118T110000Z")))
    let before = try library.dump()
    try store.beginBatch(cause: "batch", now: Library.now)
    // What fits into the cache goes to the disk with the commit only.
    try library.take(Self.file(300), named: "big.ics")
    var size = 1 << 20
    let filler = disk.path + "/filler"
    while size > 512 {
      let file = try #require(fopen(filler, "ab"))
      setvbuf(file, nil, _IONBF, 0)
      if fwrite([UInt8](repeating: 1, count: size), 1, size, file) < size { size /= 2 }
      fclose(file)
    }
    let error = storeError { try store.commitBatch() }
    #expect(error?.code == .diskFull, "\(String(describing: error))")
    #expect(!store.isInBatch)
    #expect(storeError { try store.commitBatch() }?.code == .noBatch)
    #expect(try library.dump() == before)
    unlink(filler)
    try library.take(calendar(event("b", "SUMMARY:After\nDTSTART:20261118T110000Z")))
    #expect(try all(store.events(from: nil, to: nil, viewer: .utc)).count == 2)
    #expect(try store.verify() == [])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aStoreOnReadOnlyMediaCanBeReadButNotWritten() throws {
    let disk = try #require(try SmallDisk(kilobytes: 4000))
    let path = disk.path + "/store # 100%?.sqlite"
    try Library(path).take(calendar(event("a", "SUMMARY:A\nDTSTART:20261118T110000Z")))
    #expect(TemporaryFolder.names(in: disk.path) == ["store # 100%?.sqlite"])
    try #require(disk.close())
    let store = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(try all(store.events(from: nil, to: nil, viewer: .utc)).count == 1)
    let error = storeError { _ = try CalendarStore(path: path, access: .write, zones: zones) }
    #expect(error?.code == .readOnly)
    #expect(TemporaryFolder.names(in: disk.path) == ["store # 100%?.sqlite"])
  }

  @Test func anotherWriterMakesAnImportFailAsAWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    let library = try Library(path)
    try library.take(Self.file(3))
    let before = try library.dump()
    try library.store.database.execute("PRAGMA busy_timeout = 10")
    let other = try Database(path: path, mode: .write)
    try other.execute("BEGIN IMMEDIATE")
    #expect(storeError { try library.take(Self.file(9)) }?.code == .locked)
    try other.execute("ROLLBACK")
    #expect(try library.dump() == before)
    #expect(try library.take(Self.file(9)).added == 6)
  }

  @Test func anotherConnectionsWritesAreSeenAtTheNextQuery() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    let writer = try Library(path)
    try writer.take(calendar(event("a", "SUMMARY:Old\nDTSTART:20261118T110000Z")))
    let reader = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(try reader.withReadTransaction { () throws(StoreError) in try reader.record(1)?.title } == "Old")
    try reader.beginRead()
    let open = try reader.events(from: nil, to: nil, viewer: .utc)
    try writer.take(
      calendar(
        event("a", "SUMMARY:New\nDTSTART:20261118T110000Z"), event("b", "SUMMARY:B\nDTSTART:20261118T120000Z")
      ))
    // A query that is under way sees one state of the store to its end.
    #expect(try all(open).count == 1)
    reader.endRead()
    #expect(try reader.withReadTransaction { () throws(StoreError) in try reader.record(1)?.title } == "New")
    #expect(try all(reader.events(from: nil, to: nil, viewer: .utc)).count == 2)
  }

  @Test func aSeriesThatAnotherConnectionMovedIsSeenAtTheNextQuery() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    let writer = try Library(path)
    func series(at hour: Int, _ sequence: Int) -> String {
      calendar(
        event("a", "SUMMARY:Daily\nSEQUENCE:\(sequence)\nDTSTART:20261101T\(hour)0000Z\nRRULE:FREQ=DAILY"))
    }
    try writer.take(series(at: 10, 0))
    #expect(try writer.store.statistics().lazilyExpanded == [.eventInstant: 1])
    let reader = try CalendarStore(path: path, access: .read, zones: zones)
    func starts(_ isWithin: Bool) throws -> [String] {
      let (from, to) = (try Library.instant("20261118"), try Library.instant("20261119"))
      let read = { () throws(StoreError) -> [String] in
        var result: [String] = []
        let cursor = try reader.events(from: from, to: to, viewer: .utc)
        while let found = try cursor.next() { result.append(found.start.description) }
        let own = try reader.occurrences(of: 1, from: from, to: to, viewer: .utc)
        while let found = try own.next() { result.append(found.start.description) }
        return result
      }
      return isWithin ? try reader.withReadTransaction(read) : try read()
    }
    for (number, isWithin) in [true, false, true, false].enumerated() {
      try writer.take(series(at: 11 + number, number + 1))
      let expected = "2026-11-18T\(11 + number):00:00Z"
      #expect(try starts(isWithin) == [expected, expected])
    }
  }

  @Test func aReadCanBeInterrupted() throws {
    let library = try Library()
    try library.take(Self.file(200))
    let cursor = try library.store.events(from: nil, to: nil, viewer: .utc)
    _ = try cursor.next()
    library.store.stopSignal.stop()
    let error = storeError { _ = try all(cursor) }
    #expect(error?.code == .interrupted)
    cursor.close()
    library.store.stopSignal.reset()
    #expect(try all(library.store.events(from: nil, to: nil, viewer: .utc)).count == 200)
  }

  @Test func readsLeaveEveryTableAsItIs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    do {
      var random = SplitMix64(seed: 3)
      try Library(path).take(PolicyTests.file(&random, count: 30))
    }
    let before = try bytes(path)
    let store = try CalendarStore(path: path, access: .read, zones: zones)
    let version = try store.dataVersion()
    let year2100 = Instant(seconds: 4_102_444_800)
    for from in [Instant(seconds: 1_700_000_000), year2100] {
      _ = try all(
        store.events(from: from, to: from.adding(seconds: 90 * 86_400), viewer: zone("Europe/Berlin")))
    }
    _ = try store.textCandidates("x")
    _ = try store.storedItems(kind: .event, viewer: .utc).next()
    try store.export(.everything) { _ in true }
    #expect(try store.dataVersion() == version)
    #expect(try bytes(path) == before)
  }

  @Test func hostileFilesBringWhatIsReadable() throws {
    let deep = String(repeating: "BEGIN:VEVENT\r\n", count: 100_000)
    let nests = String(repeating: "BEGIN:X\r\n", count: 100_000)
    let never = event(
      "n", "SUMMARY:Never\nDTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    let dense = event("d", "SUMMARY:Dense\nDTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY")
    let long = event("l", "SUMMARY:Long\nDTSTART:00010101T000000Z\nDTEND:99991231T000000Z")
    for (text, expected, problems) in [
      (deep, 0, 1001), ("BEGIN:VCALENDAR\r\n" + nests, 0, 2), (calendar(never, dense, long), 3, 2),
      ("\u{0}\u{1}\u{2}", 0, 2),
      (calendar(event("z", "SUMMARY:\u{0}nul\nDTSTART:20260101T000000Z")), 1, 1),
    ] {
      let library = try Library()
      let summary = try library.take(text)
      #expect(summary.added == expected)
      #expect(summary.problems.count == problems, "\(summary.problems.prefix(3))")
      #expect(try library.store.verify() == [])
    }
    let library = try Library()
    try library.take(calendar(never, dense, long))
    let from = Instant(seconds: 4_102_444_800)
    let found = try all(library.store.events(from: from, to: from.adding(seconds: 3), viewer: .utc))
    #expect(found.count == 4)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let source = try FileSource(path)
    var result: [UInt8] = []
    while let piece = source.next() { result += piece }
    return result
  }
}
