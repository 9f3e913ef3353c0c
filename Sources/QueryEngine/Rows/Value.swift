/// One value of a row: of a field, a group's key or an aggregate.
public enum Value: Hashable, Sendable {
  /// No value.
  case null
  case text(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  /// A whole day.
  case date(CivilDate)
  /// A moment, and the zone to show it in.
  case instant(Instant, Zone)
  /// A wall-clock time in no zone.
  case floating(CivilDateTime)
  /// A time of day.
  case clock(TimeOfDay)
  case weekday(Weekday)
  /// An ISO 8601 week.
  case week(year: Int, week: Int)
  /// A month of a year.
  case month(year: Int, month: Int)
  /// A length of time; days stay days for whole-day items.
  case duration(CalendarDuration)
  /// A reminder's priority as stored, 0 (none) or 1 (highest) to 9.
  case priority(Int)
  /// Several texts, as tags are.
  case list([Value])
}

extension Value {
  /// Whether it is null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The importance of a stored priority: 0 for no priority, 9 for the highest.
  static func importance(ofPriority number: Int) -> Int { (1...9).contains(number) ? 10 - number : 0 }
}

extension CalendarDuration {
  /// The length in seconds with months of 30 days and days of 24 hours: for comparisons and sums.
  ///
  /// Clamped beyond the length of all the calendar's years, so that sums do not overflow.
  public var nominalSeconds: Int {
    let limit = 1 << 40
    func held(_ part: Int) -> Int { min(max(part, -limit), limit) }
    return held(held(months) * 30 * 86_400 + held(days) * 86_400 + held(seconds))
  }
}
