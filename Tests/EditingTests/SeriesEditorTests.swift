import CivilTime
import ICalendar
import Model
import Recurrence
import Store
import TestSupport
import Testing

@testable import Editing

/// Edits of series beyond what the random ones do: kinds of time, extra dates, ranges, rules that do not fit.
@Suite struct SeriesEditorTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func save(
    _ target: ItemTarget, _ span: EditSpan?, _ changes: (ItemField, (inout Item) -> Void)...
  ) throws -> EditOutcome {
    try bench.workspace.save(bench.edit(changes), to: target, span: span, cause: "x", now: Workbench.now)
  }

  // MARK: What stays

  @Test func whatKalendsDoesNotKnowStaysInEveryComponent() throws {
    let item = try bench.put(
      "UID:a", "DTSTART;TZID=Europe/Berlin:20261118T090000", "DTEND;TZID=Europe/Berlin:20261118T100000",
      "X-ODD;P=\"q;r\":kept", "SUMMARY;LANGUAGE=en:Talk", "RRULE:FREQ=DAILY;COUNT=4", "COMMENT:also kept",
      "BEGIN:VALARM", "TRIGGER:-PT5M", "ACTION:DISPLAY", "DESCRIPTION:x", "X-WR-ALARMUID:1", "END:VALARM")
    _ = try save(try bench.target(item, "20261119T090000"), .this, (.notes, { $0.notes = "one" }))
    _ = try save(try bench.target(item, "20261120T090000"), .future, (.location, { $0.location = "there" }))
    for id in 1...3 {
      let text = try bench.text(id)
      for line in [
        "X-ODD;P=\"q;r\":kept", "SUMMARY;LANGUAGE=en:Talk", "COMMENT:also kept", "X-WR-ALARMUID:1",
      ] {
        #expect(text.contains(line), "item \(id) lacks \(line)")
      }
    }
    #expect(try bench.text(1).contains("RRULE:FREQ=DAILY;COUNT=2"))
    #expect(try bench.text(3).contains("RRULE:FREQ=DAILY;COUNT=2"))
    #expect(try bench.text(3).contains("X-KALENDS-PREVIOUS:a"))
    #expect(try bench.store.record(3)?.previous == 1)
    #expect(try bench.store.record(2)?.master == 1)
  }

  @Test func anAlarmThatStaysKeepsItsComponent() throws {
    let item = try bench.put(
      "UID:a", "DTSTART:20261118T090000", "BEGIN:VALARM", "TRIGGER:-PT5M", "ACTION:DISPLAY", "DESCRIPTION:x",
      "X-WR-ALARMUID:1", "END:VALARM", "BEGIN:VALARM", "TRIGGER:-PT50M", "ACTION:AUDIO", "END:VALARM")
    let shown = try bench.workspace.item(ItemTarget(item: item))
    _ = try save(
      ItemTarget(item: item), .all,
      (
        .alarms,
        { $0.alarms = [shown.alarms[0], .email("ann@example.org", trigger: .absolute(Workbench.now))] }
      ))
    let text = try bench.text(item)
    #expect(text.contains("X-WR-ALARMUID:1"))
    #expect(!text.contains("AUDIO"))
    #expect(text.contains("ATTENDEE:mailto:ann@example.org"))
    #expect(
      try bench.workspace.item(ItemTarget(item: item)).alarms.last?.email
        == "ann@example.org")
  }

  @Test func savingWhatIsThereAlreadyIsNoChange() throws {
    let item = try bench.put("UID:a", "DTSTART:20261118T090000", "SUMMARY:Same")
    let state = try bench.store.state()
    let outcome = try save(ItemTarget(item: item), .all, (.title, { $0.title = "Same" }))
    #expect(outcome.step == nil)
    #expect(try bench.store.state() == state)
  }

  // MARK: Kinds of time

  @Test func aSeriesGoesToAnotherZoneWithItsExceptionsAndOverrides() throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:s", "DTSTART;TZID=Europe/Berlin:20261116T090000",
      "DTEND;TZID=Europe/Berlin:20261116T100000",
      "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20261117T090000")
    _ = try save(try bench.target(item, "20261118T090000"), .this, (.title, { $0.title = "own" }))
    let lisbon = try zone("Europe/Lisbon")
    let noon = try wall("20261119T120000")
    _ = try save(
      try bench.target(item, "20261119T090000"), .all, (.start, { $0.start = .zoned(noon, lisbon) }))
    #expect(
      try bench.rows() == [
        "2026-11-16 13:00 s", "2026-11-18 13:00 own", "2026-11-19 13:00 s", "2026-11-20 13:00 s",
      ])
    #expect(try bench.store.verify() == [])
  }

  @Test func aSeriesBecomesWholeDaysAndBack() throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:s", "DTSTART;TZID=Europe/Berlin:20261116T090000",
      "DTEND;TZID=Europe/Berlin:20261116T100000",
      "RRULE:FREQ=DAILY;UNTIL=20261119T080000Z", "EXDATE;TZID=Europe/Berlin:20261117T090000")
    let day = try wall("20261116T000000").date
    _ = try save(try bench.target(item, "20261116T090000"), .all, (.start, { $0.start = .date(day) }))
    #expect(try bench.rows() == ["2026-11-16 all day s", "2026-11-18 all day s", "2026-11-19 all day s"])
    let berlin = try zone("Europe/Berlin")
    let ten = try wall("20261116T100000")
    _ = try save(try bench.target(item, "20261116"), .all, (.start, { $0.start = .zoned(ten, berlin) }))
    #expect(try bench.rows() == ["2026-11-16 10:00 s", "2026-11-18 10:00 s", "2026-11-19 10:00 s"])
  }

  @Test func anEndInAnotherZoneStaysThere() throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:flight", "DTSTART;TZID=Europe/Berlin:20261116T090000",
      "DTEND;TZID=America/New_York:20261116T120000")
    let berlin = try zone("Europe/Berlin")
    let later = try wall("20261116T100000")
    _ = try save(ItemTarget(item: item), .all, (.start, { $0.start = .zoned(later, berlin) }))
    #expect(try bench.text(item).contains("DTEND;TZID=America/New_York:20261116T130000"))
  }

  // MARK: Rules

  @Test func aNewRuleDropsOccurrencesThatNoLongerFitAndSaysSo() throws {
    let item = try bench.put("UID:a", "SUMMARY:s", "DTSTART:20261116T090000", "RRULE:FREQ=DAILY;COUNT=10")
    _ = try save(try bench.target(item, "20261117T090000"), .this, (.title, { $0.title = "gone" }))
    _ = try save(try bench.target(item, "20261123T090000"), .this, (.title, { $0.title = "fits" }))
    let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=3")
    let outcome = try save(
      ItemTarget(item: item), .all,
      (.rules, { $0.recurrence = RecurrenceSet(start: .dateTime(.min), rules: [rule]) }))
    #expect(outcome.dropped == 1)
    #expect(outcome.reached == 3)
    #expect(try bench.rows() == ["2026-11-16 09:00 s", "2026-11-23 09:00 fits", "2026-11-30 09:00 s"])
    _ = try bench.store.undo(.latest, now: Workbench.now)
    #expect(try bench.rows().count == 10)
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", 1, "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 1, "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA"),
    ("FREQ=MONTHLY;BYMONTHDAY=16", 2, "FREQ=MONTHLY;BYMONTHDAY=18"),
    ("FREQ=MONTHLY;BYMONTHDAY=-15", 1, "FREQ=MONTHLY;BYMONTHDAY=-14"),
    ("FREQ=MONTHLY;BYDAY=3MO", 1, "FREQ=MONTHLY;BYDAY=3TU"),
    ("FREQ=MONTHLY;BYDAY=-3MO", 7, "FREQ=MONTHLY;BYDAY=-2MO"),
    ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=16", 20, "FREQ=YEARLY;BYMONTHDAY=6;BYMONTH=12"),
    ("FREQ=YEARLY", 3, "FREQ=YEARLY"), ("FREQ=DAILY;INTERVAL=2", 1, "FREQ=DAILY;INTERVAL=2"),
  ])
  func aRuleFollowsItsSeriesToAnotherDay(rule: String, days: Int, moved: String) throws {
    let old = EventTime.floating(try wall("20261116T090000"))
    let new = EventTime.floating(try #require(old.wall.adding(CalendarDuration(days: days))))
    let result = try #require(RuleMove.moved(try RecurrenceRule(parsing: rule), from: old, to: new))
    #expect(result.description == moved)
  }

  @Test(arguments: [
    "FREQ=MONTHLY;BYMONTHDAY=1,16", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "FREQ=YEARLY;BYWEEKNO=47",
    "FREQ=YEARLY;BYYEARDAY=320", "FREQ=YEARLY;BYMONTH=3,11;BYMONTHDAY=16", "FREQ=DAILY;BYMONTH=11",
    "FREQ=YEARLY;BYDAY=20MO",
  ])
  func aRuleThatSaysItsOwnDaysIsRefused(rule: String) throws {
    let item = try bench.put("UID:a", "DTSTART:20261116T090000", "RRULE:\(rule)")
    let moved = try wall("20261117T090000")
    let error = bench.failure {
      _ = try save(try bench.target(item, "20261116T090000"), .all, (.start, { $0.start = .floating(moved) }))
    }
    #expect(error?.code == "rule-does-not-move")
    #expect(try bench.store.record(item)?.revision == 1)
  }

  @Test func aSeriesIsOnlyCutWhereItsRulesHaveAnOccurrence() throws {
    let item = try bench.put(
      "UID:a", "DTSTART:20261116T090000", "RRULE:FREQ=WEEKLY", "RDATE:20261118T100000")
    let error = bench.failure {
      _ = try save(try bench.target(item, "20261118T100000"), .future, (.title, { $0.title = "x" }))
    }
    #expect(error == .cannotSplit)
    _ = try save(try bench.target(item, "20261118T100000"), .this, (.title, { $0.title = "x" }))
    _ = try save(try bench.target(item, "20261123T090000"), .future, (.title, { $0.title = "y" }))
    #expect(
      try bench.rows().prefix(4) == [
        "2026-11-16 09:00 ", "2026-11-18 10:00 x", "2026-11-23 09:00 y", "2026-11-30 09:00 y",
      ])
  }

  @Test func extraDatesAndExceptionsGoWithTheirPart() throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:s", "DTSTART:20261116T090000", "RRULE:FREQ=DAILY;COUNT=6",
      "RDATE:20261117T180000,20261120T180000",
      "EXDATE:20261117T090000,20261121T090000")
    let before = try bench.rows()
    let outcome = try save(try bench.target(item, "20261119T090000"), .future, (.title, { $0.title = "t" }))
    #expect(try bench.rows().map { $0.prefix(16) } == before.map { $0.prefix(16) })
    #expect(outcome.reached == 3 && outcome.remaining == 3)
    #expect(try bench.text(item).contains("EXDATE:20261117T090000"))
    #expect(try !bench.text(item).contains("20261121"))
    #expect(try !bench.text(outcome.target.item).contains("20261117T"))
  }

  /// An exception that is a whole day is about all that is on it, before the cut and after.
  @Test(arguments: ["090000", "150000"])
  func aWholeDayExceptionOnTheDayOfTheCutStaysInBothParts(slot: String) throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:Talk", "DTSTART:20261116T090000", "DURATION:PT1H",
      "RRULE:FREQ=DAILY;BYHOUR=9,15;UNTIL=20261119T235959", "EXDATE;VALUE=DATE:20261118")
    try bench.put(
      "UID:a", "SUMMARY:Talk", "RECURRENCE-ID:20261118T\(slot)", "DTSTART:20261118T200000", "DURATION:PT1H")
    let before = [
      "2026-11-16 09:00 Talk", "2026-11-16 15:00 Talk", "2026-11-17 09:00 Talk", "2026-11-17 15:00 Talk",
      "2026-11-18 20:00 Talk", "2026-11-19 09:00 Talk", "2026-11-19 15:00 Talk",
    ]
    #expect(try bench.rows() == before)
    let outcome = try save(
      try bench.target(item, "20261118T" + slot), .future, (.title, { $0.title = "Later" }))
    #expect(outcome.previous == item)
    #expect(
      try bench.rows() == before.prefix(4) + before.dropFirst(4).map { $0.replacing("Talk", with: "Later") })
    #expect(try bench.store.verify() == [])
  }

  /// No override is made and no series cut for the sake of what is there already.
  @Test(arguments: EditSpan.allCases) func whatIsSoAlreadyIsNotWritten(span: EditSpan) throws {
    let item = try bench.put(
      "UID:a", "SUMMARY:Talk", "DTSTART:20261116T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4")
    let target = try bench.target(item, "20261118T090000")
    let before = try bench.text(item)
    let outcome = try save(
      target, span, (.title, { $0.title = "Talk" }), (.length, { $0.length = .exact(seconds: 3_600) }))
    #expect(outcome.step == nil && outcome.target == target && outcome.reached == 0)
    #expect(try bench.text(item) == before)
    #expect(try bench.store.overrides(of: item).isEmpty)
    // What one occurrence says already the others need not.
    _ = try save(target, .this, (.title, { $0.title = "Own" }))
    #expect(try save(target, span, (.title, { $0.title = "Own" })).step == nil || span != .this)
    if span == .all {
      #expect(try bench.rows().allSatisfy { $0.hasSuffix("Own") })
    }
  }

  @Test func aRangeOverrideGoesOnAfterACut() throws {
    let item = try bench.put("UID:a", "SUMMARY:s", "DTSTART:20261116T090000", "RRULE:FREQ=DAILY;COUNT=6")
    try bench.put(
      "UID:a", "SUMMARY:later", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261118T090000", "DTSTART:20261118T110000"
    )
    let before = try bench.rows()
    #expect(before[2] == "2026-11-18 11:00 later")
    let outcome = try save(
      try bench.target(item, "20261120T090000"), .future, (.location, { $0.location = "x" }))
    #expect(try bench.rows() == before)
    #expect(outcome.previous == item)
    #expect(try bench.store.verify() == [])
  }

  @Test func removingTheLastOccurrenceRemovesTheSeries() throws {
    let item = try bench.put("UID:a", "DTSTART:20261116T090000", "RRULE:FREQ=DAILY;COUNT=2")
    for key in ["20261116T090000", "20261117T090000"] {
      _ = try bench.workspace.remove(
        try bench.target(item, key), span: .this, cause: "x", now: Workbench.now)
    }
    #expect(try bench.store.record(item) == nil)
  }

  @Test func removingTheFutureTakesDetachedOccurrencesAndLeavesSplitOffSeries() throws {
    let item = try bench.put("UID:a", "SUMMARY:s", "DTSTART:20261116T090000", "RRULE:FREQ=DAILY;COUNT=8")
    _ = try save(try bench.target(item, "20261119T090000"), .this, (.title, { $0.title = "detached" }))
    let split = try save(try bench.target(item, "20261121T090000"), .future, (.title, { $0.title = "split" }))
    let outcome = try bench.workspace.remove(
      try bench.target(item, "20261118T090000"), span: .future, cause: "x", now: Workbench.now)
    #expect(outcome.reached == 3)
    #expect(
      try bench.rows() == [
        "2026-11-16 09:00 s", "2026-11-17 09:00 s", "2026-11-21 09:00 split", "2026-11-22 09:00 split",
        "2026-11-23 09:00 split",
      ])
    #expect(try bench.store.record(split.target.item) != nil)
  }
}
