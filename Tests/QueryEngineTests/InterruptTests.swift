import CivilTime
import Locking
import QueryLanguage
import Synchronization
import TestSupport
import Testing

@testable import QueryEngine
@testable import Store

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
  ]) func endsWhenItIsStopped(statement: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.text)
    let context = try exampleContext(isChecking: false)
    store.stopSignal = StopSignal { true }
    let question = statement.replacing("R", with: "from 2026-01-01 to 2400-01-01")
    do {
      let count = try rows(question, context, store).count
      Issue.record("it was answered: \(count) rows")
    } catch QueryError.store(let reason) {
      #expect(reason.code == .interrupted)
    }
  }

  /// M48: it ends soon, which is counted: few looks come after the one that says so,
  /// and little is read up to then.
  @Test(arguments: [
    "alarms R", "count alarms R", "events R sort by title", "busy R", "count events R group by month",
  ]) func endsSoon(statement: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.text)
    let looks = Looks(settingAt: 40)
    let before = store.counters
    store.stopSignal = looks.signal
    let question = statement.replacing("R", with: "from 2026-01-01 to 2400-01-01")
    #expect(throws: QueryError.self) { _ = try rows(question, try exampleContext(isChecking: false), store) }
    #expect(looks.count < 60)
    let after = store.counters
    let steps =
      after.recordsRead + after.recordsRemembered + after.occurrencesExpanded + after.startingRows
      - before.recordsRead - before.recordsRemembered - before.occurrencesExpanded - before.startingRows
    // Between two looks are no more than some thousand steps.
    #expect(steps < 40 * 2_000)
  }

  /// Wherever a question is stopped, no transaction stays open, which would show the state of then for ever.
  @Test(arguments: [
    "events R", "alarms R", "events R sort by title", "busy R", "conflicts R", "free 45m R", "agenda R",
    "count events R", "count events R group by month", "events R where title = Daily limit 3", "series R",
    "calendars",
  ]) func whatIsStoppedHoldsNothing(statement: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.text)
    let context = try exampleContext(isChecking: false)
    let question = statement.replacing("R", with: "from 2026-01-01 to 2027-01-01")
    var stopped = 0
    for look in 1...40 {
      store.stopSignal = Looks(settingAt: look).signal
      do {
        _ = try rows(question, context, store)
      } catch QueryError.store(let reason) {
        #expect(reason.code == .interrupted)
        stopped += 1
      }
      #expect(!store.database.isInTransaction, "stopped at look \(look)")
    }
    #expect(stopped > 4)
  }

  /// Sorting what was read looks at the signal too: of rows, of lists and of groups.
  @Test func puttingInOrderIsEnded() throws {
    let context = try exampleContext(isChecking: false)
    let occurrence = try #require(try some())
    var sorter = RowSorter([SortKey(.field(.title, nil))], most: nil, Occurrence.precedes)
    var grouping = Grouping(
      keys: [.field(.title, nil)], columns: [], sort: [], having: nil, context: context)
    for number in 0..<20_000 {
      let title = Value.text("\(number * 7_919 % 20_000)")
      sorter.add(RowSorter.Entry(keys: [SortValue(title, context)], place: number, row: occurrence))
      _ = grouping.group(of: [title])
    }
    let looks = Looks(settingAt: 3)
    #expect(throws: QueryError.self) { try sorter.sorted(until: looks.signal) }
    #expect(looks.count == 3)
    let more = Looks(settingAt: 3)
    #expect(throws: QueryError.self) { try grouping.rows([], until: more.signal) }
    #expect(more.count == 3)
  }

  private func some() throws -> Occurrence? {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(Self.text)
    guard case .event(let row)? = try rows("events limit 1", try exampleContext(), store).first else {
      return nil
    }
    return row.occurrence
  }

  /// A day is put together with looks at the signal, also of what goes on since long ago.
  @Test func aDayIsEndedWhileItIsMade() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(
      Self.text.replacing("DTSTART:20260101T090000Z", with: "DTSTART:19500101T090000Z").replacing(
        "DURATION:PT1H", with: "DURATION:P36525D"))
    let context = try exampleContext(isChecking: false)
    var days = DayPages(
      try #require(
        try Engine(store, context).bind(try parseStatement("agenda 2026-11-18 to 2026-12-31")).range),
      isPage: false, context, until: store.stopSignal)
    var result = try Engine(store, context).run(try parseStatement("events 2026-11-18 to 2026-12-31"))
    let read: () throws(QueryError) -> ItemRow? = { () throws(QueryError) in
      guard case .event(let row)? = try result.next() else { return nil }
      return row
    }
    #expect(try days.next(read)?.1.count ?? 0 > 20_000)
    store.stopSignal.stop()
    #expect(throws: QueryError.self) { try days.next(read) }
    store.stopSignal.reset()
  }

  /// A signal that sets itself at a look.
  private final class Looks: Sendable {
    private let seen = Atomic<Int>(0)
    private let last: Int

    init(settingAt last: Int) { self.last = last }

    var count: Int { seen.load(ordering: .relaxed) }

    var signal: StopSignal { StopSignal { self.seen.add(1, ordering: .relaxed).newValue >= self.last } }
  }
}
