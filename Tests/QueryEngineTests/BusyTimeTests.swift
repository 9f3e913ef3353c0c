import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Taken and free time against a count of minutes.
@Suite struct BusyTimeTests {
  private func store(_ lines: [String]) throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    let text =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//t//", "X-WR-CALNAME:Test"] + lines + [
        "END:VCALENDAR", "",
      ]
    try store.take(text.joined(separator: "\r\n"))
    return store
  }

  private func blocks(_ text: String, _ context: QueryContext, _ store: CalendarStore) throws -> [TimeBlock] {
    try rows(text, context, store).compactMap { if case .block(let block) = $0 { block } else { nil } }
  }

  private func clocks(_ blocks: [TimeBlock], _ context: QueryContext) -> [String] {
    blocks.map { block in
      let (start, end) = (context.zone.civil(at: block.start), context.zone.civil(at: block.end))
      return "\(start.date) \(start.time)–\(end.date == start.date ? "" : "\(end.date) ")\(end.time)"
    }
  }

  // MARK: Random calendars

  /// The minutes of a range, each with whether something takes it.
  private struct Minutes {
    let from: Int
    var taken: [Bool]

    init(_ range: (Instant, Instant)) {
      from = range.0.seconds
      taken = Array(repeating: false, count: (range.1.seconds - range.0.seconds) / 60)
    }

    mutating func take(_ start: Int, _ end: Int) {
      for minute in max(0, (start - from) / 60)..<max(0, min(taken.count, (end - from) / 60))
      where minute >= 0 {
        taken[minute] = true
      }
    }

    /// The stretches of minutes that are as wanted and pass, as pairs of seconds.
    func intervals(_ isTaken: Bool, _ passes: (Int) -> Bool = { _ in true }) -> [[Int]] {
      var found: [[Int]] = []
      for (minute, value) in taken.enumerated() where value == isTaken && passes(from + minute * 60) {
        let second = from + minute * 60
        if found.last?[1] == second {
          found[found.count - 1][1] = second + 60
        } else {
          found.append([second, second + 60])
        }
      }
      return found
    }
  }

  @Test(arguments: Depth.seeds(usually: 12)) func answersAreThoseOfASimpleCount(seed: Int) throws {
    var calendar = RandomCalendar(seed: UInt64(seed))
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(calendar.file("a", events: 60, reminders: 20))
    var context = try exampleContext()
    context.seesReminders = false
    // With the night on which the clocks go back.
    let span = seed % 2 == 0 ? "from 2026-11-12 to 2026-11-30" : "from 2026-10-20 to 2026-11-08"
    let events = try rows("events \(span) busy", context, store)
    var taken: [(Int, Int, String)] = []
    for case .event(let row) in events {
      let start = try #require(row.start).instant(in: context.zone).seconds
      let end = try #require(row.end).instant(in: context.zone).seconds
      let way = row.record.travel?.nominalSeconds ?? 0
      if end > start - way { taken.append((start - way, end, row.occurrenceID ?? row.id)) }
    }
    let bound = try Engine(store, context).bind(try parseStatement("events \(span)"))
    let range = (try #require(bound.range?.start), try #require(bound.range?.end))
    var minutes = Minutes(range)
    for (start, end, _) in taken { minutes.take(start, end) }
    // Some second of a minute is none of its own: events of these calendars begin and end on minutes.
    let busy = try blocks("busy \(span)", context, store)
    #expect(busy.map { [$0.start.seconds, $0.end.seconds] } == minutes.intervals(true))

    let pairs = try rows("conflicts \(span)", context, store)
    var found: Set<[String]> = []
    for case .conflict(let row) in pairs {
      found.insert(row.items.map { $0.occurrenceID ?? $0.id }.sorted())
    }
    var expected: Set<[String]> = []
    for (index, a) in taken.enumerated() {
      for b in taken[(index + 1)...] {
        let start = max(a.0, b.0, range.0.seconds)
        if start < min(a.1, b.1, range.1.seconds) { expected.insert([a.2, b.2].sorted()) }
      }
    }
    #expect(found == expected)
  }

  @Test(arguments: Depth.seeds(usually: 12)) func whatIsFreeIsTheRest(seed: Int) throws {
    var calendar = RandomCalendar(seed: UInt64(100 + seed))
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(calendar.file("a", events: 40, reminders: 20))
    let context = try exampleContext()
    let span = "from 2026-11-16 to 2026-11-30"
    let bound = try Engine(store, context).bind(try parseStatement("events \(span)"))
    var minutes = Minutes((context.now, try #require(bound.range?.end)))
    // Timed reminders count too, so that all that takes time is what `busy` says.
    for block in try blocks("busy \(span)", context, store) {
      minutes.take(block.start.seconds, block.end.seconds)
    }
    func local(_ second: Int) -> CivilDateTime { context.zone.civil(at: Instant(seconds: second)) }
    let all = minutes.intervals(false).filter { $0[1] - $0[0] >= 3_600 }
    #expect(try blocks("free 1h \(span)", context, store).map { [$0.start.seconds, $0.end.seconds] } == all)
    let office = minutes.intervals(false) { second in
      let time = local(second)
      return (9..<17).contains(time.time.hour) && ![.saturday, .sunday].contains(time.date.weekday)
    }.filter { $0[1] - $0[0] >= 2_700 }
    let found = try blocks("free 45m \(span) between 09:00 and 17:00 on weekdays", context, store)
    #expect(found.map { [$0.start.seconds, $0.end.seconds] } == office)
    let weekend = minutes.intervals(false) { [.saturday, .sunday].contains(local($0).date.weekday) }
      .filter { $0[1] - $0[0] >= 3_600 }
    #expect(
      try blocks("free 1h \(span) on sat, sun", context, store).map { [$0.start.seconds, $0.end.seconds] }
        == weekend)
  }

  // MARK: By hand

  @Test func theWayThereTakesTimeAlsoFromOutsideTheRange() throws {
    let store = try store([
      "BEGIN:VEVENT", "UID:1", "DTSTART:20261119T233000", "DTEND:20261120T010000",
      "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M", "SUMMARY:Airport", "END:VEVENT",
      "BEGIN:VEVENT", "UID:2", "DTSTART:20261121T001500", "DTEND:20261121T010000",
      "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M", "SUMMARY:Night", "END:VEVENT",
      "BEGIN:VEVENT", "UID:3", "DTSTART:20261120T234000", "DTEND:20261120T235500", "SUMMARY:Late",
      "END:VEVENT",
    ])
    let context = try exampleContext()
    #expect(
      clocks(try blocks("busy 2026-11-19..2026-11-20", context, store), context) == [
        "2026-11-19 22:45–2026-11-20 01:00", "2026-11-20 23:40–2026-11-21 00:00",
      ])
    #expect(try rows("conflicts 2026-11-20", context, store).count == 1)
  }

  @Test func timedRemindersTakeTime() throws {
    let store = try store([
      "BEGIN:VTODO", "UID:1", "DUE:20261119T100000", "SUMMARY:Call", "END:VTODO",
      "BEGIN:VTODO", "UID:2", "DTSTART:20261119T120000", "DUE:20261119T140000", "SUMMARY:Write", "END:VTODO",
      "BEGIN:VTODO", "UID:3", "DUE;VALUE=DATE:20261119", "SUMMARY:Some time", "END:VTODO",
      "BEGIN:VTODO", "UID:4", "DUE:20261119T160000", "STATUS:COMPLETED", "COMPLETED:20261118T080000Z",
      "SUMMARY:Done", "END:VTODO",
      "BEGIN:VEVENT", "UID:5", "DTSTART:20261119T101500", "DTEND:20261119T110000", "SUMMARY:Talk",
      "END:VEVENT",
      "BEGIN:VEVENT", "UID:6", "DTSTART:20261119T180000", "DTEND:20261119T190000", "TRANSP:TRANSPARENT",
      "SUMMARY:Maybe", "END:VEVENT",
      "BEGIN:VEVENT", "UID:7", "DTSTART:20261119T180000", "DTEND:20261119T190000", "STATUS:CANCELLED",
      "SUMMARY:Off", "END:VEVENT",
      "BEGIN:VTODO", "UID:8", "DUE:20261119T200000", "STATUS:CANCELLED", "SUMMARY:Called off", "END:VTODO",
    ])
    var context = try exampleContext()
    #expect(
      clocks(try blocks("busy tomorrow", context, store), context)
        == [
          "2026-11-19 10:00:00–11:00:00", "2026-11-19 12:00:00–14:00:00",
        ].map { $0.replacing(":00:00", with: ":00") })
    guard case .conflict(let row)? = try rows("conflicts tomorrow", context, store).first else {
      throw QueryError.disagreement("no conflict")
    }
    #expect(row.items.map(\.record.title) == ["Call", "Talk"])
    // Conditions are about events.
    #expect(clocks(try blocks("busy tomorrow timed", context, store), context) == ["2026-11-19 10:15–11:00"])
    context.seesReminders = false
    #expect(clocks(try blocks("busy tomorrow", context, store), context) == ["2026-11-19 10:15–11:00"])
  }

  @Test(arguments: [
    ("20261118T120000", "2026-11-18 12:00–2026-11-19 12:00"), ("20261118T115959", "2026-11-19 12:00–12:30"),
  ])
  func aReminderOfADayTakesItAndALongerOneHalfAnHour(start: String, taken: String) throws {
    let store = try store([
      "BEGIN:VTODO", "UID:2", "DTSTART:\(start)", "DUE:20261119T120000", "SUMMARY:Write", "END:VTODO",
    ])
    let context = try exampleContext()
    #expect(
      clocks(try blocks("busy from 2026-11-18 to 2026-11-19", context, store), context) == [taken])
  }

  @Test func hoursGoOverMidnightAndClockChanges() throws {
    let store = try store([])
    var context = try exampleContext()
    context.now = try instant("2026-10-20T12:00", in: context.zone)
    #expect(
      clocks(try blocks("free 1h 2026-10-24..2026-10-25 between 22:00 and 06:00", context, store), context)
        == [
          "2026-10-24 00:00–06:00", "2026-10-24 22:00–2026-10-25 06:00", "2026-10-25 22:00–2026-10-26 00:00",
        ])
    let night = try blocks("free 1h 2026-10-24..2026-10-25 between 22:00 and 06:00", context, store)
    #expect(night[1].duration == CalendarDuration(seconds: 9 * 3_600))
    #expect(try blocks("free 9h 2026-10-24..2026-10-25 between 22:00 and 06:00", context, store).count == 1)
    // Days without hours are one stretch.
    #expect(
      clocks(try blocks("free 30h 2026-10-24..2026-10-27 on sat, sun", context, store), context) == [
        "2026-10-24 00:00–2026-10-26 00:00"
      ])
  }
}
