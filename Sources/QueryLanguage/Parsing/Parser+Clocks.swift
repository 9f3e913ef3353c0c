import CivilTime

extension Parser {
  /// Whether a clock time begins at the index.
  func isClock(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .clock: return true
    case .quantity: return Self.isMeridiem(token.text.drop { $0.isASCII && $0.isNumber })
    case .integer:
      let next = self.token(index + 1)
      return next.isWord && Self.isMeridiem(next.text[...]) && token.text.utf8.count <= 2
    case .word: return token.keyword == .noon || token.keyword == .midnight
    default: return false
    }
  }

  private static func isMeridiem(_ text: Substring) -> Bool {
    text.lowercased() == "am" || text.lowercased() == "pm"
  }

  /// Production `clock`.
  mutating func clock() throws(SyntaxError) -> ClockSyntax {
    let start = index
    note(.clock)
    if isCompactClock(at: index), let seconds = bareClock(at: index) {
      advance()
      compactClockEnd = index
      return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
    }
    guard isClock(at: index) else { throw unexpected() }
    let token = advance()
    if token.keyword == .noon {
      return ClockSyntax(secondOfDay: 43_200, zone: try zoneSuffix(), range: range(from: start))
    }
    if token.keyword == .midnight {
      return ClockSyntax(secondOfDay: 0, zone: try zoneSuffix(), range: range(from: start))
    }
    var written = token.text
    if current.isWord, Self.isMeridiem(current.text[...]) { written += advance().text }
    guard let seconds = Self.secondOfDay(written) else {
      throw SyntaxError(.badClock(written), at: range(from: start))
    }
    return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
  }

  /// The seconds after midnight of `17:00`, `9:30pm`, `9am`, `24:00`; nil if there is no such time.
  static func secondOfDay(_ text: String) -> Int? {
    let lower = text.lowercased()
    let meridiem = lower.hasSuffix("am") ? "am" : lower.hasSuffix("pm") ? "pm" : nil
    let digits = meridiem == nil ? lower[...] : lower.dropLast(2)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (meridiem == nil ? 2 : 1)...3 ~= parts.count, var hour = Int(parts[0]), parts[0].count <= 2 else {
      return nil
    }
    var numbers: [Int] = []
    for part in parts.dropFirst() {
      guard part.count == 2, let number = Int(part), number < 60 else { return nil }
      numbers.append(number)
    }
    if let meridiem {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (meridiem == "pm" ? 12 : 0)
    }
    let rest = (numbers.first ?? 0) * 60 + (numbers.count > 1 ? numbers[1] : 0)
    guard hour < 24 || (hour == 24 && rest == 0) else { return nil }
    return hour * 3600 + rest
  }

  /// Whether the dash of `12:00-13:00`, `9:00 - 10` or `9am-10am` comes next, which leads
  /// to an end and not to an offset.
  ///
  /// After a clock time a dash always does. Only a full ISO time, a date and a clock time as
  /// `2026-11-18T09:00`, takes an offset; `UTC-05:00` is an offset everywhere.
  var isAtClockDash: Bool {
    guard isAt(sign: .minus), index > 0, isClock(at: index + 1) || isBareClock(at: index + 1),
      isClockEnd(token(index - 1)) || index == compactClockEnd
    else { return false }
    return !isOffset(at: index)
  }

  /// Whether the dash of `fri 9:00 - sat 10:00` comes next, which leads to an end on a named day.
  var isAtDayDash: Bool {
    guard isAt(sign: .minus), index > 0, isClockEnd(token(index - 1)) || index == compactClockEnd else {
      return false
    }
    let next = token(index + 1)
    switch next.kind {
    case .isoDate, .isoDateTime: return true
    case .integer: return isMonth(token(index + 2))
    case .word:
      switch next.keyword {
      case .today, .tomorrow, .yesterday, .next: return true
      default: return CalendarWords.weekday(next.text) != nil || isMonth(next)
      }
    default: return false
    }
  }

  /// Whether a clock time ends with the token.
  private func isClockEnd(_ token: Token) -> Bool {
    switch token.kind {
    case .clock: true
    case .isoDateTime: !Self.namesZone(token.text)
    case .quantity: Self.isMeridiem(token.text.drop { $0.isASCII && $0.isNumber })
    case .word: Self.isMeridiem(token.text[...]) || token.keyword == .noon || token.keyword == .midnight
    default: false
    }
  }

  /// Whether a date-time includes its zone, by `Z` or an offset.
  private static func namesZone(_ text: String) -> Bool {
    let time = text.drop { $0 != "T" && $0 != "t" }
    return time.contains { $0 == "Z" || $0 == "z" || $0 == "+" || $0 == "-" }
  }

  /// Whether hours and minutes without a colon stand at the index, as `1730`,
  /// even if they could be a year.
  func isCompactClock(at index: Int) -> Bool {
    token(index).text.utf8.count == 4 && isBareClock(at: index) && token(index + 1).keyword != .times
  }

  /// Whether hours without minutes, or both without a colon, stand at the index: `10` or `1030`.
  func isBareClock(at index: Int) -> Bool {
    let next = token(index + 1)
    let countsSomething = next.isWord && DurationUnit(spelling: next.text) != nil
    return !countsSomething && !isMonth(next) && bareClock(at: index) != nil
  }

  /// The seconds after midnight of `10` or `1030`; nil if there is no such time.
  private func bareClock(at index: Int) -> Int? {
    let token = token(index)
    guard let number = token.integer else { return nil }
    let (hour, minute) = token.text.utf8.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard token.text.utf8.count <= 2 || token.text.utf8.count == 4, minute < 60,
      hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return hour * 3600 + minute * 60
  }

  /// The clock time after a dash, which may be hours alone; `begin` is the clock time before it.
  ///
  /// After `11am` the end is the next such hour on a clock of twelve, after `11:00` it is as written.
  mutating func clockBehindDash(_ begin: ClockSyntax?) throws(SyntaxError) -> ClockSyntax {
    if isClock(at: index) { return try clock() }
    let isTwelveHours = index > 1 && isTwelveHourClock(token(index - 2))
    guard var seconds = bareClock(at: index) else { throw unexpected() }
    let start = index
    advance()
    if isTwelveHours, let begin, (3_600..<46_800).contains(seconds) {
      seconds %= 43_200
      // The next such hour; after `11pm` that is on the next morning.
      if seconds <= begin.secondOfDay, begin.secondOfDay < seconds + 43_200 { seconds += 43_200 }
    }
    return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
  }

  func isTwelveHourClock(_ token: Token) -> Bool {
    switch token.kind {
    case .clock, .quantity, .word:
      token.keyword == .noon || token.keyword == .midnight || Self.isMeridiem(token.text.suffix(2))
    default: false
    }
  }

  /// Whether the sign at the index begins an offset from UTC.
  private func isOffset(at index: Int) -> Bool {
    let (sign, digits) = (token(index), token(index + 1))
    let count = digits.text.utf8.count
    let isGlued = sign.range.end == digits.range.offset
    let isPlain = digits.integer != nil && isGlued && (count <= 2 || count == 4)
    let hasUnit = token(index + 2).isWord && DurationUnit(spelling: token(index + 2).text) != nil
    guard digits.kind == .clock || (isPlain && !hasUnit) else { return false }
    // `zone -05:00`, `zone = -05:00` and the answer to a form: no time stands before it.
    if index == 0 { return count > 1 }
    let before = token(index - 1)
    if before.keyword == .zone || before.isSymbol(.equal) { return count > 1 }
    if before.keyword == nil, ["UTC", "GMT"].contains(before.text.uppercased()) {
      return isGlued && before.range.end == sign.range.offset
    }
    if digits.integer != nil, count == 1 { return false }
    // ISO 8601 writes hours with two digits.
    let isFull = before.kind == .clock && before.text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    let isBehindDate =
      before.kind == .isoDateTime || (isFull && index > 1 && token(index - 2).kind == .isoDate)
    guard sign.kind == .symbol(.minus) else { return digits.kind == .clock || count == 4 || isBehindDate }
    // `2026-11-18 09:00-10:00` is a range, `2026-11-18 09:00:00-05:00` how databases write an offset.
    let isDirect = before.range.end == sign.range.offset
    func colons(_ token: Token) -> Int { token.text.utf8.count { $0 == UInt8(ascii: ":") } }
    let hasSeconds = colons(before) == 2
    let isWhole = colons(digits) == 1 || count == 4
    return isBehindDate && isGlued && isWhole && (!isDirect || before.kind == .isoDateTime || hasSeconds)
  }

  /// Production `zoneSuffix`; nil if no zone follows.
  ///
  /// A name needs a slash, or is UTC or GMT; anything else begins the next clause.
  mutating func zoneSuffix() throws(SyntaxError) -> ZoneSyntax? {
    noteAlso(.zone)
    if isAt(sign: .plus) || isAt(sign: .minus) {
      return isOffset(at: index) ? try offsetZone(from: index) : nil
    }
    // Before `=` a word names an argument of a view.
    guard current.isWord, !peek().isSymbol(.equal) else { return nil }
    let text = current.text
    if text.utf8.contains(UInt8(ascii: "/")) {
      return ZoneSyntax(.named(text), range: advance().range)
    }
    switch text.uppercased() {
    case "UTC", "GMT":
      let start = index
      advance()
      if isAt(sign: .plus) || isAt(sign: .minus), isOffset(at: index) { return try offsetZone(from: start) }
      return ZoneSyntax(.named(text.uppercased()), range: range(from: start))
    case "Z" where index > 0 && current.range.offset == token(index - 1).range.end:
      return ZoneSyntax(.named("UTC"), range: advance().range)
    default:
      if CalendarWords.zoneAbbreviations.contains(text) {
        throw SyntaxError(.ambiguousZone(text), at: current.range)
      }
      return nil
    }
  }

  /// The offset at the position; `start` is the index at which the zone begins.
  private mutating func offsetZone(from start: Int) throws(SyntaxError) -> ZoneSyntax {
    let sign = index
    let written = advance().text + advance().text
    guard let offset = Self.utcOffset(written) else {
      throw SyntaxError(.badOffset(written), at: range(from: sign))
    }
    return ZoneSyntax(.offset(offset), range: range(from: start))
  }

  /// The offset written as `+02:00`, `+0200`, `+02` or `+2`; nil if it is beyond 18 hours or malformed.
  static func utcOffset(_ text: String) -> UTCOffset? {
    let isNegative = text.hasPrefix("-")
    let digits = text.dropFirst().filter { $0 != ":" }
    let written = digits.count > 2 ? digits.dropLast(2) : digits[...]
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let hours = Int(written), let minutes = digits.count > 2 ? Int(digits.suffix(2)) : 0,
      minutes < 60, hours * 60 + minutes <= 18 * 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return UTCOffset(seconds: isNegative ? -seconds : seconds)
  }
}
