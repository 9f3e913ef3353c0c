import JSON

extension JSONItem {
  /// Reads start, end, due and the keys that qualify them.
  func readTimes(_ edit: inout ItemEdit) throws(JSONItemError) {
    var isAllDay: Bool?
    for key in ["isAllDay", "allDay"] { if let value = try flag(key) { isAllDay = value } }
    if edit.values.kind == .reminder {
      if let value = object["due"] ?? object["dueDate"] {
        let isDay = try flag("dueAllDay") ?? isAllDay
        let due = try value.isNull ? nil : time(value, "due", isDay).written(as: edit.values.due)
        edit.set(.due) { $0.due = due }
      }
      if let value = object["start"] ?? object["startDate"] {
        let start = try value.isNull ? nil : time(value, "start", isAllDay).written(as: edit.values.start)
        edit.set(.reminderStart) { $0.start = start }
      }
      return
    }
    if let value = given("start") ?? given("startDate") ?? given("startTime") {
      let start = try time(value, "start", isAllDay).written(as: edit.values.start)
      edit.set(.start) { item in
        item.start = start
        item.end = nil
      }
    }
    try readLength(&edit, isAllDay)
  }

  private func readLength(_ edit: inout ItemEdit, _ isAllDay: Bool?) throws(JSONItemError) {
    guard let start = edit.values.start else { return }
    var length: EventLength?
    var end: EventTime?
    if let value = given("end") ?? given("endDate") ?? given("endTime") {
      var last = try time(value, "end", isAllDay)
      if start.isAllDay, !last.isAllDay { last = .date(last.wall.date) }
      length = try between(start, last, isWritten: value.string.map { $0.utf8.count == 10 } ?? false)
      // An end that equals start plus length is not a separate end, whatever its zone.
      if last.zone != start.zone, length.map(start.adding) != last { end = last }
    } else if object["duration"] != nil, let duration = try duration("duration") {
      length =
        start.isAllDay || duration.days != 0 || duration.months != 0
        ? .nominal(duration) : .exact(seconds: duration.seconds)
    } else if let text = try text("lastDay"), start.isAllDay, let last = ExtendedFormat.date(Array(text.utf8))
    {
      let days = last.dayNumber - start.wall.date.dayNumber + 1
      if days < 1 { throw JSONItemError("lastDay", "the last day lies before the start") }
      length = .nominal(CalendarDuration(days: days))
    } else if edit.fields.contains(.start), object["id"] == nil, object["occurrenceId"] == nil {
      // Without an end the length is zero; a whole day lasts one day.
      length = start.isAllDay ? .nominal(CalendarDuration(days: 1)) : .zero
    }
    guard let length else { return }
    edit.set(.length) { item in
      item.length = length
      item.end = end
    }
  }

  /// The length up to an end; for whole days a written date is exclusive, and a moment includes its day.
  private func between(_ start: EventTime, _ end: EventTime, isWritten: Bool) throws(JSONItemError)
    -> EventLength
  {
    if start.isAllDay {
      let days = end.wall.date.dayNumber - start.wall.date.dayNumber
      if days < 0 { throw JSONItemError("end", "the end lies before the start") }
      return .nominal(CalendarDuration(days: isWritten ? max(1, days) : days + 1))
    }
    let seconds = end.instant(in: context.zone).seconds - start.instant(in: context.zone).seconds
    if seconds < 0 { throw JSONItemError("end", "the end lies before the start") }
    return .exact(seconds: seconds)
  }

