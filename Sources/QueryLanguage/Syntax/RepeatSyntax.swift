import CivilTime

/// A repetition as written.
public struct RepeatSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case never
    case pattern(RepeatPattern, [RepeatLimitSyntax])
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A repetition.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The pattern of a repetition.
public enum RepeatPattern: Hashable, Sendable {
  /// `every mon, thu in june`; the months are 1 to 12, empty for all.
  case days(RepeatDayNames, in: [Int])
  /// `daily`, `every 2 weeks on fri`.
  case interval(Int, RepeatUnit, RepeatPlace)
  /// A recurrence rule as iCalendar writes it.
  case rule(TextSyntax)
}

/// The days of a week that a repetition names without a number.
public enum RepeatDayNames: Hashable, Sendable {
  /// `weekday`: Monday to Friday.
  case weekdays
  /// `weekend`: Saturday and Sunday.
  case weekends
  /// `mon, thu`.
  case named([Weekday])
}

/// The unit of a repetition.
public enum RepeatUnit: String, CaseIterable, Sendable {
  case second, minute, hour, day, week, month, quarter, year
}

/// The place of a repetition in its period; the item's start decides the parts that are not written.
public struct RepeatPlace: Hashable, Sendable {
  /// `on the 1st, 15th`.
  public var days: RepeatDaysSyntax?
  /// `in june`, `of june`: 1 to 12.
  public var months: [Int]
  /// `in week 1, 20`, `in the last week`: ISO weeks, counted from the end of the year when negative.
  public var weeks: [Int]

  /// A place.
  public init(days: RepeatDaysSyntax? = nil, months: [Int] = [], weeks: [Int] = []) {
    self.days = days
    self.months = months
    self.weeks = weeks
  }
}

/// The days of a period; positions count from its end when negative.
public enum RepeatDaysSyntax: Hashable, Sendable {
  /// `monday, thursday`: every one of them.
  case weekdays([Weekday])
  /// `the 1st, 15th`: days of a month.
  case numbers([Int])
  /// `the 1st, last day`.
  case days([Int])
  /// `the 2nd tuesday, last friday`.
  case ranked([RankedWeekday])
  /// `the first and last weekday`: among the days from Monday to Friday.
  case workdays([Int])
  /// `the 1st weekend day`: among Saturdays and Sundays.
  case weekendDays([Int])
}

/// A weekday of a month or year by its position.
public struct RankedWeekday: Hashable, Sendable {
  /// The position, counted from the end when negative.
  public var position: Int
  /// The weekday.
  public var weekday: Weekday

  /// The weekday at that position.
  public init(_ position: Int, _ weekday: Weekday) {
    self.position = position
    self.weekday = weekday
  }
}

/// A limit of a repetition, or the dates that it leaves out.
public enum RepeatLimitSyntax: Hashable, Sendable {
  /// `until dec 2026`: the whole of it is included.
  case until(DateSyntax)
  /// `10 times`.
  case times(Int)
  /// `except 24 dec, 31 dec`.
  case except([DateSyntax])
  /// `after completion`: the next date counts from the last completion.
  case afterCompletion
  /// `starting dec 3`: the day from which the first occurrence of a new item is looked for.
  case starting(DateSyntax)
}
