import CivilTime

extension Parser {
  /// Production `period`.
  mutating func period() throws(SyntaxError) -> PeriodSyntax {
    if isAt(.the) { advance() }
    note(.unit)
    note(.month)
    noteAlso(.keyword(.this))
    noteAlso(.keyword(.next))
    noteAlso(.keyword(.last))
    let token = current
    switch token.kind {
    case .isoMonth:
      let (year, month) = try yearMonth()
      return .yearMonth(year: year, month: month)
    case .isoWeek:
      let (year, week) = try isoWeek()
      return .isoWeek(year: year, week: week)
    case .integer where token.text.utf8.count == 4:
      // `2026 dec` is not a month anywhere.
      if isMonth(peek()) { _ = try monthDay(weekday: nil) }
      return .year(try year())
    case .word:
      if let word = RelativeWord(synonym: token.lowered) {
        advance()
        return .relative(word, try unit())
      }
      // After `start of week` a clock time may stand: `0930`, `9 am`.
      if isAt(.week), peek().integer != nil, !isCompactClock(at: index + 1), !isClock(at: index + 1) {
        return try week()
      }
      if CalendarWords.week(token.text) != nil { return try week() }
      if let part = yearPart(at: index) {
        advance()
        return .named(part, year: isYear(at: index) ? try year() : nil)
      }
      return .current(try unit())
    default: throw unexpected()
    }
  }

  /// `week 48`, `W48`, `KW48`, with the year that may follow.
  mutating func week() throws(SyntaxError) -> PeriodSyntax {
    let start = index
    let number: Int
    if let week = CalendarWords.week(current.text), current.isWord {
      number = week
      advance()
    } else {
      number = try weekNumber()
    }
    guard isWeekYear(at: index) else { return .week(number) }
    let year = try year()
    guard CivilDate(isoWeekYear: year, week: number, weekday: .monday) != nil else {
      throw SyntaxError(.noSuchWeek(year: year, week: number), at: range(from: start))
    }
    return .isoWeek(year: year, week: number)
  }

  /// Whether four digits after the number of a week are its year and no clock time.
  private func isWeekYear(at index: Int) -> Bool {
    guard isYear(at: index), let number = token(index).integer else { return false }
    return (1900..<2100).contains(number) || !isCompactClock(at: index)
  }

  /// The part of the year that a word names: a month, a quarter, a half or a season.
  func yearPart(at index: Int) -> YearPart? {
    let token = token(index)
    guard token.isWord else { return nil }
    if let month = CalendarWords.month(token.text) { return .month(month) }
    if let season = CalendarWords.season(token.text) { return .season(season) }
    return CalendarWords.yearPart(token.text)
  }

  // MARK: Thirds of months

  /// `early december`, `mid-december 2026`, `late next month`.
  mutating func third() throws(SyntaxError) -> DaySyntax {
    let third = MonthThird(rawValue: advance().text.lowercased()) ?? .early
    if isAt(sign: .minus) { advance() }
    return .third(third, try period())
  }

  /// Whether a third of a month begins at the index.
  func startsThird(at index: Int) -> Bool {
    guard let word = token(index).lowered, MonthThird(rawValue: word) != nil else { return false }
    let next = token(index + 1)
    if next.isSymbol(.minus) {
      return next.range.offset == token(index).range.end && isMonth(token(index + 2))
    }
    if next.kind == .isoMonth || isMonth(next) { return true }
    let isRelative = RelativeWord(synonym: next.lowered) != nil
    return (isRelative || next.keyword == .the) && token(index + 2).keyword == .month
  }

  // MARK: Positions

  /// `first monday of december`, `last day of the month`, `the 3rd of next month`.
  mutating func ordinalDay() throws(SyntaxError) -> DaySyntax {
    let start = index
    let position = try position()
    let unit = try ordinalUnit()
    try expect(.of)
    switch unit {
    case .quarter, .half: return try ordinalPart(position, unit)
    default: break
    }
    let period = try period()
    guard unit == .day else { return .ordinal(position.value, unit, of: period) }
    if case .named(.month(let month), let year) = period, position.value > 0 {
      try checkDay(position.value, month, year, from: start)
      return .monthDay(month: month, day: position.value, year: year, weekday: nil)
    }
    switch position.value {
    case 1: return .boundary(.start, period)
    case -1: return .boundary(.end, period)
    default: return .ordinal(position.value, .day, of: period)
    }
  }

  /// The noun of a position; without one it is a day.
  private mutating func ordinalUnit() throws(SyntaxError) -> OrdinalUnit {
    let token = current
    guard token.isWord, !isAt(.of) else { return .day }
    advance()
    switch token.lowered {
    case "day": return .day
    case "weekday", "workday": return .workday
    case "weekend": return .weekend
    case "quarter": return .quarter
    case "half": return .half
    default: return CalendarWords.weekday(token.text).map { .weekday($0) } ?? .day
    }
  }

  /// A quarter or half of a year.
  private mutating func ordinalPart(
    _ position: RepeatPosition, _ unit: OrdinalUnit
  ) throws(SyntaxError) -> DaySyntax {
    let place = index
    let period = try period()
    switch period {
    case .year, .current(.year), .relative(_, .year): break
    default:
      index = place
      throw unexpected()
    }
    let count = unit == .quarter ? 4 : 2
    guard case .year(let year) = period, abs(position.value) <= count else {
      return .ordinal(position.value, unit, of: period)
    }
    let number = position.value > 0 ? position.value : count + 1 + position.value
    return .named(unit == .quarter ? .quarter(number) : .half(number), year: year)
  }

  /// Whether a position in a period begins at the index: `first monday of`, `last day of`, `15th of`.
  func startsOrdinalDay(at index: Int) -> Bool {
    var next = index
    let first = token(next)
    let isNumber = (first.ordinal ?? 0) > 0 || first.isWord && CalendarWords.ordinal(first.text) != nil
    guard isNumber || first.keyword == .last else { return false }
    next += 1
    if isNumber, token(next).keyword == .last { next += 1 }
    let hasNoun = isOrdinalNoun(token(next))
    if hasNoun { next += 1 }
    guard token(next).keyword == .of, startsPeriod(at: next + 1) else { return false }
    // `last of december` needs a noun.
    return hasNoun || token(next - 1).keyword != .last
  }

  private func isOrdinalNoun(_ token: Token) -> Bool {
    guard token.isWord else { return false }
    switch token.lowered {
    case "day", "weekday", "workday", "weekend", "quarter", "half": return true
    default: return CalendarWords.weekday(token.text) != nil
    }
  }

  /// Whether a period begins at the index.
  func startsPeriod(at index: Int) -> Bool {
    let token = token(token(index).keyword == .the ? index + 1 : index)
    switch token.kind {
    case .isoMonth, .isoWeek: return true
    case .integer: return token.text.utf8.count == 4
    case .word:
      return RelativeWord(synonym: token.lowered) != nil || CalendarWords.week(token.text) != nil
        || CalendarWords.unit(token.text, plural: false) != nil || CalendarWords.month(token.text) != nil
        || CalendarWords.season(token.text) != nil || CalendarWords.yearPart(token.text) != nil
    default: return false
    }
  }
}
