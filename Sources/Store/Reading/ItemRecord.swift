/// The columns of `item`: the one list from which reads, writes and their SQL are made.
///
/// `bind` writes a column by its case, `ItemRecord` reads it by its name.
enum ItemColumn: String, TableColumn {
  // `id` comes first, as an update finds its row by the first parameter.
  case id, calendar, master, kind, uid, key, isRange = "is_range", revision
  case title, location, notes, url
  case startForm = "start_form", startWall = "start_wall", startZone = "start_zone"
  case endForm = "end_form", endWall = "end_wall", endZone = "end_zone"
  case dueForm = "due_form", dueWall = "due_wall", dueZone = "due_zone"
  case lengthForm = "length_form", lengthMonths = "length_months", lengthDays = "length_days"
  case lengthSeconds = "length_seconds"
  case firstAxis = "first_axis", firstStart = "first_start", firstEnd = "first_end"
  case status, availability, priority, percent, sequence, created, modified, completed
  case isCompleted = "is_completed"
  case organizer, attendees, alarms, categories, attachments, place, people
  case attendeeCount = "attendee_count", alarmCount = "alarm_count", latitude, longitude, radius
  case isRecurring = "is_recurring", rules, dates, exceptions
  case parentUID = "parent_uid", previousUID = "previous_uid"
  case travel, flagged, section, color, conference, repeatsFromCompletion = "repeats_from_completion", contact
  // Columns that are not in a record.
  case position, isAllDay = "is_all_day", firstKey = "first_key", firstItem = "first_item", content

  /// The columns of a record.
  static let ofRecord = allCases.prefix { $0 != .position }
  /// Where, behind those, a record's statement has what it looks up in another row.
  static let previousPlace = Int32(ofRecord.count)

  /// Binds the column's value.
  func bind(_ item: WrittenItem, to row: Statement) {
    let values = item.item
    let number = parameter
    switch self {
    case .id: row.bind(number, item.identity.id)
    case .calendar: row.bind(number, item.identity.calendar)
    case .position: row.bind(number, item.identity.position)
    case .master: row.bind(number, item.place.master)
    case .key: row.bind(number, item.place.key)
    case .firstAxis: row.bind(number, item.place.firstAxis)
    case .firstStart: row.bind(number, item.place.firstStart)
    case .firstEnd: row.bind(number, item.place.firstEnd)
    case .firstKey: row.bind(number, item.place.firstKey)
    case .firstItem: row.bind(number, item.place.firstItem)
    case .revision: row.bind(number, item.identity.revision)
    case .content: row.bind(number, item.identity.content)
    case .kind: row.bind(number, values.kind.rawValue)
    case .uid: row.bind(number, values.uid)
    case .isRange: row.bind(number, values.recurrenceID?.isThisAndFuture ?? false)
    case .title: row.bind(number, values.title)
    case .location: row.bind(number, values.location)
    case .notes: row.bind(number, values.notes)
    case .url: row.bind(number, values.url)
    case .startForm: row.bind(number, item.start?.form.rawValue)
    case .startWall: row.bind(number, item.start?.wall.wallSeconds)
    case .startZone: row.bind(number, item.start?.zone)
    case .endForm: row.bind(number, item.end?.form.rawValue)
    case .endWall: row.bind(number, item.end?.wall.wallSeconds)
    case .endZone: row.bind(number, item.end?.zone)
    case .dueForm: row.bind(number, item.due?.form.rawValue)
    case .dueWall: row.bind(number, item.due?.wall.wallSeconds)
    case .dueZone: row.bind(number, item.due?.zone)
    case .lengthForm: row.bind(number, values.length.isNominal)
    case .lengthMonths: row.bind(number, values.length.stored.months)
    case .lengthDays: row.bind(number, values.length.stored.days)
    case .lengthSeconds: row.bind(number, values.length.stored.seconds)
    case .status: row.bind(number, values.status.rawValue)
    case .availability: row.bind(number, values.availability.rawValue)
    case .priority: row.bind(number, values.priority)
    case .percent: row.bind(number, values.percentComplete)
    case .sequence: row.bind(number, values.sequence)
    case .created: row.bind(number, values.created?.seconds)
    case .modified: row.bind(number, values.modified?.seconds)
    case .completed: row.bind(number, values.completed?.seconds)
    case .isCompleted: row.bind(number, values.isCompleted)
    case .organizer: row.bind(number, ItemDetails.organizer(values))
    case .attendees: row.bind(number, ItemDetails.attendees(values))
    case .alarms: row.bind(number, ItemDetails.alarms(values))
    case .categories: row.bind(number, ItemDetails.categories(values))
    case .attachments: row.bind(number, ItemDetails.attachments(values))
    case .place: row.bind(number, ItemDetails.place(values))
    case .people: row.bind(number, ItemDetails.people(values))
    case .attendeeCount: row.bind(number, values.attendees.count)
    case .alarmCount: row.bind(number, values.alarms.count)
    case .latitude: row.bind(number, values.place?.latitude)
    case .longitude: row.bind(number, values.place?.longitude)
    case .radius: row.bind(number, values.place?.radius)
    case .isRecurring: row.bind(number, values.recurrence != nil)
    case .isAllDay: row.bind(number, values.isAllDay)
    case .rules: row.bind(number, lines(values.ruleTexts))
    case .dates: row.bind(number, lines(item.written.dates))
    case .exceptions: row.bind(number, lines(item.written.exceptions))
    case .parentUID: row.bind(number, values.parentUID)
    case .previousUID: row.bind(number, values.previousUID)
    case .travel: row.bind(number, values.travel.map(\.description))
    case .flagged: row.bind(number, values.isFlagged)
    case .section: row.bind(number, values.section)
    case .color: row.bind(number, values.color)
    case .conference: row.bind(number, values.conference)
    case .repeatsFromCompletion: row.bind(number, values.repeatsFromCompletion)
    case .contact: row.bind(number, values.birthdayContact)
    }
  }

