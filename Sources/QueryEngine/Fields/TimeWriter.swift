/// Writes RFC 3339 times into a byte buffer, keeping the offset of the zone segment of the last time.
package struct TimeWriter {
  /// The zone whose offsets are written.
  package let zone: Zone
  private var segment: ZoneSegment

  /// A writer of times in a zone.
  package init(zone: Zone) {
    self.zone = zone
    segment = zone.segment(at: Instant(seconds: 0))
  }

  /// `"2026-11-18T09:15:00+01:00"` with its quotes.
  package mutating func append(_ instant: Instant, to bytes: inout [UInt8]) {
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
  package mutating func append(_ time: ItemTime, to bytes: inout [UInt8]) {
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
  package static func append(day: CivilDate, to bytes: inout [UInt8]) {
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

/// Writes the times of rows for a viewer's moment and zone.
package struct JSONTimes {
  package let now: Instant
  package let zone: Zone
  private var local: TimeWriter
  private var utc = TimeWriter(zone: .utc)

  package init(now: Instant, zone: Zone) {
    (self.now, self.zone) = (now, zone)
    local = TimeWriter(zone: zone)
  }

  /// A time in the zone; null for nil.
  package mutating func append(_ time: ItemTime?, to bytes: inout [UInt8]) {
    if let time { local.append(time, to: &bytes) } else { appendNull(to: &bytes) }
  }

  /// A moment in the zone.
  package mutating func append(local instant: Instant, to bytes: inout [UInt8]) {
    local.append(instant, to: &bytes)
  }

  /// A moment in UTC; null for nil.
  mutating func append(_ instant: Instant?, to bytes: inout [UInt8]) {
    if let instant { utc.append(instant, to: &bytes) } else { appendNull(to: &bytes) }
  }

  package func appendNull(to bytes: inout [UInt8]) { bytes.append(contentsOf: "null".utf8) }
}
