/// Reads a rule as a repetition of the query language.
struct RuleReading {
  let rule: RecurrenceRule
  /// The start of the series; nil if only the rule is known.
  let start: EventTime?
  /// The zone that a last moment in UTC is shown in.
  let zone: Zone?
  /// The first day of the week, if the words do not say it.
  let weekStart: Weekday

  /// The repetition; a rule that words cannot express exactly stays as text.
  var syntax: RepeatSyntax {
    guard let pattern, let limits else {
      return RepeatSyntax(.pattern(.rule(TextSyntax(rule.description)), []))
    }
    return RepeatSyntax(.pattern(pattern, limits))
  }

  private var pattern: RepeatPattern? {
    guard rule.interval <= 9999, !weekStartMatters, !has(.byHour, .byMinute, .bySecond) else { return nil }
    switch rule.frequency {
    case .secondly: return short(.second)
    case .minutely: return short(.minute)
    case .hourly: return short(.hour)
    case .daily: return short(.day)
    case .weekly: return weekly
    case .monthly: return monthly
    case .yearly: return yearly
    }
  }

  private func has(_ parts: RulePart...) -> Bool { parts.contains { rule.has($0) } }

  /// Whether the words, which do not say when weeks begin, would give other days.
  private var weekStartMatters: Bool {
    switch rule.frequency {
    case .weekly:
      rule.interval > 1
        && rule.weekStart.groups(
          rule.byDay.map(\.weekday) + (start.map { [$0.wall.date.weekday] } ?? []), unlike: weekStart)
    case .yearly: rule.weekStart != .monday && has(.byWeekNumber)
    case .secondly, .minutely, .hourly, .daily, .monthly: false
    }
  }

  // MARK: Patterns

  private func interval(_ unit: RepeatUnit, _ days: RepeatDaysSyntax? = nil, weeks: [Int] = [])
    -> RepeatPattern
  {
    .interval(
      rule.interval, unit, RepeatPlace(days: days, months: weeks.isEmpty ? rule.byMonth : [], weeks: weeks))
  }

  /// The weekdays of BYDAY, empty without BYDAY; nil if a weekday has a number.
  private var plainDays: [Weekday]? {
    rule.byDay.allSatisfy { $0.ordinal == nil } ? rule.byDay.map(\.weekday).sorted() : nil
  }

  private func short(_ unit: RepeatUnit) -> RepeatPattern? {
    guard !has(.byWeekNumber, .byYearDay, .byMonthDay, .bySetPosition), let days = plainDays else {
      return nil
    }
    return interval(unit, days.isEmpty ? nil : .weekdays(days))
  }

  private var weekly: RepeatPattern? {
    guard let pattern = short(.week) else { return nil }
    guard rule.interval == 1, let days = plainDays, !days.isEmpty else { return pattern }
    switch days {
    case Weekday.workdays: return .days(.weekdays, in: rule.byMonth)
    case Weekday.weekendDays: return .days(.weekends, in: rule.byMonth)
    default: return .days(.named(days), in: rule.byMonth)
    }
  }

  private var monthly: RepeatPattern? {
    guard !has(.byWeekNumber, .byYearDay) else { return nil }
    guard has(.byDay, .byMonthDay, .bySetPosition) else { return interval(.month) }
    return days(inYear: false).map { interval(.month, $0) }
  }

  private var yearly: RepeatPattern? {
    if has(.byWeekNumber) {
      guard !has(.byMonth, .byYearDay, .byMonthDay, .bySetPosition), let days = plainDays else { return nil }
      return interval(.year, days.isEmpty ? nil : .weekdays(days), weeks: Self.ordered(rule.byWeekNumber))
    }
    if has(.byYearDay) {
      guard !has(.byMonth, .byMonthDay, .byDay, .bySetPosition) else { return nil }
      return interval(.year, .days(Self.ordered(rule.byYearDay)))
    }
    guard has(.byDay, .byMonthDay, .bySetPosition) else { return interval(.year) }
    // A day of every month, and positions among the days of several months together, have no words.
    if has(.byMonthDay), !has(.byMonth) { return nil }
    if has(.bySetPosition), rule.byMonth.count > 1 { return nil }
    return days(inYear: !has(.byMonth)).map { interval(.year, $0) }
  }

  // MARK: Days

