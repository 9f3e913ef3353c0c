import Locking
import QueryLanguage
import Store
import Synchronization
import TestSupport
import Testing

@testable import QueryEngine

/// Conditions that nothing can pass are known as such before anything is read, and those
/// that something can pass are not.
@Suite struct ContradictionTests {
  private func predicate(_ condition: String) throws -> ItemPredicate {
    let context = try exampleContext(isChecking: false)
    let store = try CalendarStore.inMemory(zones: zones)
    for name in ["A", "B"] { _ = try store.addCalendar(title: name, now: context.now) }
    let statement = try parseStatement("events from 2020-01-01 to 2030-01-01 where " + condition)
    return try Engine(store, context).bind(statement).predicate
  }

  @Test(arguments: [
    "calendar = A and calendar = B", "calendar in (A, B) and calendar not in (B, A)",
    "calendar = A and calendar != A", "source = Local and source = Other",
    "status = confirmed and status = cancelled", "availability = busy and availability = free",
    "zone = Europe/Oslo and zone = floating", "start.hour = 25", "start.hour > 23", "end.hour < 0",
    "start.hour > 10 and start.hour < 11", "start.hour > 10 and start.hour < 9", "start.day = 32",
    "start.weekday = mon and start.weekday = tue",
    "start.date = 2026-11-18 and start.date = 2026-11-19",
    "start.date > 2026-11-18 and start.date <= 2026-11-18",
    "start.month = 1 and start.month = 2", "duration < 0m", "duration > 2h and duration < 1h",
    "busy and (start.hour = 25 or duration < 0m)", "status in (confirmed, tentative) and status = cancelled",
    "alarms.count < 0",
  ])
  func whatNothingPassesIsNone(condition: String) throws {
    #expect(try predicate(condition) == .none)
  }

  @Test(arguments: [
    "calendar in (A, B) and calendar not in (A)", "calendar = A or calendar = B",
    "status = confirmed and status != cancelled", "start.hour = 23", "start.hour > 9 and start.hour < 11",
    "start.hour != 25", "start.weekday = sun and start.weekday != mon", "start.weekday != sun",
    "start.date >= 2026-11-18 and start.date <= 2026-11-18",
    "start.date = 2026-11-18 and end.date = 2026-11-19",
    "start.day = 31", "start.week = 53", "duration <= 0m", "duration != 1h", "overlap < 1m",
    "start.time < 09:00 and start.hour = 8",
  ])
  func whatSomethingMayPassIsNot(condition: String) throws {
    #expect(try predicate(condition) != .none)
  }

  /// A condition on calendars leads to their rows as the clause does.
  @Test func conditionsOnCalendarsAreWhereToLook() throws {
    let context = try exampleContext(isChecking: false)
    let store = try CalendarStore.inMemory(zones: zones)
    for name in ["A", "B", "C"] { _ = try store.addCalendar(title: name, now: context.now) }
    func calendars(_ text: String) throws -> Set<Int>? {
      try Engine(store, context).bind(try parseStatement(text)).calendars
    }
    #expect(try calendars("events in A") == calendars("events where calendar = A"))
    #expect(try calendars("events in A, B where calendar = B") == calendars("events in B"))
    #expect(try calendars("events where calendar = A or recurring") == nil)
  }

  /// A text that is nowhere is no reason to go through a window, whatever the limit.
  @Test func aTextThatIsNowhereIsLookedUp() throws {
    let context = try exampleContext(isChecking: false)
    let store = try CalendarStore.inMemory(zones: zones)
    let events = (0..<112).map { number in
      let (day, rule) = (
        number % 2 == 0 ? "20261116" : "19700101", ["SECONDLY", "MINUTELY", "HOURLY", "DAILY"]
      )
      return """
        BEGIN:VEVENT\r\nUID:e\(number)\r\nSUMMARY:Tick \(number)\r
        DTSTART:\(day)T000000\(number % 3 == 0 ? "" : "Z")\r\nRRULE:FREQ=\(rule[number % 4])\r\nEND:VEVENT\r\n
        """
    }
    try store.take("BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n")
    // What goes through the window would never end.
    let looks = Atomic<Int>(0)
    store.stopSignal = StopSignal { looks.add(1, ordering: .relaxed).newValue > 100_000 }
    defer { store.stopSignal = StopSignal() }
    for limit in ["limit 1", "limit 1000", ""] {
      for condition in [
        "where title = nothing", "\"nothing\"", "where title = \"Tick 7\" and title = nothing",
      ] {
        let before = store.counters
        #expect(try rows("events from 1970 to 9998 \(condition) \(limit)", context, store).isEmpty)
        #expect(store.counters.occurrencesExpanded == before.occurrencesExpanded, "\(condition) \(limit)")
      }
    }
    let before = store.counters
    let found = try rows("events from 9000 to 9998 where title = \"tick 7\" limit 1", context, store)
    #expect(found.count == 1)
    #expect(store.counters.occurrencesExpanded - before.occurrencesExpanded < 100)
  }
}
