import ICalendar

/// The occurrence of a series that a component overrides (RFC 5545, 3.8.4.4).
public struct RecurrenceID: Hashable, Sendable {
  /// The value as written, in its own zone.
  public var time: EventTime
  /// Whether the component also holds for all later occurrences (RANGE=THISANDFUTURE).
  public var isThisAndFuture: Bool

  /// Creates a recurrence id.
  public init(time: EventTime, isThisAndFuture: Bool = false) {
    self.time = time
    self.isThisAndFuture = isThisAndFuture
  }
}
/// An event or reminder as its calendar component describes it: the master of a series, an override, or a
/// single item.
public struct Item: Sendable {
  /// Event, reminder, or a component that is only stored.
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
  /// The length, from DTEND, DURATION or the defaults of RFC 5545, 3.6.1.
  public var length = EventLength.zero
  /// DTEND as written, which may be in another zone than the start.
  public var end: EventTime?
  /// DUE of a reminder.
  public var due: EventTime?
  /// COMPLETED of a reminder; the modification time if only STATUS is COMPLETED, because the completion was
  /// not later.
  public var completed: Instant?
  /// Whether a reminder is done (STATUS:COMPLETED or COMPLETED).
  public var isCompleted = false
  /// PERCENT-COMPLETE, 0…100.
  public var percentComplete: Int?
  /// STATUS of an event.
  public var status = EventStatus.none
  /// The availability during the event, from TRANSP and the properties that exporters add to it.
  public var availability = Availability.busy
  /// PRIORITY, 0…9; 0 means none, 1 the highest.
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
  /// RELATED-TO with RELTYPE PARENT (the default): the UID of the item that this one is part of.
  public var parentUID: String?

  /// X-APPLE-TRAVEL-DURATION: the travel time before the start.
  public var travel: CalendarDuration?
  /// X-KALENDS-FLAGGED: whether a reminder is flagged.
  public var isFlagged = false
  /// X-KALENDS-SECTION: the section of its list that contains a reminder.
  public var section: String?
  /// COLOR (RFC 7986, 5.9), a CSS name.
  public var color: String?
  /// CONFERENCE (RFC 7986, 5.11): the address for joining.
  public var conference: String?
  /// X-KALENDS-PREVIOUS: the UID of the series that this one continues after a split.
  public var previousUID: String?
  /// X-KALENDS-REPEAT-FROM:COMPLETION: whether the next occurrence counts from the completion of the last
  /// one.
  public var repeatsFromCompletion = false
  /// X-KALENDS-BIRTHDAY-CONTACT: the contact of a birthday.
  public var birthdayContact: String?

  /// The recurrence; nil when the item does not repeat.
  public var recurrence: RecurrenceSet?
  /// The starts that RDATE lists, as written.
  public var extraTimes: [EventTime] = []
  /// The starts that EXDATE excludes, as written.
  public var exceptionTimes: [EventTime] = []
  /// The values of RRULE and EXRULE as written, without folding.
  public var ruleTexts: [String] = []

  /// Creates an item of a kind, with everything else unset.
  public init(kind: ItemKind) { self.kind = kind }

  /// Whether the item covers whole days.
  public var isAllDay: Bool { start?.isAllDay ?? due?.isAllDay ?? false }
}

/// The parts of an item that an edit can change, each as a whole.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
  case title, location, place, notes, url
  /// The start and the length of an event, which belong together: moving the start keeps the length.
  case start
  case length
  /// The start and due date of a reminder.
  case reminderStart = "reminder-start"
  case due
  /// The completion and its time, which are coupled.
  case completion
  case status, availability, priority
  case percentComplete = "percent"
  case alarms, categories, attendees, organizer, attachments
  /// RRULE; a change of it affects a whole series or all later occurrences.
  case rules
  /// RDATE.
  case extraDates = "dates"
  /// EXDATE.
  case exceptions
  case travel, color, conference
  case flagged, section
  /// The item that this one is part of.
  case parent
  /// Whether the next occurrence counts from the completion of the last one.
  case repeatBase = "repeat-from"
}

extension ItemField {
  /// The definition of the field.
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

  /// The definition of the field, created once; an enum without associated values is stored as the index of
  /// its case.
  var row: FieldRow { Self.rows[Int(unsafeBitCast(self, to: UInt8.self))] }

  /// The fields of each occurrence of a series that the organizer sets, besides its start and its people.
  public static let ofOrganizer: Set<ItemField> = [
    .title, .location, .place, .notes, .url, .conference, .length, .status,
  ]

  /// The fields in which an item is not empty; its start is that of an event or of a reminder.
  public static func said(by item: Item) -> Set<ItemField> {
    let nothing = Item(kind: item.kind)
    return Set(allCases.filter { $0.isKnown(to: item.kind) && !item.agrees(with: nothing, on: $0) })
  }

  /// Whether items of a kind have it: start and length are another field of events than of reminders.
  private func isKnown(to kind: ItemKind) -> Bool {
    switch self {
    case .start, .length: kind != .reminder
    case .reminderStart: kind == .reminder
    default: true
    }
  }

  /// Whether a change concerns when occurrences are.
  public var isTime: Bool { row.subject == .time }

  /// Whether the field belongs to a series as a whole.
  public var isOfSeries: Bool { row.subject == .series }
}
