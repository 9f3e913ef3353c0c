import CivilTime
import Model

/// A time as the store keeps it: what the clock shows, and where.
public struct StoredTime: Hashable, Sendable {
  /// The forms a time can have; raw values are what the store writes.
  public enum Form: Int, Sendable {
    case date = 0
    case floating = 1
    case zoned = 2
  }

  /// Whether it is a day, a floating time or a time in a zone.
  public var form: Form
  /// What the wall clock shows; midnight for a day.
  public var wall: CivilDateTime
  /// The zone's name; nil unless zoned.
  public var zone: String?

  /// A stored time with all its parts.
  public init(form: Form, wall: CivilDateTime, zone: String?) {
    self.form = form
    self.wall = wall
    self.zone = zone
  }

  /// The stored form of an event's time.
  public init(_ time: EventTime) {
    wall = time.wall
    zone = time.zone?.identifier
    switch time {
    case .date: form = .date
    case .floating: form = .floating
    case .zoned: form = .zoned
    }
  }
}

/// Everything about an item that answers print and conditions test: the columns of its row.
public final class ItemRecord: Sendable {
  /// The row's number; never given twice.
  public let id: Int
  /// The calendar's row.
  public let calendar: Int
  /// The row of the item this one overrides an occurrence of; nil for masters, singles and orphans.
  public let master: Int?
  /// Event, reminder or only kept.
  public let kind: ItemKind
  /// The UID; nil when the component has none.
  public let uid: String?
  /// The occurrence that it overrides; nil for masters and singles.
  public let key: OccurrenceKey?
  /// Whether it also changes all later occurrences (THISANDFUTURE).
  public let isRange: Bool
  /// How often it was changed here, from 1.
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
  /// How long it lasts.
  public let length: EventLength
  /// The axis of its first occurrence (of a reminder its due date, else its start); nil when it has no time.
  public let firstAxis: TimeAxis?
  /// The first occurrence's start on that axis, in seconds.
  public let firstStart: Int?
  /// The first occurrence's end on that axis, in seconds.
  public let firstEnd: Int?
  /// STATUS of an event.
  public let status: EventStatus
  /// What it does to the time it takes.
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
  /// Whether a reminder is done.
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
  /// Names and addresses of everybody involved, a line each.
  public let people: String?
  /// How many attendees there are.
  public let attendeeCount: Int
  /// How many alarms there are.
  public let alarmCount: Int
  /// Degrees north of its place.
  public let latitude: Double?
  /// Degrees east of its place.
  public let longitude: Double?
  /// Meters around its place.
  public let radius: Double?
  /// Whether it repeats.
  public let isRecurring: Bool
  /// RRULE and EXRULE values as written.
  public let rules: [String]
  /// RDATE values as written.
  public let dates: [String]
  /// EXDATE values as written.
  public let exceptions: [String]
  /// The UID of what it is part of.
  public let parentUID: String?
  /// The UID of the series that this one continues after a split.
  public let previousUID: String?
  /// The row of that series; nil when it is not there.
  public let previous: Int?
  /// The way there, which lies before the start.
  public let travel: CalendarDuration?
  /// Whether it is marked to be seen.
  public let isFlagged: Bool
  /// The part of its list that it stands in.
  public let section: String?
  /// COLOR, a CSS name.
  public let color: String?
  /// Where to join.
  public let conference: String?
  /// Whether the next occurrence counts from when the last was done.
  public let repeatsFromCompletion: Bool
  /// The contact whose birthday it is.
  public let birthdayContact: String?

  /// Whether it covers whole days.
  public var isAllDay: Bool { (start ?? due)?.form == .date }

  /// The text that a search without a field looks through, not folded: title, location, notes, url, people, categories.
  public var searchedText: String {
    SearchText.joined(title, location, notes, url, people, categories)
  }

