import CivilTime

/// A date or time as a property writes it (RFC 5545, 3.3.4 and 3.3.5).
public enum DateValue: Hashable, Sendable {
  /// A day.
  case date(CivilDate)
  /// A wall-clock time in no zone.
  case floating(CivilDateTime)
  /// A time in UTC.
  case utc(CivilDateTime)
  /// A wall-clock time in the zone that the TZID names.
  case zoned(CivilDateTime, tzid: String)
}

/// A period of time (RFC 5545, 3.3.9), or a plain time where RDATE has one.
public struct PeriodValue: Hashable, Sendable {
  /// When it starts.
  public var start: DateValue
  /// When it ends, if written so.
  public var end: DateValue?
  /// How long it is, if written so.
  public var duration: CalendarDuration?

  /// A period with all its parts.
  public init(start: DateValue, end: DateValue? = nil, duration: CalendarDuration? = nil) {
    self.start = start
    self.end = end
    self.duration = duration
  }
}

extension Property {
  /// The value as TEXT with its escapes resolved (RFC 5545, 3.3.11); a stray backslash stays.
  public var text: String { Self.unescaped(value) }

  /// The values of a list of TEXT, separated by commas that are not escaped.
  public var texts: [String] {
    var result: [String] = []
    var start = value.startIndex
    var index = start
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if value[index] == UInt8(ascii: ",") {
        result.append(Self.unescaped(value[start..<index]))
        start = index + 1
      }
      index += 1
    }
    result.append(Self.unescaped(value[Swift.min(start, value.endIndex)...]))
    return result
  }

  /// The dates or times the value lists; nil stands for one that cannot be read.
  ///
  /// The form of each value decides, not its VALUE parameter: `DTSTART:20260101` is a day and `VALUE=DATE` with a
  /// time is a time, as their writers meant them.
  public var dateValues: [DateValue?] {
    let tzid = zoneIdentifier
    return value.split(separator: UInt8(ascii: ",")).map { Self.dateValue($0, tzid: tzid) }
  }

  /// The first of `dateValues`.
  public var dateValue: DateValue? { dateValues.first ?? nil }

  /// The periods or plain times the value lists; nil stands for one that cannot be read.
  public var periods: [PeriodValue?] {
    let tzid = zoneIdentifier
    return value.split(separator: UInt8(ascii: ",")).map { bytes in
      guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
        return Self.dateValue(bytes, tzid: tzid).map { PeriodValue(start: $0) }
      }
      guard let start = Self.dateValue(bytes[..<slash], tzid: tzid) else { return nil }
      let rest = ASCII.trimmed(bytes[(slash + 1)...])
      if let duration = BasicFormat.duration(rest) { return PeriodValue(start: start, duration: duration) }
      return Self.dateValue(rest, tzid: tzid).map { PeriodValue(start: start, end: $0) }
    }
  }

  /// The TZID parameter without blanks around it; nil when there is none.
  public var zoneIdentifier: String? {
    guard let tzid = parameter("TZID") else { return nil }
    let trimmed = String(decoding: ASCII.trimmed(Array(tzid.utf8)[...]), as: UTF8.self)
    return trimmed.isEmpty ? nil : trimmed
  }

  static func dateValue(_ bytes: ArraySlice<UInt8>, tzid: String?) -> DateValue? {
    let trimmed = ASCII.trimmed(bytes)
    if let date = BasicFormat.date(trimmed) { return .date(date) }
    guard let (wall, isUTC) = BasicFormat.dateTime(trimmed) else { return nil }
    if isUTC { return .utc(wall) }
    return tzid.map { .zoned(wall, tzid: $0) } ?? .floating(wall)
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        result.append(byte)
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(10)
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: ":"):
        result.append(bytes[index + 1])
      default: result.append(contentsOf: bytes[index...(index + 1)])
      }
      index += 2
    }
    return String(decoding: result, as: UTF8.self)
  }
}
