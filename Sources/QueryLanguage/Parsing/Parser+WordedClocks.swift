/// Clock times in words, hours alone, and the day that may follow a clock time.
extension Parser {
  // MARK: Before the day

  /// Whether a date begins at the index with a clock time, perhaps after `at`.
  func startsClockFirst(at index: Int) -> Bool {
    if isClock(at: index) || isAtClock(at: index) { return true }
    guard let number = token(index).integer else { return false }
    return number < Self.firstYear && isCompactClock(at: index)
  }

  /// A clock time, with the day that may follow: `17:00`, `at 5pm tomorrow`, `noon on 24 dec`.
  mutating func clockFirst() throws(SyntaxError) -> DateBase {
    let start = index
    let isAfterAt = isAt(.at)
    if isAfterAt { advance() }
    let hasDay = dayPartBehindClock(at: index)
    var clock = isAfterAt ? try clock(in: hasDay) : try clock()
    if !isAfterAt, let part = hasDay { try fit(&clock, in: part, isPlain: false) }
    guard startsDayBehindClock(at: index) else {
      clock.range = isAfterAt ? clock.range : range(from: start)
      return .clock(clock)
    }
    return .day(try dayBehindClock(), at: clock)
  }

  /// Whether `at` and a clock time may begin a clause at the index.
  func startsAtClock(at index: Int) -> Bool { !stopsBeforeAt && isAtClock(at: index) }

  /// Whether `at` and a clock time, perhaps of hours alone, stand at the index.
  func isAtClock(at index: Int) -> Bool {
    guard token(index).keyword == .at else { return false }
    if isClock(at: index + 1) { return true }
    if token(index + 1).kind == .decimal { return isDecimalClock(at: index + 1) }
    return isBareClock(at: index + 1) && token(index + 2).keyword != .times
      && !token(index + 2).isSymbol(.comma)
  }

  /// Whether a day that a clock time may precede begins at the index.
  func startsDayBehindClock(at index: Int) -> Bool {
    let token = token(index)
    if token.isWord(.tonight) { return true }
    if token.keyword == .in, self.token(index + 1).keyword == .the { return isDayPart(self.token(index + 2)) }
    if token.keyword == .this || token.keyword == .last, isDayPart(self.token(index + 1)) { return true }
    switch token.kind {
    case .isoDate, .slashDate, .dottedDate: return true
    default: break
    }
    switch token.keyword {
    case .today, .tomorrow, .yesterday: return true
    case .this, .next, .last:
      return self.token(index + 1).isWord && CalendarWords.weekday(self.token(index + 1).text) != nil
    default: break
    }
    if token.isWord, CalendarWords.weekday(token.text) != nil {
      return weekdayBehindDash(at: index + 1) == nil
    }
    return startsMonthDay(at: index) || namedDay(at: index) != nil
      || token.keyword == .the && self.token(index + 1).ordinal != nil && !startsOrdinalDay(at: index + 1)
  }

  private func isDayPart(_ token: Token) -> Bool { token.isWord && CalendarWords.dayPart(token.text) != nil }

  /// The day behind a clock time, whose part of the day has been applied to the time.
  mutating func dayBehindClock() throws(SyntaxError) -> DaySyntax {
    if current.isWord(.tonight) {
      advance()
      return .today
    }
    if isAt(.in) {
      index += 3
      return .today
    }
    if isAt(.this) || isAt(.last), isDayPart(peek()) {
      let isToday = isAt(.this)
      index += 2
      return isToday ? .today : .yesterday
    }
    let day: DaySyntax
    if let word = RelativeWord(synonym: current.lowered), let weekday = CalendarWords.weekday(peek().text) {
      index += 2
      day = .relativeWeekday(word, weekday)
    } else {
      if isAt(.the) { advance() }
      day = try self.day()
    }
    if current.isWord, isDayPart(current) { advance() }
    return day
  }

  /// The part of the day behind a clock time and perhaps a day, as in `7 this evening`; nil without one.
  private func dayPartBehindClock(at index: Int) -> DayPart? {
    var attempt = self
    attempt.index = index
    guard (try? attempt.clock(in: nil)) != nil, attempt.startsDayBehindClock(at: attempt.index) else {
      return nil
    }
    if attempt.current.isWord(.tonight) { return .evening }
    let first = attempt.index
    guard (try? attempt.dayBehindClock()) != nil else { return nil }
    let last = attempt.token(attempt.index - 1)
    return attempt.index > first && last.isWord ? CalendarWords.dayPart(last.text) : nil
  }

  // MARK: Hours and words

  /// A clock time that may be hours alone; a part of the day says which half of the day they are in.
  mutating func clock(in part: DayPart?) throws(SyntaxError) -> ClockSyntax {
    if startsWordedClock(at: index) { return try wordedClock(in: part) }
    if !isClock(at: index), current.kind == .decimal || !isCompactClock(at: index) {
      return try bareHour(in: part)
    }
    let first = current
    var clock = try clock()
    if let part {
      let isPlain =
        first.kind == .clock && !Self.isMeridiem(first.text.suffix(2)) && !first.text.hasPrefix("0")
      try fit(&clock, in: part, isPlain: isPlain && !Self.isMeridiem(token(index - 1).text[...]))
    }
    return clock
  }

