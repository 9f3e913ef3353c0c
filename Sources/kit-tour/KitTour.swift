import Foundation
import KalendsKit

/// Walks through the steps of a calendar program, from asking for access to receiving changes, with a line
/// of text for each.
struct KitTour {
  let path: String
  let zone: TimeZone
  let clock: @Sendable () -> Date

  func run(_ say: @Sendable (String) -> Void) async throws {
    let owner = try KLEventStore(path: path, clock: clock, zone: zone, changeInterval: 0.01)
    try await access(owner, say)
    let calendar = try makeCalendar(owner, say)
    let event = try addEvent(owner, calendar, say)
    try changeSeries(owner, event, say)
    try useDraft(owner, calendar, say)
    try await listen(owner, calendar, say)
    try list(owner, say)
  }

  // MARK: Access

  /// Asks for access as a separate program: refused, impossible and granted lead to three ways to go on.
  private func access(_ owner: KLEventStore, _ say: @Sendable (String) -> Void) async throws {
    let program = try KLEventStore(
      path: path, client: "tour", reason: "Shows your week", clock: clock, zone: zone, requestTimeout: 0.05)
    for status in [KLAuthorizationStatus.denied, .restricted, .fullAccess] {
      try owner.setAuthorizationStatus(status, forClient: "tour", .event)
      do {
        let isGranted = try await program.requestFullAccessToEvents()
        say(isGranted ? "access: granted" : "access: refused, so there is nothing to show")
      } catch {
        say("access: \(error.message)")
      }
    }
    // Lists fetched before the grant stay empty until a reset.
    program.reset()
    say("access: \(program.calendars(for: .event).count) calendars yet")
  }

  // MARK: Calendars and events

  private func makeCalendar(_ store: KLEventStore, _ say: @Sendable (String) -> Void) throws -> KLCalendar {
    let calendar = KLCalendar(for: .event, eventStore: store)
    calendar.title = "Tour"
    calendar.source = store.sources.first { $0.sourceType == .local }
    try store.saveCalendar(calendar, commit: true)
    say("calendars: " + store.calendars(for: .event).map(\.title).joined(separator: ", "))
    return calendar
  }

  private func addEvent(
    _ store: KLEventStore, _ calendar: KLCalendar, _ say: @Sendable (String) -> Void
  ) throws -> KLEvent {
    let event = KLEvent(eventStore: store)
    event.title = "Coffee"
    event.startDate = clock()
    event.endDate = clock().addingTimeInterval(1800)
    event.calendar = calendar
    event.addRecurrenceRule(
      try KLRecurrenceRule(
        recurrenceWith: .weekly, interval: 1, end: try KLRecurrenceEnd(occurrenceCount: 10)))
    event.addAlarm(KLAlarm(relativeOffset: -600))
    try store.save(event, span: .thisEvent)
    say("added: \(event.title), \(try year(store).count) times this year")
    return event
  }

  /// All events of a year from now, sorted because a fetch has no order.
  private func year(_ store: KLEventStore) throws -> [KLEvent] {
    let predicate = store.predicateForEvents(
      withStart: clock().addingTimeInterval(-86_400), end: clock().addingTimeInterval(365 * 86_400),
      calendars: nil)
    return try store.events(matching: predicate)
      .sorted { $0.compareStartDate(with: $1) == .orderedAscending }
  }

  private func changeSeries(_ store: KLEventStore, _ event: KLEvent, _ say: @Sendable (String) -> Void) throws
  {
    let second = try year(store)[1]
    second.location = "Kitchen"
    try store.save(second, span: .thisEvent)
    say("saved one: \(try year(store).filter(\.isDetached).count) differs from its series")
    let sixth = try year(store)[5]
    sixth.title = "Tea"
    try store.save(sixth, span: .futureEvents)
    let titles = try year(store).map(\.title)
    say("saved the future: \(titles.filter { $0 == "Tea" }.count) of \(titles.count) are Tea")
    try store.remove(try year(store)[8], span: .futureEvents)
    say("removed the future: \(try year(store).count) are left")
  }

  private func useDraft(_ store: KLEventStore, _ calendar: KLCalendar, _ say: @Sendable (String) -> Void)
    throws
  {
    var draft = KLEventDraft(now: clock())
    say("draft: \(draft.title), \(draft.isAllDay ? "all day" : "timed")")
    draft.title = "Holiday"
    draft.endDate = draft.startDate.addingTimeInterval(2 * 86_400)
    let event = KLEvent(eventStore: store)
    draft.apply(to: event)
    event.calendar = calendar
    try store.save(event, span: .thisEvent, commit: false)
    try store.commit()
    draft.copy(from: event)
    say("draft: saved as \(draft.id.prefix(3))…")
  }

  // MARK: Changes

  private func listen(
    _ store: KLEventStore, _ calendar: KLCalendar, _ say: @Sendable (String) -> Void
  ) async throws {
    let changes = store.changes
    let other = try KLEventStore(path: path, clock: clock, zone: zone)
    let lunch = KLEvent(eventStore: other)
    lunch.title = "Lunch"
    lunch.startDate = clock()
    lunch.calendar = other.calendar(withIdentifier: calendar.calendarIdentifier)
    try other.save(lunch, span: .thisEvent)
    for await _ in changes {
      say("changed: \(try year(store).count) events now")
      break
    }
    let known = lunch.eventIdentifier.flatMap(store.event(withIdentifier:))
    try other.remove(lunch, span: .thisEvent)
    say(known?.refresh() == true ? "still there" : "gone: what was shown is dropped")
  }

  private func list(_ store: KLEventStore, _ say: @Sendable (String) -> Void) throws {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.timeZone = zone
    form.dateFormat = "yyyy-MM-dd HH:mm"
    for event in try year(store) {
      let start = event.startDate.map(form.string(from:)) ?? ""
      let place = event.location.map { ", " + $0 } ?? ""
      say("\(start)  \(event.title)\(place)")
    }
  }
}
