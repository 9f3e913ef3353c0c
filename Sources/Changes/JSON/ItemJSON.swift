import JSON

/// Writes events and reminders as JSON objects: the same keys in the same order, with null for
/// missing values.
///
/// `JSONKey.all` is the table of these keys; `JSONItem` reads items by it.
public struct ItemJSON {
  private var times: JSONTimes
  /// The calendar objects, which repeat in nearly every row.
  private var calendars: [Int: [UInt8]] = [:]
  /// The rules, dates, exceptions and phrase of each series met.
  private var recurrences: [Int: [UInt8]] = [:]

  /// Creates a writer for a viewer's moment and zone.
  public init(now: Instant, zone: Zone) {
    times = JSONTimes(now: now, zone: zone)
  }

  /// Writes an alarm with the fields of its item that identify it.
  public mutating func append(_ row: AlarmRow, to bytes: inout [UInt8]) {
    let item = row.item
    literal("{\"type\":\"alarm\",\"id\":", &bytes)
    JSONText.append(item.id, to: &bytes)
    key("occurrenceId", item.occurrenceID, &bytes)
    literal(",\"number\":", &bytes)
    JSONText.append(row.number, to: &bytes)
    literal(",\"time\":", &bytes)
    times.append(local: row.time, to: &bytes)
    key("offset", row.offset?.description, &bytes)
    key("action", row.alarm.action.rawValue, &bytes)
    key("sound", row.alarm.sound, &bytes)
    key("email", row.alarm.email, &bytes)
    key("open", row.alarm.url, &bytes)
    key("message", row.alarm.message, &bytes)
    key("kind", item.record.kind == .reminder ? "reminder" : "event", &bytes)
    key("title", item.record.title, &bytes)
    literal(",\"calendar\":", &bytes)
    appendCalendar(item, to: &bytes)
    time("start", item.start, &bytes)
    time("due", item.due, &bytes)
    key("location", item.record.location, &bytes)
    key("url", item.record.url, &bytes)
    literal("}", &bytes)
  }

  /// Writes an interval that is busy or free.
  public mutating func append(_ block: TimeBlock, to bytes: inout [UInt8]) {
    literal("{\"type\":", &bytes)
    JSONText.append(block.kind.rawValue, to: &bytes)
    append(timesOf: block, to: &bytes)
    literal("}", &bytes)
  }

  /// Writes two items that take the same time.
  public mutating func append(_ row: ConflictRow, to bytes: inout [UInt8]) {
    literal("{\"type\":\"conflict\"", &bytes)
    append(timesOf: row.block, to: &bytes)
    literal(",\"ids\":", &bytes)
    append(list: row.items.map { $0.occurrenceID ?? $0.id }, to: &bytes)
    literal(",\"titles\":", &bytes)
    append(list: row.items.map { $0.record.title ?? "" }, to: &bytes)
    literal("}", &bytes)
  }

  private func append(list texts: [String], to bytes: inout [UInt8]) {
    JSONValue.array(texts.map { .string($0) }).append(to: &bytes)
  }

  private mutating func append(timesOf block: TimeBlock, to bytes: inout [UInt8]) {
    literal(",\"start\":", &bytes)
    times.append(local: block.start, to: &bytes)
    literal(",\"end\":", &bytes)
    times.append(local: block.end, to: &bytes)
    key("duration", block.duration.description, &bytes)
    literal(",\"durationMinutes\":", &bytes)
    JSONText.append(block.duration.seconds / 60, to: &bytes)
  }

  /// Writes an event, a reminder or a series of either.
  public mutating func append(_ row: ItemRow, type: StaticString, to bytes: inout [UInt8]) {
    literal("{\"type\":\"", &bytes)
    literal(type, &bytes)
    literal("\"", &bytes)
    for member in row.record.kind == .reminder ? JSONMember.ofReminders : JSONMember.ofEvents {
      bytes.append(contentsOf: member.start)
      switch member.kept {
      case nil: member.write(&times, row, &bytes)
      case .calendar: appendCalendar(row, to: &bytes)
      case .recurrence: appendRecurrence(row, to: &bytes)
      }
    }
    appendSearch(row, to: &bytes)
    literal("}", &bytes)
  }

