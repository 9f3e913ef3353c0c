extension DateResolver {
  /// `this week`, `next month`: a whole unit of the calendar or the clock.
  func period(
    _ word: RelativeWord, _ unit: CalendarUnit, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    let step =
      switch word {
      case .this: 0
      case .next: 1
      case .last: -1
      }
    let today = context.today
    switch unit {
    case .minute: return clockUnit(60, step)
    case .hour: return clockUnit(3600, step)
    case .day: return try days(try day(today, plus: step, range), 1, range)
    case .week: return try days(try day(try weekStart(of: today, range), plus: 7 * step, range), 7, range)
    case .weekend:
      let (first, length) = try weekend(range)
      return try days(try day(first, plus: 7 * step, range), length, range)
    case .month: return try months(today.year, today.month + step, 1, range)
    case .quarter: return try months(today.year, (today.month - 1) / 3 * 3 + 1 + 3 * step, 3, range)
    case .year: return try months(today.year + step, 1, 12, range)
    }
  }

  /// Whole minutes or hours of the wall clock; a clock change does not make one longer than its seconds.
  private func clockUnit(_ length: Int, _ step: Int) -> ResolvedDate {
    let local = zone.civil(at: context.now).wallSeconds
    let start = context.now.adding(seconds: -floorMod(local, length) + step * length)
    return .span(start, start.adding(seconds: length))
  }

  /// The first day of the calendar week that a day is in.
  func weekStart(of date: CivilDate, _ range: SourceRange) throws(BindingError) -> CivilDate {
    try day(date, plus: -context.weekStart.days(until: date.weekday), range)
  }

  /// The weekend that today is in, else the next to come: its first day and its length.
  private func weekend(_ range: SourceRange) throws(BindingError) -> (CivilDate, Int) {
    let days = Set(context.weekend)
    if days.isEmpty { throw BindingError(.emptyRange, at: range) }
    if days.count == 7 { return (try weekStart(of: context.today, range), 7) }
    var first = context.today
    if days.contains(first.weekday) {
      while days.contains(first.weekday.adding(days: -1)) { first = try day(first, plus: -1, range) }
    } else {
      while !days.contains(first.weekday) { first = try day(first, plus: 1, range) }
    }
    var length = 1
    while days.contains(first.weekday.adding(days: length)) { length += 1 }
    return (first, length)
  }

  func days(_ first: CivilDate, _ count: Int, _ range: SourceRange) throws(BindingError) -> ResolvedDate {
    let isWhole = reachesEnd && first.dayNumber + count == CivilDate.end.dayNumber
    return .days(first, until: isWhole ? .end : try day(first, plus: count, range))
  }

  /// Whole months from a month that may lie outside 1…12.
  func months(
    _ year: Int, _ month: Int, _ count: Int, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    let index = month - 1
    guard
      let first = CivilDate(year: year + floorDiv(index, 12), month: floorMod(index, 12) + 1, day: 1),
      let end = first.adding(months: count) ?? end(count, after: first)
    else { throw BindingError(.outOfCalendar, at: range) }
    return .days(first, until: end)
  }

  /// A part of the year in a year.
  func months(_ part: YearPart, _ year: Int, _ range: SourceRange) throws(BindingError) -> ResolvedDate {
    let (first, count) = part.months(isSouthern: context.isSouthern)
    return try months(year, first, count, range)
  }

  /// The end of the calendar if the months from `first` on end exactly there; else nil.
  private func end(_ months: Int, after first: CivilDate) -> CivilDate? {
    guard reachesEnd, let last = first.adding(months: months - 1), last.year == 9999, last.month == 12 else {
      return nil
    }
    return .end
  }

  /// `next 7 days`, `last 6 hours`: days include today, hours run from or to now.
  mutating func rolling(
    _ direction: RollingDirection, _ length: CalendarDuration, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    if length == .zero { throw BindingError(.emptyRange, at: range) }
    let today = context.today
    guard length.isDayLike else {
      switch direction {
      case .next: return .span(context.now, try moved(context.now, by: length, range))
      case .last: return .span(try moved(context.now, by: -length, range), context.now)
      }
    }
    switch direction {
    case .next:
      guard let months = today.adding(months: length.months) else {
        throw BindingError(.outOfCalendar, at: range)
      }
      return .days(today, until: try day(months, plus: length.days, range))
    case .last:
      let tomorrow = try day(today, plus: 1, range)
      guard let months = tomorrow.adding(months: -length.months) else {
        throw BindingError(.outOfCalendar, at: range)
      }
      return .days(try day(months, plus: -length.days, range), until: tomorrow)
    }
  }
}
