/// A moment in time, in whole seconds since 1970-01-01T00:00:00Z without leap seconds.
public struct Instant: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z; negative before.
  public let seconds: Int

  /// The moment that many seconds after 1970-01-01T00:00:00Z.
  @inlinable
  public init(seconds: Int) { self.seconds = seconds }

  /// The moment `seconds` later, clamped to the range of `Int`.
  public func adding(seconds other: Int) -> Instant {
    let (sum, overflow) = seconds.addingReportingOverflow(other)
    return Instant(seconds: overflow ? (other < 0 ? Int.min : Int.max) : sum)
  }

  /// The UTC wall time, clamped to the years 1 to 9999.
  public var utc: CivilDateTime { CivilDateTime(clamping: seconds) }

  /// Orders moments by time.
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }

  /// RFC 3339 text in UTC such as `2026-11-18T08:15:00Z`.
  public var description: String { ExtendedFormat.text(utc) + "Z" }
}

/// A difference between local time and UTC in seconds, positive east of Greenwich.
public struct UTCOffset: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Local time minus UTC, in seconds.
  public let seconds: Int

  /// No difference.
  public static let zero = UTCOffset(seconds: 0)

  /// An offset of that many seconds.
  @inlinable
  public init(seconds: Int) { self.seconds = seconds }

  /// The offset as RFC 3339 can write it: an offset with seconds, as old ones have, becomes the next whole
  /// minute to the east.
  ///
  /// A clock set to it is less than a minute ahead of the zone's own clock, so moments stay the same and
  /// midnight stays on its day.
  public var inWholeMinutes: UTCOffset {
    let rest = floorMod(seconds, 60)
    return rest == 0 ? self : UTCOffset(seconds: seconds - rest + 60)
  }

  /// Orders offsets from west to east.
  public static func < (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds < b.seconds }

  /// `+01:00`, or `+00:53:28` where there are seconds.
  public var description: String { ExtendedFormat.text(self) }
}

/// A length of time as people say it: months and days of the calendar, then exact seconds.
///
/// Months and days move the wall clock (a day over a clock change is still a day); seconds are elapsed time.
public struct CalendarDuration: Hashable, Sendable, CustomStringConvertible {
  /// Calendar months; a year is 12.
  public var months: Int
  /// Calendar days; a week is 7.
  public var days: Int
  /// Exact seconds.
  public var seconds: Int

  /// A length of zero.
  public static let zero = CalendarDuration()

  /// A length made of months, days and seconds, each of any sign.
  public init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  /// Whether the length has no exact seconds, so that adding it to a day gives a day.
  public var isDayLike: Bool { seconds == 0 }

  /// The sum of both lengths, part by part; a part that overflows is clamped.
  public static func + (a: CalendarDuration, b: CalendarDuration) -> CalendarDuration {
    CalendarDuration(
      months: saturatingSum(a.months, b.months), days: saturatingSum(a.days, b.days),
      seconds: saturatingSum(a.seconds, b.seconds))
  }

  /// The same length in the other direction; a part that overflows is clamped.
  public static prefix func - (a: CalendarDuration) -> CalendarDuration {
    func negated(_ part: Int) -> Int { part == Int.min ? Int.max : -part }
    return CalendarDuration(months: negated(a.months), days: negated(a.days), seconds: negated(a.seconds))
  }

  /// Whether every part fits into the years 1 to 9999; no two dates are further apart.
  public var isInCalendar: Bool {
    months.magnitude <= 12 * 9_999 && days.magnitude <= 366 * 9_999
      && seconds.magnitude <= 366 * 9_999 * 86_400
  }

  private static func saturatingSum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b < 0 ? Int.min + 1 : Int.max) : sum
  }

  /// ISO 8601 text such as `P1M2DT3H`, `P1W` or `-PT15M`; parts of different signs are joined by a blank.
  public var description: String { BasicFormat.text(self) }
}
