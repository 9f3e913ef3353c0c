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

/// The sync of one calendar with a folder.
@Suite struct CollectionSyncTests {
  let bench: SyncBench

  init() throws { bench = try SyncBench() }

  private func text(_ uid: String, _ title: String, _ lines: String...) -> String {
    SyncBench.text(uid, ["SUMMARY:" + title] + lines)
  }

  private func write(_ text: String, to name: String) throws { try bench.folder.write(text, to: name) }

  /// Both sides have an event.
  private func shared(_ uid: String, _ lines: String...) throws {
    try write(SyncBench.text(uid, lines), to: uid + ".ics")
    try bench.sync()
  }

  @Test func newItemsGoBothWays() throws {
    try write(text("a", "A"), to: "a.ics")
    try bench.put(text("b", "B"))
    let report = try bench.sync()
    #expect(report.takenIn == 1 && report.sent == 1)
    #expect(try bench.titles == ["A", "B"])
    #expect(bench.names == ["a.ics", "b.ics"])
    #expect(bench.file("b.ics").contains("SUMMARY:B"))
    #expect(try !bench.sync().isChanged)
  }

  @Test func aSyncThatFindsNothingWritesNothing() throws {
    let place = try TemporaryFolder()
    let bench = try SyncBench(store: place.path + "/store.db")
    try bench.folder.write(text("a", "A"), to: "a.ics")
    try bench.sync()
    let log = ProjectFiles.bytes(place.path + "/" + "store.db-wal")
    try bench.sync()
    #expect(ProjectFiles.bytes(place.path + "/" + "store.db-wal") == log)
  }

  @Test func changesGoBothWaysAndTheFileKeepsItsNameAndItsBytes() throws {
    try write(text("a", "A", "X-OTHER:1"), to: "some name.ics")
    try write(text("b", "B"), to: "b.ics")
    try bench.sync()
    try write(text("b", "B2"), to: "b.ics")
    try bench.put(text("a", "A2", "X-OTHER:1"))
    let report = try bench.sync()
    #expect(report.takenIn == 1 && report.sent == 1)
    #expect(try bench.titles == ["A2", "B2"])
    #expect(bench.names == ["b.ics", "some name.ics"])
    #expect(bench.file("some name.ics") == text("a", "A2", "X-OTHER:1"))
    #expect(try !bench.sync().isChanged)
  }

  @Test func whatBothSidesChangedIsMerged() throws {
    try shared("a", "SUMMARY:A", "LOCATION:Here")
    try write(SyncBench.text("a", ["SUMMARY:A", "LOCATION:There"]), to: "a.ics")
    try bench.put(SyncBench.text("a", ["SUMMARY:Mine", "LOCATION:Here"]))
    let report = try bench.sync()
    #expect(report.merged == 1 && report.conflicts == 0)
    #expect(try bench.titles == ["Mine"])
    #expect(bench.file("a.ics").contains("SUMMARY:Mine"))
    #expect(bench.file("a.ics").contains("LOCATION:There"))
    #expect(try !bench.sync().isChanged)
  }

  @Test func aConflictKeepsBothAndShowsTheirs() throws {
    try shared("a", "SUMMARY:A")
    try write(text("a", "Theirs"), to: "a.ics")
    try bench.put(text("a", "Mine"))
    let report = try bench.sync()
    #expect(report.merged == 1 && report.conflicts == 1)
    #expect(try bench.titles == ["Theirs"])
    let conflict = try #require(try bench.store.syncConflicts().first)
    #expect(conflict.fields == "title" && conflict.uid == "a")
    #expect(String(decoding: conflict.mine ?? [], as: UTF8.self).contains("SUMMARY:Mine"))
    #expect(try !bench.sync().isChanged)
    #expect(try bench.store.syncConflicts().count == 1)
  }

  @Test func deletionsGoBothWaysAndAChangeBeatsThem() throws {
    for uid in ["a", "b", "c", "d", "e"] { try shared(uid, "SUMMARY:" + uid) }
    unlink(bench.folder.path + "/a.ics")
    try bench.delete("b")
    unlink(bench.folder.path + "/c.ics")
    try bench.put(text("c", "C2"))
    try bench.delete("d")
    try write(text("d", "D2"), to: "d.ics")
    let report = try bench.sync()
    #expect(report.deletedHere == 1 && report.deletedThere == 1 && report.restored == 2)
    #expect(report.notes.map(\.kind) == [.restoredThere, .restoredHere] || report.notes.count == 2)
    #expect(try bench.titles == ["C2", "D2", "e"])
    #expect(bench.names == ["c.ics", "d.ics", "e.ics"])
    #expect(try !bench.sync().isChanged)
  }

