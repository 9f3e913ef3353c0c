import CivilTime

/// A date expression as written; the binder resolves it to an interval.
public struct DateSyntax: Hashable, Sendable {
  /// The date that the offsets start from.
  public var base: DateBase
  /// `+ 1w`, `-2h`, in written order.
  public var offsets: [OffsetSyntax]
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A date expression.
  public init(_ base: DateBase, offsets: [OffsetSyntax] = [], range: SourceRange = .none) {
    self.base = base
    self.offsets = offsets
    self.range = range
  }
}

/// The beginning of a date expression.
public enum DateBase: Hashable, Sendable {
  case now
  /// `-1d`: an instant that keeps the wall clock.
  case offset(OffsetSyntax)
  /// `in 3h`.
  case ahead(DurationSyntax)
  /// `2w ago`.
  case ago(DurationSyntax)
  /// `@1795000000`: seconds since 1970-01-01T00:00Z.
  case epoch(Int)
  /// `$x`, without the dollar sign.
  case parameter(String)
  /// `17:00`: today's.
  case clock(ClockSyntax)
  /// A day, or a clock time on it: `friday 17:00`, `2026-11-18T14:30Z`.
  case day(DaySyntax, at: ClockSyntax?)
  /// `this week`, `last month`.
  case unit(RelativeWord, CalendarUnit)
  /// `next november`, month 1 to 12.
  case month(RelativeWord, Int)
  /// `next 7 days`, `last 6 hours`.
  case rolling(RollingDirection, DurationSyntax)
  /// `rest of week`.
  case rest(CalendarUnit)

  /// The clock time written, alone or with a day.
  public var clockTime: ClockSyntax? {
    switch self {
    case .clock(let clock): clock
    case .day(_, at: let clock): clock
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .unit, .month, .rolling, .rest: nil
    }
  }
}

/// The word before a unit: this one, the next, the last.
public enum RelativeWord: String, CaseIterable, Sendable {
  case this, next, last
}

/// The direction in which a counted interval runs from now.
public enum RollingDirection: String, CaseIterable, Sendable {
  case next, last
}

/// A day or a longer piece of the calendar.
public enum DaySyntax: Hashable, Sendable {
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
  /// `november`, `dec 2026`.
  case month(Int, year: Int?)
  /// `24 dec`, `dec 24 2026`, `thu 24 dec`; the day exists in some year, and in the written year if
  /// there is one.
  case monthDay(month: Int, day: Int, year: Int?, weekday: Weekday?)
  /// `week 48`.
  case week(Int)
  /// `end of month`: the first or last *day* of a period.
  case boundary(PeriodEdge, PeriodSyntax)
}

/// The end of a period.
public enum PeriodEdge: String, CaseIterable, Sendable {
  case start, end
}

/// The period of a first or last day.
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
  /// `november`, `dec 2026`.
  case month(Int, year: Int?)
  /// `2027`.
  case year(Int)
}

/// A wall-clock time, with its zone if one is written.
public struct ClockSyntax: Hashable, Sendable {
  /// Seconds after midnight, 0 to 86400; 86400 is `24:00`, the end of the day.
  public var secondOfDay: Int
  /// The zone, else the query's.
  public var zone: ZoneSyntax?
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A clock time.
  public init(secondOfDay: Int, zone: ZoneSyntax? = nil, range: SourceRange = .none) {
    self.secondOfDay = secondOfDay
    self.zone = zone
    self.range = range
  }
}

extension ClockSyntax {
  /// Whether an end at this time is on the next morning: it is before noon and at
  /// most 14 hours after the begin.
  func isNextMorning(after begin: ClockSyntax) -> Bool {
    secondOfDay < 12 * 3_600 && secondOfDay + 86_400 - begin.secondOfDay <= 14 * 3_600
  }
}

/// A time zone as written; the binder decides whether it exists.
public struct ZoneSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// An IANA name, `UTC` or `GMT`.
    case named(String)
    case offset(UTCOffset)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A zone.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}
