import CivilTime
import Foundation
import ICalendar
import Interchange
import Model
import Store
import Testing

@testable import EventKit
@testable import KalendsExtensions

extension CalendarRecord {
  var publicID: String { PublicID.text(.calendar, id) }
}

/// Calendars and sources.
@Suite struct CalendarTests {
  /// Rows 13 and 14.
  @Test func calendarsAreMadeRenamedRecoloredAndRemoved() throws {
    let fixture = try Fixture()
    let calendar = EKCalendar(for: .event, eventStore: fixture.store)
    #expect(
      calendar.isNew && calendar.hasChanges && calendar.colorCode == nil
        && calendar.calendarIdentifier.isEmpty)
    calendar.title = "Trips"
    calendar.colorCode = "#336699"
    calendar.source = fixture.store.sources.first { $0.title == "Local" }
    try fixture.store.saveCalendar(calendar, commit: true)
    #expect(!calendar.isNew && !calendar.hasChanges && calendar.type == .local)
    #expect(calendar.allowedEntityTypes == .event && calendar.allowsContentModifications)
    calendar.title = "Journeys"
    #expect(calendar.hasChanges)
    try fixture.store.saveCalendar(calendar, commit: true)
    let found = try #require(fixture.store.calendar(withIdentifier: calendar.calendarIdentifier))
    #expect(found.title == "Journeys" && found.colorCode == "#336699")
    #expect(found.source?.calendars(for: .event).contains { $0.title == "Journeys" } == true)
    try fixture.store.removeCalendar(calendar, commit: true)
    #expect(fixture.store.calendar(withIdentifier: calendar.calendarIdentifier) == nil)
    try fixture.store.removeCalendar(EKCalendar(for: .event, eventStore: fixture.store), commit: true)
  }

  /// Row 13.
  @Test func localAndOtherAreThereByDefaultAndSourcesHaveEventKitsTypes() throws {
    let fixture = try Fixture()
    #expect(fixture.store.sources.map(\.title) == ["Local", "Other"])
    #expect(fixture.store.sources.map(\.sourceType) == [.local, .subscribed])
    let source = try #require(fixture.store.sources.first)
    #expect(fixture.store.source(withIdentifier: source.sourceIdentifier)?.title == "Local")
    #expect(!source.isDelegate && source.refresh() && !source.hasChanges && !source.isNew)
  }

  /// Rows 14, 16 and 20.
  @Test(arguments: [
    (SourceRecord.Kind.local, EKSourceType.local, EKCalendarType.local), (.exchange, .exchange, .exchange),
    (.calDAV, .calDAV, .calDAV), (.mobileMe, .mobileMe, .calDAV), (.subscribed, .subscribed, .subscription),
    (.birthdays, .birthdays, .birthday),
  ])
  func aCalendarHasTheTypeOfItsAccount(kind: SourceRecord.Kind, source: EKSourceType, type: EKCalendarType)
    throws
  {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    let account = try raw.addSource(title: "Account", kind: kind, now: Instant(seconds: 0))
    _ = try raw.addCalendar(title: "Theirs", source: account.id, now: Instant(seconds: 0))
    let calendar = try fixture.calendar("Theirs")
    #expect(calendar.source?.sourceType == source && calendar.type == type)
    #expect(calendar.allowsContentModifications && !calendar.isImmutable && !calendar.isSubscribed)
  }

  /// Row 16.
  @Test(arguments: [(true, false, false), (false, true, false), (false, false, true)])
  func readOnlyImmutableAndSubscribedAreToldApart(isReadOnly: Bool, isImmutable: Bool, isSubscribed: Bool)
    throws
  {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    (record.isWritable, record.isImmutable, record.isSubscribed) = (!isReadOnly, isImmutable, isSubscribed)
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    let calendar = try fixture.calendar("Work")
    #expect(calendar.allowsContentModifications == !isReadOnly)
    #expect(calendar.isImmutable == isImmutable && calendar.isSubscribed == isSubscribed)
    #expect(calendar.type == (isSubscribed ? .subscription : .local))
  }

  /// A birthday names its contact and lies in a calendar of that type, which nobody edits.
  ///
  /// Row 20.
  @Test func aBirthdayNamesItsContactAndLiesInACalendarOfThatType() throws {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    let birthday =
      "BEGIN:VEVENT\nUID:ann\nSUMMARY:Ann's birthday\nDTSTART;VALUE=DATE:19850419\n"
      + "RRULE:FREQ=YEARLY\nX-KALENDS-BIRTHDAY-CONTACT:ann\nEND:VEVENT\n"
    let component = try #require(ComponentText.component(Array(birthday.utf8)))
    _ = try raw.importBirthdays([component], cause: "test", now: Instant(seconds: 0))
    let event = try #require(try fixture.events().first)
    #expect(event.birthdayContactIdentifier == "ann" && event.isAllDay)
    #expect(event.calendar?.type == .birthday && event.calendar?.source?.sourceType == .birthdays)
    #expect(event.calendar?.allowsContentModifications == false)
    event.title = "Hers"
    #expect(code { try fixture.store.save(event, reaching: .allEvents) } == .calendarReadOnly)
    let other = fixture.event()
    try fixture.store.save(other, span: .thisEvent)
    #expect(other.birthdayContactIdentifier == nil)
  }

  /// The default calendars are those last added to or chosen by the owner, and may be absent.
  ///
  /// Row 18.
  @Test func theDefaultCalendarsAreThoseLastAddedToOrChosenByTheOwner() throws {
    let fixture = try Fixture()
    #expect(fixture.store.defaultCalendarForNewEvents?.title == "Work")
    #expect(fixture.store.defaultCalendarForNewReminders()?.title == "Tasks")
    try fixture.store.removeCalendar(fixture.list, commit: true)
    #expect(fixture.store.defaultCalendarForNewReminders() == nil)
    let home = EKCalendar(for: .event, eventStore: fixture.store)
    home.title = "Home"
    home.source = fixture.store.sources.first
    try fixture.store.saveCalendar(home, commit: true)
    let raw = try fixture.raw()
    _ = try raw.setDefaultCalendar(raw.calendar(.title("Home")).id, for: .event, now: Instant(seconds: 0))
    #expect(fixture.store.defaultCalendarForNewEvents?.title == "Home")
    for calendar in [fixture.work, home] { try fixture.store.removeCalendar(calendar, commit: true) }
    #expect(fixture.store.defaultCalendarForNewEvents == nil)
  }

  /// An edited calendar keeps its touched title over a refresh, and is itself again after a rollback.
  ///
  /// Row 14.
  @Test func anEditedCalendarKeepsItsTouchedTitleOverARefresh() throws {
    let fixture = try Fixture()
    let other = try fixture.other()
    let seen = try fixture.calendar("Work", in: other)
    seen.colorCode = "#ff0000"
    try other.saveCalendar(seen, commit: true)
    fixture.work.title = "Office"
    #expect(fixture.work.refresh())
    #expect(fixture.work.title == "Office" && fixture.work.colorCode == "#FF0000")
    fixture.work.rollback()
    #expect(fixture.work.title == "Work")
    try other.removeCalendar(seen, commit: true)
    #expect(!fixture.work.refresh())
  }

  /// Rows 8 and 14.
  @Test func aCalendarThatWaitsForACommitIsNewAgainAfterARollback() throws {
    let fixture = try Fixture()
    let calendar = EKCalendar(for: .event, eventStore: fixture.store)
    calendar.title = "Later"
    calendar.source = fixture.store.sources.first
    try fixture.store.saveCalendar(calendar, commit: false)
    #expect(!calendar.isNew)
    fixture.store.rollback()
    #expect(calendar.isNew && calendar.title == "Later")
    try fixture.store.saveCalendar(calendar, commit: true)
    #expect(fixture.store.calendars(for: .event).count == 2)
  }

  /// A save takes nothing back that others changed meanwhile.
  ///
  /// Row 14.
  @Test func aSaveOfACalendarKeepsWhatOthersChanged() throws {
    let fixture = try Fixture()
    let seen = try fixture.calendar("Work")
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    (record.defaultAlarm, record.color, record.isSubscribed) = (-900, "#112233", true)
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    seen.title = "Office"
    try fixture.store.saveCalendar(seen, commit: true)
    let kept = try raw.calendar(.title("Office"))
    #expect(kept.defaultAlarm == -900 && kept.color == "#112233" && kept.isSubscribed)
    #expect(seen.isSubscribed && seen.colorCode == "#112233" && !seen.hasChanges)
  }

  /// A calendar may be given to an event before either is saved.
  ///
  /// Rows 14 and 25.
  @Test func anEventTakesACalendarThatIsSavedLater() throws {
    let fixture = try Fixture()
    let trips = EKCalendar(for: .event, eventStore: fixture.store)
    trips.title = "Trips"
    trips.source = fixture.store.sources.first
    let event = fixture.event()
    event.calendar = trips
    #expect(event.calendar === trips && event.hasChanges)
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .noCalendar)
    #expect(fixture.store.problems.isEmpty)
    do {
      try fixture.store.save(event, span: .thisEvent)
    } catch {
      #expect(error.localizedDescription == "The calendar Trips is not saved yet.")
    }
    try fixture.store.saveCalendar(trips, commit: true)
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.calendar.title == "Trips" && !event.hasChanges)
    #expect(try fixture.events().map(\.calendar.title) == ["Trips"])
  }

  /// What a program reads of a calendar without looking whether it is there is there.
  ///
  /// Rows 7 and 14.
  @Test func savedCalendarsHaveASourceAndAColor() throws {
    let fixture = try Fixture()
    #expect(fixture.work.cgColor != nil && fixture.work.source.title == "Local")
    #expect(EKCalendar(for: .event, eventStore: fixture.store).cgColor == nil)
    fixture.work.cgColor = nil
    #expect(fixture.work.cgColor != nil && !fixture.work.hasChanges)
    try fixture.store.setAccess(.writeOnly, ofClient: "app", to: .event)
    let program = try fixture.other(client: "app")
    let virtual = try #require(program.defaultCalendarForNewEvents)
    #expect(virtual.source == program.sources.first && virtual.source.title == "Calendar")
    #expect(virtual.cgColor != nil && virtual.type == .local)
  }

  @Test func aCalendarAndAnAccountOfTheSameNumberAreTwo() throws {
    let fixture = try Fixture()
    let source = try #require(fixture.store.sources.first)
    let calendar = try fixture.calendar("Work")
    #expect(source.record.id == calendar.record.id, "so that this test says something")
    #expect(!source.isEqual(calendar) && !calendar.isEqual(source))
    #expect(Set<EKObject>([source, calendar]).count == 2 && source == fixture.store.sources.first)
  }

  /// Edits after a rolled-back save are edits of what was rolled back to.
  @Test func editsAfterARollbackOfTheBatchStay() throws {
    let fixture = try Fixture()
    let calendar = try fixture.calendar("Work")
    calendar.title = "Office"
    try fixture.store.saveCalendar(calendar, commit: false)
    fixture.store.rollback()
    calendar.colorCode = "#00FF00"
    #expect(calendar.title == "Office" && calendar.colorCode == "#00FF00")
    try fixture.store.saveCalendar(calendar, commit: true)
    #expect(try fixture.calendar("Office").colorCode == "#00FF00")
  }

  /// A subscription has the type of its account where that has one of its own.
  ///
  /// Rows 14 and 16.
  @Test(arguments: [
    (SourceRecord.Kind.local, EKCalendarType.subscription), (.exchange, .exchange), (.calDAV, .calDAV),
    (.mobileMe, .calDAV), (.subscribed, .subscription), (.birthdays, .birthday),
  ])
  func aSubscriptionHasTheTypeOfItsAccount(kind: SourceRecord.Kind, type: EKCalendarType) throws {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    let account = try raw.addSource(title: "Account", kind: kind, now: Instant(seconds: 0))
    var record = try raw.addCalendar(title: "Theirs", source: account.id, now: Instant(seconds: 0))
    record.isSubscribed = true
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    let calendar = try fixture.calendar("Theirs")
    #expect(calendar.type == type && calendar.isSubscribed)
  }

  /// A calendar that is not saved yet is a change like others: a refresh keeps it, a rollback takes it back.
  @Test func aRefreshKeepsACalendarThatIsSavedLater() throws {
    let fixture = try Fixture()
    let trips = EKCalendar(for: .event, eventStore: fixture.store)
    trips.title = "Trips"
    trips.source = fixture.store.sources.first
    let saved = fixture.event()
    try fixture.store.save(saved, span: .thisEvent)
    for event in [saved, fixture.event("New")] {
      event.calendar = trips
      #expect(event.refresh() && event.calendar === trips)
      event.rollback()
      #expect(event.calendar !== trips)
    }
    saved.calendar = trips
    try fixture.store.saveCalendar(trips, commit: true)
    try fixture.store.save(saved, span: .thisEvent)
    #expect(try fixture.events().map(\.calendar.title) == ["Trips"])
  }
}
