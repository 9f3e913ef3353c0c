import CivilTime
import JSON
import Model
import QueryEngine
import Store

/// Writes events and reminders as JSON objects: the same keys in the same order, whatever is unset being null.
struct ItemJSON {
  private let now: Instant
  private let zone: Zone
  private var times: TimeWriter
  private var utc = TimeWriter(zone: .utc)
  /// The calendar objects, which repeat in nearly every row.
  private var calendars: [Int: [UInt8]] = [:]
  /// The rules, dates, exceptions and phrase of each series met.
  private var recurrences: [Int: [UInt8]] = [:]

  init(now: Instant, zone: Zone) {
    self.now = now
    self.zone = zone
    times = TimeWriter(zone: zone)
  }

  /// An alarm, with as much of its item as tells what it is about.
  mutating func append(_ row: AlarmRow, to bytes: inout [UInt8]) {
    let item = row.item
    literal("{\"type\":\"alarm\",\"id\":", &bytes)
    JSONText.append(item.id, to: &bytes)
    key("occurrenceId", item.occurrenceID, &bytes)
    literal(",\"number\":", &bytes)
    JSONText.append(row.number, to: &bytes)
    literal(",\"time\":", &bytes)
    times.append(row.time, to: &bytes)
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
    for (name, time) in [("start", item.start), ("due", item.due)] as [(StaticString, ItemTime?)] {
      literal(",\"", &bytes)
      literal(name, &bytes)
      literal("\":", &bytes)
      if let time { times.append(time, to: &bytes) } else { literal("null", &bytes) }
    }
    key("location", item.record.location, &bytes)
    key("url", item.record.url, &bytes)
    literal("}", &bytes)
  }

  /// Time that is taken or free.
  mutating func append(_ block: TimeBlock, to bytes: inout [UInt8]) {
    literal("{\"type\":", &bytes)
    JSONText.append(block.kind.rawValue, to: &bytes)
    append(timesOf: block, to: &bytes)
    literal("}", &bytes)
  }

  /// Two items that take the same time.
  mutating func append(_ row: ConflictRow, to bytes: inout [UInt8]) {
    literal("{\"type\":\"conflict\"", &bytes)
    append(timesOf: row.block, to: &bytes)
    literal(",\"ids\":", &bytes)
    append(list: row.items.map(BlockText.id), to: &bytes)
    literal(",\"titles\":", &bytes)
    append(list: row.items.map { $0.record.title ?? "" }, to: &bytes)
    literal("}", &bytes)
  }

  private func append(list texts: [String], to bytes: inout [UInt8]) {
    JSONValue.array(texts.map { .string($0) }).append(to: &bytes)
  }

  private mutating func append(timesOf block: TimeBlock, to bytes: inout [UInt8]) {
    literal(",\"start\":", &bytes)
    times.append(block.start, to: &bytes)
    literal(",\"end\":", &bytes)
    times.append(block.end, to: &bytes)
    key("duration", block.duration.description, &bytes)
    literal(",\"durationMinutes\":", &bytes)
    JSONText.append(block.duration.seconds / 60, to: &bytes)
  }

  mutating func append(_ row: ItemRow, type: StaticString, to bytes: inout [UInt8]) {
    let record = row.record
    literal("{\"type\":\"", &bytes)
    literal(type, &bytes)
    literal("\",\"id\":", &bytes)
    JSONText.append(row.id, to: &bytes)
    key("occurrenceId", row.occurrenceID, &bytes)
    key("uid", row.seriesRecord.uid, &bytes)
    literal(",\"rev\":", &bytes)
    JSONText.append(record.revision, to: &bytes)
    literal(",\"calendar\":", &bytes)
    appendCalendar(row, to: &bytes)
    key("title", record.title, &bytes)
    if record.kind == .reminder { appendReminderTimes(row, to: &bytes) }
    key("location", record.location, &bytes)
    fragment("structuredLocation", record.place, "null", &bytes)
    key("notes", record.notes, &bytes)
    key("url", record.url, &bytes)
    if record.kind != .reminder { appendEventTimes(row, to: &bytes) }
    literal(",\"recurrence\":", &bytes)
    appendRecurrence(row, to: &bytes)
    if record.kind == .reminder {
      literal(",\"percentComplete\":", &bytes)
      if let percent = record.percentComplete {
        JSONText.append(percent, to: &bytes)
      } else {
        literal("null", &bytes)
      }
    } else {
      key("status", record.status.name, &bytes)
      key("availability", record.availability.name, &bytes)
    }
    fragment("organizer", record.organizer, "null", &bytes)
    fragment("attendees", record.attendees, "[]", &bytes)
    fragment("alarms", record.alarms, "[]", &bytes)
    // Two names of one thing: iCalendar's and the people's.
    fragment("tags", record.categories, "[]", &bytes)
    fragment("categories", record.categories, "[]", &bytes)
    fragment("attachments", record.attachments, "[]", &bytes)
    if record.kind == .reminder {
      flag("flagged", record.isFlagged, &bytes)
      key("section", record.section, &bytes)
      key("parentUid", record.parentUID, &bytes)
      flag("repeatFromCompletion", row.seriesRecord.repeatsFromCompletion, &bytes)
    } else {
      key("travel", record.travel?.description, &bytes)
    }
    key("color", record.color, &bytes)
    key("conference", record.conference, &bytes)
    key(
      "previous", record.previous.map { PublicID.text(record.kind == .reminder ? .reminder : .event, $0) },
      &bytes)
    instant("created", record.created, &bytes)
    instant("modified", record.modified, &bytes)
    appendSearch(row, to: &bytes)
    literal("}", &bytes)
  }

