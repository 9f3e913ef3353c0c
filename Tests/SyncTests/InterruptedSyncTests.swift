import Locking
import Platform
import Store
import SyncCore
import Synchronization
import TestSupport
import Testing

@testable import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sync that ends at any point is gone on with by the next program, and nothing is lost or doubled.
@Suite struct InterruptedSyncTests {
  /// The titles that both sides must have in the end.
  private static let titles = [
    "Both mine", "C2", "D2", "New here", "New plain", "New there", "Theirs", "a2", "exchanged 1",
    "exchanged 2", "plain 2",
  ]

  /// Both sides as a sync finds them: with items to write, to delete, to merge and to restore, both ways.
  private func prepared(_ bench: SyncBench) throws {
    func text(_ uid: String, _ lines: String...) -> String { SyncBench.text(uid, lines) }
    func write(_ text: String, _ name: String) throws { try bench.folder.write(text, to: name) }
    for uid in ["a", "b", "c", "d", "e", "both", "clash", "x1", "x2"] {
      try write(text(uid, "SUMMARY:" + uid, "LOCATION:Here"), uid + ".ics")
    }
    let plain = text("x", "SUMMARY:plain").replacing("UID:x\r\n", with: "")
    try write(plain, "plain.ics")
    try bench.sync()
    // Ours.
    try bench.put(text("a", "SUMMARY:a2", "LOCATION:Here"))
    try bench.delete("b")
    try bench.put(text("c", "SUMMARY:C2", "LOCATION:Here"))
    try bench.delete("d")
    try bench.put(text("both", "SUMMARY:Both mine", "LOCATION:Here"))
    try bench.put(text("clash", "SUMMARY:Mine", "LOCATION:Here"))
    try bench.put(text("new", "SUMMARY:New here"))
    try bench.put(text("x", "SUMMARY:New plain").replacing("UID:x\r\n", with: ""))
    // Theirs.
    try write(text("there", "SUMMARY:New there"), "there.ics")
    unlink(bench.folder.path + "/c.ics")
    try write(text("d", "SUMMARY:D2", "LOCATION:Here"), "d.ics")
    unlink(bench.folder.path + "/e.ics")
    try write(text("both", "SUMMARY:both", "LOCATION:There"), "both.ics")
    try write(text("clash", "SUMMARY:Theirs", "LOCATION:Here"), "clash.ics")
    try write(text("x2", "SUMMARY:exchanged 2", "LOCATION:Here"), "x1.ics")
    try write(text("x1", "SUMMARY:exchanged 1", "LOCATION:Here"), "x2.ics")
    try write(plain.replacing("plain", with: "plain 2"), "plain.ics")
  }

  /// Checks that the next program brings both sides together.
  private func finish(_ bench: SyncBench, _ place: Comment) throws {
    _ = try bench.sync(bench.remote)
    #expect(try bench.titles == Self.titles, place)
    let files = bench.names.map { bench.file($0) }
    let titles = files.compactMap { file in
      PlainCalendar(file).lines.first { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
    }
    #expect(titles.sorted() == Self.titles, place)
    #expect(bench.names.allSatisfy { $0.hasSuffix(".ics") && !$0.hasPrefix(".") }, place)
    let locations = files.filter { $0.contains("SUMMARY:Both mine") && $0.contains("LOCATION:There") }
    #expect(locations.count == 1, place)
    let conflicts = try bench.store.syncConflicts()
    #expect(conflicts.count == 1, place)
    #expect(
      conflicts.first?.mine.map { PlainCalendar(String(decoding: $0, as: UTF8.self)) }?.lines
        .contains("SUMMARY:Mine") == true, place)
    #expect(try bench.store.intents(in: bench.collection.id) == [], place)
    #expect(try bench.store.verify(now: SyncBench.now) == [], place)
    let report = try bench.sync(bench.remote)
    #expect(!report.isChanged && report.fault == nil && report.held == 0, place)
  }

