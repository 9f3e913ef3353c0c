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

/// Disks that are full, files that are there already, links, and makings that fail.
@Suite struct RescueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func file(_ count: Int) -> String {
    calendar(
      (0..<count).map {
        event(
          "u\($0)",
          "SUMMARY:Event \($0)\nDTSTART:20261118T110000Z\nDESCRIPTION:\(String(repeating: "x", count: 900))")
      }.joined(separator: "\n"))
  }

  /// Leaves no free byte on a disk.
  private func fill(_ disk: SmallDisk) throws {
    let descriptor = open(disk.path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    for size in [65_536, 4_096, 512, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while systemWrite(descriptor, String(decoding: bytes, as: UTF8.self), size) > 0 {}
    }
  }

  private func isReadable(_ path: String, _ count: Int) throws {
    let store = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(try store.calendars().count == 1)
    #expect(try all(store.events(from: nil, to: nil, viewer: .utc)).count == count)
    var bytes = 0
    try store.export(.everything) {
      bytes += $0.count
      return true
    }
    #expect(bytes > 100)
    try store.backUp(to: folder.path + "/rescued.sqlite", replacing: true)
    let copy = try CalendarStore(path: folder.path + "/rescued.sqlite", access: .read, zones: zones)
    #expect(try all(copy.events(from: nil, to: nil, viewer: .utc)).count == count)
    #expect(try store.verify() == [])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aStoreOnAFullDiskIsRead() throws {
    let disk = try #require(try SmallDisk(kilobytes: 1500))
    let path = disk.path + "/store.sqlite"
    try Library(path).take(Self.file(3))
    #expect(TemporaryFolder.names(in: disk.path) == ["store.sqlite"])
    try fill(disk)
    try isReadable(path, 3)
    let error = storeError {
      let store = try CalendarStore(path: path, access: .write, zones: zones)
      _ = try store.addCalendar(title: "More", now: Library.now)
    }
    #expect(error?.code == .diskFull)
    #expect(error?.message == "no space is left for the store \(path)")
  }

  /// As after a crash: the log holds what the file does not, and nothing beside it says where.
  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aLogThatWasLeftIsReadOnAFullDisk() throws {
    let disk = try #require(try SmallDisk(kilobytes: 3000))
    let path = disk.path + "/store.sqlite"
    let library = try Library(folder.path + "/store.sqlite")
    try library.take(Self.file(1))
    try library.take(Self.file(5))
    for suffix in ["", "-wal"] {
      let bytes = try #require(Self.bytes(folder.path + "/store.sqlite" + suffix))
      #expect(!bytes.isEmpty)
      try StoreTests.write(bytes, to: path + suffix)
    }
    try fill(disk)
    // Who reads it keeps nobody else from doing so.
    let reader = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(
      reader.upgrade?.message(for: path)
        == "no space is left for the store \(path): what is shown is read from a copy in memory")
    try isReadable(path, 5)
    #expect(try !reader.calendars().isEmpty)
    // Reading wrote nothing and took nothing away.
    #expect(TemporaryFolder.names(in: disk.path).contains("store.sqlite-wal"))
    #expect(Self.bytes(path + "-wal") == Self.bytes(folder.path + "/store.sqlite-wal"))
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { result += buffer[..<count] }
    return result
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aStoreThatCannotBeMadeLeavesNothing() throws {
    let disk = try #require(try SmallDisk(kilobytes: 16))
    let error = storeError {
      _ = try CalendarStore(path: disk.path + "/store.sqlite", access: .create, zones: zones)
    }
    #expect(error?.code == .diskFull, "\(String(describing: error))")
    #expect(TemporaryFolder.names(in: disk.path) == [])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aBackupThatFailsLeavesNothing() throws {
    let disk = try #require(try SmallDisk(kilobytes: 64))
    let library = try Library(folder.path + "/store.sqlite")
    try library.take(Self.file(200))
    #expect(storeError { try library.store.backUp(to: disk.path + "/copy.sqlite") }?.code == .diskFull)
    #expect(TemporaryFolder.names(in: disk.path) == [])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small tmpfs"))
  func aStoreOnReadOnlyMediaIsChecked() throws {
    let disk = try #require(try SmallDisk(kilobytes: 4000))
    let path = disk.path + "/store.sqlite"
    try Library(path).take(Self.file(3))
    try #require(disk.close())
    #expect(try CalendarStore(path: path, access: .read, zones: zones).verify() == [])
  }

  @Test func aDamagedIndexIsFoundInACopyToo() throws {
    let path = folder.path + "/store.sqlite"
    let library = try Library(path)
    try library.take(Self.file(3))
    try library.store.database.execute("DELETE FROM occurrence")
    #expect(try !CalendarStore(path: path, access: .read, zones: zones).verify().isEmpty)
  }

  @Test func aBackupReplacesOnlyWhenAskedAndFollowsNoLink() throws {
    let library = try Library(folder.path + "/store.sqlite")
    try library.take(Self.file(1))
    let copy = folder.path + "/copy.sqlite"
    try write([1, 2, 3], to: copy)
    #expect(storeError { try library.store.backUp(to: copy) }?.code == .fileExists)
    #expect(Self.bytes(copy) == [1, 2, 3])
    try #require(symlink(copy, folder.path + "/link") == 0)
    try #require(symlink(folder.path + "/nothing", folder.path + "/dangling") == 0)
    for link in ["link", "dangling"] {
      for replacing in [false, true] {
        let error = storeError {
          try library.store.backUp(to: folder.path + "/" + link, replacing: replacing)
        }
        #expect(error?.code == .cannotCreate)
        #expect(error?.detail == "it is a link, and links are not followed")
      }
    }
    #expect(access(folder.path + "/nothing", F_OK) != 0)
    try library.store.backUp(to: copy, replacing: true)
    #expect(try CalendarStore(path: copy, access: .read, zones: zones).calendars().count == 1)
    // A store that is in use is no place for a copy of it.
    #expect(
      storeError { try library.store.backUp(to: folder.path + "/store.sqlite", replacing: true) }?.code
        == .cannotCreate)
  }

  /// What the mask takes is tried with the program, in `ClientBoundaryTests`: a mask is all of its process's.
  @Test func aNewFileHasItsModeAndOneThatTakesAPlaceKeepsIt() throws {
    func made(_ path: String, replacing: Bool, mode: mode_t = 0o666) throws -> mode_t {
      let file = try NewFile(at: path, replacing: replacing, mode: mode)
      #expect(systemWrite(file.descriptor, "x", 1) == 1)
      try file.put()
      var info = stat()
      #expect(stat(path, &info) == 0)
      return info.st_mode & 0o777
    }
    #expect(try made(folder.path + "/a", replacing: false, mode: 0o400) == 0o400)
    #expect(try made(folder.path + "/b", replacing: false, mode: 0o600) == 0o600)
    #expect(chmod(folder.path + "/a", 0o604) == 0)
    #expect(try made(folder.path + "/a", replacing: true) == 0o604)
    #expect(throws: NewFile.Problem.exists) { try NewFile(at: folder.path + "/a", replacing: false) }
    #expect(throws: NewFile.Problem.system(EISDIR)) { try NewFile(at: folder.path, replacing: true) }
    // What is not put leaves nothing.
    _ = try NewFile(at: folder.path + "/c", replacing: false)
    #expect(TemporaryFolder.names(in: folder.path) == ["a", "b"])
  }

  @Test func aFileThatComesMeanwhileIsNotReplaced() throws {
    let path = folder.path + "/a"
    let file = try NewFile(at: path, replacing: false)
    try write([7], to: path)
    #expect(throws: NewFile.Problem.exists) { try file.put() }
    #expect(Self.bytes(path) == [7])
    #expect(TemporaryFolder.names(in: folder.path) == ["a"])
  }

  /// A mask of its own would take more than this has to, which is tried with the
  /// program, in `ClientBoundaryTests`.
  @Test func theFoldersOfANewStoreAreItsOwnersAlone() throws {
    _ = try CalendarStore(path: folder.path + "/a/b/store.sqlite", access: .create, zones: zones)
    for name in ["/a", "/a/b"] {
      var info = stat()
      #expect(stat(folder.path + name, &info) == 0)
      #expect(info.st_mode & 0o777 == 0o700, "\(name)")
    }
    for name in ["/a/b/store.sqlite", "/a/b/store.sqlite-wal", "/a/b/store.sqlite-shm"] {
      unlink(folder.path + name)
    }
    rmdir(folder.path + "/a/b")
    rmdir(folder.path + "/a")
  }

  /// Another program may have taken the log away; without it readers and writers wait for one another.
  @Test func theLogComesBack() throws {
    let path = folder.path + "/store.sqlite"
    try Library(path).take(Self.file(1))
    do {
      let other = try Database(path: path, mode: .write)
      try other.execute("PRAGMA journal_mode = DELETE")
    }
    func mode() throws -> String {
      try Database(path: path, mode: .write).with("PRAGMA journal_mode") { (row) throws(StoreError) in
        try row.step() ? row.text(0) : ""
      }
    }
    #expect(try mode() == "delete")
    _ = try CalendarStore(path: path, access: .write, zones: zones)
    #expect(try mode() == "wal")
  }
}

/// The system's `write`, which a function of the same name hides.
private func systemWrite(_ descriptor: Int32, _ text: String, _ count: Int) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, text, count)
  #else
    Darwin.write(descriptor, text, count)
  #endif
}