  private func lines(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: "\n") }
}

/// All fields of an item that queries show and test: the columns of its row.
///
/// `ItemColumn` is the list of these columns, by which each is read and written.
public final class ItemRecord: Sendable {
  /// The row's number, which is never reused.
  public let id: Int
  /// The calendar's row.
  public let calendar: Int
  /// The row of the master whose occurrence the item overrides; nil for masters, singles and orphans.
  public let master: Int?
  /// The kind of the item: event, reminder or another component that is only kept.
  public let kind: ItemKind
  /// The UID; nil when the component has none.
  public let uid: String?
  /// The occurrence that the item overrides; nil for masters and singles.
  public let key: OccurrenceKey?
  /// Whether the override also changes all later occurrences (THISANDFUTURE).
  public let isRange: Bool
  /// The number of changes made here, from 1.
  public let revision: Int
  /// SUMMARY.
  public let title: String?
  /// LOCATION.
  public let location: String?
  /// DESCRIPTION.
  public let notes: String?
  /// URL.
  public let url: String?
  /// DTSTART.
  public let start: StoredTime?
  /// DTEND as written; nil when the component has none.
  public let end: StoredTime?
  /// DUE.
  public let due: StoredTime?
  /// The length of the item.
  public let length: EventLength
  /// The axis of the first occurrence (for a reminder of its due date, else its start); nil when the item has
  /// no time.
  public let firstAxis: TimeAxis?
  /// The first occurrence's start on that axis, in seconds.
  public let firstStart: Int?
  /// The first occurrence's end on that axis, in seconds.
  public let firstEnd: Int?
  /// STATUS of an event.
  public let status: EventStatus
  /// The availability during the event.
  public let availability: Availability
  /// PRIORITY, 0…9.
  public let priority: Int
  /// PERCENT-COMPLETE, 0…100.
  public let percentComplete: Int?
  /// SEQUENCE.
  public let sequence: Int
  /// CREATED.
  public let created: Instant?
  /// LAST-MODIFIED, else DTSTAMP.
  public let modified: Instant?
  /// COMPLETED.
  public let completed: Instant?
  /// Whether a reminder is completed.
  public let isCompleted: Bool
  /// The organizer as a JSON object.
  public let organizer: String?
  /// The attendees as a JSON array.
  public let attendees: String?
  /// The alarms as a JSON array.
  public let alarms: String?
  /// The categories as a JSON array.
  public let categories: String?
  /// The attachments as a JSON array.
  public let attachments: String?
  /// The structured location as a JSON object.
  public let place: String?
  /// Names and addresses of all people, one per line.
  public let people: String?
  /// The number of attendees.
  public let attendeeCount: Int
  /// The number of alarms.
  public let alarmCount: Int
  /// The latitude of the place in degrees north.
  public let latitude: Double?
  /// The longitude of the place in degrees east.
  public let longitude: Double?
  /// The radius of the place in meters.
  public let radius: Double?
  /// Whether the item repeats.
  public let isRecurring: Bool
  /// RRULE and EXRULE values as written.
  public let rules: [String]
  /// RDATE values as written.
  public let dates: [String]
  /// EXDATE values as written.
  public let exceptions: [String]
  /// The UID of the parent item.
  public let parentUID: String?
  /// The UID of the series that this one continues after a split.
  public let previousUID: String?
  /// The row of that series; nil when it is not stored.
  public let previous: Int?
  /// The travel time before the start.
  public let travel: CalendarDuration?
  /// Whether the item is flagged.
  public let isFlagged: Bool
  /// The section of the item's list.
  public let section: String?
  /// COLOR, a CSS name.
  public let color: String?
  /// The conference to join.
  public let conference: String?
  /// Whether the next occurrence counts from the completion of the last one.
  public let repeatsFromCompletion: Bool
  /// The contact whose birthday the event is.
  public let birthdayContact: String?

