import CivilTime
import Foundation
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// When alarms ring: against occurrences looked at one by one, and in the cases that are easily got wrong.
@Suite struct AlarmTests {
  private func event(_ uid: String, _ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)"] + lines + ["END:VEVENT"]
  }

  private func alarm(_ trigger: String) -> String {
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER\(trigger)\r\nEND:VALARM"
  }

  private func store(_ components: [String]...) throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//"] + components.flatMap { $0 }
    try store.take((lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
    return store
  }

  /// `09:45 standup 1`, a line for each alarm.
  private func rings(_ statement: String, _ store: CalendarStore) throws -> [String] {
    let context = try exampleContext()
    return try rows(statement, context, store).map { row in
      guard case .alarm(let row) = row else { return "no alarm" }
      let wall = context.zone.civil(at: row.time)
      return "\(wall) \(row.item.record.title ?? "") \(row.number)"
    }
  }

  @Test func aDayKeepsTheClockAndTwentyFourHoursDoNot() throws {
    // Clocks go back an hour on Sunday, 25 October 2026.
    let store = try store(
      event(
        "run", "DTSTART;TZID=Europe/Berlin:20261025T090000", "DURATION:PT1H", alarm(":-P1D"), alarm(":-PT24H")
      ))
    #expect(
      try rings("alarms from 2026-10-24 to 2026-10-26", store) == [
        "2026-10-24T09:00:00 run 1", "2026-10-24T10:00:00 run 2",
      ])
  }

  @Test func theWayThereComesBeforeTheStartAndNotBeforeTheEnd() throws {
    let store = try store(
      event(
        "talk", "DTSTART;TZID=Europe/Berlin:20261120T100000", "DURATION:PT1H",
        "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M", alarm(":-PT15M"), alarm(";RELATED=END:PT0S")))
    #expect(
      try rings("alarms friday", store) == ["2026-11-20T09:00:00 talk 1", "2026-11-20T11:00:00 talk 2"])
  }

  @Test func wholeDaysRingOnTheClockOfWhoLooks() throws {
    let store = try store(
      event(
        "trip", "DTSTART;VALUE=DATE:20261120", "DTEND;VALUE=DATE:20261122", alarm(":PT9H"), alarm(":-PT15H")))
    #expect(
      try rings("alarms from thursday to saturday", store) == [
        "2026-11-19T09:00:00 trip 2", "2026-11-20T09:00:00 trip 1",
      ])
  }

  @Test func aChangedOccurrenceHasAlarmsOfItsOwnAndACancelledOneNone() throws {
    let store = try store(
      event(
        "standup", "DTSTART;TZID=Europe/Berlin:20261123T090000", "DURATION:PT15M", "RRULE:FREQ=DAILY;COUNT=4",
        alarm(":-PT5M")),
      event(
        "standup", "RECURRENCE-ID;TZID=Europe/Berlin:20261124T090000",
        "DTSTART;TZID=Europe/Berlin:20261124T110000",
        "DURATION:PT15M", alarm(":-PT1H")),
      event(
        "standup", "RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000",
        "DTSTART;TZID=Europe/Berlin:20261125T090000",
        "DURATION:PT15M", "STATUS:CANCELLED", alarm(":-PT5M")))
    #expect(
      try rings("alarms next week", store) == [
        "2026-11-23T08:55:00 standup 1", "2026-11-24T10:00:00 standup 1", "2026-11-26T08:55:00 standup 1",
      ])
  }

  @Test func farAwayOnesAreFoundAndFixedOnesRingOnce() throws {
    let store = try store(
      event("visa", "DTSTART;TZID=Europe/Berlin:20270301T090000", "DURATION:PT1H", alarm(":-P100D")),
      event(
        "daily", "DTSTART;TZID=Europe/Berlin:20260101T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY",
        alarm(";VALUE=DATE-TIME:20261121T120000Z")))
    #expect(
      try rings("alarms saturday", store) == ["2026-11-21T09:00:00 visa 1", "2026-11-21T13:00:00 daily 1"])
  }

  @Test func remindersRingFromTheirDueDateUntilTheyAreDone() throws {
    func todo(_ uid: String, _ lines: String...) -> [String] {
      ["BEGIN:VTODO", "UID:\(uid)", "SUMMARY:\(uid)"] + lines + ["END:VTODO"]
    }
    let store = try store(
      todo("milk", "DUE;TZID=Europe/Berlin:20261120T180000", alarm(";RELATED=END:-PT10M")),
      todo(
        "done", "DUE;TZID=Europe/Berlin:20261120T180000", "STATUS:COMPLETED", alarm(";RELATED=END:-PT10M")),
      todo("start", "DTSTART;TZID=Europe/Berlin:20261120T080000", alarm(":PT0S")),
      todo("nothing", alarm(":PT0S")))
    #expect(
      try rings("alarms friday", store) == ["2026-11-20T08:00:00 start 1", "2026-11-20T17:50:00 milk 1"])
  }

  /// The window that is read is one of due dates: a reminder may start long before it.
  @Test func aReminderRingsByAStartLongBeforeItIsDue() throws {
    let store = try store([
      "BEGIN:VTODO", "UID:tax", "SUMMARY:tax", "DTSTART;TZID=Europe/Berlin:20261120T080000",
      "DUE;TZID=Europe/Berlin:20270531T180000", alarm(":PT0S"), alarm(";RELATED=END:-P60D"), "END:VTODO",
    ])
    #expect(try rings("alarms friday", store) == ["2026-11-20T08:00:00 tax 1"])
    #expect(try rings("alarms from 2027-04-01 to 2027-04-03", store) == ["2027-04-01T18:00:00 tax 2"])
  }

  /// RFC 5545, 3.8.6.2: REPEAT says how often it rings after the first time.
  @Test func aRepeatedAlarmRingsEachTime() throws {
    let store = try store(
      event(
        "call", "DTSTART;TZID=Europe/Berlin:20261120T100000", "DURATION:PT1H",
        alarm(":-PT10M\r\nREPEAT:4\r\nDURATION:PT5M")),
      event(
        "fixed", "DTSTART;TZID=Europe/Berlin:20261124T100000", "DURATION:PT1H",
        alarm(";VALUE=DATE-TIME:20261120T220000Z\r\nREPEAT:2\r\nDURATION:PT1H")),
      event(
        "half", "DTSTART;TZID=Europe/Berlin:20261121T100000", "DURATION:PT1H", alarm(":-PT5M\r\nREPEAT:4")))
    #expect(
      try rings("alarms friday", store) == [
        "2026-11-20T09:50:00 call 1", "2026-11-20T09:55:00 call 1", "2026-11-20T10:00:00 call 1",
        "2026-11-20T10:05:00 call 1", "2026-11-20T10:10:00 call 1", "2026-11-20T23:00:00 fixed 1",
      ])
    // What began the day before goes on, and one without an interval rings once.
    #expect(
      try rings("alarms saturday", store) == [
        "2026-11-21T00:00:00 fixed 1", "2026-11-21T01:00:00 fixed 1", "2026-11-21T09:55:00 half 1",
      ])
    #expect(
      try rings("alarms friday where offset <= 5m", store) == [
        "2026-11-20T09:55:00 call 1", "2026-11-20T10:00:00 call 1", "2026-11-20T10:05:00 call 1",
      ])
  }

  @Test func dueHasEachRingOfTheLastDay() throws {
    let store = try store([
      "BEGIN:VTODO", "UID:a", "SUMMARY:a", "DUE;TZID=Europe/Berlin:20261118T140000",
      alarm(";RELATED=END:PT0S\r\nREPEAT:3\r\nDURATION:PT15M"), "END:VTODO",
    ])
    // It is 14:30.
    #expect(
      try rings("alarms due", store) == [
        "2026-11-18T14:00:00 a 1", "2026-11-18T14:15:00 a 1", "2026-11-18T14:30:00 a 1",
      ])
  }

  @Test(arguments: [
    "REPEAT:999999999\r\nDURATION:PT1S", "REPEAT:9223372036854775807\r\nDURATION:P999999999D",
    "REPEAT:99999999999999999999\r\nDURATION:PT1S", "REPEAT:-1\r\nDURATION:PT1S",
    "REPEAT:3\r\nDURATION:-PT1S",
    "REPEAT:3\r\nDURATION:PT0S",
  ]) func hostileRepetitionsHaveAnEnd(lines: String) throws {
    let store = try store(
      event(
        "x", "DTSTART;TZID=Europe/Berlin:20261120T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY",
        alarm(":PT0S\r\n" + lines)))
    let found = try rings("alarms friday", store)
    #expect(found.count == (lines.hasPrefix("REPEAT:999999999\r\n") ? 1_001 : 1))
  }

  @Test func conditionsOrderAndGroups() throws {
    let store = try store(
      event(
        "a", "DTSTART;TZID=Europe/Berlin:20261120T100000", "DURATION:PT1H", alarm(":-PT1H"), alarm(":-PT5M")),
      event("b", "DTSTART;VALUE=DATE:20261121", alarm(":-PT12H")))
    #expect(try rings("alarms this week where time < friday 9:30", store) == ["2026-11-20T09:00:00 a 1"])
    #expect(try rings("alarms this week allday", store) == ["2026-11-20T12:00:00 b 1"])
    #expect(
      try rings("alarms this week sort by time desc limit 2", store) == [
        "2026-11-20T12:00:00 b 1", "2026-11-20T09:55:00 a 2",
      ])
    #expect(try rings("alarms time from friday 9:30 to friday 11:00", store) == ["2026-11-20T09:55:00 a 2"])
    let context = try exampleContext()
    let groups = try rows("count alarms this week group by title", context, store)
    #expect(groups.count == 2)
    guard case .group(let values) = groups[0] else {
      Issue.record("no group")
      return
    }
    #expect(values == [.text("a"), .integer(2)])
  }

  @Test func dueIsWhatRangWithinADayForWhatIsStillOpen() throws {
    // Now is half past two.
    let store = try store(
      event(
        "on", "DTSTART;TZID=Europe/Berlin:20261118T140000", "DURATION:PT1H", alarm(":-PT5M"), alarm(":PT45M")),
      event("over", "DTSTART;TZID=Europe/Berlin:20261118T130000", "DURATION:PT90M", alarm(":-PT5M")),
      event("point", "DTSTART;TZID=Europe/Berlin:20261118T143000", alarm(":PT0S")),
      event(
        "off", "DTSTART;TZID=Europe/Berlin:20261118T140000", "DURATION:PT1H", "STATUS:CANCELLED",
        alarm(":PT0S")),
      event(
        "week", "DTSTART;VALUE=DATE:20261116", "DTEND;VALUE=DATE:20261121", alarm(":PT0S"), alarm(":P2DT9H")),
      event(
        "class", "DTSTART;TZID=Europe/Berlin:20260101T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY",
        alarm(";VALUE=DATE-TIME:20261118T120000Z")))
    #expect(
      try rings("alarms due", store) == [
        "2026-11-18T09:00:00 week 2", "2026-11-18T13:00:00 class 1", "2026-11-18T13:55:00 on 1",
        "2026-11-18T14:30:00 point 1",
      ])
    #expect(try rings("alarms monday due", store) == [])
    #expect(
      try rings("alarms today where due and offset < 10m", store) == [
        "2026-11-18T13:55:00 on 1", "2026-11-18T14:30:00 point 1",
      ])
  }

  private static let seeds = Depth.seeds(usually: 6)

  /// Every stored item is expanded by itself over years, and each alarm worked out from its own record.
  @Test(arguments: seeds) func aScanOfEverythingRingsTheSame(seed: Int) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    var calendars = RandomCalendar(seed: UInt64(seed))
    for name in ["Work", "Home"] {
      try store.take(calendars.file(name, events: 40, reminders: 20), named: name)
    }
    let context = try exampleContext()
    for text in ["today", "next 7 days", "from 2026-10-20 to 2026-12-31", "2027-01-01"] {
      let query = try Engine(store, context).bind(try parseStatement("alarms " + text))
      let range = try #require(query.range?.timeRange)
      var found: [String] = []
      var result = try Engine(store, context).run(query)
      while let row = try result.next() {
        guard case .alarm(let row) = row else { continue }
        found.append(name(row.item.occurrence, row.number, row.time))
      }
      if text.hasPrefix("from") { #expect(found.count > 20) }
      #expect(found.sorted() == (try scan(store, context, range)).sorted(), "\(text)")
    }
  }

  private func name(_ occurrence: Occurrence, _ number: Int, _ time: Instant) -> String {
    "\(occurrence.item) \(occurrence.key?.text ?? "") \(number) \(time)"
  }

  private func scan(_ store: CalendarStore, _ context: QueryContext, _ range: TimeRange) throws -> [String] {
    let reader = RowReader(
      store: store, catalog: try Catalog(store), context: context, isCompletion: false, isSeries: false)
    var result: [String] = []
    for kind in [ItemKind.event, .reminder] {
      let items = try store.storedItems(kind: kind, viewer: context.zone)
      while let item = try items.next() {
        var occurrences = [item]
        if kind == .event {
          let from = try #require(range.from).adding(seconds: -20_000_000)
          let to = try #require(range.to).adding(seconds: 20_000_000)
          let cursor = try store.occurrences(of: item.series, from: from, to: to, viewer: context.zone)
          occurrences = []
          while let found = try cursor.next() { occurrences.append(found) }
        }
        for occurrence in occurrences {
          let row = try reader.row(occurrence)
          if row.record.status == .cancelled || row.isCompleted { continue }
          let zone = row.zoneName.flatMap(store.zone(named:)) ?? context.zone
          for (index, alarm) in ItemDetails.alarms(reading: row.record.alarms ?? "[]").enumerated() {
            guard case .relative(let offset, let toEnd) = alarm.trigger else { continue }
            let base = toEnd ? row.due ?? row.end : row.start
            guard let base = base?.instant(in: context.zone) else { continue }
            let wall = zone.civil(at: base).adding(CalendarDuration(days: offset.days))
            let moment = try zone.instant(of: #require(wall)).adding(seconds: offset.seconds)
            if range.contains(moment) { result.append(name(occurrence, index + 1, moment)) }
          }
        }
      }
      // Fixed moments belong to the stored item, not to each occurrence.
      for set in try store.alarmSets() where set.kind == kind {
        for (index, alarm) in ItemDetails.alarms(reading: set.alarms).enumerated() {
          guard case .absolute(let moment) = alarm.trigger, range.contains(moment) else { continue }
          for id in try store.items(with: set) {
            guard let item = try store.storedItem(id, viewer: context.zone) else { continue }
            let row = try reader.row(item)
            if row.record.status == .cancelled || row.isCompleted { continue }
            result.append(name(item, index + 1, moment))
          }
        }
      }
    }
    return result
  }
}
