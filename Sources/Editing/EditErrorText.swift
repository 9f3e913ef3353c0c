// The wording of every edit error; no other file of this target contains text for people.
extension EditError {
  /// The stable codes, in kebab case.
  public enum Code: String, CaseIterable, Sendable {
    case noCalendar = "no-calendar"
    case noDefaultCalendar = "no-default-calendar"
    case noStart = "no-start"
    case noEnd = "no-end"
    case datesInverted = "dates-inverted"
    case noTitle = "no-title"
    case calendarReadOnly = "calendar-read-only"
    case calendarTakesNo = "calendar-takes-no"
    case sourceTakesNo = "source-takes-no"
    case noReminderList = "no-reminder-list"
    case calendarStaysInSource = "calendar-stays-in-source"
    case longerThanInterval = "longer-than-interval"
    case alarmBeyondInterval = "alarm-beyond-interval"
    case startOutOfCalendar = "start-out-of-calendar"
    case collides
    case invitationStays = "invitation-stays"
    case invitationIsReadOnly = "invitation-read-only"
    case notInvited = "not-invited"
    case priorityOutOfRange = "priority-out-of-range"
    case recurringNeedsDue = "recurring-needs-due"
    case placesNotSupported = "places-not-supported"
    case reminderPlacesNotSupported = "reminder-places-not-supported"
    case proximityNotSupported = "proximity-not-supported"
    case availabilityNotSupported = "availability-not-supported"
    case ruleNeedsSeries = "rule-needs-series"
    case needsOccurrence = "needs-occurrence"
    case spanRequired = "span-required"
    case occurrenceGone = "occurrence-gone"
    case ruleDoesNotMove = "rule-does-not-move"
    case daysChange = "days-change"
    case cannotSplit = "cannot-split"
    case itemGone = "item-gone"
    case wrongKind = "wrong-kind"
    case stale
    case seriesMovesWhole = "series-moves-whole"
    case alreadyCompleted = "already-completed"
    case notCompleted = "not-completed"
    case noSuchAlarm = "no-such-alarm"
    case notRecurring = "not-recurring"
    case parentIsSelf = "parent-is-self"
    case badRule = "bad-rule"
    case otherStore = "other-store"
    case invalidated
    case notPermitted = "not-permitted"
    case accessRestricted = "access-restricted"
    case reasonMissing = "reason-missing"
    case notOwner = "not-owner"
    case noWriteOnlyReminders = "no-write-only"
    case refused
  }

  /// The stable code, in kebab case; for a store's error the store's code.
  public var code: String { ownCode?.rawValue ?? storeCode }

  private var storeCode: String { if case .store(let error) = self { error.code.rawValue } else { "" } }

  private var ownCode: Code? {
    switch self {
    case .noCalendar: .noCalendar
    case .noDefaultCalendar: .noDefaultCalendar
    case .noStart: .noStart
    case .noEnd: .noEnd
    case .datesInverted: .datesInverted
    case .noTitle: .noTitle
    case .calendarReadOnly: .calendarReadOnly
    case .calendarTakesNo: .calendarTakesNo
    case .sourceTakesNo: .sourceTakesNo
    case .noReminderList: .noReminderList
    case .calendarStaysInSource: .calendarStaysInSource
    case .longerThanInterval: .longerThanInterval
    case .alarmBeyondInterval: .alarmBeyondInterval
    case .startOutOfCalendar: .startOutOfCalendar
    case .collides: .collides
    case .invitationStays: .invitationStays
    case .invitationIsReadOnly: .invitationIsReadOnly
    case .notInvited: .notInvited
    case .priorityOutOfRange: .priorityOutOfRange
    case .recurringNeedsDue: .recurringNeedsDue
    case .placesNotSupported: .placesNotSupported
    case .reminderPlacesNotSupported: .reminderPlacesNotSupported
    case .proximityNotSupported: .proximityNotSupported
    case .availabilityNotSupported: .availabilityNotSupported
    case .ruleNeedsSeries: .ruleNeedsSeries
    case .needsOccurrence: .needsOccurrence
    case .spanRequired: .spanRequired
    case .occurrenceGone: .occurrenceGone
    case .ruleDoesNotMove: .ruleDoesNotMove
    case .daysChange: .daysChange
    case .cannotSplit: .cannotSplit
    case .itemGone: .itemGone
    case .wrongKind: .wrongKind
    case .stale: .stale
    case .seriesMovesWhole: .seriesMovesWhole
    case .alreadyCompleted: .alreadyCompleted
    case .notCompleted: .notCompleted
    case .noSuchAlarm: .noSuchAlarm
    case .notRecurring: .notRecurring
    case .parentIsSelf: .parentIsSelf
    case .rule: .badRule
    case .otherStore: .otherStore
    case .invalidated: .invalidated
    case .notPermitted: .notPermitted
    case .accessRestricted: .accessRestricted
    case .reasonMissing: .reasonMissing
    case .notOwner: .notOwner
    case .noWriteOnlyReminders: .noWriteOnlyReminders
    case .refused: .refused
    case .store: nil
    }
  }