  /// Whether the item covers whole days.
  public var isAllDay: Bool { (start ?? due)?.form == .date }

  /// The text, not folded, of a search without a field: title, location, notes, url, people, categories.
  public var searchedText: String { SearchText.joined(title, location, notes, url, people, categories) }

  static let select = SQL(
    made: """
      SELECT \(names: ItemColumn.ofRecord), CASE WHEN previous_uid IS NOT NULL THEN (SELECT p.id FROM item p
        WHERE p.uid = item.previous_uid AND p.master IS NULL AND p.key = 0) END
      FROM item WHERE id = ?1
      """)

  /// Creates the record of the current row of a `select` statement.
  init(row: Statement) {
    id = row.int(.id)
    calendar = row.int(.calendar)
    master = row.optionalInt(.master)
    kind = ItemKind(rawValue: row.int(.kind)) ?? .other
    uid = row.text(.uid)
    key = OccurrenceCode.key(row.int(.key))
    isRange = row.bool(.isRange)
    revision = row.int(.revision)
    title = row.text(.title)
    location = row.text(.location)
    notes = row.text(.notes)
    url = row.text(.url)
    start = row.time(.startForm, .startWall, .startZone)
    end = row.time(.endForm, .endWall, .endZone)
    due = row.time(.dueForm, .dueWall, .dueZone)
    let isNominal = row.bool(.lengthForm)
    let duration = CalendarDuration(
      months: row.int(.lengthMonths), days: row.int(.lengthDays), seconds: row.int(.lengthSeconds))
    length = isNominal ? .nominal(duration) : .exact(seconds: duration.seconds)
    firstAxis = row.optionalInt(.firstAxis).flatMap(TimeAxis.init(rawValue:))
    firstStart = row.optionalInt(.firstStart)
    firstEnd = row.optionalInt(.firstEnd)
    status = EventStatus(rawValue: row.int(.status)) ?? .none
    availability = Availability(rawValue: row.int(.availability)) ?? .busy
    priority = row.int(.priority)
    percentComplete = row.optionalInt(.percent)
    sequence = row.int(.sequence)
    created = row.instant(.created)
    modified = row.instant(.modified)
    completed = row.instant(.completed)
    isCompleted = row.bool(.isCompleted)
    organizer = row.text(.organizer)
    attendees = row.text(.attendees)
    alarms = row.text(.alarms)
    categories = row.text(.categories)
    attachments = row.text(.attachments)
    place = row.text(.place)
    people = row.text(.people)
    attendeeCount = row.int(.attendeeCount)
    alarmCount = row.int(.alarmCount)
    latitude = row.optionalDouble(.latitude)
    longitude = row.optionalDouble(.longitude)
    radius = row.optionalDouble(.radius)
    isRecurring = row.bool(.isRecurring)
    rules = row.lines(.rules)
    dates = row.lines(.dates)
    exceptions = row.lines(.exceptions)
    parentUID = row.text(.parentUID)
    previousUID = row.text(.previousUID)
    // What stands behind the last column.
    previous = row.optionalInt(ItemColumn.previousPlace)
    travel = row.text(.travel).flatMap { BasicFormat.duration($0.utf8) }
    isFlagged = row.bool(.flagged)
    section = row.text(.section)
    color = row.text(.color)
    conference = row.text(.conference)
    repeatsFromCompletion = row.bool(.repeatsFromCompletion)
    birthdayContact = row.text(.contact)
  }
}

extension Statement {
  fileprivate func int(_ column: ItemColumn) -> Int { int(column.position) }
  fileprivate func bool(_ column: ItemColumn) -> Bool { bool(column.position) }
  fileprivate func text(_ column: ItemColumn) -> String? { optionalText(column.position) }
  fileprivate func optionalInt(_ column: ItemColumn) -> Int? { optionalInt(column.position) }
  fileprivate func optionalDouble(_ column: ItemColumn) -> Double? { optionalDouble(column.position) }

  fileprivate func instant(_ column: ItemColumn) -> Instant? {
    optionalInt(column).map(Instant.init(seconds:))
  }

  fileprivate func lines(_ column: ItemColumn) -> [String] {
    text(column)?.split(separator: "\n").map(String.init) ?? []
  }

  fileprivate func time(_ form: ItemColumn, _ wall: ItemColumn, _ zone: ItemColumn) -> StoredTime? {
    optionalInt(form).flatMap(StoredTime.Form.init(rawValue:)).map {
      StoredTime(form: $0, wall: CivilDateTime(clamping: int(wall)), zone: text(zone))
    }
  }
}

extension EventLength {
  fileprivate var isNominal: Bool { if case .nominal = self { true } else { false } }

  /// The duration that the store keeps for a length.
  fileprivate var stored: CalendarDuration {
    switch self {
    case .exact(let seconds): CalendarDuration(seconds: seconds)
    case .nominal(let duration): duration
    }
  }
}
