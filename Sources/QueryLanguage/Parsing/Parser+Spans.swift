/// Ranges whose two ends share a part: a day, a month, a week or a zone.
extension Parser {
  /// A range with two ends; what only one of them names applies to both.
  ///
  /// A zone after a clock time alone, as in `friday 9:00-10:00 UTC`, is that of both; an end that names its
  /// day, `2026-11-20 13:00 America/New_York`, keeps its zone for itself, as for the landing of a flight.
  /// A day after both clock times and a week after both weekdays are those of both.
  mutating func span(_ lower: DateSyntax, _ upper: DateSyntax) throws(SyntaxError) -> RangeSyntax.Kind {
    var (lower, upper) = try dayBehindSpan(lower, upper)
    share(&lower, &upper)
    if case .clock(let end) = upper.base, let zone = end.zone, lower.base.clockTime?.zone == nil {
      switch lower.base {
      case .clock(var clock):
        clock.zone = zone
        lower.base = .clock(clock)
      case .day(let day, at: var clock?):
        clock.zone = zone
        lower.base = .day(day, at: clock)
      default: break
      }
    }
    return .span(lower, upper)
  }

  private func share(_ lower: inout DateSyntax, _ upper: inout DateSyntax) {
    guard lower.offsets.isEmpty, upper.offsets.isEmpty else { return }
    switch (lower.base, upper.base) {
    // `from 9:00 to 17:00 friday`
    case (.clock(var begin), .day(let day, at: let end?)):
      guard let first = tokens.firstIndex(where: { $0.range.offset == upper.range.offset }),
        startsClockFirst(at: first)
      else { break }
      // `from 8:00 to 10:00 tonight`
      if let part = partBehindClock(at: first), part != .morning, isPlain(begin),
        begin.secondOfDay + ClockSyntax.halfDay < end.secondOfDay
      {
        begin.secondOfDay += ClockSyntax.halfDay
      }
      lower.base = .day(day, at: begin)
      upper.base = .clock(end)
    // `monday to friday next week`, `next week mon-fri`
    case (.day(.weekday(let weekday), at: let clock), .day(.ordinal(_, .weekday, of: let week), at: _))
    where week.isWeek:
      lower.base = .day(.ordinal(1, .weekday(weekday), of: week), at: clock)
    case (
      .day(.ordinal(_, .weekday(let first), of: let week), at: _), .day(.weekday(let weekday), at: let clock)
    )
    where week.isWeek && first.rawValue < weekday.rawValue:
      upper.base = .day(.ordinal(1, .weekday(weekday), of: week), at: clock)
    // `from the 3rd to the 10th of december`
    case (
      .day(.dayOfMonth(let day, weekday: nil), at: let clock),
      .day(.monthDay(let month, let last, let year, nil), at: _)
    )
    where day < last:
      lower.base = .day(.monthDay(month: month, day: day, year: year, weekday: nil), at: clock)
    default: break
    }
  }

  // MARK: Numbers

  /// A range that begins with a number alone: `9-17`, `3-5pm tomorrow`, `23-27 nov`, `13 to 20 february`; nil
  /// if none begins.
  mutating func spanOfNumbers() throws(SyntaxError) -> RangeSyntax.Kind? {
    if startsDayNumberSpan(at: index) { return try dayNumberSpan() }
    guard startsHourSpan(at: index) else { return nil }
    let (first, last) = try hourSpan(in: nil)
    return try span(
      DateSyntax(.clock(first), range: first.range), DateSyntax(.clock(last), range: last.range))
  }

  /// Whether `23-27 nov` begins at the index: the number of a day, and a later day with its month.
  func startsDayNumberSpan(at index: Int) -> Bool {
    let first = token(index)
    guard first.ordinal != nil || first.integer != nil && first.text.utf8.count <= 2 else { return false }
    guard isRangeEnd(at: index + 1) || token(index + 1).isSymbol(.minus) else { return false }
    return !isMonth(token(index + 2)) && token(index + 2).kind != .dashDate && startsMonthDay(at: index + 2)
  }

  private mutating func dayNumberSpan() throws(SyntaxError) -> RangeSyntax.Kind {
    let start = index
    let token = advance()
    advance()
    let place = index
    let last = try monthDay(weekday: nil)
    return try days(token.integer ?? token.ordinal ?? 0, last, from: start, place)
  }

  /// Two days of one month; `place` is the index of the last.
  private func days(
    _ first: Int, _ last: DaySyntax, from start: Int, _ place: Int
  ) throws(SyntaxError) -> RangeSyntax.Kind {
    guard case .monthDay(let month, let day, let year, _) = last else {
      return .on(DateSyntax(.day(last, at: nil)))
    }
    try checkDay(first, month, year, from: start)
    guard first <= day else {
      throw SyntaxError(
        .ambiguousDash(
          String(first), String(day), meanings: ["\(day)-\(first) \(CalendarWords.months[month - 1])"]),
        at: range(from: start))
    }
    return .span(
      DateSyntax(
        .day(.monthDay(month: month, day: first, year: year, weekday: nil), at: nil),
        range: token(start).range),
      DateSyntax(.day(last, at: nil), range: range(from: place)))
  }

  /// The end of `nov 23-27` and `dec 21 to 25`: the number of a later day of the month that precedes it; nil
  /// if none follows.
  mutating func dayNumberEnd(_ lower: DateSyntax) throws(SyntaxError) -> DateSyntax? {
    guard case .day(.monthDay(let month, let first, nil, _), at: nil) = lower.base, lower.offsets.isEmpty,
      isDayNumberEnd(at: index), isMonth(token(index - 3))
    else { return nil }
    let start = index
    let token = advance()
    let year = try yearOfDay(isMonthFirst: true)
    let number = token.integer ?? token.ordinal ?? 0
    try checkDay(number, month, year, from: start)
    guard first <= number else {
      throw SyntaxError(
        .ambiguousDash(
          String(first), String(number), meanings: ["\(number)-\(first) \(CalendarWords.months[month - 1])"]),
        at: token.range)
    }
    return DateSyntax(
      .day(.monthDay(month: month, day: number, year: year, weekday: nil), at: nil), range: range(from: start)
    )
  }