  /// One sentence that states the problem.
  public var message: String {
    switch self {
    case .noCalendar: "no calendar is chosen, and there is none that takes this"
    case .noDefaultCalendar(let kind): "nothing says which calendar new \(Self.plural(kind)) go to"
    case .noStart: "an event needs a start"
    case .noEnd: "an event needs an end"
    case .datesInverted(let start, let end, let kind):
      "the \(kind == .reminder ? "due date" : "end") \(Self.text(end)) lies before the start \(Self.text(start))"
    case .noTitle: "a reminder needs a title"
    case .calendarReadOnly(let title): "the calendar \(title) is read-only"
    case .calendarTakesNo(let kind, let title): "the calendar \(title) takes no \(Self.plural(kind))"
    case .sourceTakesNo(let kind, let title): "the source \(title) takes no \(Self.plural(kind))"
    case .noReminderList: "there is no list that takes reminders"
    case .calendarStaysInSource(let title): "the calendar \(title) stays in the source it was made in"
    case .longerThanInterval: "it lasts longer than the time from one occurrence to the next"
    case .alarmBeyondInterval: "an alarm lies further away than the next occurrence"
    case .startOutOfCalendar: "the start lies outside the years 1 to 9999"
    case .collides(let time): "another occurrence of the series is on \(time.wall.date) already"
    case .invitationStays(let title): "an invitation stays in its calendar, \(title)"
    case .invitationIsReadOnly(let name): "this is an invitation from \(name), who alone can change it"
    case .notInvited(let title, _): "\(Self.quoted(title)) is no invitation from somebody else to you"
    case .priorityOutOfRange(let value): "\(value) is no priority"
    case .recurringNeedsDue: "a repeating reminder needs a due date"
    case .placesNotSupported(let source): "the source \(source) keeps no places with coordinates for this"
    case .reminderPlacesNotSupported(let source): "the source \(source) keeps no places on reminders"
    case .proximityNotSupported(let source): "the source \(source) keeps no alarms for coming or leaving"
    case .availabilityNotSupported(let value, let title):
      "the calendar \(title) does not know `\(value.name)`"
    case .ruleNeedsSeries: "how a series repeats cannot be changed for one occurrence"
    case .needsOccurrence(let title, _):
      "\(Self.quoted(title)) is a series: span this needs one occurrence of it"
    case .spanRequired(let title): "\(Self.quoted(title)) repeats: say span this, future or all"
    case .occurrenceGone(let key): "the series has no occurrence \(key)"
    case .ruleDoesNotMove(let rule):
      "the rule \(rule) says its own days or times, which do not fit the new start"
    case .daysChange(let title, let rule, let first):
      "\(Self.quoted(title)) would repeat on other days: \(rule), first on "
        + first.map(\.description).joined(separator: ", ")
    case .cannotSplit: "a series cannot be cut at this occurrence, which not all of its rules give"
    case .itemGone(let id): "\(id) is no longer there"
    case .wrongKind(let id, let expected):
      "\(id) is \(expected == .reminder ? "an event, not a reminder" : "a reminder, not an event")"
    case .stale(let id, let expected, let present):
      "\(id) was changed meanwhile: it is at revision \(present), not \(expected)"
    case .seriesMovesWhole: "a series is in one calendar as a whole"
    case .alreadyCompleted(let id): "\(id) is done already"
    case .notCompleted(let id): "\(id) is not done"
    case .noSuchAlarm(let number, let count):
      count == 0
        ? "there are no alarms" : "there is no alarm \(number): there \(count == 1 ? "is 1" : "are \(count)")"
    case .notRecurring(let id): "\(id) does not repeat"
    case .parentIsSelf: "nothing can be part of itself"
    case .rule(let error): error.description
    case .otherStore: "this belongs to another store"
    case .invalidated: "this was invalidated by a reset of its store"
    case .notPermitted(let kind): "there is no access to \(Self.plural(kind))"
    case .accessRestricted(let kind): "access to \(Self.plural(kind)) is forbidden by policy"
    case .reasonMissing: "a request for access must say why"
    case .notOwner(let client): "\(client) is not the owner of the store, who alone decides about access"
    case .noWriteOnlyReminders: "reminders have no level write-only"
    case .refused(let reason, _): reason
    case .store(let error): error.message
    }
  }

