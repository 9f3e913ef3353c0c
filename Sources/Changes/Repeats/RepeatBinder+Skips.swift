extension RepeatBinder {
  /// The notes on the periods that a rule skips because they lack its day.
  func skipNotes(_ rule: RecurrenceRule) -> [Note] {
    guard let text = skips(rule) else { return [] }
    return [Note("repeat-skips", "skips " + text)]
  }

  private func skips(_ rule: RecurrenceRule) -> String? {
    switch rule.frequency {
    case .secondly, .minutely, .hourly, .daily, .weekly: return nil
    case .monthly: return monthSkips(rule, months: months(rule))
    case .yearly:
      if rule.byYearDay.contains(366) { return "years without a 366th day; `on the last day` does not" }
      if rule.byWeekNumber.contains(53) { return "years without a week 53; `in the last week` does not" }
      if rule.has(.byYearDay) || rule.has(.byWeekNumber) { return nil }
      if rule.byMonth.isEmpty, rule.has(.byDay) || rule.has(.byMonthDay) { return nil }
      return monthSkips(rule, months: rule.byMonth.isEmpty ? [start.wall.date.month] : rule.byMonth)
    }
  }

  /// The months that a monthly rule reaches.
  private func months(_ rule: RecurrenceRule) -> [Int] {
    let first = start.wall.date.month - 1
    let reached = Set((0..<12).map { (first + $0 * (rule.interval % 12)) % 12 + 1 })
    return reached.filter { rule.byMonth.isEmpty || rule.byMonth.contains($0) }.sorted()
  }

  private func monthSkips(_ rule: RecurrenceRule, months: [Int]) -> String? {
    if !rule.byDay.isEmpty {
      guard !rule.has(.byMonthDay), let fifth = rule.byDay.first(where: { $0.ordinal == 5 }) else {
        return nil
      }
      return "months without a 5th \(CalendarWords.name(fifth.weekday)); `last` does not"
    }
    let days = rule.byMonthDay.isEmpty ? [start.wall.date.day] : rule.byMonthDay
    guard let day = days.max(), day > 28 else { return nil }
    // A common year: 29 February is skipped more often than not.
    guard months.contains(where: { CivilDate.daysInMonth($0, year: 2023) < day }) else { return nil }
    if rule.frequency == .yearly, months == [2] {
      return "years without a 29 February; `on the last day of february` does not"
    }
    let number = day == 31 ? "31st" : "\(day)th"
    return "months without a \(number); `on the last day` does not"
  }
}
