import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

@Suite struct PageTests {
  private func day(_ text: String) throws -> CivilDate { try #require(ExtendedFormat.date(text.utf8)) }

  // MARK: Which days

  @Test(arguments: [
    ("day", "2026-11-18", "2026-11-18"), ("day tomorrow", "2026-11-19", "2026-11-19"),
    ("day friday 17:00", "2026-11-20", "2026-11-20"), ("week", "2026-11-16", "2026-11-22"),
    ("week 48", "2026-11-23", "2026-11-29"), ("week 2026-W53", "2026-12-28", "2027-01-03"),
    ("week next month", "2026-11-30", "2026-12-06"), ("month", "2026-11-01", "2026-11-30"),
    ("month 2028-02", "2028-02-01", "2028-02-29"), ("month 24 dec", "2026-12-01", "2026-12-31"),
    ("year", "2026-01-01", "2026-12-31"), ("year -1y", "2025-01-01", "2025-12-31"),
  ]) func aPageIsTheOneThatADateBeginsOn(statement: String, first: String, last: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let bound = try Engine(store, try exampleContext()).bind(try parseStatement(statement))
    let page = try #require(bound.page)
    #expect([page.first, page.last] == [try day(first), try day(last)])
    let zone = try exampleContext().zone
    #expect(bound.range?.start == zone.startOfDay(page.first))
    #expect(bound.range?.end == zone.startOfDay(try #require(page.last.adding(days: 1))))
  }

  @Test func weeksBeginWhereTheyAreSetTo() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    var context = try exampleContext()
    context.weekStart = .sunday
    let bound = try Engine(store, context).bind(try parseStatement("week"))
    #expect(bound.page?.first == (try day("2026-11-15")))
  }

  @Test func pagesFollowOneAnother() throws {
    let start = try day("2026-11-18")
    func page(_ kind: CalendarViewKind) throws -> CalendarPage {
      try #require(CalendarPage(kind, of: start, weekStart: .monday))
    }
    let month = try page(.month)
    #expect(month.moved(by: 2, weekStart: .monday)?.first == (try day("2027-01-01")))
    #expect(month.moved(byYears: -1, weekStart: .monday)?.first == (try day("2025-11-01")))
    let week = try page(.week)
    #expect(week.moved(by: -1, weekStart: .monday)?.first == (try day("2026-11-09")))
    let there = try #require(week.moved(byYears: 1, weekStart: .monday))
    #expect(there.first == (try day("2027-11-15")))
    #expect(there.moved(byYears: -1, weekStart: .monday) == week)
    #expect(try page(.year).moved(by: 1, weekStart: .monday)?.last == (try day("2027-12-31")))
    #expect(try page(.day).days == [start])
    #expect(week.days.count == 7)
    #expect(CalendarPage(.agenda, of: start, weekStart: .monday) == nil)
  }

