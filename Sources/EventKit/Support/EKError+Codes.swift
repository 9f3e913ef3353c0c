// What `catch EKError.calendarReadOnly` and `EKError.calendarReadOnly.rawValue` name.
extension EKError {
  /// The event cannot be changed: it is another organizer's invitation.
  public static var eventNotMutable: EKError.Code { .eventNotMutable }
  /// The item has no calendar.
  public static var noCalendar: EKError.Code { .noCalendar }
  /// The event has no start.
  public static var noStartDate: EKError.Code { .noStartDate }
  /// The event has no end.
  public static var noEndDate: EKError.Code { .noEndDate }
  /// The end lies before the start.
  public static var datesInverted: EKError.Code { .datesInverted }
  /// The store could not be read or written, or the object is no longer valid.
  public static var internalFailure: EKError.Code { .internalFailure }
  /// The calendar takes no changes.
  public static var calendarReadOnly: EKError.Code { .calendarReadOnly }
  /// The event is longer than the interval of its repetition.
  public static var durationGreaterThanRecurrence: EKError.Code { .durationGreaterThanRecurrence }
  /// An alarm is further from the start than the interval of the repetition.
  public static var alarmGreaterThanRecurrence: EKError.Code { .alarmGreaterThanRecurrence }
  /// The start lies behind the last year that can be shown.
  public static var startDateTooFarInFuture: EKError.Code { .startDateTooFarInFuture }
  /// Two occurrences would start at the same time.
  public static var startDateCollidesWithOtherOccurrence: EKError.Code {
    .startDateCollidesWithOtherOccurrence
  }
  /// The object was made by another store.
  public static var objectBelongsToDifferentStore: EKError.Code { .objectBelongsToDifferentStore }
  /// An invitation stays in its calendar.
  public static var invitesCannotBeMoved: EKError.Code { .invitesCannotBeMoved }
  /// The span does not fit the change: a rule cannot change for one occurrence.
  public static var invalidSpan: EKError.Code { .invalidSpan }
  /// The calendar has no source.
  public static var calendarHasNoSource: EKError.Code { .calendarHasNoSource }
  /// A calendar stays in its source.
  public static var calendarSourceCannotBeModified: EKError.Code { .calendarSourceCannotBeModified }
  /// The calendar can be neither changed nor removed.
  public static var calendarIsImmutable: EKError.Code { .calendarIsImmutable }
  /// The source takes no calendars, and gives none up.
  public static var sourceDoesNotAllowCalendarAddDelete: EKError.Code { .sourceDoesNotAllowCalendarAddDelete }
  /// A repeating reminder needs a due date.
  public static var recurringReminderRequiresDueDate: EKError.Code { .recurringReminderRequiresDueDate }
  /// The calendar keeps no structured places.
  public static var structuredLocationsNotSupported: EKError.Code { .structuredLocationsNotSupported }
  /// The list keeps no places.
  public static var reminderLocationsNotSupported: EKError.Code { .reminderLocationsNotSupported }
  /// The calendar keeps no alarms at places.
  public static var alarmProximityNotSupported: EKError.Code { .alarmProximityNotSupported }
  /// The calendar takes no events.
  public static var calendarDoesNotAllowEvents: EKError.Code { .calendarDoesNotAllowEvents }
  /// The calendar takes no reminders.
  public static var calendarDoesNotAllowReminders: EKError.Code { .calendarDoesNotAllowReminders }
  /// The source takes no reminders.
  public static var sourceDoesNotAllowReminders: EKError.Code { .sourceDoesNotAllowReminders }
  /// The source takes no events.
  public static var sourceDoesNotAllowEvents: EKError.Code { .sourceDoesNotAllowEvents }
  /// The priority is not one of 0 to 9.
  public static var priorityIsInvalid: EKError.Code { .priorityIsInvalid }
  /// The kind of item does not fit.
  public static var invalidEntityType: EKError.Code { .invalidEntityType }
  /// An alarm that opens a URL was added; in compatibility mode only.
  public static var procedureAlarmsNotMutable: EKError.Code { .procedureAlarmsNotMutable }
  /// There is no access to this kind of item.
  public static var eventStoreNotAuthorized: EKError.Code { .eventStoreNotAuthorized }
  /// The operation is not available on this system.
  public static var osNotSupported: EKError.Code { .osNotSupported }
  /// The calendar cannot keep the answer to an invitation.
  public static var invalidInviteReplyCalendar: EKError.Code { .invalidInviteReplyCalendar }
  /// A collection of notifications lacks its flag.
  ///
  /// No store of this system reports it.
  public static var notificationsCollectionFlagNotSet: EKError.Code { .notificationsCollectionFlagNotSet }
  /// The objects belong to different sources.
  ///
  /// No store of this system reports it.
  public static var sourceMismatch: EKError.Code { .sourceMismatch }
  /// A notification belongs to another collection.
  ///
  /// No store of this system reports it.
  public static var notificationCollectionMismatch: EKError.Code { .notificationCollectionMismatch }
  /// A notification was saved without its collection.
  ///
  /// No store of this system reports it.
  public static var notificationSavedWithoutCollection: EKError.Code { .notificationSavedWithoutCollection }
  /// A reminder has an alarm that writes or opens something; in compatibility mode only.
  public static var reminderAlarmContainsEmailOrUrl: EKError.Code { .reminderAlarmContainsEmailOrUrl }
  /// The number after the last; no error has it.
  public static var last: EKError.Code { .last }
}
