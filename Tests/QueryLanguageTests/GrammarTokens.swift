import CivilTime
import TestSupport

@testable import QueryLanguage

/// The tokens of a text as a recognizer of the grammar file sees them: the terminals as
/// `Grammar/README.md` describes them.
///
/// A token begins at twice its number. `start.weekday` and `9am` are two symbols, the
/// second at the odd position between.
struct GrammarTokens: SymbolText {
  typealias Symbol = GrammarRecognizer.Symbol

  let tokens: [Token]
  private let source: [UInt8]

  init(_ text: String) { (tokens, source) = (Lexer.tokens(text), Array(text.utf8)) }

  var end: Int { 2 * (tokens.count - 1) }

  func token(_ index: Int) -> Token { tokens[max(0, min(index, tokens.count - 1))] }

  func symbols(at position: Int) -> [(symbol: Symbol, end: Int)] {
    let index = position / 2
    let token = token(index)
    guard position.isMultiple(of: 2) else {
      return halves(of: token).map { [(.word($0.second), position + 1)] } ?? []
    }
    var found: [(Symbol, Int)] = []
    func add(_ names: String..., tokens count: Int = 1) {
      for name in names { found.append((.terminal(name), position + 2 * count)) }
    }
    if index > 0, self.token(index - 1).range.end == token.range.offset { add("GLUED", tokens: 0) }
    switch token.kind {
    case .word: addWord(index, add: { add($0, tokens: $1) })
    case .string(let text):
      add("STRING")
      found.append((.quoted(text.lowercased()), position + 2))
    case .integer(let number): addInteger(number, index, add: { add($0, tokens: $1) })
    case .decimal:
      add("DECIMAL")
      addDegrees(index, sign: 1, add: { add($0, tokens: 1) })
      addDecimal(index, add: { add($0, tokens: $1) })
    case .quantity:
      if let count = lengthOfDuration(index) { add("DUR", tokens: count) }
      if let meters = distance(token.text), meters <= 40_000_000 { add("DISTANCE") }
    case .ordinal(let number):
      if number > 0 { add("NTH", "INTERVAL") }
      if (1...31).contains(number) { add("DAY", "NTHDAY") }
    case .isoDate: if Self.isDate(token.text) { add("ISODATE") }
    case .isoMonth: if Self.isMonth(token.text) { add("ISOMONTH") }
    case .isoWeek: if Self.isWeek(token.text) { add("ISOWEEK") }
    case .isoDateTime:
      if let hasZone = Self.zoneOfDateTime(token.text) { add(hasZone ? "DATETIME" : "LOCALDATETIME") }
    case .clock:
      if !isMeridiem(self.token(index + 1)), Self.isClock(token.text) { add("CLOCK") }
      if isMeridiem(self.token(index + 1)), Self.isClock(token.text, hours: 1...12) { add("HOUR") }
    case .identifier: add("ID", "CALENDARID")
    case .row: add("ROW")
    case .parameter: add("PARAM")
    case .regex: add("REGEX")
    case .newline: add("NEWLINE")
    case .symbol(let symbol):
      found.append((.word(symbol.rawValue), position + 2))
      if ["=", "!=", "<", "<=", ">", ">="].contains(symbol.rawValue) { add("COMPARE") }
      if ["=", "+=", "-="].contains(symbol.rawValue) { add("SETTING") }
      if symbol == .minus {
        addDegrees(index + 1, sign: -1, add: { add($0, tokens: 2) })
        if isClockDash(index) { add("CLOCKDASH") }
        if isDayDash(index) { add("DAYDASH") }
        if isNumberDash(index) { add("NUMBERDASH") }
      }
      if symbol == .minus || symbol == .plus, isOffset(index) { add("ZONEOFFSET", tokens: 2) }
    case .slashDate, .dottedDate:
      if let hasYear = Self.numberedDate(token) { add(hasYear ? "NUMDATE" : "NUMDAY") }
    case .dashDate: add(token.text.split(separator: "-").count == 3 ? "NUMDATE" : "DASHDAY")
    case .strange, .end, .invalid: break
    }
    switch token.kind {
    case .word, .integer, .decimal, .quantity, .ordinal, .isoDate, .isoMonth, .isoWeek, .isoDateTime, .clock,
      .slashDate, .dottedDate, .dashDate:
      add("TITLEWORD")
    default: break
    }
    if let count = lengthOfPlainText(index) { add("PLAIN", tokens: count) }
    if case .word = token.kind {
      found.append((.word(token.text.lowercased().replacing("\u{2019}", with: "'")), position + 2))
    }
    addTimes(index, add: { add($0, tokens: $1) })
    if let count = lengthOfPath(index) {
      add("PATH", tokens: count)
      if isFileName(index, count) { add("FILENAME", tokens: count) }
    }
    if token.text.first == "#" { add("HEXCOLOR", tokens: lengthOfRun(index)) }
    if let halves = halves(of: token) {
      if let word = halves.first {
        found.append((.word(word), position + 1))
      } else {
        found.append((.terminal("HOUR"), position + 1))
        if token.kind == .quantity { found.append((.terminal("PLAINHOUR"), position + 1)) }
      }
    }
    return found
  }