  @Test func anEmptiedFolderIsHeldUntilItIsAllowed() throws {
    for uid in ["a", "b", "c"] { try shared(uid, "SUMMARY:" + uid) }
    for name in bench.names { unlink(bench.folder.path + "/" + name) }
    let report = try bench.sync()
    #expect(report.held == 3 && report.deletedHere == 0)
    #expect(report.reason == .emptied(count: 3))
    #expect(try bench.titles == ["a", "b", "c"])
    #expect(try bench.sync().held == 3)
    var state = try bench.store.state(ofCollection: bench.collection.id)
    #expect(state.condition == .held)
    state.condition = .allowed
    try bench.store.set(state, ofCollection: bench.collection.id)
    #expect(try bench.sync().deletedHere == 3)
    #expect(try bench.titles == [])
    #expect(try bench.store.state(ofCollection: bench.collection.id).condition == .inSync)
  }

  @Test func whatCannotBeReadStaysAndIsToldOnce() throws {
    try write("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\n", to: "half.ics")
    try write(text("a", "A"), to: "a.ics")
    try write(text("a", "Again"), to: "twin.ics")
    let report = try bench.sync()
    #expect(report.takenIn == 1 && report.unreadable == 2)
    #expect(report.notes.map(\.href).sorted() == ["half.ics", "twin.ics"])
    let later = try bench.sync()
    #expect(later.notes == [] && !later.isChanged)
    #expect(bench.names == ["a.ics", "half.ics", "twin.ics"])
    try write(text("x", "Whole"), to: "half.ics")
    unlink(bench.folder.path + "/a.ics")
    let last = try bench.sync()
    #expect(try bench.titles == ["Again", "Whole"])
    #expect(last.deletedHere == 0)
  }

  @Test func aRenamedFileIsTheSameItem() throws {
    for uid in ["a", "b"] { try shared(uid, "SUMMARY:" + uid) }
    let items = try bench.store.items(of: .uid("a"), in: bench.calendar.id)
    rename(bench.folder.path + "/a.ics", bench.folder.path + "/z.ics")
    let report = try bench.sync()
    #expect(report.deletedHere == 0)
    #expect(try bench.store.items(of: .uid("a"), in: bench.calendar.id) == items)
    try bench.put(text("a", "New"))
    try bench.sync()
    #expect(bench.names == ["b.ics", "z.ics"])
    #expect(bench.file("z.ics").contains("SUMMARY:New"))
  }

  @Test func filesThatExchangeTheirItemsKeepThem() throws {
    for uid in ["a", "b", "c"] { try shared(uid, "SUMMARY:" + uid) }
    let items = try ["a", "b"].map { try bench.store.items(of: .uid($0), in: bench.calendar.id) }
    try write(text("b", "B2"), to: "a.ics")
    try write(text("a", "A2"), to: "b.ics")
    let report = try bench.sync()
    #expect(report.takenIn == 2 && report.deletedHere == 0 && report.unreadable == 0)
    #expect(try ["a", "b"].map { try bench.store.items(of: .uid($0), in: bench.calendar.id) } == items)
    #expect(try !bench.sync().isChanged)
    try bench.put(text("a", "A3"))
    try bench.sync()
    #expect(bench.file("b.ics").contains("SUMMARY:A3") && bench.file("a.ics").contains("SUMMARY:B2"))
  }

  @Test func aDryRunChangesNothingAndSaysWhatWouldBeDone() throws {
    try shared("a", "SUMMARY:A")
    try write(text("n", "N"), to: "n.ics")
    try bench.put(text("m", "M"))
    let report = try bench.sync(isDryRun: true)
    #expect(report.takenIn == 1 && report.sent == 1)
    #expect(try bench.titles == ["A", "M"])
    #expect(bench.names == ["a.ics", "n.ics"])
  }

  @Test func itemsWithoutUIDAreKnownByTheirFile() throws {
    let plain = SyncBench.text("x", ["SUMMARY:Plain"]).replacing("UID:x\r\n", with: "")
    try write(plain, to: "plain.ics")
    #expect(try bench.sync().takenIn == 1)
    #expect(try !bench.sync().isChanged)
    try write(plain.replacing("Plain", with: "Other"), to: "plain.ics")
    #expect(try bench.sync().takenIn == 1)
    #expect(try bench.titles == ["Other"])
    unlink(bench.folder.path + "/plain.ics")
    #expect(try bench.sync().deletedHere == 1)
    #expect(try bench.titles == [])
  }
}