  /// Advice for the user; nil when there is none.
  public var hint: String? {
    switch self {
    case .noCalendar: "add calendar NAME makes one; in NAME chooses one"
    case .noDefaultCalendar: "say it here with in NAME, or once for all with default calendar NAME"
    case .noStart: "for example: tomorrow 10:00, or on friday for a whole day"
    case .noEnd: "for example: for 1h"
    case .datesInverted(_, _, .reminder): "swap them, or leave the start out"
    case .datesInverted: "swap them, or give the length with for"
    case .noTitle: "for example: add reminder \"Buy milk\""
    case .calendarReadOnly: "choose another one with in; calendars writable lists them"
    case .calendarTakesNo(let kind, _):
      "calendars lists what each takes; in NAME chooses one for \(Self.plural(kind))"
    case .sourceTakesNo: "choose a calendar of another source"
    case .noReminderList: "add calendar \"Reminders\" for reminders makes one"
    case .calendarStaysInSource: "add a calendar to the other source, and move the items there"
    case .longerThanInterval: "make it shorter, or let it repeat less often"
    case .alarmBeyondInterval: "move the alarm nearer, or let it repeat less often"
    case .startOutOfCalendar: nil
    case .collides: "choose another day, or delete the other occurrence first"
    case .invitationStays: "duplicate makes a copy that can go anywhere"
    case .invitationIsReadOnly: "accept, maybe or decline answers it; duplicate makes a copy of your own"
    case .notInvited(_, let isKnown):
      isKnown
        ? "set own.addresses names the addresses that are yours"
        : "set own.addresses = \"you@example.org\" says which address is yours"
    case .priorityOutOfRange: "0 is none, 1 to 4 high, 5 medium, 6 to 9 low"
    case .recurringNeedsDue: "add due DATE, or repeat never"
    case .placesNotSupported, .reminderPlacesNotSupported: "give the place as text only"
    case .proximityNotSupported: "use an alarm with a time"
    case .availabilityNotSupported: nil
    case .ruleNeedsSeries: "say span future or span all"
    case .needsOccurrence(_, let examples):
      examples.isEmpty
        ? "events lists its occurrences with --format ids" : "for example " + examples.joined(separator: ", ")
    case .spanRequired: "this is the one occurrence, future it and all later ones"
    case .occurrenceGone: "it was deleted or moved by a change of the rule; undo may bring it back"
    case .ruleDoesNotMove: "give the new rule too: set repeat = every …"
    case .daysChange: "add yes to do it; span this moves the one occurrence"
    case .cannotSplit: "use span this or span all"
    case .itemGone: "it was deleted; undo may bring it back"
    case .wrongKind: nil
    case .stale: "look at it again, then repeat the change"
    case .seriesMovesWhole: "use span all, or duplicate the occurrence into the other calendar"
    case .alreadyCompleted: "reopen makes it open again"
    case .notCompleted: nil
    case .noSuchAlarm: "view shows the alarms with their numbers"
    case .notRecurring: nil
    case .parentIsSelf: nil
    case .rule: "for example: every 2 weeks on tuesday"
    case .otherStore, .invalidated: "read it again from the store it is to be used with"
    case .notPermitted, .notOwner: "access shows who may do what"
    case .accessRestricted: "access set changes it"
    case .reasonMissing, .noWriteOnlyReminders, .refused: nil
    case .store(let error): error.hint
    }
  }

  private static func plural(_ kind: ItemKind) -> String {
    switch kind {
    case .event: "events"
    case .reminder: "reminders"
    case .other: "such items"
    }
  }

  private static func quoted(_ title: String) -> String { title.isEmpty ? "this" : title }

  private static func text(_ time: EventTime) -> String {
    switch time {
    case .date(let date): date.description
    case .floating(let wall), .zoned(let wall, _):
      "\(wall.date) \(wall.time.description.prefix(5))"
    }
  }
}
