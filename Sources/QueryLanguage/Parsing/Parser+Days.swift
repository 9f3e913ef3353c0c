import CivilTime

extension Parser {
  /// Production `day`.
  mutating func day() throws(SyntaxError) -> DaySyntax {
    let token = current
    switch token.kind {
    case .isoDate: return .date(try isoDate(), weekday: nil)
    case .isoMonth:
      let (year, month) = try yearMonth()
      return .yearMonth(year: year, month: month)
    case .isoWeek:
      let (year, week) = try isoWeek()
      return .isoWeek(year: year, week: week)
    case .slashDate, .dottedDate: return try separatedDate()
    case .ordinal where isMonth(peek()): return try monthDay(weekday: nil)
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
    case .week where peek().integer != nil: return .week(try weekNumber())
    case .start where peek().keyword == .of, .end where peek().keyword == .of:
      let edge: PeriodEdge = isAt(.start) ? .start : .end
      advance()
      advance()
      return .boundary(edge, try period())
    default: break
    }
    if let weekday = CalendarWords.weekday(current.text) {
      advance()
      return try datedWeekday(weekday)
    }
    guard let month = CalendarWords.month(current.text) else { throw unexpected() }
    if isDayNumber(at: index + 1) { return try monthDay(weekday: nil) }
    advance()
    return .month(month, year: isYear(at: index) ? try year() : nil)
  }

  /// Parses the date that may follow a weekday.
  private mutating func datedWeekday(_ weekday: Weekday) throws(SyntaxError) -> DaySyntax {
    let start = index - 1
    if current.kind == .isoDate {
      let date = try isoDate()
      try check(weekday, is: date, from: start)
      return .date(date, weekday: weekday)
    }
    let hasDayFirst = (current.integer != nil || current.ordinal != nil) && isMonth(peek())
    guard hasDayFirst || (isMonth(current) && isDayNumber(at: index + 1)) else { return .weekday(weekday) }
    let day = try monthDay(weekday: weekday)
    if case .monthDay(let month, let number, let year?, _) = day,
      let date = CivilDate(year: year, month: month, day: number)
    {
      try check(weekday, is: date, from: start)
    }
    return day
  }

  private func check(_ weekday: Weekday, is date: CivilDate, from start: Int) throws(SyntaxError) {
    guard date.weekday != weekday else { return }
    throw SyntaxError(
      .weekdayMismatch(written: weekday.name, actual: date.weekday.name, date: date.description),
      at: range(from: start))
  }

  /// `24 dec`, `dec 24`, either with a year.
  mutating func monthDay(weekday: Weekday?) throws(SyntaxError) -> DaySyntax {
    let start = index
    var day = current.integer ?? current.ordinal
    if day != nil { advance() }
    let month = CalendarWords.month(advance().text) ?? 1
    if day == nil {
      day = current.integer ?? current.ordinal
      advance()
    }
    let number = day ?? 0
    let year = isYear(at: index) && !isClockTime(at: index) ? try self.year() : nil
    // A date without a year exists if it does in a leap year.
    guard CivilDate(year: year ?? 2024, month: month, day: number) != nil else {
      throw SyntaxError(.noSuchDay(year: year, month: month, day: number), at: range(from: start))
    }
    return .monthDay(month: month, day: number, year: year, weekday: weekday)
  }

  /// Whether a day's number stands at the index: one or two digits that are not a count.
  private func isDayNumber(at index: Int) -> Bool {
    let token = token(index)
    guard token.ordinal != nil || (token.integer != nil && token.text.utf8.count <= 2) else { return false }
    return self.token(index + 1).keyword != .times
  }

  func isYear(at index: Int) -> Bool {
    token(index).integer != nil && token(index).text.utf8.count == 4 && token(index + 1).keyword != .times
      && !isMonth(token(index + 1))
  }

  /// Whether four digits after a day are its clock time: `20 nov 1730`, but not `20 nov 1730 10:00`.
  private func isClockTime(at index: Int) -> Bool {
    guard let number = token(index).integer, number < Self.firstYear else { return false }
    return isCompactClock(at: index) && !isClock(at: index + 1) && !isCompactClock(at: index + 1)
  }

  mutating func year() throws(SyntaxError) -> Int {
    let token = current
    let value = try integer()
    guard (1...9999).contains(value) else {
      throw SyntaxError(.numberOutOfRange(value, 1...9999), at: token.range)
    }
    return value
  }

  mutating func weekNumber() throws(SyntaxError) -> Int {
    advance()
    let token = current
    let week = try integer()
    guard (1...53).contains(week) else {
      throw SyntaxError(.noSuchWeek(year: nil, week: week), at: token.range)
    }
    return week
  }

  // MARK: ISO 8601

  private func numbers(_ text: String) -> [Int] {
    text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
  }

  mutating func isoDate() throws(SyntaxError) -> CivilDate {
    let token = advance()
    return try isoDate(token.text, at: token.range)
  }

