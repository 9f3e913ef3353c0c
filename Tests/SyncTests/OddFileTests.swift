import Platform
import Store
import Sync
import SyncCore
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Names, times and contents of files as no calendar program should make them.
@Suite struct OddFileTests {
  let bench: SyncBench

  init() throws { bench = try SyncBench() }

  private func text(_ uid: String, _ title: String) -> String { SyncBench.text(uid, ["SUMMARY:" + title]) }

  private func path(_ name: [UInt8]) -> [CChar] {
    (Array(bench.folder.path.utf8) + [47] + name + [0]).map { CChar(bitPattern: $0) }
  }

  private func write(_ text: String, _ name: [UInt8]) throws {
    let file = try #require(fopen(path(name), "wb"))
    defer { fclose(file) }
    fwrite(Array(text.utf8), 1, text.utf8.count, file)
  }

  private func contents(_ name: [UInt8]) -> String {
    guard let file = fopen(path(name), "rb") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 10_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  // MARK: Names

  private static let names: [[UInt8]] = [
    [0xff, 0xfe] + Array(".ics".utf8), [0xc3] + Array(".ics".utf8), Array("\n.ics".utf8),
    Array("-rf.ics".utf8),
    [UInt8](repeating: 97, count: 251) + Array(".ics".utf8), Array("UPPER.ICS".utf8), Array("ü.ics".utf8),
    Array("u\u{308}.ics".utf8), Array("100%.ics".utf8), Array("%41.ics".utf8), Array("A.ics".utf8),
    [UInt8](repeating: 0xe9, count: 251) + Array(".ics".utf8), Array(" .ics".utf8),
    Array("\u{1f600}.ics".utf8),
  ]

  @Test func everyNameIsKept() throws {
    for (number, name) in Self.names.enumerated() { try write(text("i\(number)", "Title \(number)"), name) }
    var report = try bench.sync()
    #expect(report.takenIn == Self.names.count && report.unreadable == 0)
    #expect(try !bench.sync().isChanged)
    for number in Self.names.indices { try bench.put(text("i\(number)", "Ours \(number)")) }
    report = try bench.sync()
    #expect(report.sent == Self.names.count && report.rejected == 0)
    for (number, name) in Self.names.enumerated() {
      #expect(contents(name).contains("SUMMARY:Ours \(number)\r\n"), "name \(number)")
      try write(text("i\(number)", "Theirs \(number)"), name)
    }
    #expect(try bench.sync().takenIn == Self.names.count)
    for number in Self.names.indices.dropFirst(5) { try bench.delete("i\(number)") }
    report = try bench.sync()
    #expect(report.deletedThere == Self.names.count - 5 && report.rejected == 0)
    #expect(bench.names.count == 5)
    #expect(try !bench.sync().isChanged)
  }

  // MARK: Times

  private func setTime(_ name: String, _ seconds: Int) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, bench.folder.path + "/" + name, times, 0) == 0)
  }

  @Test func aTimeThatGoesBackIsAChange() throws {
    try bench.folder.write(text("a", "one"), to: "a.ics")
    setTime("a.ics", 1_795_000_000)
    try bench.sync()
    try bench.folder.write(text("a", "two"), to: "a.ics")
    setTime("a.ics", 1_000_000_000)
    #expect(try bench.sync().takenIn == 1)
    #expect(try bench.titles == ["two"])
  }

  /// Within two seconds the time of a file proves nothing, as it may have been written twice at that time.
  @Test func aFileThatIsJustWrittenIsReadAgain() throws {
    let clock = { 1_795_000_001 * 1_000_000_000 }
    try bench.folder.write(text("a", "one"), to: "a.ics")
    setTime("a.ics", 1_795_000_000)
    _ = try bench.sync(bench.remote, clock: clock)
    try bench.folder.write(text("a", "two"), to: "a.ics")
    setTime("a.ics", 1_795_000_000)
    #expect(try bench.sync(bench.remote, clock: clock).takenIn == 1)
    #expect(try bench.titles == ["two"])
    let remote = StoppingRemote(bench.remote)
    _ = try bench.sync(remote)
    _ = try bench.sync(remote)
    #expect(remote.calls == 3)
  }

  // MARK: Contents

  /// Contents that are no item, or a strange one; others are taken in beside them, and every sync after the
  /// first is quiet.
  @Test(arguments: [
    "BEGIN:VEVENT|UID:x|SUMMARY:1|END:VEVENT|BEGIN:VEVENT|UID:x|SUMMARY:2|END:VEVENT",
    """
    BEGIN:VEVENT|UID:x|DTSTART:20261118T100000Z|RRULE:FREQ=DAILY|END:VEVENT|BEGIN:VEVENT|UID:x\
    |RECURRENCE-ID:20261119T100000Z|DTSTART:20261119T110000Z|END:VEVENT|BEGIN:VEVENT|UID:x\
    |RECURRENCE-ID:20261119T100000Z|DTSTART:20261119T120000Z|END:VEVENT
    """,
    "BEGIN:VEVENT|UID:x|DTSTART:20261118T100000Z|END:VEVENT|BEGIN:VTODO|UID:x|SUMMARY:task|END:VTODO",
    "BEGIN:VJOURNAL|UID:x|SUMMARY:journal|END:VJOURNAL", "BEGIN:VFREEBUSY|UID:x|END:VFREEBUSY",
    "BEGIN:X-THING|UID:x|END:X-THING", "BEGIN:VEVENT|UID:x|DTSTART:nonsense|END:VEVENT",
    "BEGIN:VEVENT|UID:x|DTSTART:20261118T100000Z|RRULE:FREQ=NEVER|END:VEVENT",
    "BEGIN:VEVENT|UID: |SUMMARY:blank|END:VEVENT", "BEGIN:VEVENT|UID:a\\,b\\nc|SUMMARY:escaped|END:VEVENT",
    "BEGIN:VEVENT|uid;X=1: padded |SUMMARY:padded|END:VEVENT",
    "BEGIN:VEVENT|UID:one|UID:two|SUMMARY:twice|END:VEVENT",
    "BEGIN:VEVENT|UID:x|DTSTART;TZID=No/Where:20261118T100000|END:VEVENT",
    "BEGIN:VEVENT|UID:x|RECURRENCE-ID:20261118T100000Z|DTSTART:20261118T100000Z|SUMMARY:orphan|END:VEVENT",
    "BEGIN:VTIMEZONE|TZID:Own|END:VTIMEZONE", "",
  ])
  func noContentBlocksOthers(lines: String) throws {
    let text = (["BEGIN:VCALENDAR"] + lines.split(separator: "|").map(String.init) + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    try bench.folder.write(text, to: "odd.ics")
    try bench.folder.write(self.text("zz", "Fine"), to: "zz.ics")
    try bench.sync()
    #expect(try bench.titles.contains("Fine"))
    let report = try bench.sync()
    #expect(!report.isChanged && report.notes == [])
    #expect(bench.file("odd.ics") == text)
    unlink(bench.folder.path + "/odd.ics")
    try bench.sync()
    #expect(try bench.titles == ["Fine"])
  }

  // MARK: Another writer

  /// A program writes new, changed and fewer files all the time while we sync and edit the same items: the
  /// last content of each of its files is on both sides in the end.
  @Test func aProgramThatWritesAllTheTimeLosesNothing() async throws {
    let folder = bench.folder.path
    let isOver = Mutex(false)
    let writer = Task.detached { () -> [String: String] in
      var random = SplitMix64(seed: 5)
      var last: [String: String] = [:]
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        let uid = "w\(random.below(8))"
        let path = folder + "/" + uid + ".ics"
        if last[uid] != nil, random.chance(10) {
          unlink(path)
          last[uid] = nil
          continue
        }
        let text = Array(SyncBench.text(uid, ["SUMMARY:n\(number)"]).utf8)
        let isInPlace = random.chance(50)
        let place = isInPlace ? path : folder + "/writer.tmp"
        guard let file = fopen(place, "wb") else { continue }
        fwrite(text, 1, text.count / 2, file)
        if isInPlace { fflush(file) }
        fwrite(Array(text.dropFirst(text.count / 2)), 1, text.count - text.count / 2, file)
        fclose(file)
        if !isInPlace { rename(place, path) }
        last[uid] = "n\(number)"
        if number % 16 == 0 { usleep(2_000) }
      }
      return last
    }
    var edits = 0
    let end = ContinuousClock.now + .seconds(2)
    while ContinuousClock.now < end {
      edits += 1
      try bench.put(text("ours\(edits % 5)", "edit \(edits)"))
      let uid = "w\(edits % 8)"
      if try !bench.store.items(of: .uid(uid), in: bench.calendar.id).isEmpty {
        try bench.put(SyncBench.text(uid, ["SUMMARY:ours", "LOCATION:L\(edits)"]))
      }
      _ = try bench.sync(bench.remote, clock: SyncBench.systemClock)
    }
    isOver.withLock { $0 = true }
    let last = await writer.value
    for _ in 0..<3 { _ = try bench.sync(bench.remote, clock: SyncBench.systemClock) }
    var state = try bench.store.state(ofCollection: bench.collection.id)
    if state.condition == .held {
      state.condition = .allowed
      try bench.store.set(state, ofCollection: bench.collection.id)
    }
    try bench.sync()
    for (uid, token) in last {
      let isShown = bench.file(uid + ".ics").contains("SUMMARY:\(token)\r\n")
      let isKept = try bench.store.syncConflicts().contains { conflict in
        [conflict.mine, conflict.theirs].contains {
          String(decoding: $0 ?? [], as: UTF8.self).contains(token)
        }
      }
      #expect(isShown || isKept, "\(uid) \(token)")
    }
    for number in max(1, edits - 4)...edits {
      #expect(bench.file("ours\(number % 5).ics").contains("edit \(number)"))
    }
    #expect(bench.names.allSatisfy { $0.hasSuffix(".ics") && !$0.hasPrefix(".") })
    #expect(try bench.store.verify(now: SyncBench.now) == [])
  }
}