  /// Whether the number of a day that ends a range stands at the index.
  func isDayNumberEnd(at index: Int) -> Bool {
    let next = token(index + 1)
    return isDayNumber(at: index) && !isMonth(next)
      && !isUnit(next)
      && !isClock(at: index) && next.keyword != .of && !startsWorkdays(at: index)
  }

  // MARK: Clock times of a day

  /// The clock times that follow a day: `tomorrow 9-10`, `friday from 9 to 5`, `tomorrow between 9:30 and 11`,
  /// `nov 23-27`; nil if none follow.
  mutating func spanWithin(_ lower: DateSyntax) throws(SyntaxError) -> RangeSyntax.Kind? {
    if isAtNumberDash, case .day(.monthDay(_, _, nil, _), at: nil) = lower.base, lower.offsets.isEmpty {
      advance()
      guard let end = try dayNumberEnd(lower) else { throw unexpected() }
      return .span(lower, end)
    }
    if case .day(.weekdays(let first, through: let last), at: nil) = lower.base, lower.offsets.isEmpty,
      let week = startOfWeekOfWeekday(at: index)
    {
      index = week
      let week = try period()
      return .span(
        DateSyntax(.day(.ordinal(1, .weekday(first), of: week), at: nil), range: lower.range),
        DateSyntax(.day(.ordinal(1, .weekday(last), of: week), at: nil), range: lower.range))
    }
    guard let (day, part) = lower.singleDay else { return nil }
    if isAt(.between), !hasHoursClause,
      startsClocks(at: index + 1, joinedBy: { $0.token($1).keyword == .and })
    {
      advance()
      return try betweenDates((day, part))
    }
    let hasFrom = isAt(.from) && startsClocks(at: index + 1) { $0.isRangeEnd(at: $1) }
    guard hasFrom || startsHourSpan(at: index) else { return nil }
    if hasFrom { advance() }
    if startsHourSpan(at: index) {
      let (first, last) = try hourSpan(in: part)
      try takePart(part)
      return try span(
        DateSyntax(.day(day, at: first), range: lower.range), DateSyntax(.clock(last), range: last.range))
    }
    let first = try clock(in: part)
    let begin = DateSyntax(.day(day, at: first), range: lower.range)
    advance()
    return try span(begin, try rangeEnd(begin))
  }

  /// Whether two clock times begin at the index with a joint between them.
  private func startsClocks(at index: Int, joinedBy isJoint: (Parser, Int) -> Bool) -> Bool {
    if startsHourSpan(at: index, joinedBy: isJoint) { return true }
    let isCompact = isCompactClock(at: index) && token(index).integer ?? 0 < Self.firstYear
    guard isClock(at: index) || isCompact else { return false }
    var attempt = self
    attempt.index = index
    guard (try? attempt.clock()) != nil, isJoint(attempt, attempt.index) else { return false }
    return isClock(at: attempt.index + 1) || isBareClock(at: attempt.index + 1)
  }

  /// The two dates after `between`, or two clock times on a day.
  mutating func betweenDates(_ day: (day: DaySyntax, part: DayPart?)?) throws(SyntaxError) -> RangeSyntax.Kind
  {
    let start = index
    if startsHourSpan(at: index, joinedBy: { $0.token($1).keyword == .and }) {
      let (first, last) = try hourSpan(in: day?.part)
      if let day { try takePart(day.part) }
      let begin = day.map { DateBase.day($0.day, at: first) } ?? .clock(first)
      return try span(DateSyntax(begin, range: first.range), DateSyntax(.clock(last), range: last.range))
    }
    let lower: DateSyntax
    if let day {
      lower = DateSyntax(.day(day.day, at: try clock(in: day.part)), range: range(from: start))
    } else {
      lower = try date()
    }
    try expect(.and)
    return try span(lower, try rangeEnd(lower))
  }

  // MARK: To date

  /// `month to date`, `ytd`: from the beginning of the unit to now; nil if none begins.
  mutating func unitToDate() throws(SyntaxError) -> RangeSyntax.Kind? {
    guard let (unit, length) = unitToDate(at: index) else { return nil }
    let place = range(from: index, through: index + length - 1)
    index += length
    return .span(
      DateSyntax(.day(.boundary(.start, .current(unit)), at: nil), range: place),
      DateSyntax(.now, range: place))
  }

  /// The unit of `month to date` or `mtd` at the index, and the number of its tokens.
  func unitToDate(at index: Int) -> (unit: CalendarUnit, length: Int)? {
    switch token(index).lowered {
    case "wtd": return (.week, 1)
    case "mtd": return (.month, 1)
    case "qtd": return (.quarter, 1)
    case "ytd": return (.year, 1)
    case "week", "month", "quarter", "year":
      guard token(index + 1).keyword == .to, token(index + 2).isWord(.date),
        let unit = CalendarWords.unit(token(index).text, plural: false)
      else { return nil }
      return (unit, 3)
    default: return nil
    }
  }
}

extension DateSyntax {
  /// The single day that it is, and the part of it; nil if it has a clock time or is another date.
  fileprivate var singleDay: (day: DaySyntax, part: DayPart?)? {
    guard offsets.isEmpty else { return nil }
    switch base {
    case .day(let day, at: nil) where day.isSingleDay: return (day, nil)
    case .part(let part, of: let day): return (day, part)
    default: return nil
    }
  }
}