  // MARK: Tokens of two symbols

  private static let dateParts: Set<String> = [
    "date", "time", "weekday", "day", "week", "month", "year", "hour",
  ]

  /// A date field and its part, or hours (nil) and what stands behind them.
  private func halves(of token: Token) -> (first: String?, second: String)? {
    let text = token.text.lowercased()
    switch token.kind {
    case .word:
      guard let dot = text.lastIndex(of: "."),
        Self.dateParts.contains(String(text[text.index(after: dot)...]))
      else { return nil }
      return (String(text[..<dot]), String(text[dot...]))
    case .quantity, .clock:
      guard text.hasSuffix("am") || text.hasSuffix("pm") else { return nil }
      let time = String(text.dropLast(2))
      guard Self.isClock(token.kind == .clock ? time : time + ":00", hours: 1...12) else { return nil }
      return (nil, String(text.suffix(2)))
    default: return nil
    }
  }

  // MARK: Names of files

  /// How many tokens from an index stand together without a blank, comma or end between them.
  private func lengthOfRun(_ index: Int) -> Int {
    var count = 1
    while index + count < tokens.count,
      tokens[index + count].range.offset == tokens[index + count - 1].range.end,
      !tokens[index + count].endsStatement, tokens[index + count].kind != .symbol(.comma)
    { count += 1 }
    return count
  }

  private func text(_ index: Int, _ count: Int) -> String {
    String(decoding: source[token(index).range.offset..<token(index + count - 1).range.end], as: UTF8.self)
  }

  /// How many tokens from an index are the name of a file as it is typed; nil where they are none.
  private func lengthOfPath(_ index: Int) -> Int? {
    let token = token(index)
    switch token.kind {
    case .string, .parameter, .invalid(.unclosedString), .invalid(.option): return nil
    default: break
    }
    let count = lengthOfRun(index)
    if token.endsStatement || count == 1 && token.keyword?.isReserved ?? false { return nil }
    let name = text(index, count)
    guard !name.contains(where: { " \t\"'“”\\,;".contains($0) }) else { return nil }
    var open = 0
    for character in name {
      open += character == "(" ? 1 : character == ")" ? -1 : 0
      if open < 0 { return nil }
    }
    return open == 0 && !hasMore(of: name, at: index + count) ? count : nil
  }

  /// Whether a word behind a name without an ending must be more of it, as no clause begins with it.
  private func hasMore(of name: String, at index: Int) -> Bool {
    let (next, clauses) = (token(index), ["into", "on", "dry", "replace", "accept", "maybe", "decline"])
    guard case .word = next.kind, !name.contains("."), !name.hasSuffix("/") else { return false }
    return next.range.offset == token(index - 1).range.end + 1 && !clauses.contains(next.text.lowercased())
      && Spelling.suggestions(for: next.text, among: clauses).isEmpty
  }

  /// Whether a name has a slash or an ending.
  private func isFileName(_ index: Int, _ count: Int) -> Bool {
    let name = text(index, count)
    if name.contains("/") || name.hasPrefix("~") { return !name.allSatisfy { $0.isNumber || $0 == "/" } }
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.contains { $0.isLetter } && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }

  // MARK: Words

  /// How many tokens from an index are plain text up to the end of the statement; nil where they are none.
  private func lengthOfPlainText(_ index: Int) -> Int? {
    switch token(index).kind {
    case .word, .string, .integer, .decimal, .quantity, .ordinal, .isoDate, .isoMonth, .isoWeek, .isoDateTime,
      .clock, .slashDate, .dottedDate, .dashDate:
      break
    default: return nil
    }
    var count = 1
    while !token(index + count).endsStatement { count += 1 }
    return text(index, count).contains("\0") ? nil : count
  }