  /// A time: text with or without offset, a date, or a number.
  func time(_ value: JSONValue, _ path: String, _ isAllDay: Bool?) throws(JSONItemError) -> EventTime {
    let zone = try zone(path)
    if let number = value.double {
      // Seconds until the year 5138 are smaller than milliseconds since 1973.
      let seconds = abs(number) >= 1e11 ? number / 1000 : number
      guard abs(seconds) < 2.5e11 else { throw JSONItemError(path, "this is no time") }
      let instant = Instant(seconds: Int(seconds.rounded(.down)))
      return placed(instant, zone ?? context.zone, isAllDay)
    }
    guard let text = value.string else {
      throw JSONItemError(
        path, "a time such as 2026-11-24T09:30:00+01:00, or seconds since 1970, is expected")
    }
    let bytes = Array(text.utf8)
    if let date = ExtendedFormat.date(bytes) { return .date(date) }
    if let wall = ExtendedFormat.dateTime(bytes) {
      if isAllDay == true { return .date(wall.date) }
      // A null time zone means a floating time. An end without a zone is on the clock
      // of its start.
      let own = path == "end" ? nil : Self.zoneKeys[path].flatMap { object[$0] }
      if (own ?? object["timeZone"])?.isNull == true { return .floating(wall) }
      return .zoned(wall, zone ?? context.zone)
    }
    if let split = bytes.lastIndex(where: { $0 == 43 || $0 == 45 || $0 == 90 || $0 == 122 }), split > 10,
      let wall = ExtendedFormat.dateTime(Array(Self.withoutFraction(bytes[..<split])))
    {
      var seconds = 0
      if bytes[split] != 90, bytes[split] != 122 {
        guard let offset = ExtendedFormat.offset(bytes[split...]) else {
          throw JSONItemError(path, "`\(text)` has no readable offset")
        }
        seconds = offset.seconds
      }
      return placed(Instant(seconds: wall.wallSeconds - seconds), zone ?? context.zone, isAllDay)
    }
    throw JSONItemError(path, "`\(text)` is no time such as 2026-11-24T09:30:00+01:00")
  }

  private static func withoutFraction(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.firstIndex(of: UInt8(ascii: ".")).map { bytes[..<$0] } ?? bytes
  }

  private func placed(_ instant: Instant, _ zone: Zone, _ isAllDay: Bool?) -> EventTime {
    isAllDay == true ? .date(zone.civil(at: instant).date) : EventTime(instant, in: zone)
  }

  /// The keys for the zone of a single time.
  private static let zoneKeys = ["end": "endTimeZone", "due": "dueTimeZone", "start": "startTimeZone"]

  /// The zone to keep a time in: that of `endTimeZone` and the like, else `timeZone`.
  private func zone(_ path: String) throws(JSONItemError) -> Zone? {
    var name = try text("timeZone")
    if let own = Self.zoneKeys[path], let better = try text(own) { name = better }
    guard let name else { return nil }
    let kept = path == "end" ? ownZones.reversed() : ownZones
    if let zone = kept.first(where: { $0.identifier == name }) { return zone }
    guard let zone = context.zones.zone(named: name) else {
      throw JSONItemError("timeZone", "no time zone called `\(name)`")
    }
    return zone
  }

  // MARK: Recurrence

  /// Reads `recurrence`: an object as queries print it, a rule as text, or null for none.
  func readRecurrence(_ edit: inout ItemEdit) throws(JSONItemError) {
    guard let value = object["recurrence"] ?? object["rrule"] else { return }
    if value.isNull {
      if edit.values.recurrence != nil { edit.set(.rules) { $0.recurrence = nil } }
      return
    }
    guard var anchor = edit.values.anchor else {
      throw JSONItemError("recurrence", "a start or due date is needed")
    }
    // An override may be in another zone than the dates of its series.
    if edit.values.recurrenceID != nil, !anchor.isAllDay, let zone = edit.values.recurrence?.zone {
      anchor = .zoned(anchor.wall, zone)
    }
    var texts = value.string.map { [$0] } ?? []
    if let rules = value["rules"]?.array { texts = rules.compactMap(\.string) }
    var rules: [RecurrenceRule] = []
    for (index, text) in texts.enumerated() {
      do throws(RecurrenceRuleError) { rules.append(try RecurrenceRule(parsing: text)) } catch {
        throw JSONItemError("recurrence.rules[\(index)]", error.description)
      }
    }
    if rules != edit.values.recurrence?.rules ?? [] {
      let start: RecurrenceStart = anchor.isAllDay ? .date(anchor.wall.date) : .dateTime(anchor.wall)
      edit.set(.rules) { item in
        item.recurrence = rules.isEmpty ? nil : RecurrenceSet(start: start, rules: rules, zone: anchor.zone)
      }
    }
    func isNew(_ listed: [EventTime], _ known: [EventTime]) -> Bool {
      listed.map { $0.wallSeconds(in: anchor.zone) } != known.map { $0.wallSeconds(in: anchor.zone) }
    }
    if let listed = try listedTimes(value.given("exceptions"), "recurrence.exceptions", anchor),
      isNew(listed, edit.values.exceptionTimes)
    {
      edit.set(.exceptions) { $0.exceptionTimes = listed }
    }
    if let listed = try listedTimes(value.given("dates"), "recurrence.dates", anchor),
      isNew(listed, edit.values.extraTimes)
    {
      edit.set(.extraDates) { $0.extraTimes = listed }
    }
  }

