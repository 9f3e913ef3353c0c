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

  /// Whether the dash of `12:00-13:00` or `9am - 10am` comes next, which leads to an end and not to an offset from UTC.
  ///
  /// An offset stands apart from its clock, as in `12:00 -05:00`, or follows seconds, as in `12:00:00-05:00`.
  var isAtClockDash: Bool {
    guard isAt(sign: .minus), index > 0, isClock(at: index + 1) else { return false }
    let before = token(index - 1)
    let isGlued = before.range.end == current.range.offset
    guard isGlued == (current.range.end == peek().range.offset) else { return false }
    switch before.kind {
    case .clock: return before.text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1
    case .quantity: return Self.isMeridiem(before.text.drop { $0.isASCII && $0.isNumber })
    case .word:
      return Self.isMeridiem(before.text[...]) || before.keyword == .noon || before.keyword == .midnight
    default: return false
    }
  }

  /// Production `zoneSuffix`: nil where no zone follows.
  ///
  /// A name needs a slash, or is UTC or GMT; anything else begins the next clause.
  mutating func zoneSuffix() throws(SyntaxError) -> ZoneSyntax? {
    noteAlso(.zone)
    if isAtClockDash { return nil }
    if isAt(sign: .plus) || isAt(sign: .minus) {
      let next = peek()
      let isAdjacent = next.range.offset == current.range.end
      let digits = next.text.utf8.count
      let isShort = next.integer != nil && isAdjacent && (digits == 2 || digits == 4)
      let hasUnit = peek(2).isWord && DurationUnit(spelling: peek(2).text) != nil
      guard next.kind == .clock || (isShort && !hasUnit) else { return nil }
      let start = index
      let sign = advance().text
      let written = sign + advance().text
      guard let offset = Self.utcOffset(written) else {
        throw SyntaxError(.badOffset(written), at: range(from: start))
      }
      return ZoneSyntax(.offset(offset), range: range(from: start))
    }
    guard current.isWord else { return nil }
    let text = current.text
    if text.utf8.contains(UInt8(ascii: "/")) {
      return ZoneSyntax(.named(text), range: advance().range)
    }
    switch text.uppercased() {
    case "UTC", "GMT": return ZoneSyntax(.named(text.uppercased()), range: advance().range)
    case "Z" where current.range.offset == token(index - 1).range.end:
      return ZoneSyntax(.named("UTC"), range: advance().range)
    default:
      if CalendarWords.zoneAbbreviations.contains(text) {
        throw SyntaxError(.ambiguousZone(text), at: current.range)
      }
      return nil
    }
  }

  /// The offset written as `+02:00`, `+0200` or `+02`; nil if it is beyond 18 hours or otherwise none.
  static func utcOffset(_ text: String) -> UTCOffset? {
    let isNegative = text.hasPrefix("-")
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let hours = Int(digits.prefix(2)), let minutes = digits.count == 4 ? Int(digits.suffix(2)) : 0,
      minutes < 60, hours * 60 + minutes <= 18 * 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return UTCOffset(seconds: isNegative ? -seconds : seconds)
  }
}
