import CivilTime
import Model
import Testing

@testable import Interchange
@testable import Store
@testable import StoreTests

@Suite struct ImportTests {
  let library: Library

  init() throws { library = try Library() }

  static let standup = event(
    "s",
    "SUMMARY:Standup\nDTSTART;TZID=Europe/Berlin:20261102T091500\nDTEND;TZID=Europe/Berlin:20261102T093000\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE"
  )

  @Test func aSecondImportChangesNothing() throws {
    let text = calendar(
      Self.standup, event("a", "SUMMARY:Lunch\nDTSTART:20261118T110000Z\nDTEND:20261118T120000Z"),
      event(
        "s",
        "SUMMARY:Moved\nRECURRENCE-ID;TZID=Europe/Berlin:20261104T091500\nDTSTART;TZID=Europe/Berlin:20261104T100000"
      ),
      event(nil, "SUMMARY:No uid\nDTSTART:20261119T110000Z"),
      todo("t", "SUMMARY:Call\nDUE:20261120T100000Z"))
    let first = try library.take(text)
    #expect(first.added == 5 && first.updated == 0 && first.problems == [])
    #expect(first.parts.map(\.title) == ["work"] && first.parts.map(\.isNew) == [true])
    let sequence = try library.store.changeSequence()
    let before = try library.dump()
    let second = try library.take(text)
    #expect(second.added == 0 && second.updated == 0 && second.unchanged == 5 && second.skipped == 0)
    #expect(second.parts.map(\.isNew) == [false])
    #expect(try library.store.changeSequence() == sequence)
    #expect(try library.dump() == before)
  }

