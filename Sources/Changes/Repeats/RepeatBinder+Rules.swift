extension RepeatBinder {
  /// The rule of a pattern, without an end.
  mutating func rule(_ pattern: RepeatPattern) throws(BindingError) -> RecurrenceRule {
    switch pattern {
    case .rule(let text): return try rule(text)
    case .days(let names, let months):
      return RecurrenceRule(
        frequency: .weekly, byMonth: months, byDay: weekdays(names).map { WeekdayNumber($0) })
    case .interval(let count, let unit, let place): return try rule(count, unit, place)
    }
  }

  private func rule(_ text: TextSyntax) throws(BindingError) -> RecurrenceRule {
    let literal: String
    switch text.kind {
    case .parameter(let name): literal = try context.text(of: name, at: text.range)
    case .literal(let written): literal = written
    }
    do throws(RecurrenceRuleError) {
      return try RecurrenceRule(parsing: literal)
    } catch {
      throw BindingError(.badRule(error.description), at: text.range)
    }
  }

  private mutating func weekdays(_ names: RepeatDayNames) -> [Weekday] {
    switch names {
    case .named(let days): return days
    case .weekdays:
      noteWeekend("weekday", "Monday to Friday")
      return Weekday.workdays
    case .weekends:
      noteWeekend("weekend", "Saturday and Sunday")
      return Weekday.weekendDays
    }
  }

  /// Notes the days that a word means, if the weekend setting differs: a stored rule ignores the setting.
  private mutating func noteWeekend(_ word: String, _ days: String) {
    guard context.weekend.sorted() != Weekday.weekendDays else { return }
    notes.append(Note("repeat-weekend", "`\(word)` in a repetition means \(days)"))
  }

  private mutating func rule(
    _ count: Int, _ unit: RepeatUnit, _ place: RepeatPlace
  ) throws(BindingError) -> RecurrenceRule {
    var parts = RuleParts(frequency: unit.frequency, interval: unit == .quarter ? count * 3 : count)
    parts.byMonth = place.months
    parts.byWeekNumber = place.weeks
    if let days = place.days { try take(days, place, unit, &parts) }
    if unit == .week, count > 1 {
      // Only if it makes a difference, so that rules stay as plain as possible.
      let days = parts.byDay.map(\.weekday) + [start.wall.date.weekday]
      if context.weekStart.groups(days, unlike: .monday) { parts.weekStart = context.weekStart }
    }
    return parts.rule
  }

  private mutating func take(
    _ days: RepeatDaysSyntax, _ place: RepeatPlace, _ unit: RepeatUnit, _ parts: inout RuleParts
  ) throws(BindingError) {
    switch days {
    case .weekdays(let weekdays):
      parts.byDay = weekdays.map { WeekdayNumber($0) }
      if unit == .month || unit == .year, place.weeks.isEmpty, let first = weekdays.first {
        let name = CalendarWords.name(first)
        notes.append(
          Note(
            "repeat-every-weekday",
            "this is every \(name) of the \(unit.rawValue); `on the 1st \(name)` is one", kind: .echo))
      }
    case .numbers(let numbers):
      parts.byMonthDay = numbers
      if unit == .year, place.months.isEmpty {
        let month = start.wall.date.month
        parts.byMonth = [month]
        notes.append(
          Note(
            "repeat-month-of-start", "the month is that of the start, \(DateText.month(month))", kind: .echo))
      }
    case .days(let numbers):
      if unit == .year, place.months.isEmpty { parts.byYearDay = numbers } else { parts.byMonthDay = numbers }
    case .ranked(let ranked):
      parts.byDay = ranked.map { WeekdayNumber($0.weekday, ordinal: $0.position) }
    case .workdays(let positions):
      try take(positions, of: Weekday.workdays, place, unit, &parts)
    case .weekendDays(let positions):
      try take(positions, of: Weekday.weekendDays, place, unit, &parts)
    }
  }

  private func take(
    _ positions: [Int], of days: [Weekday], _ place: RepeatPlace, _ unit: RepeatUnit, _ parts: inout RuleParts
  ) throws(BindingError) {
    parts.byDay = days.map { WeekdayNumber($0) }
    parts.bySetPosition = positions
    guard unit == .year, place.months.count > 1 else { return }
    // In a yearly rule the positions would count over all these months together.
    guard parts.interval == 1 else {
      throw bad(
        "no rule can say this of several months every \(parts.interval) years",
        hint: "make an item for each month")
    }
    parts.frequency = .monthly
  }
}

/// The parts of a rule while it is built.
struct RuleParts {
  var frequency: Frequency
  var interval: Int
  var weekStart = Weekday.monday
  var byMonth: [Int] = []
  var byWeekNumber: [Int] = []
  var byYearDay: [Int] = []
  var byMonthDay: [Int] = []
  var byDay: [WeekdayNumber] = []
  var bySetPosition: [Int] = []

  var rule: RecurrenceRule {
    RecurrenceRule(
      frequency: frequency, interval: interval, weekStart: weekStart, byMonth: byMonth,
      byWeekNumber: byWeekNumber, byYearDay: byYearDay, byMonthDay: byMonthDay, byDay: byDay,
      bySetPosition: bySetPosition)
  }
}

extension RepeatUnit {
  /// The frequency of a rule; a quarter is three months.
  fileprivate var frequency: Frequency {
    switch self {
    case .second: .secondly
    case .minute: .minutely
    case .hour: .hourly
    case .day: .daily
    case .week: .weekly
    case .month, .quarter: .monthly
    case .year: .yearly
    }
  }
}
