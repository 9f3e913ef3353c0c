/// Why an edit cannot be made; nothing was changed.
public enum EditError: Error, Hashable, Sendable {
  /// An event or reminder without a calendar.
  case noCalendar
  /// Nobody said yet where new items of a kind go.
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
  /// A calendar was to go to another account.
  case calendarStaysInSource(String)
  /// It lasts longer than the time from one occurrence to the next.
  case longerThanInterval
  /// An alarm goes off further away than the next occurrence is.
  case alarmBeyondInterval
  case startOutOfCalendar
  /// An occurrence would be moved onto another one of its series.
  case collides(EventTime)
  case invitationStays(calendar: String)
  case invitationIsReadOnly(organizer: String)
  /// An answer was given where nobody invites the owner; `isKnown` tells whether
  /// any address is known as theirs.
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
  /// A series was named where one occurrence is meant; its next occurrences' ids help.
  case needsOccurrence(title: String, examples: [String])
  /// A span was not said.
  case spanRequired(title: String)
  case occurrenceGone(String)
  /// The rule says on which days the series is, in a way that a move to another day does not fit.
  case ruleDoesNotMove(String)
  /// A move of a series would change the days that its rule names: the rule it
  /// would have and its first dates.
  case daysChange(title: String, rule: String, first: [CivilDate])
  /// An occurrence that was added by date, or one of several rules, cannot begin a series.
  case cannotSplit
  case itemGone(String)
  case wrongKind(String, expected: ItemKind)
  /// Somebody changed the item meanwhile.
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
  /// Forbidden by policy, which asking does not change.
  case accessRestricted(ItemKind)
  /// A request for access that does not say why.
  case reasonMissing
  /// Somebody else than the owner decides about access.
  case notOwner(String)
  /// Reminders cannot be added without being readable.
  case noWriteOnlyReminders
  /// What a caller's own rules refuse, with the number it has for that.
  case refused(String, number: Int)
  case store(StoreError)
}

/// Typed throwing of what a store reports.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(EditError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}