  private static let added = ["event", "reminder", "calendar", "account"]
  private static let ordinals: Set<String> = ["first", "second", "third", "fourth", "fifth"]

  private func addWord(_ index: Int, add: (String, Int) -> Void) {
    let token = token(index)
    add("ANYWORD", 1)
    add("OPTION", 1)
    if Self.added.contains(where: { Spelling.isNearly(token.text, $0) }) { add("ADDED", 1) }
    if Self.ordinals.contains(token.text.lowercased()) { add("NTH", 1) }
    if token.text.prefixMatch(of: /[Pp][Tt]?[0-9]/) != nil { add("ISOLIKE", 1) }
    if Self.isISODuration(token.text) { add("ISODURATION", 1) }
    if token.text.contains("/") || ["UTC", "GMT"].contains(token.text.uppercased()) { add("ZONE", 1) }
    if token.text.uppercased() == "Z", self.token(index - 1).range.end == token.range.offset {
      add("ZONE", 1)
    }
    if ["UTC", "GMT"].contains(token.text.uppercased()), isOffset(index + 1) { add("ZONEOFFSET", 3) }
    if token.text.first == "u" || token.text.first == "U", (2...19).contains(token.text.utf8.count),
      token.text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    {
      add("STEP", 1)
    }
    if token.keyword?.isReserved ?? false { return add("RESERVED", 1) }
    add("WORD", 1)
    let next = self.token(index + 1)
    let isGlued = next.range.offset == token.range.end && (next.kind == .symbol(.at) || next.kind == .strange)
    if !isGlued { add("TEXTWORD", 1) }
    if OutputFormat(rawValue: token.text.lowercased()) == nil { add("ALIAS", 1) }
    let isDefined = tokens.indices.dropFirst().contains {
      tokens[$0].text == token.text && tokens[$0 - 1].keyword == .as
    }
    if isDefined, token.keyword == nil { add("DEFINED", 1) }
  }

  private static func isISODuration(_ text: String) -> Bool {
    let pattern = /(?i)p(\d{1,9}y)?(\d{1,9}m)?(\d{1,9}w)?(\d{1,9}d)?(t(\d{1,9}h)?(\d{1,9}m)?(\d{1,9}s)?)?/
    guard let match = text.wholeMatch(of: pattern) else { return false }
    let last = match.output.0.last?.lowercased()
    return text.count > 1 && last != "t"
  }

  // MARK: Numbers

  func isMeridiem(_ token: Token) -> Bool {
    token.keyword == .am || token.keyword == .pm
  }

  func isUnit(_ token: Token) -> Bool {
    if case .word = token.kind {
      DurationUnit(spelling: token.text) != nil || Self.isFortnight(token)
    } else {
      false
    }
  }

  func isMonthName(_ token: Token) -> Bool {
    if case .word = token.kind { CalendarWords.month(token.text) != nil } else { false }
  }

  private func addInteger(_ number: Int, _ index: Int, add: (String, Int) -> Void) {
    let digits = token(index).text.utf8.count
    let next = token(index + 1)
    add("INT", 1)
    add("DECIMAL", 1)
    if number <= 999_999_999 { add("AMOUNT", 1) }
    if number <= 9 { add("DIGIT", 1) }
    if (1...9999).contains(number) { add("INTERVAL", 1) }
    if (1...1_000_000).contains(number) { add("TIMES", 1) }
    if (1...31).contains(number) { add("DAY", 1) }
    if (1...12).contains(number) { add("MONTH", 1) }
    if (1...53).contains(number) { add("WEEK", 1) }
    if digits <= 2, (1...12).contains(number), isMeridiem(next) {
      add("HOUR", 1)
      add("PLAINHOUR", 1)
    }
    addDegrees(index, sign: 1, add: { add($0, 1) })
    let isUnitNext = isUnit(next)
    if digits == 4, number >= 1, !isUnitNext, !isMonthName(next), next.keyword != .times { add("YEAR", 1) }
    if isBareClock(index) {
      add("HOURS", 1)
      if digits == 4, next.keyword != .times {
        add("HHMM", 1)
        if number < 1900 { add("EARLYHHMM", 1) }
        if !(1900..<2100).contains(number) { add("LATEHHMM", 1) }
      }
    }
    if number <= 40_000_000 { add("DISTANCE", 1) }
    if next.text.lowercased() == "m", number <= 40_000_000 { add("DISTANCE", 2) }
    if next.text.lowercased() == "km", number <= 40_000 { add("DISTANCE", 2) }
  }

