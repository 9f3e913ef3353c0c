import Platform
import Store
import Sync
import SyncCore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders that refuse, vanish, or have more in them than files of items.
@Suite struct FolderTroubleTests {
  let bench: SyncBench

  init() throws { bench = try SyncBench() }

  private func text(_ uid: String, _ title: String) -> String { SyncBench.text(uid, ["SUMMARY:" + title]) }

  private func path(_ name: String) -> String { bench.folder.path + "/" + name }

  private func share(_ uids: String...) throws {
    for uid in uids { try bench.folder.write(text(uid, uid), to: uid + ".ics") }
    try bench.sync()
  }

  private func expectQuiet(_ titles: [String]) throws {
    let report = try bench.sync()
    #expect(!report.isChanged && report.fault == nil && report.held == 0)
    #expect(try bench.titles == titles)
  }

  // MARK: Folders that refuse

  @Test func whatIsRefusedIsSentLater() throws {
    try share("a", "b")
    try bench.put(text("a", "A2"))
    try bench.put(text("new", "New"))
    try bench.delete("b")
    let remote = RefusingRemote(bench.remote, .notPermitted("", reason: "read-only file system"))
    var report = try bench.sync(remote)
    #expect(report.rejected == 3 && report.sent == 0 && report.deletedThere == 0 && report.notes.count == 3)
    report = try bench.sync(remote)
    #expect(report.rejected == 3 && report.notes == [])
    #expect(try bench.titles == ["A2", "New"])
    try bench.folder.write(text("there", "There"), to: "there.ics")
    #expect(try bench.sync(remote).takenIn == 1)
    try bench.delete("new")
    #expect(try bench.sync(remote).rejected == 2)
    report = try bench.sync()
    #expect(report.sent == 1 && report.deletedThere == 1)
    #expect(bench.names == ["a.ics", "there.ics"])
    try expectQuiet(["A2", "There"])
  }

  @Test func aFullDiskIsAskedOnce() throws {
    try share("a", "b", "c")
    for uid in ["a", "b", "c"] { try bench.put(text(uid, uid + "2")) }
    let remote = RefusingRemote(bench.remote, .full("", reason: "no space left on device"))
    #expect(try bench.sync(remote).rejected == 3)
    #expect(remote.writes == 1)
    #expect(try bench.sync().sent == 3)
    try expectQuiet(["a2", "b2", "c2"])
  }

  /// What was refused for an edit that was taken back need not be sent any more.
  @Test func whatIsNoLongerWantedIsForgotten() throws {
    try share("a")
    try bench.put(text("a", "A2"))
    let remote = RefusingRemote(bench.remote, .failed("", reason: "input/output error"))
    #expect(try bench.sync(remote).rejected == 1)
    try bench.put(text("a", "a"))
    #expect(try bench.sync(remote).rejected == 0)
    #expect(try bench.store.resources(in: bench.collection.id).map(\.condition) == [.inSync])
    try expectQuiet(["a"])
  }

  /// The name that a refused file was to have goes to another item.
  @Test func aNameThatWasRefusedMayBeTaken() throws {
    try bench.put(text("a", "Ours"))
    #expect(try bench.sync(RefusingRemote(bench.remote, .notPermitted("", reason: "no"))).rejected == 1)
    try bench.folder.write(text("other", "Other"), to: "a.ics")
    try bench.sync()
    #expect(bench.names.count == 2 && bench.file("a.ics").contains("Other"))
    try expectQuiet(["Other", "Ours"])
  }

  @Test(arguments: ["folder", "pipe", "link"]) func aNameThatIsNoFileIsNotUsed(kind: String) throws {
    switch kind {
    case "folder": try #require(mkdir(path("a.ics"), 0o755) == 0)
    case "pipe": try #require(mkfifo(path("a.ics"), 0o644) == 0)
    default: try #require(symlink("nowhere", path("a.ics")) == 0)
    }
    try bench.put(text("a", "A"))
    try bench.sync()
    #expect(bench.file("a-2.ics").contains("SUMMARY:A"))
    try expectQuiet(["A"])
  }

  // MARK: Folders that vanish

