import ICalendar

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
/// An event or reminder as its calendar component says it: the master of a series,
/// an override, or a single item.
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
  /// COMPLETED of a reminder; the modification time where only STATUS says so, as
  /// it must have happened by then.
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

/// The parts of an item that an edit can change, each as a whole.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
  case title, location, place, notes, url
  /// When an event starts and how long it lasts, which belong together: moving the start keeps the length.
  case start
  case length
  /// Start and due date of a reminder.
  case reminderStart = "reminder-start"
  case due
  /// Done or not, and when: the two are coupled.
  case completion
  case status, availability, priority
  case percentComplete = "percent"
  case alarms, categories, attendees, organizer, attachments
  /// RRULE; a change of it concerns a whole series or all later occurrences.
  case rules
  /// RDATE.
  case extraDates = "dates"
  /// EXDATE.
  case exceptions
  case travel, color, conference
  case flagged, section
  /// The item that this one is part of.
  case parent
  /// Whether the next occurrence counts from when the last was done.
  case repeatBase = "repeat-from"
}

extension ItemField {
  /// What the model knows of the field.
  private var definition: FieldRow {
    switch self {
    case .title: .text(\.title, .summary)
    case .location: .text(\.location, .location)
    case .place: .place
    case .notes: .text(\.notes, .description)
    case .url: .uri(\.url, .url)
    case .start: .start
    case .length: .length
    case .reminderStart: .reminderStart
    case .due: .due
    case .completion: .completion
    case .status: .status
    case .availability: .availability
    case .priority: .priority
    case .percentComplete: .percentComplete
    case .alarms: .alarms
    case .categories: .categories
    case .attendees: .attendees
    case .organizer: .organizer
    case .attachments: .attachments
    case .rules: .rules
    case .extraDates: .dates(\.extraTimes, .rdate)
    case .exceptions: .dates(\.exceptionTimes, .exdate)
    case .travel: .duration(\.travel, .xAppleTravelDuration)
    case .color: .text(\.color, .color)
    case .conference: .uri(\.conference, .conference, parameters: [.value("URI")])
    case .flagged: .flag(\.isFlagged, .xKalendsFlagged, "TRUE")
    case .section: .text(\.section, .xKalendsSection)
    case .parent: .parent
    case .repeatBase: .flag(\.repeatsFromCompletion, .xKalendsRepeatFrom, "COMPLETION", subject: .series)
    }
  }

  private static let rows = allCases.map { $0.definition }

  /// What the model knows of the field, made once; an enum without values of its own is
  /// kept as the place of its case.
  var row: FieldRow { Self.rows[Int(unsafeBitCast(self, to: UInt8.self))] }

  /// What an organizer says of each occurrence of a series, besides when and with whom it is.
  public static let ofOrganizer: Set<ItemField> = [
    .title, .location, .place, .notes, .url, .conference, .length, .status,
  ]

  /// Whether a change concerns when occurrences are.
  public var isTime: Bool { row.subject == .time }

  /// Whether it belongs to a series as a whole.
  public var isOfSeries: Bool { row.subject == .series }
}