  /// The days of BYMONTHDAY, or of BYDAY with or without BYSETPOS; nil when the rule names no days that way.
  private func days(inYear isYear: Bool) -> RepeatDaysSyntax? {
    let days: RepeatDaysSyntax?
    let positions = Self.ordered(rule.bySetPosition)
    if has(.byMonthDay) {
      if has(.byDay, .bySetPosition) { return nil }
      days = Self.monthDays(Self.ordered(rule.byMonthDay))
    } else if positions.isEmpty {
      let ranked = rule.byDay.compactMap { day in day.ordinal.map { RankedWeekday($0, day.weekday) } }
      if ranked.count == rule.byDay.count {
        days = .ranked(ranked.filter { $0.position > 0 } + ranked.filter { $0.position < 0 })
      } else {
        days = plainDays.map { .weekdays($0) }
      }
    } else {
      switch plainDays {
      case Weekday.workdays: days = .workdays(positions)
      case Weekday.weekendDays: days = .weekendDays(positions)
      case Weekday.allCases: days = isYear ? .days(positions) : Self.monthDays(positions)
      case let weekdays? where weekdays.count == 1:
        days = .ranked(positions.flatMap { position in weekdays.map { RankedWeekday(position, $0) } })
      case nil, .some: days = nil
      }
    }
    let largest =
      (rule.byMonthDay + rule.bySetPosition + rule.byDay.compactMap(\.ordinal)).map(abs).max() ?? 1
    guard let days, largest <= days.largestPosition(inYear: isYear) else { return nil }
    return days
  }

  private static func monthDays(_ values: [Int]) -> RepeatDaysSyntax {
    values.allSatisfy { $0 > 0 } ? .numbers(values) : .days(values)
  }

  /// Values that count from the start, then values that count from the end.
  private static func ordered(_ values: [Int]) -> [Int] {
    values.filter { $0 > 0 } + values.filter { $0 < 0 }
  }

  // MARK: Limits

  private var limits: [RepeatLimitSyntax]? {
    var result: [RepeatLimitSyntax] = []
    if let until = rule.until {
      guard let date = date(until) else { return nil }
      result.append(.until(date))
    }
    if let count = rule.count {
      guard count <= 1_000_000 else { return nil }
      result.append(.times(count))
    }
    return result
  }

  /// The last day in words; nil if its year has fewer than four digits.
  private func date(_ until: RecurrenceUntil) -> DateSyntax? {
    let wall = wall(until)
    guard var day = wall?.date ?? Self.date(of: until) else { return nil }
    var clock: ClockSyntax?
    if let start, let wall, !start.isAllDay {
      if rule.frequency.isSubDaily {
        // Several occurrences a day: the end of a day needs no time, any other moment has its time.
        if wall.time.secondOfDay != 86_399 {
          let zone = start.zone.map { ZoneSyntax(.named($0.identifier)) }
          clock = ClockSyntax(secondOfDay: wall.time.secondOfDay, zone: zone)
        }
      } else if wall.time < start.wall.time, day > start.wall.date, let before = day.adding(days: -1) {
        // The occurrence on that day comes after the end.
        day = before
      }
    }
    let (year, month, number) = day.parts
    guard year >= 1000 else { return nil }
    return DateSyntax(.day(.monthDay(month: month, day: number, year: year, weekday: nil), at: clock))
  }

  /// The last moment on the clock of the series; nil for a date.
  private func wall(_ until: RecurrenceUntil) -> CivilDateTime? {
    switch until {
    case .date: nil
    case .floating(let time): time
    case .utc(let instant):
      switch start {
      case .date?, .floating?: instant.utc
      case .zoned(_, let zone)?: zone.civil(at: instant)
      case nil: (zone ?? .utc).civil(at: instant)
      }
    }
  }

  private static func date(of until: RecurrenceUntil) -> CivilDate? {
    switch until {
    case .date(let date): date
    case .floating(let time): time.date
    case .utc: nil
    }
  }
}

extension Weekday {
  /// Monday to Friday.
  static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
  /// Saturday and Sunday.
  static let weekendDays: [Weekday] = [.saturday, .sunday]

  /// Whether weeks that begin on this day group the days differently from weeks that begin on
  /// another day.
  func groups(_ days: [Weekday], unlike other: Weekday) -> Bool {
    let places = days.map { self.days(until: $0) }
    let cut = self.days(until: other)
    return places.contains { $0 < cut } && places.contains { $0 >= cut }
  }
}