  /// What only rows that a text was searched for have: where it was found, and which of a series the row is.
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
        literal("null", &bytes)
      }
    }
  }

  private func flag(_ name: StaticString, _ value: Bool, _ bytes: inout [UInt8]) {
    literal(",\"", &bytes)
    literal(name, &bytes)
    literal("\":", &bytes)
    JSONText.append(value, to: &bytes)
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

  private mutating func appendEventTimes(_ row: ItemRow, to bytes: inout [UInt8]) {
    literal(",\"allDay\":", &bytes)
    JSONText.append(row.start?.isAllDay ?? false, to: &bytes)
    time("start", row.start, &bytes)
    time("end", row.end, &bytes)
    literal(",\"lastDay\":", &bytes)
    if let start = row.start, let end = row.end {
      TimeWriter.append(day: Self.lastDay(start, end, zone), to: &bytes)
    } else {
      literal("null", &bytes)
    }
    key("timeZone", row.record.start?.zone, &bytes)
    key("endTimeZone", row.record.end?.zone ?? row.record.start?.zone, &bytes)
    literal(",\"duration\":", &bytes)
    if let start = row.start, let end = row.end {
      JSONText.append(Self.duration(start, end).description, to: &bytes)
    } else {
      literal("null", &bytes)
    }
  }

  private mutating func appendReminderTimes(_ row: ItemRow, to bytes: inout [UInt8]) {
    time("due", row.due, &bytes)
    literal(",\"dueAllDay\":", &bytes)
    JSONText.append(row.due?.isAllDay ?? false, to: &bytes)
    key("dueTimeZone", row.record.due?.zone, &bytes)
    time("start", row.record.start == nil ? nil : row.start, &bytes)
    key("startTimeZone", row.record.start?.zone, &bytes)
    key("timeZone", row.record.due?.zone ?? row.record.start?.zone, &bytes)
    literal(",\"completed\":", &bytes)
    JSONText.append(row.isCompleted, to: &bytes)
    instant("completedAt", row.completed, &bytes)
    literal(",\"overdue\":", &bytes)
    JSONText.append(row.isOverdue(now: now, zone: zone), to: &bytes)
    key("priority", PriorityBand(priority: row.record.priority).name, &bytes)
  }

  private mutating func appendRecurrence(_ row: ItemRow, to bytes: inout [UInt8]) {
    guard row.occurrence.isRecurring || row.seriesRecord.isRecurring else { return literal("null", &bytes) }
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
        RecurrencePhrase.text(rules: series.rules, zone: zone, afterCompletion: series.repeatsFromCompletion),
        &object)
      recurrences[series.id] = object
      bytes.append(contentsOf: object)
    }
    time("originalStart", row.originalStart, &bytes)
    literal(",\"detached\":", &bytes)
    JSONText.append(row.occurrence.isDetached, to: &bytes)
    literal("}", &bytes)
  }

  /// The last day an item touches: of a whole-day item the day before its exclusive end.
  static func lastDay(_ start: ItemTime, _ end: ItemTime, _ zone: Zone) -> CivilDate {
    if end.seconds <= start.seconds { return start.civil(in: zone).date }
    // The moment before an exclusive end, so that an item that ends at midnight does not touch the next day.
    var before = end
    before.seconds -= 1
    return before.civil(in: zone).date
  }

  /// Whole days for whole-day items, else exact seconds.
  static func duration(_ start: ItemTime, _ end: ItemTime) -> CalendarDuration {
    let seconds = end.seconds - start.seconds
    return start.isAllDay ? CalendarDuration(days: seconds / 86_400) : CalendarDuration(seconds: seconds)
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

  private func fragment(_ key: StaticString, _ json: String?, _ empty: StaticString, _ bytes: inout [UInt8]) {
    name(key, &bytes)
    if let json { bytes.append(contentsOf: json.utf8) } else { literal(empty, &bytes) }
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
    if let value { times.append(value, to: &bytes) } else { literal("null", &bytes) }
  }

  private mutating func instant(_ key: StaticString, _ value: Instant?, _ bytes: inout [UInt8]) {
    name(key, &bytes)
    if let value { utc.append(value, to: &bytes) } else { literal("null", &bytes) }
  }
}