  private func addDegrees(_ index: Int, sign: Double, add: (String) -> Void) {
    let token = token(index)
    switch token.kind {
    case .decimal, .integer: break
    default: return
    }
    guard let value = Double(token.text) else { return }
    if value <= 90 { add("LATITUDE") }
    if value <= 180 { add("LONGITUDE") }
  }

  private func distance(_ text: String) -> Int? {
    guard let match = text.lowercased().wholeMatch(of: /(\d{1,12})(km|m)/), let number = Int(match.output.1)
    else {
      return nil
    }
    return match.output.2 == "km" ? number * 1000 : number
  }

  // MARK: Lengths

  /// How many tokens from an index are one length, as `1h 30m`; nil where they are none.
  private func lengthOfDuration(_ index: Int) -> Int? {
    guard var last = rankOfDuration(token(index).text, above: -1) else { return nil }
    var count = 1
    while token(index + count).kind == .quantity, let ranks = ranks(token(index + count).text),
      let first = ranks.first,
      first > last
    {
      guard let rank = rankOfDuration(token(index + count).text, above: last) else { return nil }
      last = rank
      count += 1
    }
    return count
  }

  /// The place of the last unit, where all of them are smaller than the one before.
  private func rankOfDuration(_ text: String, above: Int) -> Int? {
    guard let ranks = ranks(text) else { return nil }
    var last = above
    for rank in ranks {
      guard rank > last else { return nil }
      last = rank
    }
    return last
  }

  /// The places of the units of `1h30m`, or nil if it is no length.
  private func ranks(_ text: String) -> [Int]? {
    var result: [Int] = []
    for match in text.matches(of: /(\d+)(\D+)/) {
      let unit = String(match.output.2)
      guard let number = Int(match.output.1), number <= 999_999_999, unit != "M",
        let unit = DurationUnit(spelling: unit), let rank = DurationUnit.allCases.firstIndex(of: unit)
      else { return nil }
      result.append(rank)
    }
    return result.isEmpty || text.last?.isNumber == true ? nil : result
  }

  // MARK: Clock times

  /// Whether a text is `h:mm` or `h:mm:ss`.
  static func isClock(_ text: String, hours: ClosedRange<Int> = 0...24) -> Bool {
    guard let match = text.wholeMatch(of: /(\d{1,2}):(\d\d)(?::(\d\d))?/), let hour = Int(match.output.1),
      let minute = Int(match.output.2), let second = Int(match.output.3 ?? "0")
    else { return false }
    return hours.contains(hour) && minute < 60 && second < 60 && (hour < 24 || minute + second == 0)
  }

  /// Whether hours, or hours and minutes, are written without a colon.
  func isBareClock(_ index: Int) -> Bool {
    let next = token(index + 1)
    guard case .integer(let number) = token(index).kind, !isUnit(next), !isMonthName(next),
      !isWorkdays(index),
      !(next.keyword == .and && isHalved(index + 1))
    else { return false }
    let digits = token(index).text.utf8.count
    guard digits <= 2 || digits == 4 else { return false }
    let (hour, minute) = digits == 4 ? (number / 100, number % 100) : (number, 0)
    return minute < 60 && (hour < 24 || hour == 24 && minute == 0)
  }

