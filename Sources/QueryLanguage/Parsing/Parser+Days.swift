import CivilTime

extension Parser {
  /// Production `day`.
  mutating func day() throws(SyntaxError) -> DaySyntax {
    let token = current
    // `the 15th of aug 82` is a day of a month, and takes its year.
    if token.ordinal != nil, startsMonthDay(at: index) { return try monthDay(weekday: nil) }
    if startsOrdinalDay(at: index) { return try ordinalDay() }
    switch token.kind {
    case .isoDate: return .date(try isoDate(), weekday: nil)
    case .isoMonth:
      let (year, month) = try yearMonth()
      return .yearMonth(year: year, month: month)
    case .isoWeek:
      let (year, week) = try isoWeek()
      return .isoWeek(year: year, week: week)
    case .slashDate, .dottedDate: return try separatedDate()
    case .dashDate: return try dashDate(weekday: nil)
    case .ordinal(let number) where index > 0 && self.token(index - 1).keyword == .the:
      return try dayOfMonth(number, weekday: nil)
    case .integer:
      if isMonth(peek()) { return try monthDay(weekday: nil) }
      if token.text.utf8.count == 4 { return .year(try year()) }
      if let suggestion = Self.basicDate(token.text) {
        throw SyntaxError(.badDate(token.text, suggestion: suggestion), at: token.range)
      }
      throw unexpected()
    case .word: return try dayWord()
    default: throw unexpected()
    }
  }

  private mutating func dayWord() throws(SyntaxError) -> DaySyntax {
    switch current.keyword {
    case .today:
      advance()
      return .today
    case .tomorrow:
      advance()
      return .tomorrow
    case .yesterday:
      advance()
      return .yesterday
    case .week where peek().integer != nil: return try weekDay()
    case .week where startsWeekOf(at: index):
      index += 2
      return .weekOf(try dayBehindOf())
    case .start where peek().keyword == .of, .end where peek().keyword == .of: return try boundary()
    default: break
    }
    if current.isWord(.beginning) { return try boundary() }
    if let unit = Self.lastDayUnit(current) {
      advance()
      return .boundary(.end, .current(unit))
    }
    if CalendarWords.week(current.text) != nil { return try weekDay() }
    if startsThird(at: index) { return try third() }
    if let holiday = namedDay(at: index) {
      index += holiday.length
      return .holiday(holiday.day, year: isYear(at: index) && !isClockTime(at: index) ? try year() : nil)
    }
    if let weekday = CalendarWords.weekday(current.text) {
      advance()
      return try datedWeekday(weekday)
    }
    guard let part = yearPart(at: index) else { throw unexpected() }
    if isMonth(current), isDayNumber(at: index + 1) { return try monthDay(weekday: nil) }
    advance()
    return .named(part, year: isYear(at: index) ? try year() : nil)
  }

  private mutating func weekDay() throws(SyntaxError) -> DaySyntax {
    switch try week() {
    case .isoWeek(let year, let week): .isoWeek(year: year, week: week)
    case .week(let week): .week(week)
    case .current, .relative, .yearMonth, .named, .year: throw unexpected()
    }
  }

  /// `start of month`, `beginning of month`, `end of month`.
  private mutating func boundary() throws(SyntaxError) -> DaySyntax {
    let edge: PeriodEdge = isAt(.end) ? .end : .start
    advance()
    try expect(.of)
    return .boundary(edge, try period())
  }

  /// The unit whose last day `eom` and its like are.
  static func lastDayUnit(_ token: Token) -> CalendarUnit? {
    switch token.lowered {
    case "eod": .day
    case "eow": .week
    case "eom": .month
    case "eoq": .quarter
    case "eoy": .year
    default: nil
    }
  }

  /// Whether `week of` and a day stand at the index.
  func startsWeekOf(at index: Int) -> Bool {
    guard token(index).keyword == .week, token(index + 1).keyword == .of else { return false }
    let next = index + 2
    let isThe = token(next).keyword == .the
    // A week has no week; without this check a chain of them would be read to its end at each of them.
    if token(isThe ? next + 1 : next).keyword == .week { return false }
    if isThe { return startsBehindThe(at: next + 1) }
    return startsDay(at: next) && !startsDistance(at: next)
  }

  // MARK: Weekdays

  /// Parses what may follow a weekday: a date, a number of the month, a week, another weekday.
  private mutating func datedWeekday(_ weekday: Weekday) throws(SyntaxError) -> DaySyntax {
    let start = index - 1
    if let last = weekdayBehindDash(at: index) {
      index += 2
      return .weekdays(weekday, through: last)
    }
    if let week = try weekOfWeekday() { return .ordinal(1, .weekday(weekday), of: week) }
    if isAt(.the), let number = peek().ordinal, !startsOrdinalDay(at: index + 1), !isMonth(peek(2)) {
      advance()
      return try dayOfMonth(number, weekday: weekday)
    }
    let hasComma = isAt(sign: .comma)
    let first = hasComma ? index + 1 : index
    if token(first).kind == .isoDate, !hasComma {
      let date = try isoDate()
      try check(weekday, is: date, from: start)
      return .date(date, weekday: weekday)
    }
    guard startsMonthDay(at: first) else { return .weekday(weekday) }
    if hasComma { advance() }
    let day = current.kind == .dashDate ? try dashDate(weekday: weekday) : try monthDay(weekday: weekday)
    if case .monthDay(let month, let number, let year?, _) = day,
      let date = CivilDate(year: year, month: month, day: number)
    {
      try check(weekday, is: date, from: start)
    }
    return day
  }