  @Test(arguments: StoppingRemote.Moment.allCases)
  func anyCallToTheFolderMayBeTheLast(moment: StoppingRemote.Moment) throws {
    var last = 1
    while true {
      let bench = try SyncBench()
      try prepared(bench)
      let remote = StoppingRemote(bench.remote, last: last, moment)
      _ = try bench.sync(remote)
      try finish(bench, "call \(last), \(moment)")
      if !remote.isOver { break }
      last += 1
    }
    #expect(last > 12)
  }

  /// The first sync after the end may end as well.
  @Test func aSecondEndChangesNothing() throws {
    for last in stride(from: 8, through: 14, by: 2) {
      for second in 1...8 {
        let bench = try SyncBench()
        try prepared(bench)
        _ = try bench.sync(StoppingRemote(bench.remote, last: last, .exchanged))
        _ = try bench.sync(StoppingRemote(bench.remote, last: second, .after))
        try finish(bench, "calls \(last) and \(second)")
      }
    }
  }

  /// The store stops at each of its looks at the stop signal, and the file is opened anew.
  @Test func theStoreMayStopAnywhere() throws {
    var last = 1
    while true {
      let place = try TemporaryFolder()
      let path = place.path + "/store.db"
      let folder = try TemporaryFolder()
      var bench: SyncBench? = try SyncBench(folder, store: path)
      let count = Mutex(0)
      var isOver = false
      if let bench {
        try prepared(bench)
        let limit = last
        bench.store.stopSignal = StopSignal {
          count.withLock {
            $0 += 1
            return $0 >= limit
          }
        }
        do { _ = try bench.sync(bench.remote) } catch let error as StoreError {
          #expect(error.code == .interrupted, "\(error)")
        }
        isOver = count.withLock { $0 < limit }
      }
      bench = nil
      let again = try SyncBench(reopening: path, folder)
      try finish(again, "look \(last)")
      if isOver { break }
      last += max(1, last / 8)
    }
    #expect(last > 10)
  }

  /// A copy of the store's file as it was at each call to the folder is what a power cut leaves.
  @Test func theStoreOfAnyMomentGoesOn() throws {
    var number = 1
    while true {
      let place = try TemporaryFolder()
      let path = place.path + "/store.db"
      let folder = try TemporaryFolder()
      let bench = try SyncBench(folder, store: path)
      try prepared(bench)
      let remote = StoppingRemote(bench.remote, last: number, .after)
      remote.onCall = { call in
        guard call == number else { return }
        for suffix in ["", "-wal"] {
          try? place.copy("store.db" + suffix, to: "copy.db" + suffix)
        }
      }
      _ = try bench.sync(remote)
      if !remote.isOver { break }
      let again = try SyncBench(reopening: place.path + "/copy.db", folder)
      try finish(again, "copy at call \(number)")
      number += 1
    }
    #expect(number > 12)
  }

  /// What was written before the end is what both sides had, although nobody noted it: a later edit of ours,
  /// and one of theirs to another field, meet no conflict.
  @Test(arguments: [false, true]) func anEditAfterAnEndMeetsNoConflictWithOurOwn(isEditedThere: Bool) throws {
    func text(_ lines: String...) -> String { SyncBench.text("a", lines) }
    for isNew in [false, true] {
      let bench = try SyncBench()
      if !isNew {
        try bench.folder.write(text("SUMMARY:one", "LOCATION:Here"), to: "a.ics")
        try bench.sync()
      }
      try bench.put(text("SUMMARY:two", "LOCATION:Here"))
      // The program ends at the call behind its write.
      var calls = 1
      while !bench.file("a.ics").contains("two") {
        _ = try bench.sync(StoppingRemote(bench.remote, last: calls, .after))
        calls += 1
        if calls > 20 { break }
      }
      #expect(bench.file("a.ics").contains("SUMMARY:two"))
      if isEditedThere {
        try bench.folder.write(text("SUMMARY:two", "LOCATION:There"), to: "a.ics")
      }
      try bench.put(text("SUMMARY:three", "LOCATION:Here"))
      let report = try bench.sync()
      #expect(report.conflicts == 0, "new: \(isNew)")
      #expect(try bench.titles == ["three"])
      let file = bench.file("a.ics")
      #expect(file.contains("SUMMARY:three") && file.contains(isEditedThere ? "There" : "Here"))
      #expect(try !bench.sync().isChanged)
    }
  }
}
