import CivilTime
import ICalendar
import Interchange
import Model
import Recurrence
import Store
import TestSupport
import Testing

@testable import Editing

/// What is checked at saving, and what reminders, calendars and accounts do.
@Suite struct WorkspaceTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func item(_ kind: ItemKind = .event, _ change: (inout Item) -> Void) -> Item {
    var item = Item(kind: kind)
    item.title = "t"
    if kind == .event { item.start = .floating(CivilDateTime(clamping: 1_795_000_000)) }
    change(&item)
    return item
  }

  private func adding(_ item: Item, _ calendar: Int = 1) -> String? {
    bench.failure { _ = try bench.workspace.add(item, to: calendar, cause: "x", now: Workbench.now) }?.code
  }

  private func daily(_ count: Int? = nil) -> RecurrenceSet {
    RecurrenceSet(start: .dateTime(.min), rules: [RecurrenceRule(frequency: .daily, count: count)])
  }

  @Test func whatIsMissingOrWrongIsSaid() throws {
    #expect(adding(item { $0.start = nil }) == "no-start")
    #expect(adding(item { $0.length = .exact(seconds: -60) }) == "dates-inverted")
    #expect(adding(item(.reminder) { $0.title = nil }) == "no-title")
    #expect(adding(item(.reminder) { $0.priority = 10 }) == "priority-out-of-range")
    #expect(adding(item(.reminder) { $0.recurrence = daily() }) == "recurring-needs-due")
    #expect(
      adding(
        item {
          $0.uid = "u"; $0.parentUID = "u"
        }) == "parent-is-self")
    #expect(
      adding(
        item {
          $0.recurrence = daily()
          $0.length = .exact(seconds: 100_000)
        }) == "longer-than-interval")
    #expect(
      adding(
        item {
          $0.recurrence = daily()
          $0.alarms = [Alarm(trigger: .relative(CalendarDuration(days: -3), toEnd: false))]
        }) == "alarm-beyond-interval")
    #expect(adding(item { _ in }, 99) == "no-calendar")
    #expect(try bench.store.items(uid: "u").isEmpty)
  }

  /// What came longer than its interval may be changed otherwise; its length must then fit.
  @Test func aSeriesThatCameTooLongCanBeEdited() throws {
    let bench = try Workbench()
    let item = try bench.put(
      "UID:long", "SUMMARY:Long", "DTSTART;TZID=Europe/Berlin:20261116T100000", "DURATION:P3D",
      "RRULE:FREQ=DAILY;COUNT=9")
    let target = try bench.target(item, "20261118T100000")
    for span in [EditSpan.this, .future, .all] {
      var edit = ItemEdit(.event)
      edit.set(.notes) { $0.notes = "x" }
      _ = try bench.workspace.save(
        edit, to: target, span: span, cause: "edit", now: Workbench.now, keeping: false)
    }
    var longer = ItemEdit(.event)
    longer.set(.length) { $0.length = .exact(seconds: 400_000) }
    #expect(throws: EditError.self) {
      _ = try bench.workspace.save(longer, to: target, span: .all, cause: "edit", now: Workbench.now)
    }
  }

  @Test func noReminderIsDueBeforeItStarts() throws {
    let day = try #require(CivilDate(year: 2026, month: 11, day: 20))
    let next = try #require(day.adding(days: 1))
    func noon(_ day: CivilDate) -> CivilDateTime { CivilDateTime(clamping: day.dayNumber * 86_400 + 43_200) }
    func adding(_ start: EventTime, _ due: EventTime) -> String? {
      self.adding(
        item(.reminder) {
          $0.start = start; $0.due = due
        })
    }
    for (early, late): (EventTime, EventTime) in [
      (.date(day), .date(next)), (.floating(noon(day)), .date(next)), (.date(day), .floating(noon(next))),
      (.floating(noon(day)), .floating(noon(next))), (.zoned(noon(day), .utc), .floating(noon(next))),
      (.zoned(noon(day), .utc), .date(next)),
    ] {
      #expect(adding(late, early) == "dates-inverted")
      #expect(adding(early, late) == nil)
    }
    // A day is due until it ends, and starts when it begins.
    #expect(adding(.floating(noon(day)), .date(day)) == nil)
    #expect(adding(.date(day), .floating(noon(day))) == nil)
    // What came from elsewhere may be edited in other respects.
    let stored = try bench.put(
      "UID:r", "SUMMARY:r", "DTSTART:20261121T090000", "DUE:20261120T090000", kind: "VTODO")
    let title = bench.edit([(.title, { $0.title = "s" })], kind: .reminder)
    let target = try bench.target(stored)
    _ = try bench.workspace.save(title, to: target, span: nil, cause: "x", now: Workbench.now)
    let error = bench.failure {
      let due = bench.edit([(.due, { $0.due = .date(day) })], kind: .reminder)
      _ = try bench.workspace.save(due, to: target, span: nil, cause: "x", now: Workbench.now)
    }
    #expect(error?.message == "the due date 2026-11-20 lies before the start 2026-11-21 09:00")
    #expect(error?.hint == "swap them, or leave the start out")
  }

  @Test func calendarsAndAccountsHaveLimits() throws {
    let source = try bench.store.addSource(
      title: "Work", kind: .exchange,
      limits: [.noPlaces, .noProximity, .noCollisions, .noCalendarChanges, .noReminders], mostAlarms: 1,
      now: Workbench.now)
    var calendar = try bench.store.addCalendar(
      title: "Mail", source: source.id, kinds: [.events, .reminders], now: Workbench.now)
    calendar.availabilities = [AvailabilitySet(.busy), AvailabilitySet(.free)]
    try bench.store.update(calendar, cause: "x", now: Workbench.now)
    let place = StructuredLocation(title: "x", latitude: 1, longitude: 2)
    #expect(adding(item { $0.place = place }, calendar.id) == "places-not-supported")
    #expect(
      adding(item { $0.alarms = [Alarm(trigger: .proximity(entering: true, place: place))] }, calendar.id)
        == "proximity-not-supported")
    #expect(adding(item { $0.availability = .tentative }, calendar.id) == "availability-not-supported")
    #expect(adding(item(.reminder) { _ in }, calendar.id) == "source-takes-no")
    let made = try bench.workspace.add(
      item { item in
        item.alarms = [5, 10].map {
          Alarm(trigger: .relative(CalendarDuration(seconds: -60 * $0), toEnd: false))
        }
      }, to: calendar.id, cause: "x", now: Workbench.now)
    #expect(made.droppedAlarms == 1)
    #expect(try bench.store.record(made.target.item)?.alarmCount == 1)
    let series = try bench.put(
      "UID:s", "DTSTART:20261118T090000", "RRULE:FREQ=DAILY;COUNT=5", calendar: calendar.id)
    let next = EventTime.floating(CivilDateTime(clamping: 1_795_000_000 + 86_400))
    let error = bench.failure {
      _ = try bench.workspace.save(
        bench.edit([(.start, { $0.start = next })]), to: try bench.target(series, "20261118T090000"),
        span: .this,
        cause: "x", now: Workbench.now)
    }
    #expect(error?.code == "collides")
    #expect(
      bench.failure {
        _ = try bench.workspace.addCalendar(
          title: "y", source: source.id, color: nil, kinds: .events, now: Workbench.now)
      }?.code == "source-forbids")
    #expect(
      bench.failure { _ = try bench.workspace.delete(calendar, cause: "x", now: Workbench.now) }?.code
        == "source-forbids")
    calendar.isWritable = false
    try bench.store.update(calendar, cause: "x", now: Workbench.now)
    #expect(adding(item { _ in }, calendar.id) == "calendar-read-only")
    var home = try #require(try bench.store.calendars().first)
    home.isImmutable = true
    try bench.store.update(home, cause: "x", now: Workbench.now)
    #expect(adding(item { _ in }) == nil)
    home.title = "Other"
    #expect(
      bench.failure { try bench.workspace.update(home, cause: "x", now: Workbench.now) }?.code
        == "calendar-immutable")
    #expect(
      bench.failure { _ = try bench.workspace.delete(home, cause: "x", now: Workbench.now) }?.code
        == "calendar-immutable")
  }

  @Test func anInvitationOfSomebodyElseIsNotEdited() throws {
    let event = try bench.put(
      "UID:i", "DTSTART:20261118T090000", "ORGANIZER;CN=Ann:mailto:ann@example.org",
      "ATTENDEE:mailto:Me@example.org")
    let other = try bench.store.addCalendar(title: "Other", now: Workbench.now)
    let edit = bench.edit([(.title, { $0.title = "x" })])
    func saving() -> String? {
      bench.failure {
        _ = try bench.workspace.save(
          edit, to: ItemTarget(item: event), span: .all, cause: "x", now: Workbench.now)
      }?.code
    }
    bench.workspace.ownAddresses = ["me@example.org"]
    #expect(saving() == "invitation-read-only")
    #expect(
      bench.failure {
        _ = try bench.workspace.move(
          ItemTarget(item: event), into: other.id, span: nil, cause: "x", now: Workbench.now)
      }?.code == "invitation-stays")
    bench.workspace.ownAddresses = []
    #expect(saving() == nil)
  }

  @Test func aReminderThatRepeatsFromCompletionIsAsStaleAsAnyOther() throws {
    let reminder = try bench.put(
      "UID:c", "DUE:20261118T090000", "RRULE:FREQ=DAILY", "X-KALENDS-REPEAT-FROM:COMPLETION", kind: "VTODO")
    func completing(_ revision: Int) -> EditError? {
      bench.failure {
        _ = try bench.workspace.complete(
          ItemTarget(item: reminder), at: Workbench.now, ifRevision: revision, cause: "x", now: Workbench.now)
      }
    }
    #expect(completing(2)?.code == "stale")
    #expect(completing(1) == nil)
  }

  @Test func aStaleRevisionIsRefused() throws {
    let event = try bench.put("UID:i", "DTSTART:20261118T090000")
    func saving(_ title: String, _ revision: Int) -> EditError? {
      bench.failure {
        _ = try bench.workspace.save(
          bench.edit([(.title, { $0.title = title })]), to: ItemTarget(item: event), span: .all,
          ifRevision: revision,
          cause: "x", now: Workbench.now)
      }
    }
    #expect(saving("a", 1) == nil)
    #expect(saving("b", 1)?.code == "stale")
    #expect(saving("b", 2) == nil)
  }

  @Test func aMoveBringsTheCalendarsOwnZonesAlong() throws {
    let other = try bench.store.addCalendar(title: "Other", now: Workbench.now)
    var pieces = [
      Array(
        """
        BEGIN:VCALENDAR
        X-WR-CALNAME:Odd
        BEGIN:VTIMEZONE
        TZID:Our Own
        BEGIN:STANDARD
        DTSTART:20000101T000000
        TZOFFSETFROM:+0130
        TZOFFSETTO:+0130
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:z
        SUMMARY:z
        DTSTART;TZID=Our Own:20261118T090000
        END:VEVENT
        END:VCALENDAR
        """.utf8)
    ]
    _ = try bench.store.importCalendars(named: "x", now: Workbench.now) { pieces.popLast() }
    let before = try bench.rows()
    let item = try #require(try bench.store.items(uid: "z").first)
    _ = try bench.workspace.move(
      ItemTarget(item: item), into: other.id, span: nil, cause: "x", now: Workbench.now)
    #expect(try bench.rows() == before)
    #expect(try bench.store.verify() == [])
    _ = try bench.store.undo(.latest, now: Workbench.now)
    #expect(try bench.store.record(item)?.calendar != other.id)
  }

  // MARK: Reminders

  @Test func repeatingFromCompletionCountsFromTheDayItWasDone() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Water", "DUE;TZID=Europe/Berlin:20261110T090000", "RRULE:FREQ=DAILY;INTERVAL=3",
      "X-KALENDS-REPEAT-FROM:COMPLETION", kind: "VTODO")
    let outcome = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
    #expect(outcome.next?.key?.text == "20261121T090000")
    #expect(try bench.workspace.firstOpen(item)?.text == "20261121T090000")
    let done = try #require(try bench.store.overrides(of: item).first)
    #expect(try bench.store.record(done)?.isCompleted == true)
    #expect(try bench.store.verify() == [])
  }

  @Test func skippingPastLeavesWhatIsOverBehind() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Bins", "DUE:20261101T090000", "RRULE:FREQ=DAILY", kind: "VTODO")
    let next = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now
    )
    .next
    #expect(next?.key?.text == "20261102T090000")
    let skipped = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, skippingPast: true, cause: "x", now: Workbench.now)
    #expect(skipped.target.key?.text == "20261118T090000")
    #expect(skipped.next?.key?.text == "20261119T090000")
  }

  @Test func whatIsDueThisVerySecondIsNotPast() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Bins", "DUE;TZID=Europe/Berlin:20261115T143000", "RRULE:FREQ=DAILY", kind: "VTODO")
    let skipped = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, skippingPast: true, cause: "x", now: Workbench.now)
    #expect(skipped.target.key?.text == "20261117T143000")
    #expect(skipped.next?.key?.text == "20261118T143000")
  }

  @Test func aCountRunsOutAlsoFromCompletion() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Pills", "DUE;TZID=Europe/Berlin:20261101T090000", "RRULE:FREQ=DAILY;COUNT=3",
      "X-KALENDS-REPEAT-FROM:COMPLETION", kind: "VTODO")
    var left: [Int?] = []
    for number in 0..<3 {
      let day = Workbench.now.adding(seconds: number * 86_400)
      left.append(
        try bench.workspace.complete(ItemTarget(item: item), at: day, cause: "x", now: day).remaining)
      if number == 0 { #expect(try bench.text(item).contains("COUNT=2")) }
    }
    #expect(left == [2, 1, 0])
    #expect(
      bench.failure {
        _ = try bench.workspace.complete(
          ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
      }?.code == "already-completed")
  }

  @Test func whatIsLeftGoesDownToNothing() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Pills", "DUE:20261101T090000", "RRULE:FREQ=DAILY;COUNT=3", kind: "VTODO")
    var outcomes: [EditOutcome] = []
    for _ in 0..<3 {
      outcomes.append(
        try bench.workspace.complete(
          ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now))
    }
    #expect(outcomes.map(\.remaining) == [2, 1, 0])
    #expect(outcomes.map(\.next?.key?.text) == ["20261102T090000", "20261103T090000", nil])
    let endless = try bench.put(
      "UID:e", "SUMMARY:Bins", "DUE:20261101T090000", "RRULE:FREQ=DAILY", kind: "VTODO")
    #expect(
      try bench.workspace.complete(
        ItemTarget(item: endless), at: Workbench.now, cause: "x", now: Workbench.now
      ).remaining == nil)
  }

  /// What was done before it was due does not hold up what follows.
  @Test func doneEarlyItIsDueOneStepAfterThat() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Water", "DUE;TZID=Europe/Berlin:20261125T090000", "RRULE:FREQ=DAILY;INTERVAL=2",
      "X-KALENDS-REPEAT-FROM:COMPLETION", kind: "VTODO")
    let outcome = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
    #expect(outcome.next?.key?.text == "20261120T090000")
    #expect(try bench.store.verify() == [])
  }

  /// One step after it was done may be the very day that is done.
  @Test func doneBeforeItIsDueNothingIsLost() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Water", "DUE;VALUE=DATE:20261116", "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3",
      "X-KALENDS-REPEAT-FROM:COMPLETION", kind: "VTODO")
    let outcomes = try (0..<3).map { _ in
      try bench.workspace.complete(
        ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
    }
    #expect(outcomes.map(\.target.key?.text) == ["20261116", "20261121", "20261124"])
    #expect(outcomes.map(\.remaining) == [2, 1, 0])
    #expect(outcomes.map(\.next?.key?.text) == ["20261121", "20261124", nil])
    #expect(try bench.store.verify() == [])
  }

  @Test func whatWasDoneStaysWhereItWas() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Water", "DUE:20261101T090000", "RRULE:FREQ=DAILY", kind: "VTODO")
    _ = try bench.workspace.complete(
      ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
    let open = try bench.target(item, "20261102T090000")
    _ = try bench.workspace.save(
      bench.edit(
        [(.due, { $0.due = .floating(CivilDateTime(clamping: 1_793_955_600 + 86_400)) })], kind: .reminder),
      to: open, span: .all, cause: "x", now: Workbench.now)
    let done = try #require(try bench.store.overrides(of: item).first)
    #expect(try bench.text(done).contains("DUE:20261101T090000"))
    #expect(try bench.store.verify() == [])
  }

  @Test func aFiniteSeriesOfRemindersEnds() throws {
    let item = try bench.put(
      "UID:r", "SUMMARY:Pills", "DUE:20261101T090000", "RRULE:FREQ=DAILY;COUNT=2", kind: "VTODO")
    for _ in 0..<2 {
      _ = try bench.workspace.complete(
        ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
    }
    #expect(
      bench.failure {
        _ = try bench.workspace.complete(
          ItemTarget(item: item), at: Workbench.now, cause: "x", now: Workbench.now)
      }?.code == "already-completed")
    _ = try bench.workspace.reopen(ItemTarget(item: item), cause: "x", now: Workbench.now)
    #expect(try bench.workspace.firstOpen(item)?.text == "20261102T090000")
  }

  @Test func theTextAndThePlaceAreOne() throws {
    let place = StructuredLocation(title: "Hall", latitude: 1, longitude: 2)
    let event = try bench.workspace.add(item { $0.place = place }, to: 1, cause: "x", now: Workbench.now)
      .target
    #expect(try bench.store.record(event.item)?.location == "Hall")
    _ = try bench.workspace.save(
      bench.edit([(.location, { $0.location = "Elsewhere" })]), to: event, span: .all, cause: "x",
      now: Workbench.now)
    #expect(try bench.store.record(event.item)?.latitude == nil)
  }

  @Test func anAlarmCountsFromLeavingAndKeepsTheClockByDays() throws {
    let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
    // The Monday after the clocks went back, 09:00.
    let start = berlin.instant(of: CivilDateTime(clamping: 1_792_918_800))
    let day = Alarm(trigger: .relative(CalendarDuration(days: -1), toEnd: false))
    let hours = Alarm(trigger: .relative(CalendarDuration(seconds: -86_400), toEnd: false))
    let end = start.adding(seconds: 3_600)
    let byDay = try #require(day.moment(start: start, end: end, travel: nil, zone: berlin))
    let byHours = try #require(hours.moment(start: start, end: end, travel: nil, zone: berlin))
    #expect(berlin.civil(at: byDay).time == berlin.civil(at: start).time)
    #expect(start.seconds - byHours.seconds == 86_400)
    let travel = CalendarDuration(seconds: 1_800)
    #expect(
      try #require(hours.moment(start: start, end: end, travel: travel, zone: berlin)).seconds
        == byHours.seconds - 1_800)
  }
}
