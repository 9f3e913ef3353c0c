import JSON

extension Value {
  /// Whether it is null, or an empty text or list.
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
  func texts(_ field: FieldName) -> [String] {
    switch field.row.content {
    case .column(let text): text(record).map { [$0] } ?? []
    case .texts(let texts, _): texts(self)
    case .date, .number, .other: []
    }
  }

  /// The spellings of the organizer; the first has name and address.
  var organizerTexts: [String] {
    record.organizer == nil ? [] : record.peopleLines.first.map(Self.spellings) ?? []
  }

  /// The attendees, as `Ann <ann@example.org>`.
  var attendees: [String] { Array(record.peopleLines.dropFirst(record.organizer == nil ? 0 : 1)) }

  var categories: [String] { record.categories.map(JSONStrings.array) ?? [] }

  /// The rules as shown; nil without rules.
  var ruleText: String? {
    seriesRecord.rules.isEmpty ? nil : seriesRecord.rules.joined(separator: "\n")
  }

  /// The URI and the file name of each attachment, if it has them.
  var attachments: [[String]] {
    guard let json = record.attachments, let value = try? JSONValue(parsing: Array(json.utf8)) else {
      return []
    }
    return (value.array ?? []).map { object in ["uri", "fileName"].compactMap { object[$0]?.string } }
  }

  /// The length of an event inside a range.
  func overlap(with range: ResolvedRange?) -> Value {
    guard record.kind == .event, start != nil else { return .null }
    let seconds = ItemPredicate.overlap(occurrence, range?.timeRange ?? .always)
    return .duration(CalendarDuration(seconds: seconds))
  }

  /// A person as `Ann <ann@example.org>`, `Ann` and `ann@example.org`.
  static func spellings(_ person: String) -> [String] {
    guard person.hasSuffix(">"), let open = person.lastIndex(of: "<") else { return [person] }
    let address = person[person.index(after: open)...].dropLast()
    let name = person[..<open].dropLast(while: { $0 == " " })
    return name.isEmpty ? [person, String(address)] : [person, name, String(address)]
  }

  /// The time in a date field; nil without one.
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

  /// The number in a field; nil without one.
  func number(_ field: FieldName) -> Double? {
    if case .number(let number, _, _) = field.row.content { number(self) } else { nil }
  }

  /// The length of an event; whole days in days.
  ///
  /// Nil for reminders and events without a time.
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
    switch field.row.content {
    case .column(let text): return Value(text(record))
    case .texts(_, let shown), .other(let shown): return shown(self)
    case .number(_, let shown, _): return shown(self, range)
    case .date(let date):
      guard let time = time(date) else { return .null }
      return part.map { time.value(of: $0, in: context.zone) } ?? time.value(in: context.zone)
    }
  }

  /// The unit of time that the row is grouped by: that of a reminder's due date, of an event's start.
  ///
  /// An event in progress when `range` begins is in the first unit of the range.
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
  /// The people involved, the organizer first if there is one, as `Ann <ann@example.org>`.
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
  func texts(_ field: FieldName) -> [String] {
    switch field {
    case .title: [calendar.title]
    case .id: [id]
    case .color: [calendar.color].compactMap { $0 }
    default: []
    }
  }

  /// The value of a field of calendars; null for other fields.
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
    default: .null
    }
  }
}

extension SourceRow {
  func texts(_ field: FieldName) -> [String] {
    switch field {
    case .title: [source.title]
    case .id: [id]
    default: []
    }
  }

  /// The value of a field of sources; null for other fields.
  public func value(_ field: FieldName) -> Value {
    switch field {
    case .title, .source: .text(source.title)
    case .id: .text(id)
    case .kind: .text(source.kind.name)
    case .calendars: .integer(calendars)
    default: .null
    }
  }
}

extension EntityKinds {
  /// The word of the language for the kinds that a calendar can hold.
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
  /// The texts of a field that is a column; nil for other fields.
  func texts(_ field: FieldName) -> [String]? {
    if case .column(let text) = field.row.content { text(self).map { [$0] } ?? [] } else { nil }
  }
}
