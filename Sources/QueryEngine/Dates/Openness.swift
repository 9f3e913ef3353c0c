/// The part that an incomplete date expression omits.
enum Openness: Hashable {
  case week, month, year
}

extension DateBase {
  /// The part that it omits; nil if it is complete or counts from now.
  var openness: Openness? { day?.openness }

  /// Whether the year is written.
  var namesYear: Bool { day?.namesYear ?? false }

  private var day: DaySyntax? {
    switch self {
    case .day(let day, at: _), .part(_, of: let day): day
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .clock, .unit, .named, .rolling, .rest: nil
    }
  }
}

extension DaySyntax {
  fileprivate var openness: Openness? {
    switch self {
    case .weekday: .week
    case .dayOfMonth: .month
    case .named(_, year: nil), .monthDay(_, _, year: nil, _), .holiday(_, year: nil), .week: .year
    case .boundary(_, let period), .third(_, let period), .ordinal(_, _, of: let period): period.openness
    case .weekOf(let day), .workday(_, from: let day): day.openness
    case .date, .yearMonth, .isoWeek, .year, .today, .tomorrow, .yesterday, .relativeWeekday, .weekdays,
      .named,
      .monthDay, .holiday:
      nil
    }
  }

  fileprivate var namesYear: Bool {
    switch self {
    case .date, .yearMonth, .isoWeek, .year, .named(_, year: .some), .monthDay(_, _, year: .some, _),
      .holiday(_, year: .some):
      true
    case .boundary(_, let period), .third(_, let period), .ordinal(_, _, of: let period): period.namesYear
    case .weekOf(let day), .workday(_, from: let day): day.namesYear
    case .today, .tomorrow, .yesterday, .weekday, .relativeWeekday, .weekdays, .named, .monthDay, .dayOfMonth,
      .holiday, .week:
      false
    }
  }
}

extension PeriodSyntax {
  fileprivate var openness: Openness? {
    switch self {
    case .named(_, year: nil), .week: .year
    case .current, .relative, .yearMonth, .isoWeek, .named, .year: nil
    }
  }

  fileprivate var namesYear: Bool {
    switch self {
    case .yearMonth, .isoWeek, .year, .named(_, year: .some): true
    case .current, .relative, .week, .named: false
    }
  }
}
