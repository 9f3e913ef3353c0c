import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// What goes wrong in other calendar engines, each as a test that would fail if it went wrong here.
@Suite struct FailuresOfOthersTests {
  let library: Library

  init() throws { library = try Library() }

  private func event(_ title: String, _ lines: String) -> String {
    StoreTests.event(title, "SUMMARY:\(title)\n\(lines)")
  }

  @Test func aSeriesThatBeganLongAgoIsStillThere() throws {
    try library.take(
      calendar(
        event("Daily", "DTSTART:19800101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY"),
        event("Counted", "DTSTART:19800101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=40000")))
    #expect(
      try library.events("20610101", "20610102") == [
        "2061-01-01T09:00:00Z Daily", "2061-01-01T10:00:00Z Counted",
      ])
    // 40,000 days from 1980 end on 2089-07-06.
    #expect(try library.events("20890706", "20890707").count == 2)
    #expect(try library.events("20890707", "20890708") == ["2089-07-07T09:00:00Z Daily"])
  }

  @Test func theCostOfAWindowDoesNotGrowWithTheAgeOfASeries() throws {
    try library.take(calendar(event("Old", "DTSTART:19500101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY")))
    _ = try library.events("20261118", "20261119")
    #expect(library.store.counters.occurrencesExpanded == 1)
  }

  @Test func aRuleThatNeverMatchesEnds() throws {
    let summary = try library.take(
      calendar(event("Never", "DTSTART:20260101T090000Z\nRRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30")))
    #expect(summary.problems.contains { $0.severity == .warning })
    #expect(try library.events("20260101", "20300101") == ["2026-01-01T09:00:00Z Never"])
  }

  @Test func clockChangesDoNotMoveASeries() throws {
    try library.take(
      calendar(event("Nine", "DTSTART;TZID=Europe/Berlin:20261024T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY")))
    #expect(
      try library.events("20261024", "20261027") == [
        "2026-10-24T07:00:00Z Nine", "2026-10-25T08:00:00Z Nine", "2026-10-26T08:00:00Z Nine",
      ])
  }

  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Midway", "America/Sao_Paulo", "UTC"])
  func wholeDaysAreTheSameDateForEveryone(_ name: String) throws {
    try library.take(calendar(event("Birthday", "DTSTART;VALUE=DATE:20181104\nRRULE:FREQ=YEARLY")))
    let viewer = try zone(name)
    for year in [2018, 2026] {
      let day = try #require(CivilDate(year: year, month: 11, day: 4))
      let next = try #require(day.adding(days: 1))
      let found = try all(
        library.store.events(from: viewer.startOfDay(day), to: viewer.startOfDay(next), viewer: viewer))
      #expect(found.map(\.start) == [viewer.startOfDay(day)])
      #expect(found.map(\.end) == [viewer.startOfDay(next)])
      #expect(
        try all(
          library.store.events(from: viewer.startOfDay(next), to: viewer.startOfDay(next), viewer: viewer))
          == [])
    }
  }

  @Test func exceptionsMatchAcrossZonesAndTypes() throws {
    try library.take(
      calendar(
        event(
          "Zoned",
          "DTSTART;TZID=Europe/Berlin:20261116T090000\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20261117T080000Z\nEXDATE;VALUE=DATE:20261119"
        ),
        event("Days", "DTSTART;VALUE=DATE:20261116\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20261117T000000Z")))
    #expect(
      try library.events("20261116", "20261121") == [
        "2026-11-16T00:00:00Z Days", "2026-11-16T08:00:00Z Zoned", "2026-11-18T08:00:00Z Zoned",
      ])
  }

  @Test(arguments: [
    "RECURRENCE-ID:20261117T080000Z", "RECURRENCE-ID;TZID=America/New_York:20261117T030000",
    "RECURRENCE-ID;TZID=Europe/Berlin:20261117T090000", "RECURRENCE-ID:20261117T090000",
  ])
  func anOverrideReplacesItsOccurrenceInWhateverZoneItIsNamed(_ id: String) throws {
    let master = StoreTests.event(
      "s", "SUMMARY:S\nDTSTART;TZID=Europe/Berlin:20261116T090000\nRRULE:FREQ=DAILY;COUNT=3")
    let override = StoreTests.event("s", "SUMMARY:Moved\n\(id)\nDTSTART;TZID=Europe/Berlin:20261117T120000")
    try library.take(calendar(master, override))
    #expect(
      try library.events("20261116", "20261121") == [
        "2026-11-16T08:00:00Z S", "2026-11-17T11:00:00Z Moved", "2026-11-18T08:00:00Z S",
      ])
  }

  @Test func aMovedOccurrenceIsWhereItWasMovedAndNowhereElse() throws {
    let master = StoreTests.event("s", "SUMMARY:S\nDTSTART:20261102T090000Z\nRRULE:FREQ=WEEKLY")
    let far = StoreTests.event("s", "SUMMARY:Far\nRECURRENCE-ID:20261109T090000Z\nDTSTART:20280101T090000Z")
    let orphan = StoreTests.event(
      "o", "SUMMARY:Orphan\nRECURRENCE-ID:20261109T090000Z\nDTSTART:20261110T090000Z")
    try library.take(calendar(master, far, orphan))
    #expect(try library.events("20261109", "20261111") == ["2026-11-10T09:00:00Z Orphan"])
    #expect(try library.events("20280101", "20280102") == ["2028-01-01T09:00:00Z Far"])
  }

  @Test func nothingEndsIn2038() throws {
    try library.take(
      calendar(
        event("Yearly", "DTSTART;TZID=America/New_York:20200315T090000\nRRULE:FREQ=YEARLY"),
        event("Single", "DTSTART:20500101T090000Z"), event("Ancient", "DTSTART;VALUE=DATE:18150618")))
    #expect(try library.events("21000301", "21000401") == ["2100-03-15T13:00:00Z Yearly"])
    #expect(try library.events("20500101", "20500102") == ["2050-01-01T09:00:00Z Single"])
    #expect(try library.events("18150618", "18150619") == ["1815-06-18T00:00:00Z Ancient"])
  }

  @Test func aFarWindowReadsOnlyWhatItNeeds() throws {
    var events: [String] = []
    for n in 0..<500 {
      events.append(event("E\(n)", "DTSTART:2026\(n % 2 == 0 ? "03" : "04")10T090000Z\nDURATION:PT1H"))
    }
    try library.take(
      calendar(events.joined(separator: "\n"), event("W", "DTSTART:20260101T090000Z\nRRULE:FREQ=WEEKLY")))
    #expect(try library.events("20500101", "20500108").count == 1)
    #expect(library.store.counters.ongoingRows + library.store.counters.startingRows == 0)
    #expect(library.store.counters.recordsRead == 1)
  }

  @Test func anEventThatOnlyTouchesAWindowIsOutside() throws {
    try library.take(
      calendar(
        event("Before", "DTSTART:20261117T230000Z\nDTEND:20261118T000000Z"),
        event("Point", "DTSTART:20261118T000000Z"),
        event("After", "DTSTART:20261119T000000Z\nDTEND:20261119T010000Z"),
        event("Across", "DTSTART:20261117T230000Z\nDTEND:20261118T000001Z")))
    #expect(
      try library.events("20261118", "20261119") == [
        "2026-11-17T23:00:00Z Across", "2026-11-18T00:00:00Z Point",
      ])
  }

  @Test func laterOccurrencesFollowAChangeOfThisAndFuture() throws {
    let master = StoreTests.event(
      "s", "SUMMARY:S\nDTSTART:20261102T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY")
    let later = StoreTests.event(
      "s",
      "SUMMARY:Later\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261116T090000Z\nDTSTART:20261116T100000Z\nDURATION:PT2H"
    )
    let single = StoreTests.event(
      "s", "SUMMARY:Once\nRECURRENCE-ID:20261123T090000Z\nDTSTART:20261123T080000Z")
    try library.take(calendar(master, later, single))
    #expect(
      try library.events("20261109", "20261201") == [
        "2026-11-09T09:00:00Z S", "2026-11-16T10:00:00Z Later", "2026-11-23T08:00:00Z Once",
        "2026-11-30T10:00:00Z Later",
      ])
    #expect(try library.store.verify() == [])
  }
}
