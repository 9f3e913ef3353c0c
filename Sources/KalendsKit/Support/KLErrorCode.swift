/// The kinds of failure, with EventKit's numbers and names.
public enum KLErrorCode: Int, CaseIterable, Hashable, Sendable {
  /// The event cannot be changed: it is another organizer's invitation.
  case eventNotMutable = 0
  case noCalendar
  case noStartDate
  case noEndDate
  case datesInverted
  /// The store could not be read or written, or the object is no longer valid.
  case internalFailure
  case calendarReadOnly
  case durationGreaterThanRecurrence
  case alarmGreaterThanRecurrence
  case startDateTooFarInFuture
  case startDateCollidesWithOtherOccurrence
  case objectBelongsToDifferentStore
  case invitesCannotBeMoved
  /// The span does not fit the change: a rule cannot change for one occurrence.
  case invalidSpan
  case calendarHasNoSource
  case calendarSourceCannotBeModified
  case calendarIsImmutable
  case sourceDoesNotAllowCalendarAddDelete
  case recurringReminderRequiresDueDate
  case structuredLocationsNotSupported
  case reminderLocationsNotSupported
  case alarmProximityNotSupported
  case calendarDoesNotAllowEvents
  case calendarDoesNotAllowReminders
  case sourceDoesNotAllowReminders
  case sourceDoesNotAllowEvents
  case priorityIsInvalid
  case invalidEntityType
  /// An alarm that opens a URL was added; in compatibility mode only.
  case procedureAlarmsNotMutable
  /// There is no access to this kind of item.
  case eventStoreNotAuthorized
  case osNotSupported
  case invalidInviteReplyCalendar
  /// A reminder has an alarm that writes or opens something; in compatibility mode only.
  case reminderAlarmContainsEmailOrUrl = 36
}
