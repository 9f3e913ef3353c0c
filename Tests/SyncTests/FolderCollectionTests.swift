import Platform
import Store
import Sync
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders of items, with other programs that write at the same time.
@Suite struct FolderCollectionTests {
  let folder: TemporaryFolder
  let collection: FolderCollection

  init() throws {
    folder = try TemporaryFolder()
    collection = FolderCollection(folder.path)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func text(_ href: String) throws -> String {
    String(decoding: try collection.read(href).bytes, as: UTF8.self)
  }

  private func stamp(_ href: String) throws -> ResourceStamp { try collection.read(href).stamp }

  /// Every name in the folder, hidden ones too.
  private var names: [String] { Files.names(in: folder.path) ?? [] }

  @Test func whatIsWrittenIsListedAndRead() throws {
    let stamp = try collection.write(bytes("one"), to: "a.ics", replacing: nil)
    #expect(try collection.entries() == [RemoteEntry(href: "a.ics", stamp: stamp)])
    #expect(try collection.read("a.ics") == RemoteContent(bytes: bytes("one"), stamp: stamp))
    let later = try collection.write(bytes("two"), to: "a.ics", replacing: stamp)
    #expect(later != stamp)
    #expect(try text("a.ics") == "two")
    #expect(names == ["a.ics"])
    try collection.delete("a.ics", later)
    #expect(names == [])
    #expect(throws: RemoteFault.gone("a.ics")) { try collection.read("a.ics") }
    #expect(throws: RemoteFault.gone("a.ics")) { try collection.delete("a.ics", later) }
  }

  @Test func hiddenAndOtherFilesAreNoResources() throws {
    for name in [".a.ics", "a.ics.tmp", "color", "displayname", "notes.txt", "B.ICS", "c.ics"] {
      try folder.write("x", to: name)
    }
    try #require(mkdir(folder.path + "/d.ics", 0o755) == 0)
    #expect(try collection.entries().map(\.href).sorted() == ["B.ICS", "c.ics"])
  }

  @Test func whatOthersWroteIsNotReplaced() throws {
    let stamp = try collection.write(bytes("mine"), to: "a.ics", replacing: nil)
    try folder.write("theirs!", to: "a.ics")
    #expect(throws: RemoteFault.changed("a.ics")) {
      try collection.write(bytes("mine again"), to: "a.ics", replacing: stamp)
    }
    #expect(throws: RemoteFault.changed("a.ics")) { try collection.delete("a.ics", stamp) }
    #expect(throws: RemoteFault.changed("a.ics")) {
      try collection.write(bytes("new"), to: "a.ics", replacing: nil)
    }
    #expect(throws: RemoteFault.changed("b.ics")) {
      try collection.write(bytes("mine"), to: "b.ics", replacing: stamp)
    }
    #expect(try text("a.ics") == "theirs!")
    #expect(names == ["a.ics"])
  }

  /// A file of the same size and time as before is another one, as most programs write beside and rename.
  @Test func aFileOfTheSameSizeAndTimeIsSeen() throws {
    let stamp = try collection.write(bytes("abc"), to: "a.ics", replacing: nil)
    var times = [timespec(), timespec()]
    times[0] = timespec(tv_sec: 1_795_000_000, tv_nsec: 0)
    times[1] = times[0]
    #expect(utimensat(AT_FDCWD, folder.path + "/a.ics", &times, 0) == 0)
    let first = try self.stamp("a.ics")
    #expect(first != stamp)
    try folder.write("xyz", to: "b.tmp")
    #expect(rename(folder.path + "/b.tmp", folder.path + "/a.ics") == 0)
    #expect(utimensat(AT_FDCWD, folder.path + "/a.ics", &times, 0) == 0)
    let second = try self.stamp("a.ics")
    #expect(second.size == first.size && second.modified == first.modified)
    #expect(second != first)
  }

  /// Two writers at once: each content is in the folder, or its writer was refused.
  @Test func writersAtTheSameTimeLoseNothing() async throws {
    var stamp = try collection.write(bytes("0"), to: "a.ics", replacing: nil)
    for round in 1...200 {
      let (collection, present) = (collection, stamp)
      let done = await withTaskGroup(of: (String, ResourceStamp?).self) { group in
        for name in ["x", "y"] {
          group.addTask {
            let text = "\(name)\(round)"
            return (text, try? collection.write(Array(text.utf8), to: "a.ics", replacing: present))
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let written = done.filter { $0.1 != nil }
      #expect(written.count == 1)
      #expect(try text("a.ics") == written.first?.0)
      stamp = try self.stamp("a.ics")
      #expect(stamp == written.first?.1)
    }
    #expect(names == ["a.ics"])
  }

  @Test func linksAreReadAndNotReplaced() throws {
    try folder.write("far", to: "elsewhere.txt")
    #expect(symlink("elsewhere.txt", folder.path + "/a.ics") == 0)
    let entry = try #require(try collection.entries().first)
    #expect(try text("a.ics") == "far")
    #expect(throws: RemoteFault.isLink("a.ics")) {
      try collection.write(bytes("mine"), to: "a.ics", replacing: entry.stamp)
    }
    #expect(throws: RemoteFault.isLink("a.ics")) { try collection.delete("a.ics", entry.stamp) }
    #expect(try text("a.ics") == "far")
  }

  @Test func theModeOfAFileStays() throws {
    let stamp = try collection.write(bytes("a"), to: "a.ics", replacing: nil)
    #expect(chmod(folder.path + "/a.ics", 0o640) == 0)
    _ = try collection.write(bytes("b"), to: "a.ics", replacing: stamp)
    var info = stat()
    #expect(stat(folder.path + "/a.ics", &info) == 0 && info.st_mode & 0o777 == 0o640)
  }

  @Test func titleAndColorStandInFiles() throws {
    #expect(try collection.properties() == CollectionProperties())
    try folder.write("\u{feff}  Work \r\nmore", to: "displayname")
    try folder.write(" \n", to: "color")
    #expect(try collection.properties() == CollectionProperties(title: "Work ", color: nil))
    try collection.set(CollectionProperties(title: "Job", color: nil))
    #expect(try collection.properties() == CollectionProperties(title: "Job", color: nil))
    try collection.set(CollectionProperties(title: nil, color: "#ff0000"))
    #expect(try collection.properties() == CollectionProperties(title: "Job", color: "#ff0000"))
    #expect(names == ["color", "displayname"])
  }

  /// What an end in the middle of a write leaves beside a file: ours goes, another program's content comes
  /// back, and of two such contents the later one has the name.
  @Test func whatAnEndLeavesIsPutInOrder() throws {
    let aside = ".a.ics.x.kal.tmp"
    for left in ["ours", "ou", "", "base"] {
      try folder.write("ours", to: "a.ics")
      try folder.write(left, to: aside)
      try collection.recover("a.ics", partial: aside, known: [bytes("ours"), bytes("base")])
      #expect(try text("a.ics") == "ours" && names == ["a.ics"])
    }
    try folder.write("theirs", to: aside)
    try collection.recover("a.ics", partial: aside, known: [bytes("ours"), bytes("base")])
    #expect(try text("a.ics") == "theirs" && names == ["a.ics"])
    // The file was deleted, or its deletion had begun.
    rename(folder.path + "/a.ics", folder.path + "/" + aside)
    try collection.recover("a.ics", partial: aside, known: [bytes("base")])
    #expect(try text("a.ics") == "theirs" && names == ["a.ics"])
    try folder.write("earlier", to: aside)
    try collection.recover("a.ics", partial: aside, known: [bytes("ours")])
    #expect(try text("a.ics") == "theirs" && text("a-2.ics") == "earlier" && names == ["a-2.ics", "a.ics"])
    try collection.recover("a.ics", partial: aside, known: [])
    let gone = FolderCollection(folder.path + "/none")
    #expect(throws: RemoteFault.collectionGone(gone.path)) {
      try gone.recover("a.ics", partial: aside, known: [])
    }
  }

  @Test func aFolderThatIsGoneIsNoEmptyFolder() throws {
    let gone = FolderCollection(folder.path + "/none")
    #expect(throws: RemoteFault.collectionGone(gone.path)) { try gone.entries() }
    #expect(throws: RemoteFault.collectionGone(gone.path)) {
      try gone.write(bytes("a"), to: "a.ics", replacing: nil)
    }
  }
}
