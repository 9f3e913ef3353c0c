import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// Rules and series.
@Suite struct RecurrenceTests {
  private func rule(
    _ type: EKRecurrenceFrequency, interval: Int = 1, week: [EKRecurrenceDayOfWeek]? = nil,
    month: [NSNumber]? = nil, months: [NSNumber]? = nil, weeks: [NSNumber]? = nil, year: [NSNumber]? = nil,
    positions: [NSNumber]? = nil
  ) throws -> String {
    let rule = EKRecurrenceRule(
      recurrenceWith: type, interval: interval, daysOfTheWeek: week, daysOfTheMonth: month,
      monthsOfTheYear: months, weeksOfTheYear: weeks, daysOfTheYear: year, setPositions: positions, end: nil)
    try rule.check()
    return rule.text
  }

  /// Row 36.
  @Test func fourFrequenciesAnIntervalAndAnEndByDateCountOrNever() throws {
    let fixture = try Fixture()
    let texts = (0..<4).compactMap(EKRecurrenceFrequency.init(rawValue:)).map { type in
      EKRecurrenceRule(recurrenceWith: type, interval: 3, end: nil).text
    }
    #expect(texts == ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].map { "FREQ=\($0);INTERVAL=3" })
    #expect(throws: RecurrenceProblem.badInterval(0)) { try rule(.daily, interval: 0) }
    let endless = EKRecurrenceRule(
      recurrenceWith: .daily, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 0))
    #expect(throws: RecurrenceProblem.badOccurrenceCount(0)) { try endless.check() }
    endless.recurrenceEnd = nil
    try endless.check()
    let event = fixture.event()
    let end = date("2026-11-22T09:00:00Z")
    event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: .init(end: end)))
    try fixture.store.save(event, span: .thisEvent)
    #expect(try fixture.events().count == 4)
    #expect(event.recurrenceRules?.first?.recurrenceEnd?.endDate == end)
    #expect(event.recurrenceRules?.first?.recurrenceEnd?.occurrenceCount == 0)
    let days = fixture.event("Days")
    days.isAllDay = true
    days.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: .init(end: end)))
    try fixture.store.save(days, span: .thisEvent)
    #expect(days.recurrenceRules?.first?.text == "FREQ=DAILY;UNTIL=20261122")
    #expect(try fixture.events().count == 8)
  }

  /// Row 37: daily and weekly.
  @Test func listsForDailyAndWeeklyRulesIgnoredTakenOrRefused() throws {
    let tuesday = EKRecurrenceDayOfWeek(.tuesday)
    let second = EKRecurrenceDayOfWeek(.tuesday, weekNumber: 2)
    #expect(
      try rule(.daily, week: [second], month: [99], months: [5], weeks: [5], year: [5], positions: [1])
        == "FREQ=DAILY")
    #expect(
      try rule(.weekly, week: [tuesday], month: [5], months: [5], weeks: [5], year: [5], positions: [1])
        == "FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1")
    #expect(throws: RecurrenceProblem.badWeekNumber(2, allowed: 0...0)) {
      try rule(.weekly, week: [second])
    }
    // Set positions count only with another list.
    #expect(try rule(.weekly, positions: [1]) == "FREQ=WEEKLY")
    #expect(throws: RecurrenceProblem.badWeekNumber(54, allowed: -53...53)) {
      try rule(.yearly, week: [EKRecurrenceDayOfWeek(.monday, weekNumber: 54)])
    }
  }

  /// Rows 37 and 38: monthly and yearly.
  @Test func listsForMonthlyAndYearlyRulesIgnoredTakenOrRefused() throws {
    let last = EKRecurrenceDayOfWeek(.friday, weekNumber: -1)
    let sixth = EKRecurrenceDayOfWeek(.friday, weekNumber: 6)
    #expect(
      try rule(.monthly, week: [last], month: [-1, 31], months: [5], weeks: [5], year: [5], positions: [-1])
        == "FREQ=MONTHLY;BYDAY=-1FR;BYMONTHDAY=-1,31;BYSETPOS=-1")
    #expect(throws: RecurrenceProblem.badWeekNumber(6, allowed: -5...5)) {
      try rule(.monthly, week: [sixth])
    }
    #expect(try rule(.yearly, week: [sixth], month: [5]) == "FREQ=YEARLY;BYDAY=6FR")
    #expect(
      try rule(.yearly, months: [1, 12], weeks: [-53, 53], year: [366, -366], positions: [2])
        == "FREQ=YEARLY;BYYEARDAY=-366,366;BYWEEKNO=-53,53;BYMONTH=1,12;BYSETPOS=2")
    #expect(throws: RecurrenceProblem.self) { try rule(.monthly, month: [0]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.monthly, month: [32]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.monthly, month: [NSNumber(value: Int.min)]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.yearly, months: [-1]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.yearly, weeks: [54]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.yearly, year: [367]) }
    #expect(throws: RecurrenceProblem.self) { try rule(.yearly, months: [1], positions: [0]) }
    #expect(
      RecurrenceProblem.badValue(0, list: "daysOfTheMonth", allowed: -31...31).description.contains(
        "daysOfTheMonth"))
  }

  /// The week begins on Monday for weekly rules of several weeks, which changes the days.
  ///
  /// Row 39.
  @Test func theWeekBeginsOnMondayForWeeklyRulesOfSeveralWeeks() throws {
    let simple = EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: nil)
    let double = EKRecurrenceRule(recurrenceWith: .weekly, interval: 2, end: nil)
    let monthly = EKRecurrenceRule(recurrenceWith: .monthly, interval: 2, end: nil)
    #expect([simple, double, monthly].map(\.firstDayOfTheWeek) == [0, 2, 0])
    let fixture = try Fixture()
    for (uid, start) in [("m", "MO"), ("s", "SU")] {
      try fixture.importing(
        "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(start)\r\nDTSTART:20261124T100000Z\r\n"
          + "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=3;WKST=\(start)\r\nEND:VEVENT\r\n")
    }
    let days = Dictionary(grouping: try fixture.events(), by: \.title).mapValues { events in
      events.compactMap(\.startDate).map { Int($0.timeIntervalSince(noon) / 86_400) }
    }
    #expect(days["MO"] == [5, 10, 19] && days["SU"] == [5, 17, 19])
    let sunday = try #require(try fixture.events().first { $0.title == "SU" })
    #expect(sunday.recurrenceRules?.first?.firstDayOfTheWeek == 1)
  }

  /// Row 40.
  @Test func anItemHasOneRuleAddingReplacesItAndNoneIsNil() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    #expect(event.recurrenceRules == nil)
    let daily = EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil)
    let weekly = EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: nil)
    event.addRecurrenceRule(daily)
    event.addRecurrenceRule(weekly)
    #expect(event.recurrenceRules?.map(\.frequency) == [.weekly])
    event.recurrenceRules = [daily, weekly]
    #expect(event.recurrenceRules?.count == 1)
    event.removeRecurrenceRule(weekly)
    #expect(event.recurrenceRules == nil && !event.hasRecurrenceRules)
  }

  /// A rule of another program is shown as far as it can be and stays whole when something else is saved.
  ///
  /// Rows 37 and 90: a rule that says more than EventKit's.
  @Test func aRuleOfAnotherProgramIsShownAsFarAsItCanBeAndStaysWhole() throws {
    let fixture = try Fixture()
    try fixture.importing(
      "BEGIN:VEVENT\r\nUID:f\r\nDTSTART:20261119T100000Z\r\n"
        + "RRULE:FREQ=DAILY;BYMONTH=11;BYHOUR=10,12;COUNT=4\r\nEND:VEVENT\r\n")
    let event = try #require(try fixture.events().first)
    #expect(event.recurrenceRules?.first?.monthsOfTheYear == [11])
    let text = try #require(event.recurrenceRules?.first?.text)
    event.title = "Named"
    try fixture.store.save(event, reaching: .allEvents)
    #expect(event.recurrenceRules?.first?.text == text && text.contains("BYHOUR=10,12"))
    #expect(try fixture.events().map(\.title) == ["Named", "Named", "Named", "Named"])
  }

  /// Of a repeating reminder the first open one is there; completing it brings the next.
  ///
  /// Row 43.
  @Test func ofARepeatingReminderTheFirstOpenOneIsThere() async throws {
    let fixture = try Fixture()
    let reminder = fixture.reminder()
    reminder.dueDateComponents = components(2026, 11, 19, 9, 0, zone: berlin)
    reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    try fixture.store.save(reminder, commit: true)
    reminder.isCompleted = true
    try fixture.store.save(reminder, commit: true)
    #expect(reminder.isCompleted && reminder.dueDateComponents?.day == 19)
    let store = fixture.store
    let open = try await store.reminderSnapshots(
      matching: store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: nil, calendars: nil))
    #expect(open.map { $0.dueDateComponents?.day } == [20])
    let next = try #require(
      store.calendarItem(withIdentifier: reminder.calendarItemIdentifier) as? EKReminder)
    #expect(!next.isCompleted && next.dueDateComponents?.day == 20)
  }

  /// Rows 44 to 47.
  @Test func theThreeSpansOneOccurrenceTheFutureAndAll() throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    let second = try fixture.events()[1]
    second.startDate = second.startDate?.addingTimeInterval(3600)
    second.endDate = second.endDate?.addingTimeInterval(3600)
    try fixture.store.save(second, span: .thisEvent)
    #expect(second.isDetached && second.occurrenceDate == date("2026-11-26T09:00:00Z"))
    #expect(second.hasRecurrenceRules && second.recurrenceRules?.count == 1)
    let fourth = try fixture.events()[3]
    let old = fourth.eventIdentifier
    fourth.title = "Later"
    try fixture.store.save(fourth, span: .futureEvents)
    #expect(fourth.eventIdentifier != old && !fourth.isDetached)
    #expect(try fixture.events().map(\.title) == ["Weekly", "Weekly", "Weekly", "Later", "Later"])
    let third = try fixture.events()[2]
    third.notes = "All"
    try fixture.store.save(third, reaching: .allEvents)
    #expect(try fixture.events().map(\.hasNotes) == [true, true, true, false, false])
    try fixture.store.remove(try fixture.events()[0], span: .thisEvent)
    #expect(try fixture.events().count == 4)
    try fixture.store.remove(try fixture.events()[0], span: .futureEvents)
    #expect(try fixture.events().map(\.title) == ["Later", "Later"])
  }

  /// Rows 44 and 88.
  @Test func anOccurrenceThatWasMovedWithItsSeriesIsStillTheOneInHand() throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    let third = try fixture.events()[2]
    third.startDate = third.startDate?.addingTimeInterval(3600)
    third.endDate = third.endDate?.addingTimeInterval(3600)
    try fixture.store.save(third, reaching: .allEvents)
    #expect(third.startDate == date("2026-12-03T10:00:00Z") && third.refresh())
    #expect(third.occurrenceIdentifier.hasSuffix("/20261203T110000"))
    third.title = "Again"
    try fixture.store.save(third, span: .thisEvent)
    #expect(try fixture.events().map(\.title) == ["Weekly", "Weekly", "Again", "Weekly", "Weekly"])
    third.recurrenceRules = nil
    #expect(code { try fixture.store.save(third, span: .thisEvent) } == .invalidSpan)
  }

  /// Row 37: a rule that Apple's framework does not let a program make is refused by the save, which says why.
  @Test func aRuleThatIsNoneCannotBeSaved() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 0, end: nil))
    #expect(reason { try fixture.store.save(event, span: .thisEvent) } == "bad-rule")
    #expect(fixture.store.problems.isEmpty && event.isNew)
    do {
      try fixture.store.save(event, span: .thisEvent)
    } catch {
      #expect(error.localizedDescription == "The interval 0 is less than 1.")
    }
    #expect(try fixture.events().isEmpty)
    event.recurrenceRules = nil
    try fixture.store.save(event, span: .thisEvent)
    #expect(try fixture.events().count == 1)
  }

  /// Row 41.
  @Test func whatDoesNotFitARuleIsRefusedByTheSave() throws {
    let fixture = try Fixture()
    let long = fixture.event(hours: 30)
    long.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    #expect(code { try fixture.store.save(long, span: .thisEvent) } == .durationGreaterThanRecurrence)
    let early = fixture.event()
    early.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    early.addAlarm(EKAlarm(relativeOffset: -3 * 86_400))
    #expect(code { try fixture.store.save(early, span: .thisEvent) } == .alarmGreaterThanRecurrence)
    let reminder = fixture.reminder()
    reminder.startDateComponents = components(2026, 11, 19)
    reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    #expect(code { try fixture.store.save(reminder, commit: true) } == .recurringReminderRequiresDueDate)
  }
}