  @Test(arguments: 1...6) func aFolderThatGoesMeanwhileDeletesNothing(call: Int) throws {
    try share("a", "b", "c")
    try bench.folder.write(text("d", "d"), to: "d.ics")
    try bench.put(text("a", "a2"))
    try bench.put(text("e", "e"))
    let remote = StoppingRemote(bench.remote)
    let elsewhere = bench.folder.path + ".moved"
    remote.onCall = { number in
      if number == call { rename(bench.folder.path, elsewhere) }
    }
    let report = try bench.sync(remote)
    #expect(report.deletedHere == 0)
    if access(elsewhere, F_OK) == 0 {
      #expect(call > 4 || report.fault == .collectionGone(bench.folder.path) || report.takenIn == 0)
      // A file in its place is no folder either.
      try #require(symlink("/dev/null", bench.folder.path) == 0)
      #expect(try bench.sync(bench.remote).fault == .collectionGone(bench.folder.path))
      unlink(bench.folder.path)
      #expect(try bench.sync(bench.remote).fault == .collectionGone(bench.folder.path))
      rename(elsewhere, bench.folder.path)
    }
    try bench.sync()
    #expect(bench.names == ["a.ics", "b.ics", "c.ics", "d.ics", "e.ics"])
    try expectQuiet(["a2", "b", "c", "d", "e"])
  }

  // MARK: Files that are none

  @Test func pipesAndSocketsAreLeftAlone() throws {
    try #require(mkfifo(path("pipe.ics"), 0o644) == 0)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path("socket.ics").utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    try share("a")
    try expectQuiet(["a"])
    #expect(bench.names == ["a.ics", "pipe.ics", "socket.ics"])
  }

  @Test func linksAreFollowedAndNotReplaced() throws {
    let outside = try TemporaryFolder()
    try outside.write(text("far", "Far"), to: "far.ics")
    try #require(symlink(outside.path + "/far.ics", path("far.ics")) == 0)
    try share("a")
    try #require(symlink("a.ics", path("again.ics")) == 0)
    try #require(symlink("loop.ics", path("loop.ics")) == 0)
    var report = try bench.sync()
    #expect(report.unreadable == 2)
    try expectQuiet(["Far", "a"])
    // The disk with the file is not there for a while.
    rename(outside.path + "/far.ics", outside.path + "/away")
    report = try bench.sync()
    #expect(report.deletedHere == 0 && report.unreadable > 0)
    try bench.put(text("far", "Mine"))
    #expect(try bench.sync().sent == 0)
    rename(outside.path + "/away", outside.path + "/far.ics")
    report = try bench.sync()
    #expect(report.rejected == 1)
    #expect(try bench.titles == ["Mine", "a"])
    #expect(
      String(decoding: ProjectFiles.bytes(outside.path + "/far.ics") ?? [], as: UTF8.self).contains("Far"))
    // A file in the place of the link takes what waited.
    unlink(path("far.ics"))
    try bench.folder.write(text("far", "Far"), to: "far.ics")
    #expect(try bench.sync().sent == 1)
    #expect(bench.file("far.ics").contains("Mine"))
    try expectQuiet(["Mine", "a"])
  }

  @Test func aHugeFileIsNoItem() throws {
    try share("a")
    try bench.folder.write("", to: "huge.ics")
    try #require(truncate(path("huge.ics"), 65 << 20) == 0)
    #expect(try bench.sync().unreadable == 1)
    try #require(truncate(path("a.ics"), 65 << 20) == 0)
    #expect(try bench.sync().unreadable == 1)
    try expectQuiet(["a"])
  }

  @Test func unchangedFilesAreNotRead() throws {
    let count = 10_000
    for number in 0..<count { try bench.folder.write(text("i\(number)", "Item"), to: "i\(number).ics") }
    #expect(try bench.sync(bench.remote).takenIn == count)
    let remote = StoppingRemote(bench.remote)
    #expect(try !bench.sync(remote).isChanged)
    #expect(remote.calls == 1)
    try bench.folder.write(text("i77", "Edited"), to: "i77.ics")
    #expect(try bench.sync(remote).takenIn == 1)
    #expect(remote.calls == 3)
  }
}

/// A folder that refuses all writes for one reason.
private final class RefusingRemote: RemoteCollection {
  private let folder: FolderCollection
  private let fault: RemoteFault
  private(set) var writes = 0

  init(_ folder: FolderCollection, _ fault: RemoteFault) { (self.folder, self.fault) = (folder, fault) }

  var isPublished: Bool { false }
  func entries() throws(RemoteFault) -> [RemoteEntry] { try folder.entries() }
  func read(_ href: String) throws(RemoteFault) -> RemoteContent { try folder.read(href) }
  func partialName(for href: String) -> String? { folder.partialName(for: href) }
  func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String?
  ) throws(RemoteFault) -> ResourceStamp {
    writes += 1
    throw fault
  }
  func delete(_ href: String, _ stamp: ResourceStamp, partial: String?) throws(RemoteFault) {
    writes += 1
    throw fault
  }
  func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault) {
    try folder.recover(href, partial: partial, known: known)
  }
  func properties() throws(RemoteFault) -> CollectionProperties { try folder.properties() }
  func set(_ properties: CollectionProperties) throws(RemoteFault) { throw fault }
}
