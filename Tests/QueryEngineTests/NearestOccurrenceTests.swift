import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// A search shows each series once, at the occurrence that is next, and looks at few to find it.
@Suite struct NearestOccurrenceTests {
  private let context: QueryContext
  private let store: CalendarStore

  init() throws {
    context = try exampleContext()
    store = try CalendarStore.inMemory(zones: zones)
    func event(_ uid: String, _ lines: String) -> String {
      "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(uid)\r\n" + lines.replacing("\n", with: "\r\n")
        + "\r\nEND:VEVENT\r\n"
    }
    let events = [
      event("weekly series", "DTSTART;TZID=Europe/Berlin:20200106T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY"),
      event("past series", "DTSTART:20200106T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=12"),
      event(
        "dense past series",
        "DTSTART:20200106T090000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;UNTIL=20230101T000000Z"),
      event("every second series", "DTSTART:19970101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"),
      event("going on series", "DTSTART:20201118T130000Z\nDURATION:PT2H\nRRULE:FREQ=DAILY"),
      event("to come series", "DTSTART;VALUE=DATE:20300101\nRRULE:FREQ=YEARLY;COUNT=3"),
      event("plain one", "DTSTART:20200101T090000Z\nDURATION:PT1H"),
      event("daily one", "DTSTART:20200101T120000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY"),
      "BEGIN:VEVENT\r\nUID:daily one\r\nSUMMARY:a changed series\r\nRECURRENCE-ID:20210101T120000Z\r\nDTSTART:20210101T150000Z\r\n"
        + "DURATION:PT1H\r\nEND:VEVENT\r\n",
      "BEGIN:VEVENT\r\nUID:daily one\r\nSUMMARY:a changed series\r\nRECURRENCE-ID:20350101T120000Z\r\nDTSTART:20350101T150000Z\r\n"
        + "DURATION:PT1H\r\nEND:VEVENT\r\n",
    ]
    try store.take(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//\r\n" + events.joined() + "END:VCALENDAR\r\n")
  }

  /// Title, start, and the place in the series of each row.
  private func answer(_ text: String) throws -> [String] {
    try rows(text, context, store).map { row in
      guard case .event(let item) = row else { return "?" }
      let start = item.start.map { $0.civil(in: context.zone).description } ?? "-"
      let place =
        switch item.place?.count {
        case .exactly(let count)?: " of \(count)"
        case .moreThan(let count)?: " of over \(count)"
        case .endless?: " of endless"
        case nil: ""
        }
      return "\(item.record.title ?? "") \(start)"
        + (item.place.map { ($0.isNext ? " next" : " last") + place } ?? "")
    }
  }

  @Test(arguments: [
    ("weekly series", "weekly series 2026-11-23T09:00:00 next of endless"),
    (
      "past series\" where not title contains dense or title = \"",
      "past series 2020-03-23T10:00:00 last of 12"
    ),
    ("dense past", "dense past series 2023-01-01T01:00:00 last of 94230001"),
    ("every second", "every second series 2026-11-18T14:30:00 next of endless"),
    ("going on", "going on series 2026-11-18T14:00:00 next of endless"),
    ("to come", "to come series 2030-01-01T00:00:00 next of 3"),
    ("plain one", "plain one 2020-01-01T10:00:00"),
    ("a changed", "a changed series 2035-01-01T16:00:00 next of endless"),
  ])
  func aSeriesIsShownOnceAtItsNextOccurrence(_ text: String, _ expected: String) throws {
    let found = try answer("events \"\(text)\"")
    #expect(found == [expected], "\(found)")
  }

  @Test(arguments: [
    ("where start >= today", "weekly series 2026-11-23T09:00:00 next of endless"),
    ("where start >= 2031-01-01", "weekly series 2031-01-06T09:00:00 next of endless"),
    ("where start < 2026-01-01", "weekly series 2025-12-29T09:00:00 last of endless"),
    ("where start.month = march", "weekly series 2027-03-01T09:00:00 next of endless"),
    ("where start >= 2027-01-04 and start < 2027-01-05", "weekly series 2027-01-04T09:00:00"),
  ])
  func conditionsDecideWhichOccurrenceItIs(_ condition: String, _ expected: String) throws {
    #expect(try answer("events \"weekly series\" \(condition)") == [expected])
  }

  @Test func whatNoOccurrenceMeetsIsNotThere() throws {
    #expect(try answer("events \"weekly series\" where start.weekday = tue") == [])
  }

  @Test func anExplicitAnytimeShowsWhereASeriesBegins() throws {
    #expect(try answer("events anytime \"weekly series\"") == ["weekly series 2020-01-06T09:00:00"])
  }

  @Test func rowsComeByTheirStartAndALimitTakesTheFirst() throws {
    let all = try answer("events \"series\"")
    #expect(all.count == 7 && all[0].hasPrefix("past series") && all[1].hasPrefix("dense past series"))
    #expect(try answer("events \"series\" limit 2") == Array(all.prefix(2)))
    #expect(try rows("count events \"series\"", context, store).count == 1)
  }

  @Test(arguments: [
    "every second", "dense past", "every second\" where start.year = 1998 and title = \"every second series",
    "every second\" where start.weekday = sun and start.weekday = mon or title = \"nothing",
  ])
  func fewOccurrencesAreLookedAt(_ text: String) throws {
    let plain = QueryContext(now: context.now, zone: context.zone, zones: zones)
    let before = store.counters.occurrencesExpanded
    _ = try rows("events \"\(text)\"", plain, store)
    // A few hundred each way, and as many again for each halving of the time in which they are.
    #expect(store.counters.occurrencesExpanded - before < 40_000)
  }

  // MARK: Where the text stands

  @Test func aRowTellsTheFieldsThatHoldTheText() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//test//
      BEGIN:VEVENT
      UID:1
      DTSTART:20261120T090000Z
      SUMMARY:Lunch
      DESCRIPTION:Talk about the budget
      CATEGORIES:Budget,Food
      ATTENDEE;CN=Bud Getty:mailto:bud@example.org
      END:VEVENT
      END:VCALENDAR
      """.replacing("\n", with: "\r\n"))
    func match(_ text: String) throws -> SearchMatch? {
      guard case .event(let item)? = try rows(text, context, store).first else { return nil }
      return item.match
    }
    let budget = try #require(try match("events \"BUDGET\""))
    #expect(budget.fields == ["notes", "categories"] && budget.beyondTitle == ["notes"])
    let lunch = try #require(try match("events today to 2026-11-30 \"lunch\""))
    #expect(lunch.fields == ["title"] && lunch.beyondTitle.isEmpty)
    let people = try #require(try match("events \"bud@\" where \"lunch\""))
    #expect(people.fields == ["attendee", "title"] && people.beyondTitle == ["attendee"])
    #expect(try match("events where title = Lunch and start >= today") == nil)
  }
}
