import CivilTime
import Foundation
import QueryEngine
import QueryLanguage
import Store
import Testing

@testable import EventKit
@testable import KalendsExtensions

/// Predicates and fetches.
@Suite struct FetchTests {
  /// Row 50: the predicate is the statement's own.
  @Test func aPredicateIsPlannedAsTheStatementThatAsksForTheSame() throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    try fixture.store.save(fixture.event(), span: .thisEvent)
    let zone = try #require(fixture.store.zones.zone(named: "Europe/Berlin"))
    let context = QueryContext(now: Instant(noon), zone: zone, zones: fixture.store.zones)
    var local = Calendar(identifier: .gregorian)
    local.timeZone = berlin
    let start = try #require(local.date(byAdding: .day, value: -1, to: noon))
    let end = try #require(local.date(byAdding: .year, value: 1, to: noon))
    let statement = try #require(try parse("events from -1d to +1y"))
    let store = try fixture.other()
    let predicate = store.predicateForEvents(withStart: start, end: end, calendars: nil)
    let bound = try Engine(fixture.raw(), context).bind(statement)
    #expect(
      (predicate as? StorePredicate)?.condition == bound.predicate
        && (predicate as? StorePredicate)?.range == bound.range)
    #expect(
      try store.explanation(of: predicate)
        == Engine(fixture.raw(), context).explain(statement, stage: .plan))
    #expect(try store.explanation(of: predicate).first?.contains("occurrence index") == true)
  }

  private func parse(_ text: String) throws -> StatementSyntax? {
    try parseStatement(text)
  }

  /// Row 51.
  @Test func whatTouchesTheRangeAtAnyMomentIsFoundAlsoOnItsLastDay() throws {
    let fixture = try Fixture()
    let event = fixture.event("Days", at: "2026-11-18T23:00:00Z", hours: 24 * 3 - 1)
    event.isAllDay = true
    try fixture.store.save(event, span: .thisEvent)
    func count(_ from: String, _ to: String) throws -> Int {
      fixture.store.events(
        matching: fixture.store.predicateForEvents(withStart: date(from), end: date(to), calendars: nil)
      ).count
    }
    #expect(try count("2026-11-21T22:00:00Z", "2026-11-21T22:30:00Z") == 1)
    #expect(try count("2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z") == 0)
    #expect(try count("2026-11-18T22:00:00Z", "2026-11-18T23:00:00Z") == 0)
    #expect(try count("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z") == 1)
    #expect(try count("2026-11-20T10:00:00Z", "2026-11-19T10:00:00Z") == 0)
    #expect(fixture.store.warnings.count == 1)
  }

  /// Compatibility mode cuts a range to four years and says so; without it there is no cap.
  ///
  /// Row 52.
  @Test func compatibilityModeCutsARangeToFourYearsAndSaysSo() throws {
    for isCompatible in [true, false] {
      let fixture = try Fixture(compatibility: isCompatible)
      try fixture.store.save(fixture.event("Late", at: "2031-11-19T09:00:00Z"), span: .thisEvent)
      let predicate = fixture.store.predicateForEvents(
        withStart: noon, end: noon.addingTimeInterval(6 * 366 * 86_400), calendars: nil)
      #expect(fixture.store.events(matching: predicate).count == (isCompatible ? 0 : 1))
      #expect(fixture.store.warnings.isEmpty != isCompatible)
    }
  }

  /// Row 53.
  @Test func occurrencesComeOneObjectEachInNoOrderAndAreSortedByTheirStart() async throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    try fixture.store.save(fixture.event("Waiting"), span: .thisEvent, commit: false)
    let waiting = fixture.reminder("Waiting")
    try fixture.store.save(waiting, commit: false)
    let events = try fixture.events()
    #expect(events.count == 6)
    // Reminders are found once they are committed.
    let reminders = fixture.store.predicateForReminders(in: nil)
    #expect(try await fixture.store.reminderSnapshots(matching: reminders).isEmpty)
    let other = try fixture.other()
    #expect(try await other.reminderSnapshots(matching: other.predicateForReminders(in: nil)).isEmpty)
    #expect(Set(events.map(\.occurrenceIdentifier)).count == 6)
    #expect(Set(events.filter(\.hasRecurrenceRules).map(\.eventIdentifier)).count == 1)
    #expect(events[0].compareStartDate(with: events[5]) == .orderedAscending)
    #expect(events[5].compareStartDate(with: events[0]) == .orderedDescending)
    #expect(EKEvent(eventStore: fixture.store).compareStartDate(with: events[0]) == .orderedDescending)
    let calendars = fixture.store.predicateForEvents(
      withStart: noon, end: noon.addingTimeInterval(86_400), calendars: [])
    #expect(fixture.store.events(matching: calendars).isEmpty)
  }

  /// A range holds the whole second that its end lies in.
  @Test func theFractionOfASecondAtTheEndOfARangeCounts() throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.event(), span: .thisEvent)
    let start = date("2026-11-19T09:00:00Z")
    func found(until end: Date) throws -> Int {
      let predicate = fixture.store.predicateForEvents(
        withStart: start.addingTimeInterval(-3600), end: end, calendars: nil)
      return fixture.store.events(matching: predicate).count
    }
    #expect(try found(until: start) == 0)
    #expect(try found(until: start.addingTimeInterval(0.5)) == 1)
  }

  /// Row 54.
  @Test func anEnumerationStopsWhereItIsToldTo() throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    let predicate = fixture.store.predicateForEvents(
      withStart: noon, end: noon.addingTimeInterval(90 * 86_400), calendars: [fixture.work])
    var seen = 0
    fixture.store.enumerateEvents(matching: predicate) { event, stop in
      seen += 1
      stop.pointee = ObjCBool(seen == 2)
    }
    #expect(seen == 2)
    // The block may change what it visits.
    fixture.store.enumerateEvents(matching: predicate) { event, _ in
      event.title = "Seen \(seen)"
      seen += 1
      _ = try? fixture.store.save(event, span: .thisEvent)
    }
    #expect(try fixture.events().map(\.title) == (2..<7).map { "Seen \($0)" })
    fixture.store.enumerateEvents(matching: fixture.store.predicateForReminders(in: nil)) { _, _ in
      Issue.record("a predicate for reminders has no events")
    }
    #expect(fixture.store.problems.last?.code == .invalidEntityType)
  }

  /// Reminders are fetched in the background; a cancelled fetch never calls back.
  ///
  /// Row 55.
  @Test func remindersAreFetchedInTheBackground() async throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.reminder(), commit: true)
    let queue = DispatchQueue(label: "callbacks")
    let store = try fixture.other(queue: queue)
    let predicate = store.predicateForReminders(in: nil)
    let titles = Box<[[String]]>([])
    queue.suspend()
    let cancelled = store.fetchReminders(matching: predicate) { found in
      titles.change { $0.append(["cancelled"] + (found ?? []).map(\.title)) }
    }
    store.fetchReminders(matching: predicate) { found in
      titles.change { $0.append((found ?? []).map(\.title)) }
    }
    store.cancelFetchRequest(cancelled)
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    #expect(titles.value == [["Milk"]])
    let foreign = try fixture.other(queue: queue)
    foreign.fetchReminders(matching: predicate) { found in
      titles.change { $0.append([found == nil ? "nil" : "?"]) }
    }
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    #expect(titles.value.last == ["nil"])
    #expect(foreign.problems.map(\.code) == [.objectBelongsToDifferentStore])
  }

  /// Values of events and reminders are fetched away from the caller, and cancelled with their task.
  ///
  /// Rows 53 and 55.
  @Test func valuesOfEventsAndRemindersAreFetchedAwayFromTheCaller() async throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    try fixture.store.save(fixture.reminder(), commit: true)
    let store = fixture.store
    let predicate = store.predicateForEvents(
      withStart: noon, end: noon.addingTimeInterval(90 * 86_400), calendars: nil)
    let events = try await store.eventSnapshots(matching: predicate)
    #expect(events.count == 5 && events[0].title == "Weekly" && events[0].timeZone == berlin)
    #expect(events[1].occurrenceDate == events[1].startDate && events[0].hasRecurrenceRules)
    #expect(
      try await store.reminderSnapshots(matching: store.predicateForReminders(in: nil)).map(\.title) == [
        "Milk"
      ])
    try store.save(fixture.reminder("Waiting"), commit: false)
    let waiting = try await store.reminderSnapshots(matching: store.predicateForReminders(in: nil))
    #expect(waiting.map(\.title) == ["Milk"])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await store.eventSnapshots(matching: predicate)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Row 56.
  @Test func aMissingStartOrEndIsOpenUndatedRemindersComeOnlyWithoutBoth() async throws {
    let fixture = try Fixture()
    for (title, day) in [("Early", 10), ("Late", 25)] {
      let reminder = fixture.reminder(title)
      reminder.dueDateComponents = components(2026, 11, day, 9, 0)
      try fixture.store.save(reminder, commit: true)
    }
    try fixture.store.save(fixture.reminder("Undated"), commit: true)
    let done = fixture.reminder("Done")
    done.completionDate = noon
    try fixture.store.save(done, commit: true)
    let store = fixture.store
    func titles(_ predicate: NSPredicate) async throws -> [String] {
      try await store.reminderSnapshots(matching: predicate).map(\.title).sorted()
    }
    func open(_ start: Date?, _ end: Date?) async throws -> [String] {
      try await titles(
        store.predicateForIncompleteReminders(withDueDateStarting: start, ending: end, calendars: nil))
    }
    func completed(_ start: Date?, _ end: Date?) async throws -> [String] {
      try await titles(
        store.predicateForCompletedReminders(withCompletionDateStarting: start, ending: end, calendars: nil))
    }
    #expect(try await open(nil, noon) == ["Early"])
    #expect(try await open(noon, nil) == ["Late"])
    #expect(try await open(nil, nil) == ["Early", "Late", "Undated"])
    #expect(try await open(date("2026-11-10T00:00:00Z"), date("2026-11-11T00:00:00Z")) == ["Early"])
    #expect(try await completed(nil, nil) == ["Done"])
    #expect(try await completed(noon, nil) == ["Done"])
    #expect(try await completed(nil, noon) == [])
    #expect(try await titles(store.predicateForReminders(in: nil)).count == 4)
    #expect(try await titles(store.predicateForReminders(in: [fixture.work])) == [])
  }

  /// Look-ups: a series is its first occurrence, a UID may be several; what is gone
  /// or of another kind is nothing.
  ///
  /// Row 57.
  @Test func lookUpsASeriesIsItsFirstOccurrence() throws {
    let fixture = try Fixture()
    let series = try fixture.series()
    let identifier = try #require(series.eventIdentifier)
    let first = try #require(fixture.store.event(withIdentifier: identifier))
    #expect(first.startDate == date("2026-11-19T09:00:00Z") && first.hasRecurrenceRules)
    let third = try fixture.events()[2]
    let found = try #require(fixture.store.event(withIdentifier: third.occurrenceIdentifier))
    #expect(found.startDate == third.startDate && found.occurrenceDate == third.startDate)
    // The first one that was not detached.
    first.title = "Moved"
    try fixture.store.save(first, span: .thisEvent)
    #expect(fixture.store.event(withIdentifier: identifier)?.startDate == date("2026-11-26T09:00:00Z"))
    let reminder = fixture.reminder()
    try fixture.store.save(reminder, commit: true)
    #expect(fixture.store.calendarItem(withIdentifier: reminder.calendarItemIdentifier) is EKReminder)
    #expect(fixture.store.event(withIdentifier: reminder.calendarItemIdentifier) == nil)
    for gone in ["ev:zzzzzz", "nonsense", identifier + "/20300101T000000", identifier + "/x"] {
      #expect(fixture.store.event(withIdentifier: gone) == nil)
    }
    #expect(fixture.store.problems.map(\.reason).first == "wrong-kind")
    #expect(fixture.store.problems.count == 5)
    let uid = try #require(series.calendarItemExternalIdentifier)
    #expect(fixture.store.calendarItems(withExternalIdentifier: uid).count == 1)
    #expect(fixture.store.calendarItems(withExternalIdentifier: "none").isEmpty)
    // The same file in another calendar: a UID is one item in each.
    let component = "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20261119T100000Z\r\nSUMMARY:Copy\r\nEND:VEVENT\r\n"
    try fixture.importing(component, into: "Tasks")
    let both = fixture.store.calendarItems(withExternalIdentifier: uid)
    #expect(Set(both.map(\.title)) == ["Weekly", "Copy"] && both.count == 2)
  }

  /// While a fetch on another thread holds the store, values that were fetched are read and another fetch is canceled.
  @Test func readsAndCancelsDoNotWaitForARunningFetch() throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.event(), span: .thisEvent)
    let event = try #require(try fixture.events().first)
    let queue = DispatchQueue(label: "fetches")
    queue.suspend()
    let store = try fixture.other(queue: queue)
    let isCalled = Box(false)
    let predicate = store.predicateForReminders(in: nil)
    let token = store.fetchReminders(matching: predicate) { _ in isCalled.change { $0 = true } }
    let (holds, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isHeld = Box(true)
    for store in [store, fixture.store] {
      Thread.detachNewThread {
        store.alone {
          holds.signal()
          _ = ends.wait(timeout: .now() + 20)
        }
        isHeld.change { $0 = false }
      }
      holds.wait()
    }
    #expect(event.title == "Review" && event.startDate == date("2026-11-19T09:00:00Z"))
    store.cancelFetchRequest(token)
    #expect(isHeld.value, "nothing waited for the lock")
    for _ in 0..<2 { ends.signal() }
    queue.resume()
    queue.sync {}
    #expect(!isCalled.value)
  }

  /// What is read from the row of a fetch is what the whole item says.
  @Test func aRowSaysWhatTheItemSays() throws {
    let fixture = try Fixture()
    let times = [
      "DTSTART:20261119T090000Z", "DTSTART;TZID=America/New_York:20261119T090000", "DTSTART:20261119T090000",
      "DTSTART;VALUE=DATE:20261119",
      "DTSTART;TZID=Europe/Berlin:20261119T090000\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\nATTENDEE:mailto:ann@example.org",
    ]
    for (number, time) in times.enumerated() {
      try fixture.importing("BEGIN:VEVENT\r\nUID:e\(number)\r\n\(time)\r\nEND:VEVENT\r\n")
    }
    // A series with an occurrence of its own, and one of extra dates alone.
    let series = "BEGIN:VEVENT\r\nUID:s\r\nDTSTART:20261120T090000Z\r\n"
    try fixture.importing(
      series + "RRULE:FREQ=DAILY;COUNT=2\r\nEND:VEVENT\r\n"
        + "BEGIN:VEVENT\r\nUID:s\r\nRECURRENCE-ID:20261121T090000Z\r\nDTSTART:20261121T110000Z\r\nEND:VEVENT\r\n"
    )
    try fixture.importing(
      series.replacing("UID:s", with: "UID:d") + "RDATE:20261125T090000Z\r\nEND:VEVENT\r\n")
    let due =
      times.map { $0.replacing("DTSTART", with: "DUE") } + [
        "DTSTART:20261118T080000Z\r\nDUE:20261119T080000Z", "",
      ]
    for (number, time) in due.enumerated() {
      let lines = time.isEmpty ? "" : time + "\r\n"
      try fixture.importing("BEGIN:VTODO\r\nUID:r\(number)\r\n\(lines)END:VTODO\r\n", into: "Tasks")
    }
    func values(_ item: EKCalendarItem) -> [String] {
      var texts = [
        item.title ?? "", "\(item.timeZone?.identifier ?? "none")", "\(item.alarms?.count ?? 0)",
        "\(item.recurrenceRules?.count ?? 0)", "\(item.attendees?.count ?? 0)", item.calendar.title,
      ]
      if let event = item as? EKEvent {
        texts += [
          "\(event.startDate as Date?)", "\(event.endDate as Date?)", "\(event.isAllDay)",
          "\(event.isDetached)",
        ]
      } else if let reminder = item as? EKReminder {
        texts += [
          "\(String(describing: reminder.startDateComponents))",
          "\(String(describing: reminder.dueDateComponents))",
        ]
      }
      return texts
    }
    let reminders = try fixture.store.matchingReminders(fixture.store.predicateForReminders(in: nil))
    let items: [EKCalendarItem] = try fixture.events() + reminders
    #expect(items.count == 7 + 4 + 7)
    for item in items {
      let fromRow = values(item)
      _ = item.draft
      #expect(values(item) == fromRow)
    }
  }
}
