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
  /// A day or a longer period, or a clock time on a day: `friday 17:00`, `2026-11-18T14:30Z`.
  case day(DaySyntax, at: ClockSyntax?)
  /// `tomorrow morning`, `tonight`; the day is a single one.
  case part(DayPart, of: DaySyntax)
  /// `this week`, `last month`.
  case unit(RelativeWord, CalendarUnit)
  /// `next november`, `last summer`.
  case named(RelativeWord, YearPart)
  /// `next 7 days`, `last 6 hours`.
  case rolling(RollingDirection, DurationSyntax)
  /// `rest of week`, `rest of november`: from now, or from its start if it is still to come.
  case rest(PeriodSyntax)

  /// The clock time written, alone or with a day.
  public var clockTime: ClockSyntax? {
    switch self {
    case .clock(let clock): clock
    case .day(_, at: let clock): clock
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .part, .unit, .named, .rolling, .rest: nil
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
