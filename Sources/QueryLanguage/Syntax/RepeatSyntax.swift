import CivilTime

/// How an item repeats, as written.
public struct RepeatSyntax: Hashable, Sendable {
  /// What was written.
  public enum Kind: Hashable, Sendable {
    case never
    case pattern(RepeatPattern, [RepeatLimitSyntax])
  }

  /// What was written.
  public var kind: Kind
  /// Where it stands.
  @NotCompared public var range: SourceRange

  /// A repetition.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The pattern of a repetition.
public enum RepeatPattern: Hashable, Sendable {
  /// `every weekday`: Monday to Friday.
  case weekdays
  /// `every weekend`: Saturday and Sunday.
  case weekends
  /// `every mon, thu`.
  case days([Weekday])
  /// `daily`, `every 2 weeks on fri`; the unit is never `.weekend`.
  case interval(Int, CalendarUnit, on: [RepeatDaySyntax])
  /// A recurrence rule as iCalendar writes it.
  case rule(String)
}

/// A day within the period of a repetition.
public enum RepeatDaySyntax: Hashable, Sendable {
  case weekday(Weekday)
  /// `the 31st`.
  case dayOfMonth(Int)
  /// `the 2nd tuesday`.
  case nthWeekday(Int, Weekday)
  /// `the last friday`.
  case lastWeekday(Weekday)
  /// `the last day`.
  case lastDay
}

/// What bounds a repetition or leaves dates out.
public enum RepeatLimitSyntax: Hashable, Sendable {
  /// `until dec 2026`: the whole of it belongs.
  case until(DateSyntax)
  /// `10 times`.
  case times(Int)
  /// `except 24 dec, 31 dec`.
  case except([DateSyntax])
}
