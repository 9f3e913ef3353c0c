import CivilTime

extension Parser {
  /// Rejects days that no period of the unit has; writes days of a month by number alone as `numbers`.
  func check(
    _ place: inout RepeatPlace, _ unit: RepeatUnit, _ positions: [RepeatPosition], at whole: SourceRange
  ) throws(SyntaxError) {
    guard let days = place.days, !positions.isEmpty else { return }
    let span: RepeatSpan
    switch unit {
    case .second, .minute, .hour, .day, .week:
      throw SyntaxError(
        .badRepeat(
          "a \(unit.rawValue) has weekdays only", suggestion: "`every month on the \(text(at: whole))`"),
        at: whole)
    case .month, .quarter: span = .month
    case .year:
      if !place.weeks.isEmpty {
        throw SyntaxError(
          .badRepeat("a week has weekdays only", suggestion: "`in week 20 on monday`"), at: whole)
      }
      span = place.months.isEmpty ? .year : .month
    }
    for position in positions where abs(position.value) > span.limit(of: days) {
      throw SyntaxError(
        .badRepeat(
          span.complaint(position.value, days), suggestion: span.suggestion(for: days)), at: position.range)
    }
    if span == .month, case .days(let values) = days, values.allSatisfy({ $0 > 0 }) {
      place.days = .numbers(values)
    }
  }
}

extension RepeatDaysSyntax {
  /// The largest position that such days have in some month, or in some year.
  public func largestPosition(inYear isYear: Bool) -> Int {
    switch self {
    case .weekdays: 1
    case .numbers: 31
    case .days: isYear ? 366 : 31
    case .ranked: isYear ? 53 : 5
    case .workdays: isYear ? 262 : 23
    case .weekendDays: isYear ? 106 : 10
    }
  }
}

/// The period in which the positions of a repetition count.
private enum RepeatSpan: String {
  case month, year

  func limit(of days: RepeatDaysSyntax) -> Int { days.largestPosition(inYear: self == .year) }

  func complaint(_ value: Int, _ days: RepeatDaysSyntax) -> String {
    let number = abs(value)
    switch days {
    case .numbers: return "no month has \(number) days"
    case .days, .weekdays: return "no \(rawValue) has \(number) days"
    case .ranked(let ranked):
      let weekday = ranked.first { $0.position == value }.map { CalendarWords.name($0.weekday) } ?? "weekday"
      let article = number == 11 || number == 18 || String(number).hasPrefix("8") ? "an" : "a"
      return "no \(rawValue) has \(article) \(CalendarWords.ordinalText(number)) \(weekday)"
    case .workdays: return "no \(rawValue) has \(number) weekdays"
    case .weekendDays: return "no \(rawValue) has \(number) weekend days"
    }
  }

  func suggestion(for days: RepeatDaysSyntax) -> String {
    let last = CalendarWords.ordinalText(limit(of: days))
    switch days {
    case .numbers, .days, .weekdays: return "1st to \(last), or `last day`"
    case .ranked, .workdays, .weekendDays: return "1st to \(last), or `last`"
    }
  }
}
