import CivilTime
import Store
import Testing

@testable import QueryEngine

/// Every answer that may take long ends as soon as nobody wants it any more, whatever makes its rows.
@Suite struct InterruptTests {
  private static let text = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//test//\r
    BEGIN:VEVENT\r
    UID:daily\r
    SUMMARY:Daily\r
    DTSTART:20260101T090000Z\r
    DURATION:PT1H\r
    RRULE:FREQ=DAILY\r
    BEGIN:VALARM\r
    ACTION:DISPLAY\r
    DESCRIPTION:x\r
    TRIGGER:-PT15M\r
    END:VALARM\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test(arguments: [
    "events R where notes contains x", "events R sort by title", "count events R where attendees.count > 99",
    "count events R group by month", "events R group by title select title, max(end)",
    "alarms R", "count alarms R", "busy R", "conflicts R", "free 45m R", "agenda R",
    "sum duration of events R limit 1000000",
  ]) func endsWhenItIsNotWanted(statement: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.text)
    var context = try exampleContext(isChecking: false)
    context.isUnwanted = { true }
    let question = statement.replacing("R", with: "from 2026-01-01 to 2400-01-01")
    do {
      let count = try rows(question, context, store).count
      Issue.record("it was answered: \(count) rows")
    } catch QueryError.store(let reason) {
      #expect(reason.code == .interrupted)
    }
  }
}