  /// The weekday behind a dash at the index, as in `mon-fri`; nil if it has a date of its own.
  func weekdayBehindDash(at index: Int) -> Weekday? {
    guard token(index).isSymbol(.minus), token(index + 1).isWord,
      let weekday = CalendarWords.weekday(token(index + 1).text)
    else { return nil }
    let behind = token(index + 2).isSymbol(.comma) ? index + 3 : index + 2
    let isDated =
      startsMonthDay(at: behind) || token(index + 2).kind == .isoDate || isClock(at: index + 2)
      || isCompactClock(at: index + 2) || startsAtClock(at: index + 2) || token(index + 2).keyword == .the
    return isDated ? nil : weekday
  }

  /// The week of `monday next week`, `monday of week 48`; nil if none follows.
  private mutating func weekOfWeekday() throws(SyntaxError) -> PeriodSyntax? {
    guard let first = startOfWeekOfWeekday(at: index) else { return nil }
    index = first
    return try period()
  }

  /// The index of the week that a weekday before the index belongs to; nil if none follows.
  func startOfWeekOfWeekday(at index: Int) -> Int? {
    let hasOf = token(index).keyword == .of
    var next = hasOf ? index + 1 : index
    if hasOf, token(next).keyword == .the { next += 1 }
    if RelativeWord(synonym: token(next).lowered) != nil, token(next + 1).keyword == .week { return next }
    guard hasOf else { return nil }
    let isNumbered =
      token(next).keyword == .week && token(next + 1).integer != nil || token(next).kind == .isoWeek
      || token(next).isWord && CalendarWords.week(token(next).text) != nil
    return isNumbered ? next : nil
  }

  private func check(_ weekday: Weekday, is date: CivilDate, from start: Int) throws(SyntaxError) {
    guard date.weekday != weekday else { return }
    throw SyntaxError(
      .weekdayMismatch(written: weekday.name, actual: date.weekday.name, date: date.description),
      at: range(from: start))
  }

  // MARK: Days of months

  /// `the 15th`, from the number on.
  private mutating func dayOfMonth(_ number: Int, weekday: Weekday?) throws(SyntaxError) -> DaySyntax {
    guard (1...31).contains(number) else {
      throw SyntaxError(.numberOutOfRange(number, 1...31), at: current.range)
    }
    advance()
    return .dayOfMonth(number, weekday: weekday)
  }

  /// `24 dec`, `dec 24`, either with a year.
  mutating func monthDay(weekday: Weekday?) throws(SyntaxError) -> DaySyntax {
    let start = index
    if isAt(.the) { advance() }
    var day = current.integer ?? current.ordinal
    if day != nil { advance() }
    if isAt(.of) { advance() }
    let month = CalendarWords.month(advance().text) ?? 1
    let isMonthFirst = day == nil
    if isMonthFirst {
      day = current.integer ?? current.ordinal
      advance()
    }
    let number = day ?? 0
    let year = try yearOfDay(isMonthFirst: isMonthFirst)
    try checkDay(number, month, year, from: start)
    return .monthDay(month: month, day: number, year: year, weekday: weekday)
  }

  /// The year behind a day and its month, in four digits or two; nil without one.
  mutating func yearOfDay(isMonthFirst: Bool) throws(SyntaxError) -> Int? {
    if isMonthFirst, isAt(sign: .comma), isYear(at: index + 1), !isClockTime(at: index + 1) { advance() }
    if isYear(at: index), !isClockTime(at: index) { return try year() }
    guard isShortYear(at: index), let number = current.integer else { return nil }
    advance()
    return 2000 + number
  }

  /// Whether two digits behind a day are its year: too many for a clock time, and nothing that they count.
  private func isShortYear(at index: Int) -> Bool {
    let (token, next) = (token(index), token(index + 1))
    guard let number = token.integer, token.text.utf8.count == 2, number > 24 else { return false }
    return !isMonth(next) && !isUnit(next)
      && next.keyword != .times
      && !isClock(at: index) && !startsWorkdays(at: index)
  }

  /// Throws if a day does not exist; without a year it exists if it does in a leap year.
  func checkDay(_ day: Int, _ month: Int, _ year: Int?, from start: Int) throws(SyntaxError) {
    guard CivilDate(year: year ?? 2024, month: month, day: day) != nil else {
      throw SyntaxError(.noSuchDay(year: year, month: month, day: day), at: range(from: start))
    }
  }

  /// Whether a day and its month begin at the index: `24 dec`, `dec 24`, `the 24th of dec`, `24-Dec-2026`.
  func startsMonthDay(at index: Int) -> Bool {
    let token = token(index)
    if token.kind == .dashDate { return true }
    if isMonth(token) { return isDayNumber(at: index + 1) }
    if token.keyword == .the { return self.token(index + 1).ordinal != nil && startsMonthDay(at: index + 1) }
    guard token.integer != nil || token.ordinal != nil else { return false }
    let hasOf = token.ordinal != nil && self.token(index + 1).keyword == .of
    return isMonth(self.token(hasOf ? index + 2 : index + 1))
  }

  /// Whether a day's number stands at the index: one or two digits that are not a count.
  func isDayNumber(at index: Int) -> Bool {
    let token = token(index)
    guard token.ordinal != nil || (token.integer != nil && token.text.utf8.count <= 2) else { return false }
    return self.token(index + 1).keyword != .times
  }
}