  /// Dates as iCalendar or ISO 8601 writes them, of the kind of the start.
  private func listedTimes(_ value: JSONValue?, _ path: String, _ anchor: EventTime) throws(JSONItemError)
    -> [EventTime]?
  {
    guard let value else { return nil }
    guard let texts = value.array?.compactMap(\.string) else {
      throw JSONItemError(path, "an array of dates is expected")
    }
    var times: [EventTime] = []
    for text in texts.flatMap({ $0.split(separator: ",").map(String.init) }) {
      // A period begins with its date; its length stays in the item's own text.
      let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "/") })
      if let date = BasicFormat.date(bytes) {
        times.append(anchor.isAllDay ? .date(date) : anchor.with(wall: CivilDateTime(date, anchor.wall.time)))
      } else if let (wall, isUTC) = BasicFormat.dateTime(bytes) {
        times.append(isUTC ? .zoned(wall, .utc) : anchor.with(wall: wall))
      } else {
        let read = try time(.string(text), path, anchor.isAllDay)
        times.append(
          read.isAllDay && !anchor.isAllDay
            ? anchor.with(wall: CivilDateTime(read.wall.date, anchor.wall.time)) : read)
      }
    }
    return times
  }

  // MARK: Values

  /// The value of a key; nil if it is missing or null, as rows write missing values.
  func given(_ key: String) -> JSONValue? { JSONValue.object(object).given(key) }

  /// The text of a key; nil if it is missing or null.
  func text(_ key: String) throws(JSONItemError) -> String? {
    guard let value = given(key) else { return nil }
    guard let text = value.string else { throw JSONItemError(key, "text is expected") }
    return text
  }

  func texts(_ key: String) throws(JSONItemError) -> [String] {
    guard let value = given(key) else { return [] }
    guard let values = value.array else { throw JSONItemError(key, "an array of texts is expected") }
    var result: [String] = []
    for (index, value) in values.enumerated() {
      guard let text = value.string else { throw JSONItemError("\(key)[\(index)]", "text is expected") }
      if !result.contains(text) { result.append(text) }
    }
    return result
  }

  /// Attachments as link texts, or as objects in the form of rows; an object without a link is one
  /// of `old` without a link.
  func attachments(_ key: String, _ old: [Attachment]) throws(JSONItemError) -> [Attachment] {
    guard let value = given(key) else { return [] }
    guard let values = value.array else { throw JSONItemError(key, "an array of links is expected") }
    var result: [Attachment] = []
    for (index, value) in values.enumerated() {
      let (type, file) = (value["mediaType"]?.string, value["fileName"]?.string)
      if value["uri"]?.isNull == true,
        let kept = old.first(where: { $0 == Attachment(uri: nil, mediaType: type, fileName: file) })
      {
        result.append(kept)
        continue
      }
      guard let link = (value.string ?? value["uri"]?.string).flatMap(Attachment.init(link:)) else {
        throw JSONItemError("\(key)[\(index)]", "a link is expected, such as https://example.org/plan.pdf")
      }
      result.append(Attachment(uri: link.uri, mediaType: type, fileName: file))
    }
    return result
  }

  /// True or false, or 1 and 0 as other programs write them; nil if it is missing.
  func flag(_ key: String) throws(JSONItemError) -> Bool? {
    guard let value = given(key) else { return nil }
    if let flag = value.bool { return flag }
    switch (value.integer, value.string?.lowercased()) {
    case (1, _), (_, "true"), (_, "yes"), (_, "1"): return true
    case (0, _), (_, "false"), (_, "no"), (_, "0"): return false
    default: throw JSONItemError(key, "true or false is expected")
    }
  }

  /// A length in ISO 8601; nil if it is missing.
  func duration(_ key: String) throws(JSONItemError) -> CalendarDuration? {
    guard let text = try text(key) else { return nil }
    guard let duration = BasicFormat.duration(text.utf8) else {
      throw JSONItemError(key, "`\(text)` is no length such as PT45M")
    }
    return duration
  }
}

extension EventTime {
  /// The time as `old` writes it if both are the same moment on the same clock, as a time in a
  /// clock gap and the time after it are.
  fileprivate func written(as old: EventTime?) -> EventTime {
    guard let old, old.zone == zone, old.isAllDay == isAllDay, old.axisSeconds == axisSeconds else {
      return self
    }
    return old
  }
}

extension JSONValue {
  /// A member of an object; nil if it is missing or null.
  func given(_ key: String) -> JSONValue? {
    guard let value = self[key], !value.isNull else { return nil }
    return value
  }
}