  @Test func overridesReplaceTheirOccurrenceWhereverTheyStandInTheFile() throws {
    let moved = event(
      "s",
      "SUMMARY:Moved\nRECURRENCE-ID;TZID=Europe/Berlin:20261104T091500\nDTSTART;TZID=Europe/Berlin:20261105T100000\nDTEND;TZID=Europe/Berlin:20261105T101500"
    )
    for text in [calendar(moved, Self.standup), calendar(Self.standup, moved)] {
      let library = try Library()
      try library.take(text)
      #expect(
        try library.events("20261102", "20261110") == [
          "2026-11-02T08:15:00Z Standup", "2026-11-05T09:00:00Z Moved", "2026-11-09T08:15:00Z Standup",
        ])
    }
  }

  @Test func anOverrideThatComesInALaterFileFindsItsMaster() throws {
    let moved = event(
      "s", "SUMMARY:Moved\nRECURRENCE-ID:20261104T081500Z\nDTSTART:20261105T090000Z")
    try library.take(calendar(moved))
    #expect(try library.events("20261101", "20261108") == ["2026-11-05T09:00:00Z Moved"])
    #expect(try library.store.statistics().count(of: .event) == 1)
    try library.take(calendar(Self.standup))
    #expect(
      try library.events("20261101", "20261108") == [
        "2026-11-02T08:15:00Z Standup", "2026-11-05T09:00:00Z Moved",
      ])
    let items = try library.store.items(uid: "s").compactMap { try library.store.record($0) }
    #expect(items.map { $0.master != nil } == [true, false])
    #expect(try library.store.statistics().count(of: .event) == 1)
    #expect(try library.store.verify() == [])
  }

  @Test(arguments: [
    ("SEQUENCE:2\nLAST-MODIFIED:20260101T000000Z", "updated"),
    ("SEQUENCE:1\nLAST-MODIFIED:20260601T000000Z", "updated"),
    ("SEQUENCE:1\nLAST-MODIFIED:20260501T000000Z", "updated"),
    ("SEQUENCE:1\nLAST-MODIFIED:20260401T000000Z", "skipped"),
    ("SEQUENCE:0\nLAST-MODIFIED:20260901T000000Z", "skipped"),
    ("SEQUENCE:1", "updated"),
  ])
  func theFileWinsUnlessItIsOlder(_ lines: String, _ outcome: String) throws {
    try library.take(
      calendar(
        event("a", "SUMMARY:Old\nDTSTART:20261118T110000Z\nSEQUENCE:1\nLAST-MODIFIED:20260501T000000Z")))
    let summary = try library.take(calendar(event("a", "SUMMARY:New\nDTSTART:20261119T110000Z\n\(lines)")))
    #expect(summary.updated == (outcome == "updated" ? 1 : 0))
    #expect(summary.skipped == (outcome == "skipped" ? 1 : 0))
    let expected = outcome == "updated" ? "2026-11-19T11:00:00Z New" : "2026-11-18T11:00:00Z Old"
    #expect(try library.events("20261101", "20261201") == [expected])
    #expect(try library.store.verify() == [])
  }

  @Test func aFileThatLacksItemsRemovesNone() throws {
    try library.take(
      calendar(
        event("a", "SUMMARY:A\nDTSTART:20261118T110000Z"), event("b", "SUMMARY:B\nDTSTART:20261118T120000Z")))
    try library.take(calendar(event("b", "SUMMARY:B\nDTSTART:20261118T120000Z")))
    #expect(try library.events("20261118", "20261119").count == 2)
  }

  @Test func theCalendarIsTheOneTheFileNames() throws {
    let one = event("a", "SUMMARY:A\nDTSTART:20261118T110000Z")
    let summary = try library.take(
      calendar(one, header: "X-WR-CALNAME:Family\r\nX-APPLE-CALENDAR-COLOR:#ff2968ff\r\n")
        + calendar(one, header: "NAME:Club\r\nCOLOR:turquoise\r\n") + calendar(one),
      named: "/tmp/some file.ics")
    #expect(summary.parts.map(\.title) == ["Family", "Club", "some file"])
    #expect(try library.store.calendars().map(\.color) == ["#FF2968", "#40E0D0", nil])
    #expect(try library.store.calendars().map(\.kinds) == [.events, .events, .events])
    let again = try library.take(calendar(one, header: "X-WR-CALNAME:FAMILY\r\n"))
    #expect(again.parts.map(\.isNew) == [false])
  }

  @Test func intoAnUnknownCalendarIsAnError() throws {
    let one = calendar(event("a", "SUMMARY:A\nDTSTART:20261118T110000Z"))
    let error = storeError { try library.take(one, into: "Nowhere") }
    #expect(error?.code == .unknownCalendar && error?.hint?.contains("add calendar") == true)
    #expect(try library.store.calendars() == [])
    _ = try library.store.addCalendar(title: "Home", now: Library.now)
    #expect(try library.take(one, into: "home").added == 1)
    #expect(try library.take(one, into: "Home@Local").unchanged == 1)
  }

  @Test func aDryRunKeepsNothing() throws {
    let summary = try library.take(calendar(Self.standup), isDryRun: true)
    #expect(summary.added == 1)
    #expect(try library.store.calendars() == [])
    #expect(try library.events("20261101", "20261108") == [])
    try library.take(calendar(Self.standup))
    #expect(try library.events("20261101", "20261108").count == 2)
  }

  @Test func aTruncatedFileBringsWhatIsWhole() throws {
    let text =
      calendar(event("a", "SUMMARY:A\nDTSTART:20261118T110000Z")).replacing("END:VCALENDAR\r\n", with: "")
      + "BEGIN:VEVENT\r\nUID:b\r\nSUMM"
    let summary = try library.take(text)
    #expect(summary.added == 1 && summary.unreadable == 1)
    #expect(summary.problems.contains { $0.severity == .error && $0.line == 9 })
  }

  @Test func whatStandsTwiceInAFileIsSaid() throws {
    let summary = try library.take(
      calendar(
        event("a", "SUMMARY:A\nDTSTART:20261118T110000Z"),
        event("a", "SUMMARY:B\nDTSTART:20261118T120000Z"),
        event("s", "SUMMARY:S\nDTSTART:20261118T130000Z\nRRULE:FREQ=DAILY;COUNT=3"),
        event("s", "SUMMARY:T\nDTSTART:20261118T140000Z\nRRULE:FREQ=DAILY;COUNT=3"),
        event("s", "SUMMARY:U\nRECURRENCE-ID:20261119T140000Z\nDTSTART:20261119T150000Z"),
        event("s", "SUMMARY:V\nRECURRENCE-ID:20261119T140000Z\nDTSTART:20261119T160000Z"),
        event("s", "SUMMARY:V\nRECURRENCE-ID:20261119T140000Z\nDTSTART:20261119T160000Z")))
    #expect(
      summary.problems.map { "\($0.line ?? 0) \($0.text)" } == [
        "9 UID a stands for two items, \"A\" and \"B\"; \"B\" is kept (on conflict copy keeps both)",
        "20 UID s stands for two items, \"S\" and \"T\"; \"T\" is kept (on conflict copy keeps both)",
        "32 the occurrence 20261119T140000 of UID s stands twice in what is imported; the later or newer one is kept",
      ])
    #expect(summary.added == 3 && summary.updated == 0)
    #expect(
      try library.events("20261118", "20261120") == [
        "2026-11-18T12:00:00Z B", "2026-11-18T14:00:00Z T", "2026-11-19T16:00:00Z V",
      ])
  }

  @Test func zonesOfTheFileAreKnownToTheStore() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Nowhere/Half
      BEGIN:STANDARD
      DTSTART:16010101T000000
      TZOFFSETFROM:+0330
      TZOFFSETTO:+0330
      END:STANDARD
      END:VTIMEZONE
      """
    // The definition may also come after its use.
    try library.take(
      calendar(
        event("a", "SUMMARY:A\nDTSTART;TZID=Nowhere/Half:20261118T110000\nRRULE:FREQ=DAILY;INTERVAL=2"), zone)
    )
    #expect(
      try library.events("20261118", "20261121") == ["2026-11-18T07:30:00Z A", "2026-11-20T07:30:00Z A"])
    #expect(library.store.zone(named: "Nowhere/Half") != nil)
  }

  @Test func searchFindsWordsAndPartsOfThem() throws {
    try library.take(
      calendar(
        event("a", "SUMMARY:Büro räumen\nDESCRIPTION:Die Küche auch\nDTSTART:20261118T110000Z"),
        event(
          "b",
          "SUMMARY:Budget review\nLOCATION:Room 12\nDTSTART:20261118T120000Z\nATTENDEE;CN=Ana Lima:mailto:ana@example.com"
        ),
        event("c", "SUMMARY:日本語の会議\nDTSTART:20261118T120000Z")))
    func found(_ text: String) throws -> [Int]? {
      try library.store.textCandidates(Folding.searchable(text))
    }
    #expect(try found("buro") == [1])
    #expect(try found("ÜRO RÄU") == [1])
    #expect(try found("get rev") == [2])
    #expect(try found("udge") == [2])
    #expect(try found("m 12") == [2])
    #expect(try found("ana@exam") == [2])
    #expect(try found("本語") == [3])
    #expect(try found("nothing like it") == [])
    #expect(try found(" - ") == nil)
    try library.take(calendar(event("b", "SUMMARY:Renamed\nDTSTART:20261118T120000Z")))
    #expect(try found("budget") == [])
    #expect(try found("renamed") == [2])
    #expect(try library.store.verify() == [])
  }
}