  /// Writes the keys that only search results have: the matched fields, and the row's place in its series.
  private func appendSearch(_ row: ItemRow, to bytes: inout [UInt8]) {
    if let match = row.match {
      name("matched", &bytes)
      strings(match.fields, &bytes)
    }
    if let place = row.place {
      key("shown", place.isNext ? "next" : "last", &bytes)
      name("occurrences", &bytes)
      if case .exactly(let count) = place.count {
        JSONText.append(count, to: &bytes)
      } else {
        times.appendNull(to: &bytes)
      }
    }
  }

  private mutating func appendCalendar(_ row: ItemRow, to bytes: inout [UInt8]) {
    if let known = calendars[row.calendar.id] {
      bytes.append(contentsOf: known)
      return
    }
    var object: [UInt8] = []
    literal("{\"id\":", &object)
    JSONText.append(PublicID.text(.calendar, row.calendar.id), to: &object)
    key("title", row.calendar.title, &object)
    key("source", row.source.title, &object)
    literal("}", &object)
    calendars[row.calendar.id] = object
    bytes.append(contentsOf: object)
  }

  private mutating func appendRecurrence(_ row: ItemRow, to bytes: inout [UInt8]) {
    guard row.occurrence.isRecurring || row.seriesRecord.isRecurring else {
      return times.appendNull(to: &bytes)
    }
    let series = row.seriesRecord
    if let known = recurrences[series.id] {
      bytes.append(contentsOf: known)
    } else {
      var object: [UInt8] = []
      literal("{\"rules\":", &object)
      strings(series.rules, &object)
      literal(",\"dates\":", &object)
      strings(series.dates, &object)
      literal(",\"exceptions\":", &object)
      strings(series.exceptions, &object)
      key(
        "text",
        RecurrencePhrase.text(
          rules: series.rules, zone: times.zone, afterCompletion: series.repeatsFromCompletion),
        &object)
      recurrences[series.id] = object
      bytes.append(contentsOf: object)
    }
    time("originalStart", row.originalStart, &bytes)
    literal(",\"detached\":", &bytes)
    JSONText.append(row.occurrence.isDetached, to: &bytes)
    literal("}", &bytes)
  }

  private func literal(_ text: StaticString, _ bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private func name(_ key: StaticString, _ bytes: inout [UInt8]) {
    literal(",\"", &bytes)
    literal(key, &bytes)
    literal("\":", &bytes)
  }

  private func key(_ key: StaticString, _ value: String?, _ bytes: inout [UInt8]) {
    name(key, &bytes)
    JSONText.append(value, to: &bytes)
  }

  private func strings(_ values: [String], _ bytes: inout [UInt8]) {
    literal("[", &bytes)
    for (index, value) in values.enumerated() {
      if index > 0 { literal(",", &bytes) }
      JSONText.append(value, to: &bytes)
    }
    literal("]", &bytes)
  }

  private mutating func time(_ key: StaticString, _ value: ItemTime?, _ bytes: inout [UInt8]) {
    name(key, &bytes)
    times.append(value, to: &bytes)
  }
}

/// A key as written, with the bytes before its value.
private struct JSONMember: Sendable {
  /// Values that are cached from row to row.
  enum Kept { case calendar, recurrence }

  let start: [UInt8]
  /// Writes the value; does nothing for a cached value.
  var write: JSONKey.Write = { _, _, _ in }
  var kept: Kept?

  static let ofEvents = members(of: .event)
  static let ofReminders = members(of: .reminder)

  private static func members(of kind: ItemKind) -> [JSONMember] {
    var result: [JSONMember] = []
    for key in JSONKey.all where key.isWritten(of: kind) { result.append(JSONMember(key)) }
    return result
  }

  private init(_ key: JSONKey) {
    var start: [UInt8] = []
    start.reserveCapacity(key.name.utf8CodeUnitCount + 4)
    start.append(contentsOf: ",\"".utf8)
    key.name.withUTF8Buffer { start.append(contentsOf: $0) }
    start.append(contentsOf: "\":".utf8)
    self.start = start
    switch key.content {
    case .plain(let write): self.write = write
    case .calendar: kept = .calendar
    case .recurrence: kept = .recurrence
    }
  }
}
