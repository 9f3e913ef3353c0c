import CivilTime

extension Parser {
  /// Whether the sign at the index begins an offset from UTC.
  func isOffset(at index: Int) -> Bool {
    let (sign, digits) = (token(index), token(index + 1))
    let count = digits.text.utf8.count
    let isGlued = sign.range.end == digits.range.offset
    let isPlain = digits.integer != nil && isGlued && (count <= 2 || count == 4)
    let hasUnit = isUnit(token(index + 2))
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
