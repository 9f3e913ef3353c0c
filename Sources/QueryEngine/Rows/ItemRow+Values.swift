import CivilTime
import JSON
import Model
import QueryLanguage
import Store

extension Value {
  /// Whether there is nothing, or only an empty text or list.
  var isEmptyValue: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .list(let values): values.isEmpty
    case .integer, .real, .boolean, .date, .instant, .floating, .clock, .weekday, .week, .month, .duration,
      .priority:
      false
    }
  }
}

extension ItemRow {
  /// The texts that a field has; a condition holds when it holds for any of them.
  func texts(_ field: TextField) -> [String] {
    switch field {
    case .title, .location, .notes, .url, .uid, .color, .section, .conference: record.texts(field) ?? []
    case .organizer: record.organizer == nil ? [] : record.peopleLines.first.map(Self.spellings) ?? []
    case .attendee:
      record.peopleLines.dropFirst(record.organizer == nil ? 0 : 1).flatMap(Self.spellings)
    case .id: [id, occurrenceID].compactMap { $0 }
    case .rule: seriesRecord.rules
    case .tags, .categories: record.categories.map(JSONStrings.array) ?? []
    case .attachments: attachments.flatMap { $0 }
    }
  }

  /// The link and the file name of each attachment, as far as it has them.
  private var attachments: [[String]] {
    guard let json = record.attachments, let value = try? JSONValue(parsing: Array(json.utf8)) else {
      return []
    }
    return (value.array ?? []).map { object in ["uri", "fileName"].compactMap { object[$0]?.string } }
  }

  /// A person as `Ann <ann@example.org>`, `Ann` and `ann@example.org`.
  private static func spellings(_ person: String) -> [String] {
    guard person.hasSuffix(">"), let open = person.lastIndex(of: "<") else { return [person] }
    let address = person[person.index(after: open)...].dropLast()
    let name = person[..<open].dropLast(while: { $0 == " " })
    return name.isEmpty ? [person, String(address)] : [person, name, String(address)]
  }

  /// The time in a date field; nil where there is none.
  func time(_ field: DateField) -> ItemTime? {
    func moment(_ instant: Instant?) -> ItemTime? {
      instant.map { ItemTime(axis: .instant, seconds: $0.seconds, isAllDay: false) }
    }
    switch field {
    case .start: return start
    case .end: return end
    case .due: return due
    case .completed: return moment(completed)
    case .created: return moment(record.created)
    case .modified: return moment(record.modified)
    case .occurrence: return originalStart
    case .time: return nil
    }
  }

  /// The number in a field; nil where there is none.
  func number(_ field: NumberField) -> Double? {
    switch field {
    case .duration: duration.map { Double($0.nominalSeconds) }
    case .revision: Double(record.revision)
    case .attendeesCount: Double(record.attendeeCount)
    case .alarmsCount: Double(record.alarmCount)
    case .locationLatitude: record.latitude
    case .locationLongitude: record.longitude
    case .locationRadius: record.radius
    case .travel: record.travel.map { Double($0.nominalSeconds) }
    case .overlap, .offset, .items, .calendars: nil
    }
  }

  /// How long it lasts; whole days in days.
  ///
  /// Nil for reminders and what has no time.
  public var duration: CalendarDuration? {
    guard let start, let end else { return nil }
    let seconds = end.seconds - start.seconds
    return start.isAllDay ? CalendarDuration(days: seconds / 86_400) : CalendarDuration(seconds: seconds)
  }

  /// The name of the zone of its start (of a reminder its due date); nil for floating times and whole days.
  public var zoneName: String? { (record.start ?? record.due)?.zone }

