/// Clock times in words and hours alone.
extension Parser {
  /// A clock time that may be hours alone; a part of the day says which half of the day they are in.
  mutating func clock(in part: DayPart?) throws(SyntaxError) -> ClockSyntax {
    if startsWordedClock(at: index) { return try wordedClock(in: part) }
    if !isClock(at: index), current.kind == .decimal || !isCompactClock(at: index) {
      return try bareHour(in: part)
    }
    var clock = try clock()
    if let part { try fit(&clock, in: part, isPlain: isPlain(clock)) }
    return clock
  }

  /// Whether a clock time is written in digits without its half of the day, as `8:30`.
  func isPlain(_ clock: ClockSyntax) -> Bool {
    guard let first = tokens.firstIndex(where: { $0.range.offset == clock.range.offset }),
      !token(first).text.hasPrefix("0")
    else { return false }
    switch token(first).kind {
    case .clock: return !Self.isMeridiem(token(first).text.suffix(2)) && !isMeridiem(token(first + 1))
    case .integer, .decimal: return !isMeridiem(token(first + 1))
    default: return false
    }
  }

  /// Moves a time without `am` or `pm` into the part of the day, or throws if it is in another part.
  func fit(_ clock: inout ClockSyntax, in part: DayPart, isPlain: Bool) throws(SyntaxError) {
    let half = ClockSyntax.halfDay
    clock.half = .written
    if part == .evening, isPlain && clock.secondOfDay == half || clock.secondOfDay == 0 {
      // `tonight at 12` and `midnight tonight` are its end.
      clock.secondOfDay = 2 * half
    } else if part != .morning, isPlain, (3_600..<half).contains(clock.secondOfDay) {
      clock.secondOfDay += half
    }
    if !part.admits(clock) { throw mismatch(clock, part) }
  }

  /// The error for a clock time that is not in the part of the day beside it.
  func mismatch(_ clock: ClockSyntax, _ part: DayPart) -> SyntaxError {
    SyntaxError(
      .clockMismatch(text(at: clock.range), reason: "it is not in the \(part.rawValue)"), at: clock.range)
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
    } else if !isSure, (3_600..<ClockSyntax.halfDay).contains(clock.secondOfDay) {
      let isEarly = clock.secondOfDay < 28_800
      if isEarly { clock.secondOfDay += ClockSyntax.halfDay }
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
