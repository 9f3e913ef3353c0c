/// Pieces of periods: positions, thirds, parts of days, and distances in workdays.
extension DateResolver {
  /// A piece of a period; of a part of the year without a year, that of the fitting year.
  ///
  /// `make` returns the piece between two days, nil if there is none.
  mutating func inside(
    _ period: PeriodSyntax, _ lean: DateLean, _ syntax: DaySyntax, _ range: SourceRange,
    _ make: (DateResolver, CivilDate, CivilDate) throws(BindingError) -> ResolvedDate?
  ) throws(BindingError) -> ResolvedDate {
    let name = "\(DateSyntax(.day(syntax, at: nil)))"
    if case .named(let part, year: nil) = period {
      return try open(lean, name, range) { (resolver, year) throws(BindingError) in
        let whole = try resolver.months(part, year, range)
        guard case .days(let first, let end) = whole else { return nil }
        return try make(resolver, first, end)
      }
    }
    let whole = try self.period(period, lean, range)
    guard case .days(let first, let end) = whole, let piece = try make(self, first, end) else {
      throw BindingError(.noSuchPosition(name, in: DateText.text(whole, zone)), at: range)
    }
    return piece
  }

  /// The piece at a position in a period; nil if there are not so many.
  func piece(
    _ position: Int, _ unit: OrdinalUnit, from first: CivilDate, until end: CivilDate, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate? {
    switch unit {
    case .day:
      let day = position > 0 ? first.dayNumber + position - 1 : end.dayNumber + position
      return try single(day, first, end, range)
    case .weekday(let weekday):
      if position > 0 {
        let day = first.dayNumber + first.weekday.days(until: weekday) + 7 * (position - 1)
        return try single(day, first, end, range)
      }
      guard let last = end.adding(days: -1) else { return nil }
      let day = last.dayNumber - weekday.days(until: last.weekday) + 7 * (position + 1)
      return try single(day, first, end, range)
    case .workday:
      let days = workdays(first, end)
      let index = position > 0 ? position - 1 : days.count + position
      return days.indices.contains(index) ? try self.days(days[index], 1, range) : nil
    case .weekend:
      let starts = weekends(first, end)
      let index = position > 0 ? position - 1 : starts.count + position
      guard starts.indices.contains(index) else { return nil }
      var length = 1
      while length < 7, context.weekend.contains(starts[index].weekday.adding(days: length)) { length += 1 }
      return try days(starts[index], length, range)
    case .quarter, .half:
      let count = unit == .quarter ? 4 : 2
      let index = position > 0 ? position - 1 : count + position
      guard (0..<count).contains(index) else { return nil }
      return try months(first.year, index * (12 / count) + 1, 12 / count, range)
    }
  }

  private func single(
    _ day: Int, _ first: CivilDate, _ end: CivilDate, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate? {
    guard day >= first.dayNumber, day < end.dayNumber, let date = first.adding(days: day - first.dayNumber)
    else {
      return nil
    }
    return try days(date, 1, range)
  }

  /// The days of a period that are no weekend.
  private func workdays(_ first: CivilDate, _ end: CivilDate) -> [CivilDate] {
    days(first, end).filter { !context.weekend.contains($0.weekday) }
  }

  /// The first days of the weekends that begin in a period.
  private func weekends(_ first: CivilDate, _ end: CivilDate) -> [CivilDate] {
    days(first, end).filter {
      context.weekend.contains($0.weekday) && !context.weekend.contains($0.weekday.adding(days: -1))
    }
  }

  private func days(_ first: CivilDate, _ end: CivilDate) -> [CivilDate] {
    (0..<max(0, end.dayNumber - first.dayNumber)).compactMap { first.adding(days: $0) }
  }

  /// The day that lies some workdays after a day, or before it if the count is negative.
  func workday(_ count: Int, from day: CivilDate, _ range: SourceRange) throws(BindingError) -> CivilDate {
    guard Set(context.weekend).count < 7 else { throw BindingError(.emptyRange, at: range) }
    var (date, left) = (day, abs(count))
    while left > 0 {
      date = try self.day(date, plus: count < 0 ? -1 : 1, range)
      if !context.weekend.contains(date.weekday) { left -= 1 }
    }
    return date
  }

  /// A part of a day, by the hours in the settings.
  func part(_ part: DayPart, of day: CivilDate, _ range: SourceRange) throws(BindingError) -> ResolvedDate {
    let hours = context.dayParts[part]
    return .span(try moment(hours.lowerBound, on: day, range), try moment(hours.upperBound, on: day, range))
  }

  private func moment(_ second: Int, on day: CivilDate, _ range: SourceRange) throws(BindingError) -> Instant
  {
    if second >= 86_400 { return zone.startOfDay(try self.day(day, plus: 1, range)) }
    return zone.instant(of: CivilDateTime(clamping: day.dayNumber * 86_400 + second))
  }
}

extension MonthThird {
  /// How many thirds precede it.
  var index: Int {
    switch self {
    case .early: 0
    case .mid: 1
    case .late: 2
    }
  }
}
