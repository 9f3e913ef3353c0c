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

/// Deletions that are more likely a mistake wait for the owner, and nothing else waits with them.
@Suite struct HeldDeletionTests {
  let bench: SyncBench

  init() throws { bench = try SyncBench() }

  private func uids(_ count: Int) -> [String] { (1...count).map { "i\($0)" } }

  /// Both sides have this many events.
  private func share(_ count: Int) throws {
    for uid in uids(count) {
      try bench.folder.write(SyncBench.text(uid, ["SUMMARY:" + uid]), to: uid + ".ics")
    }
    #expect(try bench.sync().takenIn == count)
  }

  private func deleteThere(_ uids: some Sequence<String>) {
    for uid in uids { unlink(bench.folder.path + "/" + uid + ".ics") }
  }

  private func deleteHere(_ uids: some Sequence<String>) throws { for uid in uids { try bench.delete(uid) } }

  private func allow() throws {
    var state = try bench.store.state(ofCollection: bench.collection.id)
    #expect(state.condition == .held)
    state.condition = .allowed
    try bench.store.set(state, ofCollection: bench.collection.id)
  }

  private var condition: CollectionState.Condition {
    get throws { try bench.store.state(ofCollection: bench.collection.id).condition }
  }

  /// Whether no resource waits and a further sync does nothing.
  private func expectQuiet() throws {
    #expect(try bench.store.resources(in: bench.collection.id).allSatisfy { $0.condition == .inSync })
    let report = try bench.sync()
    #expect(!report.isChanged && report.held == 0)
    #expect(try condition == .inSync)
  }

  @Test(arguments: [(20, 10, false), (20, 11, true), (60, 12, false), (60, 13, true), (1, 1, false)])
  func aFifthOrTenMayGo(count: Int, deleted: Int, isHeld: Bool) throws {
    try share(count)
    deleteThere(uids(count).prefix(deleted))
    let report = try bench.sync()
    #expect(report.held == (isHeld ? deleted : 0))
    #expect(report.deletedHere == (isHeld ? 0 : deleted))
    #expect(report.reason == (isHeld ? .many(count: deleted, of: count) : nil))
  }

  @Test(arguments: [(20, 10, false), (20, 11, true), (60, 13, true), (2, 2, true), (1, 1, false)])
  func oursAreHeldToo(count: Int, deleted: Int, isHeld: Bool) throws {
    try share(count)
    try deleteHere(uids(count).prefix(deleted))
    for _ in 1...3 {
      let report = try bench.sync()
      #expect(report.held == (isHeld ? deleted : 0))
      #expect(bench.names.count == (isHeld ? count : count - deleted))
    }
    if !isHeld { return try expectQuiet() }
    try allow()
    let report = try bench.sync()
    #expect(report.deletedThere == deleted && report.held == 0)
    #expect(bench.names.count == count - deleted)
    try expectQuiet()
  }

  @Test func bothSidesAreHeldAndReleasedTogether() throws {
    try share(30)
    deleteThere(uids(30).prefix(11))
    try deleteHere(uids(30).suffix(11))
    #expect(try bench.sync().held == 22)
    #expect(try bench.sync().held == 22)
    try allow()
    let report = try bench.sync()
    #expect(report.deletedHere == 11 && report.deletedThere == 11)
    #expect(try bench.titles.count == 8)
    #expect(bench.names.count == 8)
    try expectQuiet()
  }

  @Test func whatIsHeldBlocksNothingElse() throws {
    try share(3)
    deleteThere(["i1", "i2", "i3"])
    try bench.folder.write(SyncBench.text("new", ["SUMMARY:new"]), to: "new.ics")
    try bench.put(SyncBench.text("ours", ["SUMMARY:ours"]))
    var report = try bench.sync()
    #expect(report.held == 3 && report.takenIn == 1 && report.sent == 1)
    try bench.folder.write(SyncBench.text("new", ["SUMMARY:new 2"]), to: "new.ics")
    report = try bench.sync()
    #expect(try report.takenIn == 1 && bench.titles == ["i1", "i2", "i3", "new 2", "ours"])
  }

  @Test func aFileThatCameBackIsNotDeleted() throws {
    try share(12)
    let texts = Dictionary(uniqueKeysWithValues: bench.names.map { ($0, bench.file($0)) })
    deleteThere(uids(12))
    #expect(try bench.sync().held == 12)
    for (name, text) in texts where name != "i1.ics" { try bench.folder.write(text, to: name) }
    let report = try bench.sync()
    #expect(report.held == 0 && report.deletedHere == 1)
    #expect(try bench.titles.count == 11)
    try expectQuiet()
  }

  @Test func anObjectThatCameBackIsNotDeleted() throws {
    try share(3)
    try deleteHere(uids(3))
    #expect(try bench.sync().held == 3)
    for uid in ["i1", "i2"] { try bench.put(SyncBench.text(uid, ["SUMMARY:" + uid])) }
    let report = try bench.sync()
    #expect(report.held == 0 && report.deletedThere == 1)
    #expect(bench.names == ["i1.ics", "i2.ics"])
    try expectQuiet()
  }

  @Test func aHeldItemThatIsEditedComesBack() throws {
    try share(3)
    deleteThere(uids(3))
    #expect(try bench.sync().held == 3)
    try bench.put(SyncBench.text("i2", ["SUMMARY:edited"]))
    // Two of three are still too many.
    _ = try bench.sync()
    #expect(bench.file("i2.ics").contains("edited"))
    #expect(try bench.titles.contains("edited"))
  }

  /// The name of a file whose deletion is held goes to another item.
  @Test func aNameMayBeTakenMeanwhile() throws {
    try share(3)
    deleteThere(["i2", "i3"])
    try bench.folder.write(SyncBench.text("other", ["SUMMARY:other"]), to: "i1.ics")
    let report = try bench.sync()
    #expect(report.held == 3 && report.takenIn == 1)
    #expect(try bench.titles == ["i1", "i2", "i3", "other"])
    #expect(try bench.sync().held == 3)
    try allow()
    #expect(try bench.sync().deletedHere == 3)
    #expect(try bench.titles == ["other"])
    #expect(bench.names == ["i1.ics"])
    try expectQuiet()
  }

  /// The file of a held item is gone, and yet its name is not free for ours.
  @Test func aNewItemOfOursTakesNoHeldName() throws {
    let plain = SyncBench.text("x", ["SUMMARY:one"]).replacing("UID:x\r\n", with: "")
    try bench.put(plain)
    try bench.put(plain.replacing("one", with: "two"))
    #expect(try bench.sync().sent == 2)
    for name in bench.names { unlink(bench.folder.path + "/" + name) }
    try bench.put(plain.replacing("one", with: "three"))
    var report = try bench.sync()
    #expect(report.held == 2 && report.sent == 1)
    try allow()
    report = try bench.sync()
    #expect(report.deletedHere == 2)
    #expect(try bench.titles == ["three"])
    try expectQuiet()
  }

  @Test func onlyWhatWasHeldIsAllowed() throws {
    try share(3)
    deleteThere(uids(3))
    #expect(try bench.sync().held == 3)
    try allow()
    #expect(try bench.sync().deletedHere == 3)
    try share(3)
    deleteThere(uids(3))
    #expect(try bench.sync().held == 3)
  }
}
