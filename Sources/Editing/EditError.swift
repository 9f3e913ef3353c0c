/// The reason why an edit cannot be made; nothing was changed.
public enum EditError: Error, Hashable, Sendable {
  /// An event or reminder without a calendar.
  case noCalendar
  /// No default calendar is set for new items of the kind.
  case noDefaultCalendar(ItemKind)
  case noStart
  case noEnd
  /// The end lies before the start.
  case datesInverted(start: EventTime, end: EventTime, kind: ItemKind = .event)
  case noTitle
  case calendarReadOnly(String)
  case calendarTakesNo(ItemKind, calendar: String)
  case sourceTakesNo(ItemKind, source: String)
  case noReminderList
  /// A calendar cannot move to another account.
  case calendarStaysInSource(String)
  /// The item lasts longer than the interval between two occurrences.
  case longerThanInterval
  /// An alarm is further away from its occurrence than the next occurrence.
  case alarmBeyondInterval
  case startOutOfCalendar
  /// An occurrence would be moved onto another one of its series.
  case collides(EventTime)
  case invitationStays(calendar: String)
  case invitationIsReadOnly(organizer: String)
  /// A reply to an item whose organizer does not invite the user; `isKnown` says whether any address of the
  /// user is known.
  case notInvited(title: String, isKnown: Bool)
  case priorityOutOfRange(Int)
  case recurringNeedsDue
  case placesNotSupported(source: String)
  /// The account keeps places, but not on reminders.
  case reminderPlacesNotSupported(source: String)
  case proximityNotSupported(source: String)
  case availabilityNotSupported(Availability, calendar: String)
  /// A rule was changed for one occurrence alone.
  case ruleNeedsSeries
  /// A series was named where one occurrence is needed; its next occurrences' ids help.
  case needsOccurrence(title: String, examples: [String])
  /// The span is missing.
  case spanRequired(title: String)
  case occurrenceGone(String)
  /// The rule names its days in a way that cannot follow a move to another day.
  case ruleDoesNotMove(String)
  /// A move of a series would change the days that its rule names; `rule` and `first` are the new rule and
  /// its first dates.
  case daysChange(title: String, rule: String, first: [CivilDate])
  /// An occurrence added by date, or one of several rules, cannot begin a series.
  case cannotSplit
  case itemGone(String)
  case wrongKind(String, expected: ItemKind)
  /// Another change was made to the item in the meantime.
  case stale(id: String, expected: Int, present: Int)
  case seriesMovesWhole
  case alreadyCompleted(String)
  case notCompleted(String)
  case noSuchAlarm(Int, count: Int)
  case notRecurring(String)
  case parentIsSelf
  case rule(RecurrenceRuleError)
  case otherStore
  case invalidated
  case notPermitted(ItemKind)
  /// Access is forbidden by policy; asking does not help.
  case accessRestricted(ItemKind)
  /// A request for access gives no reason.
  case reasonMissing
  /// A client other than the owner tries to set access.
  case notOwner(String)
  /// Reminders cannot be added without being readable.
  case noWriteOnlyReminders
  /// A rule of the caller refuses the edit; `number` is the caller's code.
  case refused(String, number: Int)
  case store(StoreError)
}

/// Runs `body` and rethrows a store's error as an `EditError`.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(EditError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}
