import CivilTime
import Foundation
import KalendsKit
import Model
import Store
import Testing

extension CalendarRecord {
  var publicID: String { PublicID.text(.calendar, id) }
}

@Suite("Calendars and sources")
struct CalendarTests {
  /// Rows 13 and 14.
  @Test("Calendars are made, renamed, recoloured and removed")
  func lifeOfACalendar() throws {
    let fixture = try Fixture()
    let calendar = KLCalendar(for: .event, eventStore: fixture.store)
    #expect(
      calendar.isNew && calendar.hasChanges && calendar.color == nil && calendar.calendarIdentifier.isEmpty)
    calendar.title = "Trips"
    calendar.color = "#336699"
    calendar.source = fixture.store.sources.first { $0.title == "Local" }
    try fixture.store.saveCalendar(calendar, commit: true)
    #expect(!calendar.isNew && !calendar.hasChanges && calendar.type == .local)
    #expect(calendar.allowedEntityTypes == .event && calendar.allowsContentModifications)
    calendar.title = "Journeys"
    #expect(calendar.hasChanges)
    try fixture.store.saveCalendar(calendar, commit: true)
    let found = try #require(fixture.store.calendar(withIdentifier: calendar.calendarIdentifier))
    #expect(found.title == "Journeys" && found.color == "#336699")
    #expect(found.source?.calendars(for: .event).contains { $0.title == "Journeys" } == true)
    try fixture.store.removeCalendar(calendar, commit: true)
    #expect(fixture.store.calendar(withIdentifier: calendar.calendarIdentifier) == nil)
    try fixture.store.removeCalendar(KLCalendar(for: .event, eventStore: fixture.store), commit: true)
  }

  /// Row 13.
  @Test("Local and Other are there by default, and sources have EventKit's types")
  func sources() throws {
    let fixture = try Fixture()
    #expect(fixture.store.sources.map(\.title) == ["Local", "Other"])
    #expect(fixture.store.sources.map(\.sourceType) == [.local, .subscribed])
    let source = try #require(fixture.store.sources.first)
    #expect(fixture.store.source(withIdentifier: source.sourceIdentifier)?.title == "Local")
    #expect(!source.isDelegate && source.refresh() && !source.hasChanges && !source.isNew)
  }

  /// Row 18.
  @Test("The default calendars are the first that take the kind, and may be absent")
  func defaults() throws {
    let fixture = try Fixture()
    #expect(fixture.store.defaultCalendarForNewEvents?.title == "Work")
    #expect(fixture.store.defaultCalendarForNewReminders()?.title == "Tasks")
    try fixture.store.removeCalendar(fixture.list, commit: true)
    #expect(fixture.store.defaultCalendarForNewReminders() == nil)
  }

  /// Row 14.
  @Test("An edited calendar keeps its touched title over a refresh, and is itself again after a rollback")
  func refresh() throws {
    let fixture = try Fixture()
    let other = try fixture.other()
    let seen = try fixture.calendar("Work", in: other)
    seen.color = "#ff0000"
    try other.saveCalendar(seen, commit: true)
    fixture.work.title = "Office"
    #expect(fixture.work.refresh())
    #expect(fixture.work.title == "Office" && fixture.work.color == "#ff0000")
    fixture.work.rollback()
    #expect(fixture.work.title == "Work")
    try other.removeCalendar(seen, commit: true)
    #expect(!fixture.work.refresh())
  }

  /// Rows 8 and 14.
  @Test("A calendar that waits for a commit is new again after a rollback")
  func batch() throws {
    let fixture = try Fixture()
    let calendar = KLCalendar(for: .event, eventStore: fixture.store)
    calendar.title = "Later"
    calendar.source = fixture.store.sources.first
    try fixture.store.saveCalendar(calendar, commit: false)
    #expect(!calendar.isNew)
    fixture.store.rollback()
    #expect(calendar.isNew && calendar.title == "Later")
    try fixture.store.saveCalendar(calendar, commit: true)
    #expect(fixture.store.calendars(for: .event).count == 2)
  }
}