  static let select: SQL = """
    SELECT id, calendar, master, kind, uid, key, is_range, revision, title, location, notes, url,
      start_form, start_wall, start_zone, end_form, end_wall, end_zone, due_form, due_wall, due_zone,
      length_form, length_months, length_days, length_seconds, first_axis, first_start, first_end,
      status, availability, priority, percent, sequence, created, modified, completed, is_completed,
      organizer, attendees, alarms, categories, attachments, place, people, attendee_count, alarm_count,
      latitude, longitude, radius, is_recurring, rules, dates, exceptions, parent_uid, previous_uid,
      CASE WHEN previous_uid IS NOT NULL THEN (SELECT p.id FROM item p
        WHERE p.uid = item.previous_uid AND p.master IS NULL AND p.key = 0) END, travel, flagged, section, color, conference,
      repeats_from_completion, contact
    FROM item WHERE id = ?1
    """

  /// The record of the row that a `select` statement stands on.
  init(row: Statement) {
    // Columns are read in the order of `select`.
    var column: Int32 = -1
    func next() -> Int32 {
      column += 1
      return column
    }
    func lines() -> [String] {
      row.optionalText(next())?.split(separator: "\n").map(String.init) ?? []
    }
    func time() -> StoredTime? {
      let form = row.optionalInt(next()).flatMap(StoredTime.Form.init(rawValue:))
      let wall = CivilDateTime(clamping: row.int(next()))
      let zone = row.optionalText(next())
      return form.map { StoredTime(form: $0, wall: wall, zone: zone) }
    }
    func instant() -> Instant? { row.optionalInt(next()).map(Instant.init(seconds:)) }
    id = row.int(next())
    calendar = row.int(next())
    master = row.optionalInt(next())
    kind = ItemKind(rawValue: row.int(next())) ?? .other
    uid = row.optionalText(next())
    key = OccurrenceCode.key(row.int(next()))
    isRange = row.bool(next())
    revision = row.int(next())
    title = row.optionalText(next())
    location = row.optionalText(next())
    notes = row.optionalText(next())
    url = row.optionalText(next())
    start = time()
    end = time()
    due = time()
    let isNominal = row.bool(next())
    let duration = CalendarDuration(months: row.int(next()), days: row.int(next()), seconds: row.int(next()))
    length = isNominal ? .nominal(duration) : .exact(seconds: duration.seconds)
    firstAxis = row.optionalInt(next()).flatMap(TimeAxis.init(rawValue:))
    firstStart = row.optionalInt(next())
    firstEnd = row.optionalInt(next())
    status = EventStatus(rawValue: row.int(next())) ?? .none
    availability = Availability(rawValue: row.int(next())) ?? .busy
    priority = row.int(next())
    percentComplete = row.optionalInt(next())
    sequence = row.int(next())
    created = instant()
    modified = instant()
    completed = instant()
    isCompleted = row.bool(next())
    organizer = row.optionalText(next())
    attendees = row.optionalText(next())
    alarms = row.optionalText(next())
    categories = row.optionalText(next())
    attachments = row.optionalText(next())
    place = row.optionalText(next())
    people = row.optionalText(next())
    attendeeCount = row.int(next())
    alarmCount = row.int(next())
    latitude = row.optionalDouble(next())
    longitude = row.optionalDouble(next())
    radius = row.optionalDouble(next())
    isRecurring = row.bool(next())
    rules = lines()
    dates = lines()
    exceptions = lines()
    parentUID = row.optionalText(next())
    previousUID = row.optionalText(next())
    previous = row.optionalInt(next())
    travel = row.optionalText(next()).flatMap { BasicFormat.duration($0.utf8) }
    isFlagged = row.bool(next())
    section = row.optionalText(next())
    color = row.optionalText(next())
    conference = row.optionalText(next())
    repeatsFromCompletion = row.bool(next())
    birthdayContact = row.optionalText(next())
  }
}

/// The text of an item that searches go through.
enum SearchText {
  /// The parts on lines of their own, so that no match runs from one into the next.
  static func joined(_ parts: String?...) -> String {
    var result = ""
    for case let part? in parts where !part.isEmpty {
      if !result.isEmpty { result += "\n" }
      result += part
    }
    return result
  }
}
