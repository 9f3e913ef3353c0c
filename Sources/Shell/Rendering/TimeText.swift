import CivilTime
import Model
import QueryEngine

/// Writes RFC 3339 times into a byte buffer, remembering the offset of the stretch of time it was in last.
struct TimeWriter {
  let zone: Zone
  private var segment: ZoneSegment

  init(zone: Zone) {
    self.zone = zone
    segment = zone.segment(at: Instant(seconds: 0))
  }

  /// `"2026-11-18T09:15:00+01:00"` with its quotes.
  mutating func append(_ instant: Instant, to bytes: inout [UInt8]) {
    if instant < segment.start || instant >= segment.end { segment = zone.segment(at: instant) }
    let offset = segment.offset.inWholeMinutes.seconds
    bytes.append(UInt8(ascii: "\""))
    Self.appendWall(CivilDateTime(clamping: instant.seconds + offset), to: &bytes)
    if offset == 0, zone.identifier == "UTC" {
      bytes.append(UInt8(ascii: "Z"))
    } else {
      let minutes = abs(offset) / 60
      bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
      Self.append2(minutes / 60, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      Self.append2(minutes % 60, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A stored time: with its offset, as a bare wall time, or as a day.
  mutating func append(_ time: ItemTime, to bytes: inout [UInt8]) {
    switch (time.axis, time.isAllDay) {
    case (.instant, _): append(Instant(seconds: time.seconds), to: &bytes)
    case (.wall, true): Self.append(day: CivilDateTime(clamping: time.seconds).date, to: &bytes)
    case (.wall, false):
      bytes.append(UInt8(ascii: "\""))
      Self.appendWall(CivilDateTime(clamping: time.seconds), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// `"2026-11-18"` with its quotes.
  static func append(day: CivilDate, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendDay(day, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendWall(_ wall: CivilDateTime, to bytes: inout [UInt8]) {
    appendDay(wall.date, to: &bytes)
    let second = wall.time.secondOfDay
    bytes.append(UInt8(ascii: "T"))
    append2(second / 3600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append2(second / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append2(second % 60, to: &bytes)
  }

  private static func appendDay(_ day: CivilDate, to bytes: inout [UInt8]) {
    let (year, month, day) = day.parts
    append2(year / 100, to: &bytes)
    append2(year % 100, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append2(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append2(day, to: &bytes)
  }

  private static func append2(_ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(48 + value / 10))
    bytes.append(UInt8(48 + value % 10))
  }
}

/// Times as people read them.
enum TimeText {
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Wed 18 Nov 2026`.
  static func day(_ date: CivilDate) -> String { weekday(date) + " " + plainDay(date) }

  /// `18 Nov 2026`.
  static func plainDay(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return String(day) + " " + months[month - 1] + " " + String(year)
  }

  /// `18 Nov`, or `18 Nov 2027` where that is not the year of today.
  static func shortDay(_ date: CivilDate, today: CivilDate) -> String {
    date.year == today.year ? String(date.day) + " " + months[date.month - 1] : plainDay(date)
  }

  /// `18 Nov 09:15`, or the day alone for whole days.
  static func shortTime(_ time: ItemTime, in zone: Zone, today: CivilDate) -> String {
    let civil = time.civil(in: zone)
    let day = shortDay(civil.date, today: today)
    return time.isAllDay ? day : day + " " + civil.time.description
  }

  /// `Wed`.
  static func weekday(_ date: CivilDate) -> String { weekdays[date.weekday.rawValue - 1] }

  /// `Wed 18 Nov 2026 09:15`, or the day alone for whole days.
  static func time(_ time: ItemTime, in zone: Zone) -> String {
    let civil = time.civil(in: zone)
    return time.isAllDay ? day(civil.date) : day(civil.date) + " " + civil.time.description
  }

  /// `Wed 18 Nov 2026 09:15`.
  static func moment(_ instant: Instant, in zone: Zone) -> String {
    let civil = zone.civil(at: instant)
    return day(civil.date) + " " + civil.time.description
  }

  /// The window of an answer: whole days by their first and last, others to the minute.
  static func range(_ range: ResolvedRange, in zone: Zone) -> String {
    guard let start = range.start, let end = range.end else {
      if let start = range.start { return "from " + moment(start, in: zone) }
      if let end = range.end { return "until " + moment(end, in: zone) }
      return "any time"
    }
    if range.isInstant { return moment(start, in: zone) }
    let (first, past) = (zone.civil(at: start).date, zone.civil(at: end).date)
    guard start == zone.startOfDay(first), end == zone.startOfDay(past), let last = past.adding(days: -1)
    else { return moment(start, in: zone) + " – " + moment(end, in: zone) }
    return first == last ? day(first) : day(first) + " – " + day(last)
  }
}