  /// Moves a time without `am` or `pm` into the part of the day, or throws if it is in another part.
  private func fit(_ clock: inout ClockSyntax, in part: DayPart, isPlain: Bool) throws(SyntaxError) {
    let half = 43_200
    clock.half = .written
    if part == .evening, isPlain, clock.secondOfDay == half {
      // `tonight at 12` is its end.
      clock.secondOfDay = 2 * half
    } else if part != .morning, isPlain, (3_600..<half).contains(clock.secondOfDay) {
      clock.secondOfDay += half
    }
    let hours =
      switch part {
      case .morning: 0...12
      case .afternoon: 12...19
      case .evening: 16...24
      }
    let fits = clock.secondOfDay >= hours.lowerBound * 3_600 && clock.secondOfDay <= hours.upperBound * 3_600
    guard fits else {
      throw SyntaxError(
        .clockMismatch(text(at: clock.range), reason: "it is not in the \(part.rawValue)"), at: clock.range)
    }
  }

  /// Hours alone, `9`, `14`, `9.30`, `9 o'clock`: 1 to 7 are taken as afternoon, which is a guess.
  mutating func bareHour(in part: DayPart?) throws(SyntaxError) -> ClockSyntax {
    let start = index
    note(.clock)
    let seconds =
      current.kind == .decimal
      ? Self.secondOfDay(current.text.replacing(".", with: ":"))
      : isBareClock(at: index) || isOClock(peek())
        ? bareClock(at: index) : nil
    guard let seconds else { throw unexpected() }
    let isSure = current.text.hasPrefix("0")
    advance()
    if isOClock(current), token(start).integer != nil { advance() }
    compactClockEnd = index
    var clock = ClockSyntax(secondOfDay: seconds, range: range(from: start))
    try decideHalf(of: &clock, part, isSure: isSure)
    clock.zone = try zoneSuffix()
    clock.range = range(from: start)
    return clock
  }

  private func decideHalf(
    of clock: inout ClockSyntax, _ part: DayPart?, isSure: Bool
  ) throws(SyntaxError) {
    if let part {
      try fit(&clock, in: part, isPlain: !isSure)
    } else if !isSure, (3_600..<43_200).contains(clock.secondOfDay) {
      let isEarly = clock.secondOfDay < 28_800
      if isEarly { clock.secondOfDay += 43_200 }
      clock.half = isEarly ? .guessed : .open
    }
  }

  func isOClock(_ token: Token) -> Bool { token.lowered == "o'clock" || token.lowered == "oclock" }

  /// Whether `9.30` stands at the index: hours and two digits of minutes.
  func isDecimalClock(at index: Int) -> Bool {
    Self.secondOfDay(token(index).text.replacing(".", with: ":")) != nil
  }

  /// Whether a token is `17h30`.
  static func isHourMinute(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: "h", omittingEmptySubsequences: false)
    return parts.count == 2 && (1...2).contains(parts[0].count) && parts[1].count == 2
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// Whether `half past 3`, `quarter to nine` or `ten past noon` stands at the index.
  func startsWordedClock(at index: Int) -> Bool {
    guard let next = wordedMinutes(at: index) else { return false }
    return isWordedHour(at: next.end)
  }

  /// The minutes before (negative) or after the hour, and the index of the hour.
  private func wordedMinutes(at index: Int) -> (minutes: Int, end: Int)? {
    let token = token(index)
    let minutes: Int
    if token.isWord(.half) {
      minutes = 30
    } else if token.keyword == .quarter {
      minutes = 15
    } else if let number = token.integer ?? (token.isWord ? CalendarWords.number(token.text) : nil),
      (1...29).contains(number)
    {
      minutes = number
    } else {
      return nil
    }
    switch self.token(index + 1).keyword {
    case .past: return (minutes, index + 2)
    case .to where minutes != 30 && token.integer == nil: return (-minutes, index + 2)
    default: return nil
    }
  }

  private func isWordedHour(at index: Int) -> Bool {
    let token = token(index)
    if token.keyword == .noon || token.keyword == .midnight || token.isWord(.midday) { return true }
    if token.kind == .quantity { return isClock(at: index) && !Self.isHourMinute(token.text) }
    let hour = token.integer ?? (token.isWord ? CalendarWords.number(token.text) : nil)
    guard let hour, token.text.utf8.count <= 2 || token.isWord else { return false }
    return (1...12).contains(hour)
  }

  /// A clock time in words.
  mutating func wordedClock(in part: DayPart?) throws(SyntaxError) -> ClockSyntax {
    let start = index
    guard let minutes = wordedMinutes(at: index) else { throw unexpected() }
    index = minutes.end
    var clock: ClockSyntax
    if isClock(at: index), !isOClock(peek()) {
      clock = try self.clock()
    } else {
      let hour = current.integer ?? CalendarWords.number(current.text) ?? 12
      advance()
      if isOClock(current) { advance() }
      clock = ClockSyntax(secondOfDay: hour * 3_600, range: range(from: start))
      try decideHalf(of: &clock, part, isSure: false)
      clock.zone = try zoneSuffix()
    }
    // `quarter to 8` is in the morning, as 8 is.
    clock.secondOfDay = (clock.secondOfDay + minutes.minutes * 60 + 86_400) % 86_400
    clock.range = range(from: start)
    return clock
  }
}
