import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a new file may take the place of, and what it leaves.
@Suite struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String) throws -> CalendarStore {
    try CalendarStore(path: folder.path + "/" + name, access: .create, zones: zones)
  }

  private func problem(_ name: String, _ content: NewFile.Content) -> NewFile.Problem? {
    do throws(NewFile.Problem) {
      let file = try NewFile(at: folder.path + "/" + name, replacing: true, of: content)
      try file.put()
      return nil
    } catch {
      return error
    }
  }

  /// It would be taken for the log of what comes, or have been needed by what goes.
  @Test(arguments: ["-wal", "-journal"])
  func aLogThatWasLeftBelongsToNoOtherStore(end: String) throws {
    let (log, content) = (folder.path + "/a.sqlite" + end, NewFile.Content.store)
    try write([1, 2, 3], to: log)
    #expect(problem("a.sqlite", content) == .hasLog(log))
    _ = try store("b.sqlite")
    try write([1, 2, 3], to: folder.path + "/b.sqlite" + end)
    let known = TemporaryFolder.names(in: folder.path)
    #expect(problem("b.sqlite", content) == .hasLog(folder.path + "/b.sqlite" + end))
    #expect(problem("b.sqlite", .text) == .hasLog(folder.path + "/b.sqlite" + end))
    #expect(problem("b.sqlite" + end, .text) == .isLog(of: folder.path + "/b.sqlite"))
    #expect(TemporaryFolder.names(in: folder.path) == known)
    // Who only reads leaves an empty one, with an index of it.
    try write([], to: log)
    try write([1], to: folder.path + "/a.sqlite-shm")
    #expect(problem("a.sqlite", content) == nil)
  }

  /// Also one that comes while the file is written.
  @Test func aLogThatComesMeanwhileIsSeen() throws {
    let path = folder.path + "/a.sqlite"
    let file = try NewFile(at: path, replacing: true, of: .store)
    try write([1], to: path + "-wal")
    #expect(throws: NewFile.Problem.hasLog(path + "-wal")) { try file.put() }
    #expect(TemporaryFolder.names(in: folder.path) == ["a.sqlite-wal"])
  }

  @Test func onlyAStoreTakesTheStorePlace() throws {
    do {
      let open = try store("a.sqlite")
      _ = try open.calendars()
      #expect(problem("a.sqlite", .store) == .isInUse)
      #expect(problem("a.sqlite-shm", .text) == .isInUse)
    }
    #expect(problem("a.sqlite", .text) == .isStore)
    #expect(problem("a.sqlite", .store) == nil)
    #expect(problem("a.sqlite", .text) == nil, "what was put there is no store")
  }

  @Test func whatKilledProcessesLeftGoes() throws {
    let path = folder.path + "/a.sqlite"
    let living = try NewFile(at: path, replacing: false)
    // No process has the largest number that there can be.
    let gone = living.partial.replacing("-\(getpid())-", with: "-\(Int32.max)-")
    #expect(gone != living.partial)
    for name in [gone, gone + "-journal", folder.path + "/.a.sqlite.other-\(Int32.max)-1.part"] {
      try write([1], to: name)
    }
    let other = try NewFile(at: path, replacing: false)
    #expect(access(gone, F_OK) != 0 && access(gone + "-journal", F_OK) != 0)
    #expect(access(living.partial, F_OK) == 0 && access(other.partial, F_OK) == 0)
    #expect(TemporaryFolder.names(in: folder.path).count == 3, "another machine's is not known to be left")
  }
}