  @Test func theCalendarHasEnds() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    #expect(diagnostic("month 9999-12", try exampleContext(), store)?.code == "out-of-calendar")
    let last = try #require(CalendarPage(.month, of: try day("9999-11-30"), weekStart: .monday))
    #expect(last.moved(by: 1, weekStart: .monday) == nil)
    #expect(CalendarPage(.week, of: .min, weekStart: .sunday) == nil)
  }

  // MARK: What is on them

  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    X-WR-CALNAME:Plans
    BEGIN:VEVENT
    UID:trip
    DTSTART;VALUE=DATE:20261030
    DTEND;VALUE=DATE:20261103
    SUMMARY:Trip
    END:VEVENT
    BEGIN:VEVENT
    UID:lunch
    DTSTART;TZID=Europe/Berlin:20261102T120000
    DTEND;TZID=Europe/Berlin:20261102T130000
    SUMMARY:Lunch
    END:VEVENT
    BEGIN:VEVENT
    UID:night
    DTSTART;TZID=Europe/Berlin:20261130T220000
    DTEND;TZID=Europe/Berlin:20261201T020000
    SUMMARY:Night
    END:VEVENT
    BEGIN:VTODO
    UID:milk
    DUE;TZID=Europe/Berlin:20261102T110000
    SUMMARY:Milk
    END:VTODO
    BEGIN:VTODO
    UID:rent
    DUE;VALUE=DATE:20261102
    SUMMARY:Rent
    RRULE:FREQ=WEEKLY
    END:VTODO
    BEGIN:VTODO
    UID:done
    DUE;VALUE=DATE:20261120
    STATUS:COMPLETED
    COMPLETED:20261117T100000Z
    SUMMARY:Done
    END:VTODO
    BEGIN:VTODO
    UID:someday
    SUMMARY:Someday
    END:VTODO
    BEGIN:VTODO
    UID:long ago
    STATUS:COMPLETED
    COMPLETED:20261001T100000Z
    SUMMARY:Long ago
    END:VTODO
    END:VCALENDAR
    """

  /// Each day of an answer as `2026-11-02: Trip, Rent, Milk, Lunch`.
  private func days(_ statement: String, seesReminders: Bool = true) throws -> [String] {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.calendar)
    var context = try exampleContext()
    context.seesReminders = seesReminders
    return try rows(statement, context, store).map { row in
      guard case .day(let date, let items) = row else { return "\(row)" }
      return (date.map(\.description) ?? "undated") + ": "
        + items.map { $0.record.title ?? "" }.joined(separator: ", ")
    }
  }

  @Test func aMonthHasEventsAndRemindersByDay() throws {
    #expect(
      try days("month") == [
        "2026-11-01: Trip", "2026-11-02: Trip, Rent, Milk, Lunch", "2026-11-20: Done", "2026-11-30: Night",
        "undated: Someday",
      ])
  }

  @Test func aRepeatingReminderIsThereOnceAndAYearHasNoUndatedOnes() throws {
    let year = try days("year")
    #expect(year.filter { $0.contains("Rent") }.count == 1)
    #expect(year.filter { $0.contains("Night") } == ["2026-11-30: Night", "2026-12-01: Night"])
    #expect(!year.contains { $0.hasPrefix("undated") })
  }

  @Test(arguments: [
    ("day 2026-11-02 timed", ["2026-11-02: Milk, Lunch", "undated: Someday"]),
    ("day 2026-11-02 allday", ["2026-11-02: Trip, Rent"]),
    ("day 2026-11-02 busy", ["2026-11-02: Trip, Lunch"]),
    ("day 2026-11-02 where duration < 2h", ["2026-11-02: Lunch"]),
    ("day 2026-11-02 where title contains m", ["2026-11-02: Milk", "undated: Someday"]),
    ("day 2026-11-02 recurring", ["2026-11-02: Rent"]),
    ("week 2026-W45 where title = Milk or duration > 1d", ["2026-11-02: Trip, Milk"]),
    ("month in Plans where title = Nothing", []), ("month except Plans", []),
  ]) func conditionsHoldForRemindersToo(statement: String, expected: [String]) throws {
    #expect(try days(statement) == expected)
  }

  @Test func anAgendaHasOpenRemindersAsWellUnlessNobodyMaySeeThem() throws {
    #expect(try days("agenda 2026-11-02 to 2026-11-20") == ["2026-11-02: Trip, Rent, Milk, Lunch"])
    #expect(try days("agenda 2026-11-02", seesReminders: false) == ["2026-11-02: Trip, Lunch"])
  }

  @Test func whatWasDueBeforeTheDaysOfAnAgendaIsCountedWhereNowIsOneOfThem() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.calendar)
    let context = try exampleContext()
    func overdue(_ statement: String) throws -> Value? {
      let bound = try Engine(store, context).bind(try parseStatement(statement))
      guard let query = bound.overdueBefore(context) else { return nil }
      var result = try Engine(store, context).run(query)
      guard case .group(let values)? = try result.next() else { return nil }
      return values.first
    }
    #expect(try overdue("agenda") == .integer(2))
    #expect(try overdue("agenda where title = Milk") == .integer(1))
    #expect(try overdue("agenda from 2026-11-01 to 2026-11-30") == .integer(0))
    #expect(try overdue("agenda tomorrow") == nil && overdue("month") == nil)
  }

  @Test func everyWayToItsRowsFillsDaysInOrder() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let events = (1...9).map { number in
      """
      BEGIN:VEVENT
      UID:\(number)
      DTSTART;VALUE=DATE:2026111\(10 - number)
      SUMMARY:Reading \(number)
      END:VEVENT
      """
    }
    try store.take("BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined(separator: "\n"))\nEND:VCALENDAR")
    let context = try exampleContext()
    let bound = try Engine(store, context).bind(
      try parseStatement("agenda 2026-11 where title contains reading"))
    let planner = try Planner(store, weighsAll: true)
    let candidates = try planner.plan(bound).candidates
    #expect(candidates.contains { $0.path.isOfItems })
    for index in candidates.indices {
      var result = try Engine(store, context).run(planner.plan(bound, candidates, choosing: index))
      var found: [Int] = []
      while case .day(let date, _)? = try result.next() { found.append(date?.day ?? 0) }
      #expect(found == Array(11...19))
    }
  }

  @Test func explainTellsOfAllThatAPageReads() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.calendar)
    let lines = try Engine(store, try exampleContext()).explain(try parseStatement("month"), stage: .plan)
    #expect(lines.filter { $0.hasPrefix("plan:") }.count == 3)
    #expect(lines.filter { $0.hasPrefix("with:") }.count == 2)
  }
}
