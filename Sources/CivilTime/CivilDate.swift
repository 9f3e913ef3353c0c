/// A day of the proleptic Gregorian calendar, years 1 to 9999, without time and zone.
public struct CivilDate: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01, which is 0.
  public let dayNumber: Int

  /// The earliest representable day: 0001-01-01.
  public static let min = CivilDate(unchecked: -719_162)
  /// The latest representable day: 9999-12-31.
  public static let max = CivilDate(unchecked: 2_932_896)

  /// The day after `max`: the exclusive end of whole days that include the last one; no item can be on it.
  public static let end = CivilDate(unchecked: 2_932_897)

  @inlinable
  init(unchecked dayNumber: Int) { self.dayNumber = dayNumber }

  /// The day with that number; nil outside the years 1 to 9999.
  @inlinable
  public init?(dayNumber: Int) {
    guard dayNumber >= -719_162, dayNumber <= 2_932_896 else { return nil }
    self.dayNumber = dayNumber
  }

  /// The day of year, month (1…12) and day of the month; nil when there is no such day.
  @inlinable
  public init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= Self.daysInMonth(month, year: year)
    else { return nil }
    dayNumber = Self.dayNumber(year: year, month: month, day: day)
  }

  /// The day of an ISO 8601 week date; nil when the week-year has no such week.
  public init?(isoWeekYear year: Int, week: Int, weekday: Weekday) {
    guard year >= 1, year <= 9999, week >= 1, week <= Self.isoWeeks(inYear: year) else { return nil }
    self.init(dayNumber: Self.firstISOMonday(ofYear: year) + (week - 1) * 7 + weekday.rawValue - 1)
  }

  /// The day that a year, month and day denote by pure arithmetic; parts are not checked.
  @inlinable
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    // Years are counted from March, so that a leap day is the last day of its year.
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDiv(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day of a day number, by pure arithmetic.
  @inlinable
  public static func parts(ofDayNumber dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = floorDiv(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Year, month and day together, which costs less than asking for each.
  public var parts: (year: Int, month: Int, day: Int) { Self.parts(ofDayNumber: dayNumber) }
  /// The year, 1…9999.
  public var year: Int { parts.year }
  /// The month, 1…12.
  public var month: Int { parts.month }
  /// The day of the month, 1…31.
  public var day: Int { parts.day }
  /// The day of the year, 1…366.
  public var dayOfYear: Int { dayNumber - Self.dayNumber(year: year, month: 1, day: 1) + 1 }
  /// The day of the week.
  public var weekday: Weekday { Weekday(dayNumber: dayNumber) }

  /// The ISO 8601 week and the year it belongs to, which may be the one before or after.
  public var isoWeek: (year: Int, week: Int) {
    let thursday = dayNumber - weekday.rawValue + 4
    let year = Self.parts(ofDayNumber: thursday).year
    return (year, (thursday - Self.dayNumber(year: year, month: 1, day: 1)) / 7 + 1)
  }

  /// Whether the year has a 29 February.
  @inlinable
  public static func isLeap(_ year: Int) -> Bool {
    (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month (1…12) in a year.
  @inlinable
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return 30 + ((month + (month >> 3)) & 1)
  }

  /// The number of ISO 8601 weeks of a year: 52 or 53.
  public static func isoWeeks(inYear year: Int) -> Int {
    (firstISOMonday(ofYear: year + 1) - firstISOMonday(ofYear: year)) / 7
  }

  private static func firstISOMonday(ofYear year: Int) -> Int {
    let fourth = dayNumber(year: year, month: 1, day: 4)
    return fourth - Weekday(dayNumber: fourth).rawValue + 1
  }

  /// The day `days` later; nil beyond the years 1 to 9999.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(dayNumber: sum)
  }

  /// The same day of the month `months` later, or that month's last day if the month is shorter.
  public func adding(months: Int) -> CivilDate? {
    let (year, month, day) = parts
    let (total, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    if overflow { return nil }
    let newYear = floorDiv(total, 12)
    let newMonth = floorMod(total, 12) + 1
    guard newYear >= 1, newYear <= 9999 else { return nil }
    return CivilDate(
      year: newYear, month: newMonth, day: Swift.min(day, Self.daysInMonth(newMonth, year: newYear)))
  }

  /// The latest day on or before this one that is a `weekday`; nil before year 1.
  public func onOrBefore(_ weekday: Weekday) -> CivilDate? {
    adding(days: -weekday.days(until: self.weekday))
  }

  /// Orders days by time.
  @inlinable
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }

  /// ISO 8601 text such as `2026-11-18`.
  public var description: String { ExtendedFormat.text(self) }
}
