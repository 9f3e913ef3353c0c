import CivilTime

extension Parser {
  /// Whether a clock time begins at the index.
  func isClock(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .clock: return true
    case .quantity:
      return Self.isMeridiem(token.text.drop { $0.isASCII && $0.isNumber }) || Self.isHourMinute(token.text)
    case .integer:
      let next = self.token(index + 1)
      guard next.isWord, token.text.utf8.count <= 2 else { return startsWordedClock(at: index) }
      return Self.isMeridiem(next.text[...]) || isOClock(next) || startsWordedClock(at: index)
    case .decimal: return isDecimalClock(at: index) && isMeridiem(self.token(index + 1))
    case .word:
      return token.keyword == .noon || token.keyword == .midnight || token.isWord(.midday)
        || startsWordedClock(at: index)
    default: return false
    }
  }

  func isMeridiem(_ token: Token) -> Bool { token.isWord && Self.isMeridiem(token.text[...]) }

  static func isMeridiem(_ text: Substring) -> Bool {
    text.lowercased() == "am" || text.lowercased() == "pm"
  }

  /// Production `clock`.
  mutating func clock() throws(SyntaxError) -> ClockSyntax {
    let start = index
    note(.clock)
    if startsWordedClock(at: index) { return try wordedClock(in: nil) }
    if isCompactClock(at: index), let seconds = bareClock(at: index) {
      advance()
      compactClockEnd = index
      return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
    }
    guard isClock(at: index) else { throw unexpected() }
    if isOClock(peek()) { return try bareHour(in: nil) }
    let token = advance()
    if token.keyword == .noon || token.isWord(.midday) {
      return ClockSyntax(secondOfDay: ClockSyntax.halfDay, zone: try zoneSuffix(), range: range(from: start))
    }
    if token.keyword == .midnight {
      return ClockSyntax(secondOfDay: 0, zone: try zoneSuffix(), range: range(from: start))
    }
    var written = token.text
    if isMeridiem(current) { written += advance().text }
    guard let seconds = Self.secondOfDay(written) else {
      throw SyntaxError(.badClock(written), at: range(from: start))
    }
    return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
  }

  /// The seconds after midnight of `17:00`, `17h30`, `9:30pm`, `9.30pm`, `9am`, `24:00`; nil if there is no
  /// such time.
  static func secondOfDay(_ text: String) -> Int? {
    var lower = text.lowercased()
    if isHourMinute(lower) { lower = lower.replacing("h", with: ":") }
    if lower.hasSuffix("m") { lower = lower.replacing(".", with: ":") }
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

  /// Whether hours and minutes without a colon stand at the index, as `1730`,
  /// even if they could be a year.
  func isCompactClock(at index: Int) -> Bool {
    token(index).text.utf8.count == 4 && isBareClock(at: index) && token(index + 1).keyword != .times
  }

  /// Whether hours without minutes, or both without a colon, stand at the index: `10` or `1030`.
  func isBareClock(at index: Int) -> Bool {
    let next = token(index + 1)
    return !isUnit(next) && !isMonth(next) && bareClock(at: index) != nil && !startsWorkdays(at: index)
      && !isHalved(at: index)
  }

  /// The seconds after midnight of `10` or `1030`; nil if there is no such time.
  func bareClock(at index: Int) -> Int? {
    let token = token(index)
    guard let number = token.integer else { return nil }
    let (hour, minute) = token.text.utf8.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard token.text.utf8.count <= 2 || token.text.utf8.count == 4, minute < 60,
      hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return hour * 3600 + minute * 60
  }
}
