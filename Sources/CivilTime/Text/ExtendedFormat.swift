/// The readable forms of ISO 8601 and RFC 3339: `2026-11-18`, `2026-11-18T09:15:00+01:00`.
public enum ExtendedFormat {
  /// `2026-11-18`.
  public static func text(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return BasicFormat.padded(year, 4) + "-" + BasicFormat.padded(month, 2) + "-"
      + BasicFormat.padded(day, 2)
  }

  /// `09:15`, or `09:15:30` when there are seconds.
  public static func text(_ time: TimeOfDay) -> String {
    let minutes = BasicFormat.padded(time.hour, 2) + ":" + BasicFormat.padded(time.minute, 2)
    return time.second == 0 ? minutes : minutes + ":" + BasicFormat.padded(time.second, 2)
  }

  /// `2026-11-18T09:15:00`.
  public static func text(_ value: CivilDateTime) -> String {
    let time = value.time
    return text(value.date) + "T" + BasicFormat.padded(time.hour, 2) + ":"
      + BasicFormat.padded(time.minute, 2) + ":" + BasicFormat.padded(time.second, 2)
  }

  /// `+01:00`, or `+00:53:28` where there are seconds.
  public static func text(_ offset: UTCOffset) -> String {
    let seconds = Int(offset.seconds.magnitude)
    let result =
      (offset.seconds < 0 ? "-" : "+") + BasicFormat.padded(seconds / 3600, 2) + ":"
      + BasicFormat.padded(seconds / 60 % 60, 2)
    return seconds % 60 == 0 ? result : result + ":" + BasicFormat.padded(seconds % 60, 2)
  }

  /// RFC 3339 text of a moment as a zone's clock shows it: `2026-11-18T09:15:00+01:00`.
  ///
  /// RFC 3339 has offsets of whole minutes only, see `UTCOffset.inWholeMinutes`.
  public static func text(_ instant: Instant, in zone: Zone) -> String {
    let offset = zone.offset(at: instant).inWholeMinutes
    return text(CivilDateTime(clamping: instant.seconds + offset.seconds)) + text(offset)
  }

  /// A day written as `2026-11-18`; nil for other text and days that do not exist.
  public static func date(_ bytes: some Collection<UInt8>) -> CivilDate? {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = BasicFormat.digits(parts[0]), let month = BasicFormat.digits(parts[1]),
      let day = BasicFormat.digits(parts[2])
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// A time of day written as `09:15` or `09:15:30`; nil for other text.
  public static func time(_ bytes: some Collection<UInt8>) -> TimeOfDay? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.count == 2 }),
      let hour = BasicFormat.digits(parts[0]), let minute = BasicFormat.digits(parts[1]),
      let second = parts.count == 3 ? BasicFormat.digits(parts[2]) : 0
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// A moment written in UTC, as `2026-11-18T08:15:00Z`; nil for other text.
  public static func instant(_ bytes: some Collection<UInt8>) -> Instant? {
    guard let mark = bytes.suffix(1).first, mark == UInt8(ascii: "Z") else { return nil }
    return dateTime(bytes.prefix(bytes.count - 1)).map { Zone.utc.instant(of: $0) }
  }

  /// A wall time written as `2026-11-18T09:15` or `2026-11-18T09:15:30`; nil for other text.
  public static func dateTime(_ bytes: some Collection<UInt8>) -> CivilDateTime? {
    guard bytes.count > 11, let date = date(bytes.prefix(10)) else { return nil }
    let mark = bytes[bytes.index(bytes.startIndex, offsetBy: 10)]
    guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") || mark == UInt8(ascii: " "),
      let time = time(bytes.dropFirst(11))
    else { return nil }
    return CivilDateTime(date, time)
  }

  /// An offset written as `Z`, `+01:00`, `+0100` or `+01`; nil for other text and more than 23:59:59.
  public static func offset(_ bytes: some Collection<UInt8>) -> UTCOffset? {
    guard let first = bytes.first else { return nil }
    if bytes.count == 1, first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") { return .zero }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    let plain = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard plain.count == 2 || plain.count == 4 || plain.count == 6, var value = BasicFormat.digits(plain)
    else { return nil }
    for _ in 0..<((6 - plain.count) / 2) { value *= 100 }
    guard value / 10_000 < 24, value / 100 % 100 < 60, value % 100 < 60 else { return nil }
    let seconds = value / 10_000 * 3600 + value / 100 % 100 * 60 + value % 100
    return UTCOffset(seconds: first == UInt8(ascii: "-") ? -seconds : seconds)
  }
}
