import CivilTime

/// A day or a longer piece of the calendar.
public indirect enum DaySyntax: Hashable, Sendable {
  /// `2026-11-24`; the weekday, if written, fits.
  case date(CivilDate, weekday: Weekday?)
  /// `2026-12`.
  case yearMonth(year: Int, month: Int)
  /// `2026-W48`.
  case isoWeek(year: Int, week: Int)
  /// `2027`.
  case year(Int)
  case today, tomorrow, yesterday
  /// `friday`.
  case weekday(Weekday)
  /// `next friday`.
  case relativeWeekday(RelativeWord, Weekday)
  /// `mon-fri`: from the first weekday to the first of the last one that follows.
  case weekdays(Weekday, through: Weekday)
  /// `november`, `dec 2026`, `Q1 2027`, `summer`.
  case named(YearPart, year: Int?)
  /// `24 dec`, `dec 24 2026`, `thu 24 dec`; the day exists in some year, and in the written year if
  /// there is one.
  case monthDay(month: Int, day: Int, year: Int?, weekday: Weekday?)
  /// `the 15th`, `friday the 13th`: 1 to 31, of a month that is not written.
  case dayOfMonth(Int, weekday: Weekday?)
  /// `christmas`, `easter monday 2028`.
  case holiday(NamedDay, year: Int?)
  /// `week 48`.
  case week(Int)
  /// `week of 23 nov`: the calendar week of a single day.
  case weekOf(DaySyntax)
  /// `early december`: a third of a month.
  case third(MonthThird, PeriodSyntax)
  /// `last friday of the month`, `monday of next week`; counted from the end when negative, never 0.
  case ordinal(Int, OrdinalUnit, of: PeriodSyntax)
  /// `3 workdays from friday`: days that are no weekend, counted back when negative, never 0.
  case workday(Int, from: DaySyntax)
  /// `end of month`: the first or last *day* of a period.
  case boundary(PeriodEdge, PeriodSyntax)

  /// Whether it is a single day, which a clock time may follow.
  public var isSingleDay: Bool {
    switch self {
    case .date, .today, .tomorrow, .yesterday, .weekday, .relativeWeekday, .monthDay, .dayOfMonth, .holiday,
      .workday, .boundary:
      true
    case .ordinal(_, let unit, _): unit.isDay
    case .yearMonth, .isoWeek, .year, .weekdays, .named, .week, .weekOf, .third: false
    }
  }
}

/// The end of a period.
public enum PeriodEdge: String, CaseIterable, Sendable {
  case start, end
}

/// A third of a month: days 1 to 10, 11 to 20, and the rest.
public enum MonthThird: String, CaseIterable, Sendable {
  case early, mid, late
}

/// The days or longer pieces that a position counts in a period.
public enum OrdinalUnit: Hashable, Sendable {
  case day
  case weekday(Weekday)
  /// A day that is no weekend.
  case workday
  case weekend
  /// A quarter or half of a year.
  case quarter, half

  /// Whether it is a single day.
  public var isDay: Bool {
    switch self {
    case .day, .weekday, .workday: true
    case .weekend, .quarter, .half: false
    }
  }
}

/// A period that days are counted in, or whose first or last day is meant.
public enum PeriodSyntax: Hashable, Sendable {
  /// `month`, meaning this one.
  case current(CalendarUnit)
  /// `next week`.
  case relative(RelativeWord, CalendarUnit)
  /// `2026-12`.
  case yearMonth(year: Int, month: Int)
  /// `2026-W48`.
  case isoWeek(year: Int, week: Int)
  /// `week 48`.
  case week(Int)
  /// `november`, `dec 2026`, `Q1 2027`, `winter`.
  case named(YearPart, year: Int?)
  /// `2027`.
  case year(Int)

  /// Whether it is a calendar week.
  public var isWeek: Bool {
    switch self {
    case .current(.week), .relative(_, .week), .isoWeek, .week: true
    case .current, .relative, .yearMonth, .named, .year: false
    }
  }
}

/// A part of the year with a name.
public enum YearPart: Hashable, Sendable {
  /// 1 to 12.
  case month(Int)
  /// 1 to 4.
  case quarter(Int)
  /// 1 or 2.
  case half(Int)
  /// Three whole months; a winter belongs to the year in which it begins.
  case season(Season)

  /// The first month, 1 to 12, and the number of months.
  public func months(isSouthern: Bool) -> (first: Int, count: Int) {
    switch self {
    case .month(let month): (month, 1)
    case .quarter(let quarter): (3 * quarter - 2, 3)
    case .half(let half): (6 * half - 5, 6)
    case .season(let season): (isSouthern ? season.opposite.firstMonth : season.firstMonth, 3)
    }
  }
}

/// A season as meteorologists have it: whole months.
public enum Season: String, CaseIterable, Sendable {
  case spring, summer, autumn, winter

  /// The month in which it begins north of the equator.
  var firstMonth: Int {
    switch self {
    case .spring: 3
    case .summer: 6
    case .autumn: 9
    case .winter: 12
    }
  }

  /// The season at the same time in the other hemisphere.
  var opposite: Season {
    switch self {
    case .spring: .autumn
    case .summer: .winter
    case .autumn: .spring
    case .winter: .summer
    }
  }
}
