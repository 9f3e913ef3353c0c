/// The fields of a compiled rule: integers only, which are also its stored form.
struct RuleFields: Hashable, Sendable {
  /// The pattern of a rule's days, which determines how its cursor steps.
  enum Shape: UInt8, Hashable, Sendable {
    /// DAILY without limits.
    case everyDays
    /// DAILY with limits and an interval of up to 31: the days of a month at a time.
    case daysInMonths
    /// DAILY with limits and a longer interval: a day at a time.
    case sparseDays
    /// WEEKLY.
    case weeks
    /// MONTHLY.
    case months
    /// YEARLY by calendar years: the days of a month at a time.
    case yearMonths
    /// YEARLY with BYWEEKNO, by week-years: the days of a week at a time.
    case weekYears
    /// HOURLY, MINUTELY, SECONDLY: the allowed days of a month at a time, then times within the day.
    case subDaily
  }

  var shape = Shape.everyDays
  /// The interval in units of the shape, at least 1.
  var interval = 1
  /// The first day of the week, 0 for Monday.
  var weekStart = 0
  /// DTSTART on the wall axis; no occurrence is before it.
  var start = 0
  /// The last wall second at which an occurrence may start.
  var until = Int.max
  /// The wall times in a clock change that a UTC UNTIL excludes although later wall times stay.
  var holeStart = 0
  var holeEnd = 0
  /// Months as bits, 0 for January; zero when every month is allowed.
  var months: UInt16 = 0
  var monthDays = MonthDays()
  var yearDays = YearDays()
  var weekNumbers = WeekNumbers()
  var weekdays = Weekdays()
  /// Whether ordinals of weekdays count within the year instead of the month.
  var ordinalsInYear = false
  /// Seconds in a unit of a sub-daily rule; a day for all others.
  var unit = 86_400
  /// The times of a day, or for a sub-daily rule the allowed units of a day, as their first seconds.
  var times = TimesOfDay(second: 0)
  /// For a sub-daily rule, the seconds within a unit.
  var offsets = TimesOfDay(second: 0)
  /// BYSETPOS over the days and times of a week, month or year.
  var positions: [Int] = []
}

/// The greatest common divisor of two positive numbers.
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
