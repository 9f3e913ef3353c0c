import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

extension Fixture {
  /// A calendar of an account that does not allow everything.
  func calendar(
    limits: SourceRecord.Limits, mostAlarms: Int? = nil, change: (inout CalendarRecord) -> Void = { _ in }
  ) throws -> EKCalendar {
    let raw = try raw()
    let source = try raw.addSource(
      title: "Limited", kind: .exchange, limits: limits, mostAlarms: mostAlarms, now: Instant(seconds: 0))
    var record = try raw.addCalendar(title: "Limited", source: source.id, now: Instant(seconds: 0))
    change(&record)
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    return try calendar("Limited")
  }
}

/// Row 12: every code is provoked here, or listed with the reason why it cannot be.
@Suite struct ErrorCodeTests {
  /// How a code is provoked.
  typealias Provocation = @Sendable (Fixture) throws -> Void

  private static func save(_ event: EKEvent, _ span: EKSpan = .thisEvent) throws {
    try event.eventStore.save(event, span: span)
  }

  private static func save(_ reminder: EKReminder) throws {
    try reminder.eventStore.save(reminder, commit: true)
  }

  private static func daily() throws -> EKRecurrenceRule {
    EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil)
  }

  private static let invitation =
    "BEGIN:VEVENT\r\nUID:i\r\nDTSTART:20261119T100000Z\r\nORGANIZER:mailto:ada@example.org\r\n"
    + "ATTENDEE:mailto:me@example.org\r\nEND:VEVENT\r\n"

  private static func invited(_ fixture: Fixture) throws -> EKEvent {
    fixture.store.ownAddresses = ["me@example.org"]
    try fixture.importing(invitation)
    return try #require(try fixture.events().first)
  }

  private static func place() -> EKStructuredLocation {
    EKStructuredLocation(title: "P", coordinate: Coordinate(latitude: 1, longitude: 1))
  }

  private static func new(_ type: EKEntityType, in source: EKSource?, _ store: EKEventStore) throws {
    let calendar = EKCalendar(for: type, eventStore: store)
    calendar.title = "New"
    calendar.source = source
    try store.saveCalendar(calendar, commit: true)
  }

  private static func limited(_ fixture: Fixture, _ limits: SourceRecord.Limits) throws -> EKSource? {
    try fixture.calendar(limits: limits).source
  }

  static let provoked: [EKError.Code: Provocation] = [
    .eventNotMutable: { fixture in
      let event = try invited(fixture)
      event.title = "Mine"
      try save(event)
    },
    .noCalendar: { fixture in
      let event = fixture.event()
      event.calendar = nil
      try save(event)
    },
    .noStartDate: { fixture in
      let event = fixture.event()
      event.startDate = nil
      try save(event)
    },
    .datesInverted: { try save($0.event(hours: -1)) },
    .internalFailure: { fixture in
      fixture.store.close()
      try fixture.store.commit()
    },
    .calendarReadOnly: { fixture in
      let event = fixture.event()
      event.calendar = try fixture.calendar(limits: []) { $0.isWritable = false }
      try save(event)
    },
    .durationGreaterThanRecurrence: { fixture in
      let event = fixture.event(hours: 48)
      event.addRecurrenceRule(try daily())
      try save(event)
    },
    .alarmGreaterThanRecurrence: { fixture in
      let event = fixture.event()
      event.addRecurrenceRule(try daily())
      event.addAlarm(EKAlarm(relativeOffset: -9 * 86_400))
      try save(event)
    },
    .startDateTooFarInFuture: { fixture in
      let event = fixture.event()
      event.startDate = .distantFuture.addingTimeInterval(1e13)
      event.endDate = nil
      try save(event)
    },
    .startDateCollidesWithOtherOccurrence: { fixture in
      let event = fixture.event()
      event.calendar = try fixture.calendar(limits: .noCollisions)
      event.addRecurrenceRule(try daily())
      try save(event)
      event.startDate = event.startDate?.addingTimeInterval(86_400)
      event.endDate = event.endDate?.addingTimeInterval(86_400)
      try save(event)
    },
    .objectBelongsToDifferentStore: { fixture in
      try fixture.other().save(fixture.event(), span: .thisEvent)
    },
    .invitesCannotBeMoved: { fixture in
      let event = try invited(fixture)
      event.calendar = try fixture.calendar(limits: [])
      try save(event)
    },
    .invalidSpan: { fixture in
      let event = try fixture.series()
      event.recurrenceRules = nil
      try save(event)
    },
    .calendarHasNoSource: { try new(.event, in: nil, $0.store) },
    .calendarSourceCannotBeModified: { fixture in
      fixture.work.source = try fixture.calendar(limits: []).source
      try fixture.store.saveCalendar(fixture.work, commit: true)
    },
    .calendarIsImmutable: { fixture in
      let calendar = try fixture.calendar(limits: []) { $0.isImmutable = true }
      calendar.title = "Renamed"
      try fixture.store.saveCalendar(calendar, commit: true)
    },
    .sourceDoesNotAllowCalendarAddDelete: { try new(.event, in: limited($0, .noCalendarChanges), $0.store) },
    .recurringReminderRequiresDueDate: { fixture in
      let reminder = fixture.reminder()
      reminder.startDateComponents = components(2026, 11, 19)
      reminder.addRecurrenceRule(try daily())
      try save(reminder)
    },
    .structuredLocationsNotSupported: { fixture in
      let event = fixture.event()
      event.calendar = try fixture.calendar(limits: .noPlaces)
      event.structuredLocation = place()
      try save(event)
    },
    .reminderLocationsNotSupported: { fixture in
      let reminder = fixture.reminder()
      reminder.calendar = try fixture.calendar(limits: .noReminderPlaces)
      reminder.structuredLocation = place()
      try save(reminder)
    },
    .alarmProximityNotSupported: { fixture in
      let reminder = fixture.reminder()
      reminder.calendar = try fixture.calendar(limits: .noProximity)
      let alarm = EKAlarm(relativeOffset: 0)
      alarm.structuredLocation = place()
      alarm.proximity = .enter
      reminder.addAlarm(alarm)
      try save(reminder)
    },
    .calendarDoesNotAllowEvents: { fixture in
      let event = fixture.event()
      event.calendar = fixture.list
      try save(event)
    },
    .calendarDoesNotAllowReminders: { fixture in
      let reminder = fixture.reminder()
      reminder.calendar = fixture.work
      try save(reminder)
    },
    .sourceDoesNotAllowReminders: { try new(.reminder, in: limited($0, .noReminders), $0.store) },
    .sourceDoesNotAllowEvents: { try new(.event, in: limited($0, .noEvents), $0.store) },
    .priorityIsInvalid: { fixture in
      let reminder = fixture.reminder()
      reminder.priority = 10
      try save(reminder)
    },
    .invalidEntityType: { fixture in
      _ = try fixture.store.checkedEvents(matching: fixture.store.predicateForReminders(in: nil))
    },
    .procedureAlarmsNotMutable: { fixture in
      let event = fixture.event()
      let alarm = EKAlarm(relativeOffset: 0)
      alarm.url = URL(string: "https://example.org")
      event.addAlarm(alarm)
      try save(event)
    },
    .invalidInviteReplyCalendar: { fixture in
      let event = try invited(fixture)
      let raw = try fixture.raw()
      var record = try raw.calendar(.title("Work"))
      record.isWritable = false
      try raw.update(record, cause: "test", now: Instant(seconds: 0))
      try fixture.store.answer(event, with: .accepted, reaching: .thisEvent)
    },
    .eventStoreNotAuthorized: { fixture in
      let program = try fixture.other(client: "app")
      let event = EKEvent(eventStore: program)
      event.startDate = noon
      try fixture.store.setAccess(.readOnly, ofClient: "app", to: .event)
      event.calendar = try fixture.calendar("Work", in: program)
      try save(event)
    },
    .reminderAlarmContainsEmailOrUrl: { fixture in
      let reminder = fixture.reminder()
      let alarm = EKAlarm(relativeOffset: 0)
      alarm.emailAddress = "a@example.org"
      reminder.addAlarm(alarm)
      try save(reminder)
    },
  ]

  /// Codes that nothing gives, and why.
  static let unreachable: [EKError.Code: String] = [
    .noEndDate: "a missing end is the start",
    .osNotSupported: "there is no system that lacks anything",
    .notificationsCollectionFlagNotSet: "no account has collections of notifications",
    .sourceMismatch: "no account has collections of notifications",
    .notificationCollectionMismatch: "no account has collections of notifications",
    .notificationSavedWithoutCollection: "no account has collections of notifications",
  ]

  /// Row 12.
  @Test(arguments: allCodes)
  func eachCodeIsProvokedOrHasAReasonWhyItCannotBe(expected: EKError.Code) throws {
    #expect(Self.provoked[expected] == nil || Self.unreachable[expected] == nil)
    guard let provoke = Self.provoked[expected] else {
      #expect(Self.unreachable[expected] != nil, "\(expected) is neither provoked nor listed")
      return
    }
    let needsCompatibility = [.procedureAlarmsNotMutable, .reminderAlarmContainsEmailOrUrl].contains(expected)
    let fixture = try Fixture(compatibility: needsCompatibility)
    #expect(code { try provoke(fixture) } == expected)
  }

  /// Row 12.
  @Test func theNumbersAreEventKits() {
    #expect(allCodes.map(\.rawValue) == Array(0...36))
    #expect(EKError.Code.datesInverted.rawValue == 4 && EKError.Code.eventStoreNotAuthorized.rawValue == 29)
    #expect(EKError.Code.priorityIsInvalid.rawValue == 26 && EKError.Code.calendarIsImmutable.rawValue == 16)
  }

  /// Row 12 and the switch of compatibility.
  @Test func aDueDateNeedsAStartInCompatibilityModeAlone() throws {
    for isCompatible in [true, false] {
      let fixture = try Fixture(compatibility: isCompatible)
      let reminder = fixture.reminder()
      reminder.dueDateComponents = components(2026, 11, 19)
      #expect(code { try Self.save(reminder) } == (isCompatible ? .noStartDate : nil))
    }
  }
}