  /// The value of a field, or of a part of its date; `range` is the query's, for `overlap`.
  public func value(
    _ field: FieldName, _ part: DatePart?, _ context: QueryContext, overlap range: ResolvedRange?
  ) -> Value {
    if let date = DateField(field) {
      guard let time = time(date) else { return .null }
      return part.map { time.value(of: $0, in: context.zone) } ?? time.value(in: context.zone)
    }
    func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    func count(_ number: Int) -> Value { .integer(number) }
    switch field {
    case .title: return text(record.title)
    case .location: return text(record.location)
    case .notes: return text(record.notes)
    case .url: return text(record.url)
    case .organizer: return text(texts(.organizer).first)
    case .attendee, .attendees:
      let people = record.peopleLines.dropFirst(record.organizer == nil ? 0 : 1)
      return people.isEmpty ? .null : .list(people.map(Value.text))
    case .id: return .text(id)
    case .uid: return text(record.uid)
    case .rule, .repeat:
      return text(seriesRecord.rules.isEmpty ? nil : seriesRecord.rules.joined(separator: "\n"))
    case .exceptions:
      let dates = seriesRecord.exceptions
      return dates.isEmpty ? .null : .list(dates.map(Value.text))
    case .tags, .categories:
      let texts = texts(.categories)
      return texts.isEmpty ? .null : .list(texts.map(Value.text))
    case .attachments:
      let names = attachments.map { $0.first ?? "(in the file itself)" }
      return names.isEmpty ? .null : .list(names.map(Value.text))
    case .duration: return duration.map(Value.duration) ?? .null
    case .overlap:
      guard record.kind == .event, start != nil else { return .null }
      let seconds = ItemPredicate.overlap(occurrence, range?.timeRange ?? .always)
      return .duration(CalendarDuration(seconds: seconds))
    case .revision: return count(record.revision)
    case .attendeesCount: return count(record.attendeeCount)
    case .alarmsCount: return count(record.alarmCount)
    case .locationLatitude: return record.latitude.map(Value.real) ?? .null
    case .locationLongitude: return record.longitude.map(Value.real) ?? .null
    case .locationRadius: return record.radius.map(Value.real) ?? .null
    case .calendar: return .text(calendar.title)
    case .source: return .text(source.title)
    case .status: return .text(record.status.name)
    case .availability: return .text(record.availability.name)
    case .zone: return text(zoneName)
    case .priority: return .priority(record.priority)
    case .allday: return .boolean(start?.isAllDay ?? due?.isAllDay ?? false)
    case .recurring: return .boolean(occurrence.isRecurring || seriesRecord.isRecurring)
    case .detached: return .boolean(occurrence.isDetached)
    case .travel: return record.travel.map(Value.duration) ?? .null
    case .color: return text(record.color)
    case .section: return text(record.section)
    case .conference: return text(record.conference)
    case .flagged: return .boolean(record.isFlagged)
    case .start, .end, .due, .created, .modified, .occurrence, .completed, .time, .offset, .kind, .writable,
      .subscribed, .hidden, .items, .calendars, .alarms:
      return .null
    }
  }

  /// The unit of time that the row is grouped by: that of a reminder's due date, of an event's start.
  ///
  /// An event that is going on where `range` begins is in the first unit of the range.
  func value(_ bucket: TimeBucket, _ context: QueryContext, in range: TimeRange? = nil) -> Value {
    let time = record.kind == .reminder ? due : occurrence.time(for: bucket, in: range, context) ?? start
    return time?.value(bucket, context) ?? .null
  }
}

extension ItemTime {
  /// A part of the time, local to a zone; whole days have no clock time.
  func value(of part: DatePart, in zone: Zone) -> Value {
    let local = civil(in: zone)
    let date = local.date
    switch part {
    case .date: return .date(date)
    case .time: return isAllDay ? .null : .clock(local.time)
    case .weekday: return .weekday(date.weekday)
    case .day: return .integer(date.day)
    case .week: return .integer(date.isoWeek.week)
    case .month: return .integer(date.month)
    case .year: return .integer(date.year)
    case .hour: return isAllDay ? .null : .integer(local.time.hour)
    }
  }
}