  /// Whether a clock time begins at an index.
  func beginsClock(_ index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .clock: return true
    case .quantity: return halves(of: token) != nil || Self.isHourMinute(token.text)
    case .integer:
      let next = self.token(index + 1)
      return token.text.utf8.count <= 2 && (isMeridiem(next) || Self.isOClock(next))
        || beginsWordedClock(index)
    case .decimal:
      return isMeridiem(self.token(index + 1)) && Self.isClock(token.text.replacing(".", with: ":"))
    case .word: return Self.isNoon(token) || beginsWordedClock(index)
    default: return false
    }
  }

  /// Whether a clock time can end with a token.
  func endsClock(_ index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .clock: return true
    case .isoDateTime: return Self.zoneOfDateTime(token.text) == false
    case .quantity: return halves(of: token) != nil || Self.isHourMinute(token.text)
    case .integer: return token.text.utf8.count == 4 || self.token(index - 1).keyword == .at
    case .decimal: return self.token(index - 1).keyword == .at
    case .word: return isMeridiem(token) || Self.isNoon(token) || Self.isOClock(token)
    default: return false
    }
  }

  private func isClockDash(_ index: Int) -> Bool {
    guard index > 0, endsClock(index - 1), beginsClock(index + 1) || isBareClock(index + 1), !isOffset(index)
    else { return false }
    // `2026-11-18T09:00-10` is neither an offset nor an end.
    let (before, sign, next) = (token(index - 1), token(index), token(index + 1))
    if case .integer = next.kind, before.kind == .isoDateTime, before.range.end == sign.range.offset,
      sign.range.end == next.range.offset
    {
      return false
    }
    return true
  }

  /// Whether a sign and what follows is an offset from UTC behind what stands before.
  private func isOffset(_ index: Int) -> Bool {
    guard index > 0, token(index).kind == .symbol(.plus) || token(index).kind == .symbol(.minus) else {
      return false
    }
    let (before, sign, digits) = (token(index - 1), token(index), token(index + 1))
    let count = digits.text.utf8.count
    let isGlued = sign.range.end == digits.range.offset
    let isDirect = before.range.end == sign.range.offset
    var isNumber = false
    if case .integer = digits.kind {
      isNumber = isGlued && (count <= 2 || count == 4) && !isUnit(token(index + 2))
    }
    guard digits.kind == .clock || isNumber, isOffsetValue(digits.text) else { return false }
    if before.keyword == .zone || before.kind == .symbol(.equal) { return count > 1 }
    if ["UTC", "GMT"].contains(before.text.uppercased()) { return isGlued && isDirect }
    if isNumber, count == 1 { return false }
    let isFull = before.kind == .clock && before.text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    let isBehindDate = before.kind == .isoDateTime || isFull && token(index - 2).kind == .isoDate
    if sign.kind == .symbol(.plus) { return digits.kind == .clock || count == 4 || isBehindDate }
    func colons(_ token: Token) -> Int { token.text.utf8.count { $0 == UInt8(ascii: ":") } }
    return isBehindDate && isGlued && (colons(digits) == 1 || count == 4)
      && (!isDirect || before.kind == .isoDateTime || colons(before) == 2)
  }

  /// Whether digits with or without a colon are at most 18 hours.
  private func isOffsetValue(_ text: String) -> Bool {
    let digits = text.filter { $0 != ":" }
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isNumber), let value = Int(digits) else {
      return false
    }
    let minutes = digits.count > 2 ? value / 100 * 60 + value % 100 : value * 60
    return minutes <= 18 * 60 && (digits.count <= 2 || value % 100 < 60)
  }

  // MARK: Dates of ISO 8601

  static func isDate(_ text: String) -> Bool {
    if let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/) {
      return CivilDate(
        year: Int(match.output.1) ?? 0, month: Int(match.output.2) ?? 0, day: Int(match.output.3) ?? 0) != nil
    }
    if let match = text.wholeMatch(of: /(\d{4})-(\d{3})/) {
      let (year, day) = (Int(match.output.1) ?? 0, Int(match.output.2) ?? 0)
      return day >= 1 && CivilDate(year: year, month: 1, day: 1)?.adding(days: day - 1)?.year == year
    }
    guard let match = text.wholeMatch(of: /(\d{4})-[Ww](\d\d)-(\d)/),
      let weekday = Weekday(rawValue: Int(match.output.3) ?? 0)
    else { return false }
    return CivilDate(isoWeekYear: Int(match.output.1) ?? 0, week: Int(match.output.2) ?? 0, weekday: weekday)
      != nil
  }

  private static func isMonth(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)/) else { return false }
    return Int(match.output.1) ?? 0 >= 1 && (1...12).contains(Int(match.output.2) ?? 0)
  }

  private static func isWeek(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /(\d{4})-[Ww](\d\d)/) else { return false }
    return CivilDate(isoWeekYear: Int(match.output.1) ?? 0, week: Int(match.output.2) ?? 0, weekday: .monday)
      != nil
  }

  /// Whether a date and time says its zone; nil where it is none.
  private static func zoneOfDateTime(_ text: String) -> Bool? {
    let pattern = /(?i)(\d{4}-\d\d-\d\d)t([\d:]+)(z|[+-]\d\d(?::?\d\d)?)?/
    guard let match = text.wholeMatch(of: pattern), isDate(String(match.output.1)),
      isClock(String(match.output.2))
    else { return nil }
    if let zone = match.output.3, zone.lowercased() != "z" {
      let digits = zone.dropFirst().filter { $0 != ":" }
      let hours = Int(digits.prefix(2)) ?? 0
      let minutes = Int(digits.dropFirst(2)) ?? 0
      guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
    }
    return match.output.3 != nil
  }
}
