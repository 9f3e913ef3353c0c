import CivilTime

/// A rule of one of the few kinds whose later occurrences are found by counting, without an engine.
struct RepeatPattern {
  /// The way from one occurrence to a later one.
  enum Step: Equatable {
    case days(Int)
    /// The same day so many months on; the start lies on a day that every month has.
    case months(Int)
    /// The same weekday of the month, counted from its beginning, so many months on.
    case monthsOnWeekday(Int)
  }

  /// The rule as RRULE text, without an end.
  var rule: String
  /// The step from one occurrence to the next that is certain.
  var step: Step
  /// The number of occurrences; nil for an endless rule.
  var count: Int?

  var text: String { count.map { rule + ";COUNT=" + String($0) } ?? rule }

  /// The occurrence so many steps after the start; nil beyond the calendar.
  func occurrence(_ number: Int, from start: CivilDateTime) -> CivilDateTime? {
    let date = start.date
    switch step {
    case .days(let days):
      return date.adding(days: days * number).map { CivilDateTime($0, start.time) }
    case .months(let months):
      return date.adding(months: months * number).map { CivilDateTime($0, start.time) }
    case .monthsOnWeekday(let months):
      guard let first = CivilDate(year: date.year, month: date.month, day: 1)?.adding(months: months * number)
      else { return nil }
      let toWeekday = (date.weekday.rawValue - first.weekday.rawValue + 7) % 7
      return first.adding(days: toWeekday + (date.day - 1) / 7 * 7).map { CivilDateTime($0, start.time) }
    }
  }
}
