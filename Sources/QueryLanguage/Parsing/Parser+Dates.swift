import CivilTime

extension Parser {
  /// Production `date`.
  mutating func date() throws(SyntaxError) -> DateSyntax {
    let start = index
    note(.date)
    return try date(try base(), from: start)
  }

  /// A date that has been read from `start` on, with the offsets that follow it.
  mutating func date(_ base: DateBase, from start: Int) throws(SyntaxError) -> DateSyntax {
    var offsets: [OffsetSyntax] = []
    noteAlso(.symbol(.plus))
    noteAlso(.symbol(.minus))
    while !isAtClockDash, !isAtDayDash, isAt(sign: .plus) || isAt(sign: .minus) {
      offsets.append(try offset())
    }
    let date = DateSyntax(base, offsets: offsets, range: range(from: start))
    lastDate = date
    return date
  }

  /// Production `base`.
  mutating func base() throws(SyntaxError) -> DateBase {
    let token = current
    if isClock(at: index) { return .clock(try clock()) }
    switch token.kind {
    case .symbol(.plus), .symbol(.minus): return .offset(try offset())
    case .symbol(.at):
      advance()
      return .epoch(try integer())
    case .parameter(let name):
      if peek().keyword == .ago { return try lengthAgo() }
      advance()
      return .parameter(name)
    case .isoDateTime: return try dateTime()
    case .quantity: return try lengthAgo()
    case .integer(let number) where number < Self.firstYear && isCompactClock(at: index):
      return .clock(try clock())
    case .integer where peek().isWord && DurationUnit(spelling: peek().text) != nil && !isMonth(peek()):
      return try lengthAgo()
    case .word:
      switch token.keyword {
      case .now:
        advance()
        return .now
      case .in where startsDuration(at: index + 1):
        advance()
        return .ahead(try dur())
      case .this, .next, .last: return try relative()
      case .past where startsDuration(at: index + 1):
        advance()
        return .rolling(.last, try dur())
      case .rest where peek().keyword == .of:
        advance()
        advance()
        return .rest(try unit())
      default:
        if isISODuration(token) { return try lengthAgo() }
      }
    default: break
    }
    return try clockOn(try day())
  }

  /// Below this number, digits that may be a clock time or a year, such as `1730`, are a clock time.
  static let firstYear = 1900

  /// A length followed by `ago`; without `ago` it is not a date.
  private mutating func lengthAgo() throws(SyntaxError) -> DateBase {
    let token = current
    if token.kind == .quantity, peek().keyword != .ago, let suggestion = Self.basicDate(token.text) {
      throw SyntaxError(.badDate(token.text, suggestion: suggestion), at: token.range)
    }
    let length = try dur()
    if eat(.ago) { return .ago(length) }
    let text = text(at: length.range)
    throw SyntaxError(.bareLength(text), at: length.range, expected: [.date])
  }

  /// `2026-11-18` for `20261118` and `20261118T0915`.
  static func basicDate(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 8 else { return nil }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }

  /// A day with the clock time that may follow it.
  private mutating func clockOn(_ day: DaySyntax) throws(SyntaxError) -> DateBase {
    switch day {
    case .yearMonth, .isoWeek, .year, .month, .week: return .day(day, at: nil)
    case .date, .today, .tomorrow, .yesterday, .weekday, .relativeWeekday, .monthDay, .boundary: break
    }
    noteAlso(.keyword(.at))
    noteAlso(.clock)
    guard isAt(.at) else {
      return .day(day, at: isClock(at: index) || isCompactClock(at: index) ? try clock() : nil)
    }
    // `at` may also belong to `complete … at DATE`; a bare number after it is a time without its minutes.
    let isNumber =
      token(index + 1).integer != nil && (!startsDate(at: index + 1) || isCompactClock(at: index + 1))
    guard isClock(at: index + 1) || isNumber else { return .day(day, at: nil) }
    advance()
    return .day(day, at: try clock())
  }

  /// Production `relative`.
  mutating func relative() throws(SyntaxError) -> DateBase {
    let token = advance()
    let word = RelativeWord(rawValue: token.text.lowercased()) ?? .this
    for keyword in [Keyword.week, .month, .year] { note(.keyword(keyword)) }
    for keyword in [Keyword.day, .weekend, .quarter, .hour, .minute] { noteAlso(.keyword(keyword)) }
    note(.weekday)
    noteAlso(.month)
    let direction = RollingDirection(rawValue: word.rawValue)
    if direction != nil { note(.integer) }
    if current.isWord {
      if let unit = CalendarWords.unit(current.text, plural: false) {
        advance()
        return .unit(word, unit)
      }
      if let weekday = CalendarWords.weekday(current.text) {
        advance()
        return try clockOn(.relativeWeekday(word, weekday))
      }
      if let month = CalendarWords.month(current.text) {
        advance()
        return .month(word, month)
      }
    }
    if let direction, startsDuration(at: index) || current.kind == .clock || current.kind == .decimal {
      return .rolling(direction, try dur())
    }
    throw unexpected(after: token.text)
  }

  /// Production `unit`.
  mutating func unit() throws(SyntaxError) -> CalendarUnit {
    note(.unit)
    guard current.isWord, let unit = CalendarWords.unit(current.text, plural: false) else {
      throw unexpected()
    }
    advance()
    return unit
  }

  /// Production `period`.
  mutating func period() throws(SyntaxError) -> PeriodSyntax {
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
      if let word = RelativeWord(rawValue: token.text.lowercased()) {
        advance()
        return .relative(word, try unit())
      }
      // After `start of week` a clock time may stand: `0930`, `9 am`.
      if isAt(.week), peek().integer != nil, !isCompactClock(at: index + 1), !isClock(at: index + 1) {
        return .week(try weekNumber())
      }
      if let month = CalendarWords.month(token.text) {
        advance()
        return .month(month, year: isYear(at: index) ? try year() : nil)
      }
      return .current(try unit())
    default: throw unexpected()
    }
  }
}
