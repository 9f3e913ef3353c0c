/// A time of day in whole seconds, 00:00:00 to 23:59:59.
public struct TimeOfDay: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Seconds since midnight, 0…86399.
  public let secondOfDay: Int

  /// 00:00:00.
  public static let midnight = TimeOfDay(unchecked: 0)

  init(unchecked secondOfDay: Int) { self.secondOfDay = secondOfDay }

  /// The time that many seconds after midnight; nil outside 0…86399.
  public init?(secondOfDay: Int) {
    guard secondOfDay >= 0, secondOfDay < 86_400 else { return nil }
    self.secondOfDay = secondOfDay
  }

  /// The time of hour (0…23), minute and second (0…59); nil when there is no such time.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60 else { return nil }
    secondOfDay = hour * 3600 + minute * 60 + second
  }

  /// The hour, 0…23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute, 0…59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0…59.
  public var second: Int { secondOfDay % 60 }

  /// Orders times from midnight on.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.secondOfDay < b.secondOfDay }

  /// `09:15`, or `09:15:30` when there are seconds.
  public var description: String { ExtendedFormat.text(self) }
}

/// A date and a time as a wall clock shows them, without a zone.
public struct CivilDateTime: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Seconds from 1970-01-01T00:00 on a clock that never changes: the "wall axis".
  public let wallSeconds: Int

  /// The earliest representable second: 0001-01-01T00:00:00.
  public static let min = CivilDateTime(.min, .midnight)
  /// The latest representable second: 9999-12-31T23:59:59.
  public static let max = CivilDateTime(unchecked: CivilDate.max.dayNumber * 86_400 + 86_399)

  @inlinable
  init(unchecked wallSeconds: Int) { self.wallSeconds = wallSeconds }

  /// The wall time at that many seconds from 1970-01-01T00:00; nil outside the years 1 to 9999.
  public init?(wallSeconds: Int) {
    guard wallSeconds >= Self.min.wallSeconds, wallSeconds <= Self.max.wallSeconds else { return nil }
    self.wallSeconds = wallSeconds
  }

  /// A time on a day.
  public init(_ date: CivilDate, _ time: TimeOfDay) {
    wallSeconds = date.dayNumber * 86_400 + time.secondOfDay
  }

  /// The wall time nearest to `wallSeconds` within the years 1 to 9999.
  public init(clamping wallSeconds: Int) {
    self.wallSeconds = Swift.min(
      Swift.max(wallSeconds, Self.min.wallSeconds), Self.max.wallSeconds)
  }

  /// The day.
  public var date: CivilDate { CivilDate(unchecked: floorDiv(wallSeconds, 86_400)) }
  /// The time of day.
  public var time: TimeOfDay { TimeOfDay(unchecked: floorMod(wallSeconds, 86_400)) }

  /// The wall time `seconds` later on the same unchanging clock; nil beyond the years 1 to 9999.
  public func adding(seconds: Int) -> CivilDateTime? {
    let (sum, overflow) = wallSeconds.addingReportingOverflow(seconds)
    return overflow ? nil : CivilDateTime(wallSeconds: sum)
  }

  /// The wall time after moving months (clamped to the month's end), then days, then seconds.
  public func adding(_ duration: CalendarDuration) -> CivilDateTime? {
    guard let month = date.adding(months: duration.months), let day = month.adding(days: duration.days)
    else { return nil }
    return CivilDateTime(day, time).adding(seconds: duration.seconds)
  }

  /// Orders wall times of one clock.
  @inlinable
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool { a.wallSeconds < b.wallSeconds }

  /// ISO 8601 text such as `2026-11-18T09:15:00`.
  public var description: String { ExtendedFormat.text(self) }
}
