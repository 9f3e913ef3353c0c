/// BYWEEKNO as bits: weeks counted from the start and from the end of a week-year.
struct WeekNumbers: Hashable, Sendable {
  /// Bit 0 is week 1.
  var fromStart: UInt64 = 0
  /// Bit 52 is the last week, bit 0 the 53rd from the end.
  var fromEnd: UInt64 = 0

  init() {}

  init(_ values: [Int]) {
    for value in values {
      if value > 0 { fromStart |= 1 << UInt64(value - 1) } else { fromEnd |= 1 << UInt64(53 + value) }
    }
  }

  var isEmpty: Bool { fromStart | fromEnd == 0 }

  /// The weeks of a year with `weeks` weeks; bit 0 is week 1.
  func mask(weeks: Int) -> UInt64 {
    (fromStart | fromEnd >> UInt64(53 - weeks)) & ((1 << UInt64(weeks)) - 1)
  }
}

/// Week-years: as in ISO 8601 week 1 is the first with four days in the year, but
/// weeks may begin on any weekday.
enum WeekYear {
  /// The day number on which week 1 of a year begins; `weekStart` is 0 for Monday.
  @inline(__always)
  static func firstDay(of year: Int, weekStart: Int) -> Int {
    let fourth = CivilDate.dayNumber(year: year, month: 1, day: 4)
    return fourth - floorMod(fourth + 3 - weekStart, 7)
  }

  /// The number of weeks in a week-year.
  static func weeks(in year: Int, weekStart: Int) -> Int {
    (firstDay(of: year + 1, weekStart: weekStart) - firstDay(of: year, weekStart: weekStart)) / 7
  }

  /// The week-year that a day belongs to.
  static func year(of day: Int, weekStart: Int) -> Int {
    let year = CivilDate.parts(ofDayNumber: day).year
    if day < firstDay(of: year, weekStart: weekStart) { return year - 1 }
    return day >= firstDay(of: year + 1, weekStart: weekStart) ? year + 1 : year
  }
}