extension ItemRecord {
  /// The people involved, the organizer first where there is one, as `Ann <ann@example.org>`.
  var peopleLines: [String] { people?.split(separator: "\n").map(String.init) ?? [] }
}

extension Substring {
  /// The text without the characters at its end that pass a test.
  fileprivate func dropLast(while isDropped: (Character) -> Bool) -> String {
    var result = self
    while let last = result.last, isDropped(last) { result.removeLast() }
    return String(result)
  }
}

extension CalendarRow {
  func texts(_ field: TextField) -> [String] {
    switch field {
    case .title: [calendar.title]
    case .id: [id]
    case .color: [calendar.color].compactMap { $0 }
    case .location, .notes, .url, .organizer, .attendee, .uid, .rule, .tags, .categories, .section,
      .conference, .attachments:
      []
    }
  }

  /// The value of a field of calendars; null of others.
  public func value(_ field: FieldName) -> Value {
    switch field {
    case .title, .calendar: .text(calendar.title)
    case .id: .text(id)
    case .source: .text(source.title)
    case .color: calendar.color.map(Value.text) ?? .null
    case .kind: .text(calendar.kinds.word)
    case .items: .integer(items)
    case .writable: .boolean(calendar.isWritable)
    case .subscribed: .boolean(calendar.isSubscribed)
    case .hidden: .boolean(calendar.isHidden)
    case .location, .notes, .url, .organizer, .attendee, .uid, .rule, .tags, .categories, .start, .end, .due,
      .created, .modified, .occurrence, .completed, .time, .duration, .overlap, .travel, .offset, .revision,
      .attendeesCount, .alarmsCount, .locationLatitude, .locationLongitude, .locationRadius, .status,
      .availability, .zone, .priority, .allday, .recurring, .detached, .calendars, .alarms, .repeat,
      .exceptions,
      .attendees, .flagged, .section, .conference, .attachments:
      .null
    }
  }
}

extension SourceRow {
  func texts(_ field: TextField) -> [String] {
    switch field {
    case .title: [source.title]
    case .id: [id]
    case .location, .notes, .url, .organizer, .attendee, .uid, .rule, .tags, .categories, .color, .section,
      .conference, .attachments:
      []
    }
  }

  /// The value of a field of sources; null of others.
  public func value(_ field: FieldName) -> Value {
    switch field {
    case .title, .source: .text(source.title)
    case .id: .text(id)
    case .kind: .text(source.kind.name)
    case .calendars: .integer(calendars)
    case .location, .notes, .url, .organizer, .attendee, .uid, .rule, .tags, .categories, .start, .end, .due,
      .created, .modified, .occurrence, .completed, .time, .duration, .overlap, .travel, .offset, .revision,
      .attendeesCount, .alarmsCount, .locationLatitude, .locationLongitude, .locationRadius, .calendar,
      .status,
      .availability, .zone, .priority, .allday, .recurring, .detached, .writable, .subscribed, .hidden,
      .color,
      .items, .alarms, .repeat, .exceptions, .attendees, .flagged, .section, .conference, .attachments:
      .null
    }
  }
}

extension EntityKinds {
  /// The word of the language for what a calendar can hold.
  public var word: String {
    switch (contains(.events), contains(.reminders)) {
    case (true, true): "both"
    case (true, false): "events"
    case (false, true): "reminders"
    case (false, false): "none"
    }
  }
}

extension ItemRecord {
  /// The texts of a field that is a column by itself; nil of others.
  func texts(_ field: TextField) -> [String]? {
    switch field {
    case .title: [title].compactMap { $0 }
    case .location: [location].compactMap { $0 }
    case .notes: [notes].compactMap { $0 }
    case .url: [url].compactMap { $0 }
    case .uid: [uid].compactMap { $0 }
    case .color: [color].compactMap { $0 }
    case .section: [section].compactMap { $0 }
    case .conference: [conference].compactMap { $0 }
    case .organizer, .attendee, .id, .rule, .tags, .categories, .attachments: nil
    }
  }
}
