extension EKError {
  /// The kinds of failure, with Apple's numbers and names.
  public enum Code: Int, Sendable {
    /// The event cannot be changed: it is another organizer's invitation.
    case eventNotMutable = 0
    /// The item has no calendar.
    case noCalendar = 1
    /// The event has no start.
    case noStartDate = 2
    /// The event has no end.
    case noEndDate = 3
    /// The end lies before the start.
    case datesInverted = 4
    /// The store could not be read or written, or the object is no longer valid.
    case internalFailure = 5
    /// The calendar takes no changes.
    case calendarReadOnly = 6
    /// The event is longer than the interval of its repetition.
    case durationGreaterThanRecurrence = 7
    /// An alarm is further from the start than the interval of the repetition.
    case alarmGreaterThanRecurrence = 8
    /// The start lies behind the last year that can be shown.
    case startDateTooFarInFuture = 9
    /// Two occurrences would start at the same time.
    case startDateCollidesWithOtherOccurrence = 10
    /// The object was made by another store.
    case objectBelongsToDifferentStore = 11
    /// An invitation stays in its calendar.
    case invitesCannotBeMoved = 12
    /// The span does not fit the change: a rule cannot change for one occurrence.
    case invalidSpan = 13
    /// The calendar has no source.
    case calendarHasNoSource = 14
    /// A calendar stays in its source.
    case calendarSourceCannotBeModified = 15
    /// The calendar can be neither changed nor removed.
    case calendarIsImmutable = 16
    /// The source takes no calendars, and gives none up.
    case sourceDoesNotAllowCalendarAddDelete = 17
    /// A repeating reminder needs a due date.
    case recurringReminderRequiresDueDate = 18
    /// The calendar keeps no structured places.
    case structuredLocationsNotSupported = 19
    /// The list keeps no places.
    case reminderLocationsNotSupported = 20
    /// The calendar keeps no alarms at places.
    case alarmProximityNotSupported = 21
    /// The calendar takes no events.
    case calendarDoesNotAllowEvents = 22
    /// The calendar takes no reminders.
    case calendarDoesNotAllowReminders = 23
    /// The source takes no reminders.
    case sourceDoesNotAllowReminders = 24
    /// The source takes no events.
    case sourceDoesNotAllowEvents = 25
    /// The priority is not one of 0 to 9.
    case priorityIsInvalid = 26
    /// The kind of item does not fit.
    case invalidEntityType = 27
    /// An alarm that opens a URL was added; in compatibility mode only.
    case procedureAlarmsNotMutable = 28
    /// There is no access to this kind of item.
    case eventStoreNotAuthorized = 29
    /// The operation is not available on this system.
    case osNotSupported = 30
    /// The calendar cannot keep the answer to an invitation.
    case invalidInviteReplyCalendar = 31
    /// A collection of notifications lacks its flag. No store of this system reports it.
    case notificationsCollectionFlagNotSet = 32
    /// The objects belong to different sources. No store of this system reports it.
    case sourceMismatch = 33
    /// A notification belongs to another collection. No store of this system reports it.
    case notificationCollectionMismatch = 34
    /// A notification was saved without its collection. No store of this system reports it.
    case notificationSavedWithoutCollection = 35
    /// A reminder has an alarm that writes or opens something; in compatibility mode only.
    case reminderAlarmContainsEmailOrUrl = 36
    /// The number after the last; no error has it.
    case last = 37
  }
}
