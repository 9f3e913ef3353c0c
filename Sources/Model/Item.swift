import CivilTime
import Recurrence

/// Which occurrence of a series a component stands for (RFC 5545, 3.8.4.4).
public struct RecurrenceID: Hashable, Sendable {
  /// The value as written, in whatever zone.
  public var time: EventTime
  /// Whether the component also holds for all later occurrences (RANGE=THISANDFUTURE).
  public var isThisAndFuture: Bool

  /// A recurrence id with both its parts.
  public init(time: EventTime, isThisAndFuture: Bool = false) {
    self.time = time
    self.isThisAndFuture = isThisAndFuture
  }
}

/// An event or reminder as its calendar component says it: the master of a series, an override, or a single item.
public struct Item: Sendable {
  /// Event, reminder or something that is only kept.
  public var kind: ItemKind
  /// The UID; nil when the component has none.
  public var uid: String?
  /// The occurrence this component overrides; nil for masters and single items.
  public var recurrenceID: RecurrenceID?
  /// SEQUENCE; 0 when not given.
  public var sequence = 0
  /// CREATED.
  public var created: Instant?
  /// LAST-MODIFIED, else DTSTAMP.
  public var modified: Instant?

  /// SUMMARY; nil when not given.
  public var title: String?
  /// LOCATION; nil when not given.
  public var location: String?
  /// DESCRIPTION; nil when not given.
  public var notes: String?
  /// URL; nil when not given.
  public var url: String?

  /// DTSTART.
  public var start: EventTime?
  /// How long it lasts, from DTEND, DURATION or the defaults of RFC 5545, 3.6.1.
  public var length = EventLength.zero
  /// DTEND as written, which may be in another zone than the start.
  public var end: EventTime?
  /// DUE of a reminder.
  public var due: EventTime?
  /// COMPLETED of a reminder; the modification time where only STATUS says so, as it must have happened by then.
  public var completed: Instant?
  /// Whether a reminder is done (STATUS:COMPLETED or COMPLETED).
  public var isCompleted = false
  /// PERCENT-COMPLETE, 0…100.
  public var percentComplete: Int?
  /// STATUS of an event.
  public var status = EventStatus.none
  /// What the event does to its time, from TRANSP and what exporters add to it.
  public var availability = Availability.busy
  /// PRIORITY, 0…9; 0 is none, 1 the highest.
  public var priority = 0

  /// ORGANIZER.
  public var organizer: Participant?
  /// ATTENDEEs in order.
  public var attendees: [Participant] = []
  /// VALARMs in order.
  public var alarms: [Alarm] = []
  /// CATEGORIES in order, without repetitions.
  public var categories: [String] = []
  /// ATTACHes in order.
  public var attachments: [Attachment] = []
  /// GEO, or Apple's structured location.
  public var place: StructuredLocation?
  /// RELATED-TO with RELTYPE PARENT (the default): the UID of what this is part of.
  public var parentUID: String?

  /// X-APPLE-TRAVEL-DURATION: the way there, which lies before the start.
  public var travel: CalendarDuration?
  /// X-KALENDS-FLAGGED: whether a reminder is marked to be seen.
  public var isFlagged = false
  /// X-KALENDS-SECTION: the part of its list that a reminder stands in.
  public var section: String?
  /// COLOR (RFC 7986, 5.9), a CSS name.
  public var color: String?
  /// CONFERENCE (RFC 7986, 5.11): where to join.
  public var conference: String?
  /// X-KALENDS-PREVIOUS: the UID of the series that this one continues after a split.
  public var previousUID: String?
  /// X-KALENDS-REPEAT-FROM:COMPLETION: whether the next one counts from when the last was done.
  public var repeatsFromCompletion = false
  /// X-KALENDS-BIRTHDAY-CONTACT: the contact whose birthday it is.
  public var birthdayContact: String?

  /// What makes it repeat; nil when it does not.
  public var recurrence: RecurrenceSet?
  /// The starts that RDATE lists, as written.
  public var extraTimes: [EventTime] = []
  /// The starts that EXDATE takes away, as written.
  public var exceptionTimes: [EventTime] = []
  /// The values of RRULE and EXRULE as written, without folding.
  public var ruleTexts: [String] = []

  /// An item of a kind, with everything else unset.
  public init(kind: ItemKind) { self.kind = kind }

  /// Whether the item covers whole days.
  public var isAllDay: Bool { start?.isAllDay ?? due?.isAllDay ?? false }
}
