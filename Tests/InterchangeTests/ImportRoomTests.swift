import CivilTime
import Locking
import Model
import TestSupport
import Testing

@testable import Interchange
@testable import Store
@testable import StoreTests

/// How much of a file waits in memory changes nothing about what is imported.
@Suite struct ImportRoomTests {
  /// Files as no program should write them: overrides before, after and without their
  /// masters, masters twice, texts twice.
  private static func file(_ seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    var components: [String] = []
    for family in 0..<12 {
      let day = 10 + family
      let rule = random.chance(70) ? "\nRRULE:FREQ=DAILY;COUNT=6" : ""
      var parts = [
        event(
          "f\(family)",
          "SUMMARY:Master \(family)\nSEQUENCE:\(random.below(2))\nDTSTART:202611\(day)T090000" + rule)
      ]
      if random.chance(30) {
        parts.append(
          event(
            "f\(family)",
            "SUMMARY:Again \(family)\nSEQUENCE:\(random.below(3))\nDTSTART:202611\(day)T100000\(rule)"))
      }
      for occurrence in 0..<random.below(4) {
        let key = "202611\(day + random.below(4))T090000"
        let range = random.chance(20) ? ";RANGE=THISANDFUTURE" : ""
        parts.append(
          event(
            "f\(family)",
            "SUMMARY:Override \(family) \(occurrence)\nRECURRENCE-ID\(range):\(key)\nDTSTART:\(key.dropLast(6))113000"
          ))
      }
      if random.chance(20) { parts.append(parts[random.below(parts.count)]) }
      if random.chance(20) { parts.removeFirst() }
      components += parts
    }
    components += (0..<5).map { event(nil, "SUMMARY:Nameless \($0 / 2)\nDTSTART:20261101T080000") }
    components += [
      event("z1", "SUMMARY:Late zone\nDTSTART;TZID=Mine:20261120T090000\nRRULE:FREQ=DAILY;COUNT=3"),
      event("z2", "SUMMARY:No zone\nDTSTART;TZID=Nowhere:20261120T090000"),
    ]
    components.shuffle(using: &random)
    let zone = """
      BEGIN:VTIMEZONE\nTZID:Mine\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0500\nTZOFFSETTO:+0500
      END:STANDARD\nEND:VTIMEZONE
      """
    return calendar((components + [zone]).joined(separator: "\n"))
  }

  private struct Summary: Equatable {
    var counts: [Int]
    var problems: [String]
  }

  private func summary(of text: String, room: Int, into library: Library) throws -> Summary {
    var options = ImportOptions()
    options.room = room
    var rest: [UInt8]? = Array(text.utf8)
    let summary = try library.store.importCalendars(named: "x.ics", options: options, now: Library.now) {
      defer { rest = nil }
      return rest
    }
    let problems = summary.problems.map { "\($0.line ?? 0) \($0.text)" }.sorted()
    return Summary(
      counts: [summary.added, summary.updated, summary.unchanged, summary.skipped], problems: problems)
  }

  /// What is stored, by UIDs, occurrences and texts: numbers of items may differ.
  private func stored(_ library: Library) throws -> [String] {
    let store = library.store
    let items = try store.numbers("SELECT id FROM item ORDER BY position, id", { _ in }).map { id in
      let record = try #require(try store.record(id))
      let master = try record.master.flatMap { try store.record($0)?.title } ?? "-"
      return try String(decoding: store.componentText(id) ?? [], as: UTF8.self)
        + " \(record.revision > 0) \(master) \(record.key?.text ?? "-")"
    }
    // At the same time items come by their numbers.
    return try items + library.events("20261001", "20270101").sorted()
  }

  @Test(arguments: 0..<40)
  func theRoomChangesNothing(seed: UInt64) throws {
    let text = Self.file(seed)
    let (small, large) = (try Library(), try Library())
    let first = try summary(of: text, room: 0, into: small)
    #expect(try first == summary(of: text, room: 1 << 20, into: large))
    #expect(try stored(small) == stored(large))
    #expect(try small.store.verify() == [])
    // The same again is known, whatever waits.
    let again = try (summary(of: text, room: 0, into: small), summary(of: text, room: 1 << 20, into: large))
    // Of two that stand for one item, the first replaces what is there where the
    // second does not wait beside it.
    #expect(again.0.counts.reduce(0, +) == again.1.counts.reduce(0, +) && again.0.counts[0] == 0)
    #expect(try stored(small) == stored(large))
    _ = try small.store.undo(.latest, now: Library.now)
    #expect(try small.store.verify() == [])
  }

  /// Pages that an import changes again and again stay in memory until it ends.
  @Test func anImportHasRoomForPagesAndGivesItBack() throws {
    let library = try Library()
    let database = library.store.database
    let usual = try database.number("PRAGMA cache_size")
    // Kilobytes are negative; what counts pages is as many of 4 KiB.
    func kilobytes(_ size: Int) -> Int { size < 0 ? -size : size * 4 }
    var during: Int?
    let file = calendar(event("a", "DTSTART:20261118T110000Z"))
    var rest: [UInt8]? = Array(file.utf8)
    _ = try library.store.importCalendars(named: "x.ics", options: ImportOptions(), now: Library.now) {
      during = during ?? (try? database.number("PRAGMA cache_size"))
      defer { rest = nil }
      return rest
    }
    #expect(try kilobytes(#require(during)) > 2 * kilobytes(usual), "\(during ?? 0) and \(usual)")
    #expect(try database.number("PRAGMA cache_size") == usual)
    // So it does where it fails.
    library.store.stopSignal = StopSignal { true }
    #expect(storeError { try library.take(file) }?.code == .interrupted)
    library.store.stopSignal = StopSignal()
    #expect(try database.number("PRAGMA cache_size") == usual)
  }

  @Test func aNameThatWasSeenIsKnown() {
    let filter = NameFilter()
    var random = SplitMix64(seed: 1)
    let seen = (0..<100_000).map { _ in Int(truncatingIfNeeded: random.next()) }
    for hash in seen { filter.insert(hash) }
    #expect(seen.allSatisfy(filter.mayContain))
    let others = (0..<100_000).count { _ in filter.mayContain(Int(truncatingIfNeeded: random.next())) }
    #expect(others < 1_000)
  }

  @Test func namesAreNotLookedForInANewCalendar() throws {
    let library = try Library()
    let text = calendar((0..<300).map { event("e\($0)", "DTSTART:20261118T110000Z") }.joined(separator: "\n"))
    let statements = try library.store.database.recording { try library.take(text) }
    #expect(!statements.contains { "\($0.text)".contains("WHERE uid = ?1 AND calendar = ?2") })
    let again = try library.store.database.recording { try library.take(text) }
    #expect(again.contains { "\($0.text)".contains("WHERE uid = ?1 AND calendar = ?2") })
  }

  /// REPLACE has SQLite write a journal of each statement into a file of its own.
  @Test func newItemsAreInserted() throws {
    let library = try Library()
    let statements = try library.store.database.recording {
      try library.take(
        calendar(
          event("a", "DTSTART:20261118T110000Z"), event("b", "DTSTART:20261118T110000Z\nRRULE:FREQ=DAILY")))
    }
    #expect(!statements.contains { "\($0.text)".contains("REPLACE INTO item(") })
    #expect(!statements.contains { "\($0.text)".contains("RETURNING") })
    #expect(!statements.contains { "\($0.text)".contains("REPLACE INTO occurrence") })
  }
}