  private func isoDate(_ text: String, at range: SourceRange) throws(SyntaxError) -> CivilDate {
    let parts = numbers(text)
    guard parts.count == 3 else { throw SyntaxError(.badDate(text, suggestion: nil), at: range) }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "W") || $0 == UInt8(ascii: "w") }) {
      guard let weekday = Weekday(rawValue: parts[2]),
        let date = CivilDate(isoWeekYear: parts[0], week: parts[1], weekday: weekday)
      else { throw SyntaxError(.noSuchWeek(year: parts[0], week: parts[1]), at: range) }
      return date
    }
    let padded = Self.padded(year: parts[0], month: parts[1], day: parts[2])
    guard text.utf8.count == 10 else { throw SyntaxError(.badDate(text, suggestion: padded), at: range) }
    guard (1...12).contains(parts[1]) else { throw SyntaxError(.noSuchMonth(parts[1]), at: range) }
    guard let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else {
      throw SyntaxError(.noSuchDay(year: parts[0], month: parts[1], day: parts[2]), at: range)
    }
    return date
  }

  static func padded(year: Int, month: Int, day: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  mutating func yearMonth() throws(SyntaxError) -> (year: Int, month: Int) {
    let token = advance()
    let parts = numbers(token.text)
    guard parts.count == 2, parts[0] >= 1, (1...12).contains(parts[1]) else {
      throw SyntaxError(.noSuchMonth(parts.last ?? 0), at: token.range)
    }
    return (parts[0], parts[1])
  }

  mutating func isoWeek() throws(SyntaxError) -> (year: Int, week: Int) {
    let token = advance()
    let parts = numbers(token.text)
    guard parts.count == 2, CivilDate(isoWeekYear: parts[0], week: parts[1], weekday: .monday) != nil else {
      throw SyntaxError(.noSuchWeek(year: parts.first, week: parts.last ?? 0), at: token.range)
    }
    return (parts[0], parts[1])
  }

  /// `2026-11-18T14:30`, with `Z` or an offset, or a zone name after a blank.
  mutating func dateTime() throws(SyntaxError) -> DateBase {
    let token = current
    let pieces = token.text.split(maxSplits: 1) { $0 == "T" || $0 == "t" }
    guard pieces.count == 2 else { throw unexpected() }
    let date = try isoDate(String(pieces[0]), at: token.range)
    var time = String(pieces[1])
    var zone: ZoneSyntax?
    if time.hasSuffix("Z") || time.hasSuffix("z") {
      time.removeLast()
      zone = ZoneSyntax(.named("UTC"), range: token.range)
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let written = String(time[sign...])
      guard let offset = Self.utcOffset(written) else {
        throw SyntaxError(.badOffset(written), at: token.range)
      }
      zone = ZoneSyntax(.offset(offset), range: token.range)
      time = String(time[..<sign])
    }
    guard let seconds = Self.secondOfDay(time) else { throw SyntaxError(.badClock(time), at: token.range) }
    advance()
    if zone == nil { zone = try zoneSuffix() }
    let clock = ClockSyntax(secondOfDay: seconds, zone: zone, range: token.range)
    return .day(.date(date, weekday: nil), at: clock)
  }

  // MARK: Slashes and points

  /// `12/11/2026`, `12.11.`: understood only when the order of day and month is set.
  private mutating func separatedDate() throws(SyntaxError) -> DaySyntax {
    let token = current
    let parts = numbers(token.text)
    guard parts.count == 2 || parts.count == 3, let first = parts.first, first < 10_000 else {
      throw SyntaxError(.badDate(token.text, suggestion: nil), at: token.range)
    }
    if parts.count == 3, first >= 1000 {
      let suggestion = Self.padded(year: first, month: parts[1], day: parts[2])
      throw SyntaxError(.badDate(token.text, suggestion: suggestion), at: token.range)
    }
    let (day, month) =
      switch options.dateOrder {
      case .dmy: (first, parts[1])
      case .mdy: (parts[1], first)
      case .none: parts[1] > 12 ? (parts[1], first) : (first, parts[1])
      }
    let year = parts.count == 3 ? parts[2] : nil
    guard (1...12).contains(month) else { throw SyntaxError(.noSuchMonth(month), at: token.range) }
    if let year, year < 1000 { throw SyntaxError(.badDate(token.text, suggestion: nil), at: token.range) }
    guard CivilDate(year: year ?? 2024, month: month, day: day) != nil else {
      throw SyntaxError(.noSuchDay(year: year, month: month, day: day), at: token.range)
    }
    guard options.dateOrder != .none else {
      let name = CalendarWords.months[month - 1].prefix(3)
      let short = "\(day) \(name)"
      let iso = year.map { Self.padded(year: $0, month: month, day: day) + ", " } ?? ""
      throw SyntaxError(.ambiguousDate(token.text, suggestion: iso + short), at: token.range)
    }
    advance()
    if let year, let date = CivilDate(year: year, month: month, day: day) { return .date(date, weekday: nil) }
    return .monthDay(month: month, day: day, year: nil, weekday: nil)
  }
}

extension Token {
  var ordinal: Int? {
    if case .ordinal(let value) = kind { return value }
    return nil
  }
}
