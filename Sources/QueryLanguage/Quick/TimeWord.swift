/// A word that may be about time.
struct TimeWord {
  /// The kinds of words about time.
  enum Kind {
    /// `tomorrow`.
    case relative
    /// `9:15`, `5pm`, `9-10:30am`, `noon`.
    case clock
    /// `2026-11-24`, `24.12.`, `12/24/2026`.
    case date
    /// `9.30` and `1/2`, which may be other numbers.
    case dotted
    /// `14-16`: numbers with a dash.
    case numbers
    case number
    /// `28th`, `first`.
    case ordinal
    /// `45m`.
    case quantity
    case weekday, month
    /// `evening`.
    case dayPart
    /// `weeks`.
    case unit
    /// `weekly`, `mondays`.
    case adverb
  }

  /// The word in lower case without the signs around it.
  let text: String
  /// Its kind; nil if it is not about time.
  let kind: Kind?

  init(_ written: String) {
    let signs: Set<Character> = ["(", ")", ",", ";", "!", "?", "[", "]", "'", "\""]
    let bare = written.lowercased().drop { signs.contains($0) }.reversed().drop { signs.contains($0) }
    let whole = String(bare.reversed())
    let ends: Set<Character> = [".", ":"]
    let text = String(whole.reversed().drop { ends.contains($0) }.reversed())
    self.text = text
    if let first = text.first, first.isASCII, first.isNumber {
      kind = Self.numeral(text, isOrdinal: whole.hasSuffix(".") && text.contains("."))
    } else {
      kind = Self.named(text)
    }
  }

  /// Weekdays and months that are also names or other words.
  static let names: Set = ["sun", "sat", "wed", "jan", "mar", "march", "april", "may", "june", "august"]

  /// The day that a word such as `28th` names; nil for words.
  static func ordinal(_ text: String) -> Int? { Int(text.prefix { $0.isASCII && $0.isNumber }) }

  /// Whether digits may be an hour, a day of a month or a time of day in three or four digits.
  static func mayBeHourOrDay(_ text: String) -> Bool {
    guard let value = Int(text) else { return false }
    switch text.count {
    case 1, 2: return value <= 31
    case 3, 4: return value / 100 <= 24 && value % 100 < 60
    default: return false
    }
  }

  private static func named(_ text: String) -> Kind? {
    switch text {
    case "today", "tomorrow", "tonight", "yesterday", "tmrw", "tmr": return .relative
    case "noon", "midday", "midnight", "morning", "mornings", "afternoon", "afternoons",
      "evening", "evenings", "night", "nights", "lunchtime", "christmas", "xmas", "easter", "weekend":
      return .dayPart
    case "hourly", "daily", "weekly", "biweekly", "bi-weekly", "fortnightly", "monthly", "bimonthly",
      "quarterly", "yearly",
      "annually", "everyday", "weekdays", "weekends", "weekday":
      return .adverb
    case "min", "mins", "minute", "minutes", "hr", "hrs", "hour", "hours", "day", "days", "week", "weeks",
      "fortnight",
      "fortnights", "month", "months", "quarter", "quarters", "year", "years":
      return .unit
    case "first", "second", "third", "fourth", "fifth": return .ordinal
    default: break
    }
    if CalendarWords.weekday(text) != nil { return .weekday }
    if CalendarWords.month(text) != nil { return .month }
    if text.hasSuffix("s"), CalendarWords.weekday(String(text.dropLast())) != nil { return .adverb }
    return nil
  }

  // MARK: Numerals

  /// The kind of a word that begins with a digit; `isOrdinal` if points follow its
  /// numbers, as in `24.12.`.
  private static func numeral(_ text: String, isOrdinal: Bool) -> Kind? {
    if text.allSatisfy(isDigit) { return text.count <= 4 ? .number : nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    if parts.count == 2,
      parts.allSatisfy({ isClock($0) || $0.allSatisfy(isDigit) && (1...2).contains($0.count) })
    {
      return parts.contains(where: isClock) ? .clock : .numbers
    }
    if isClock(text[...]) { return .clock }
    let suffix = text.drop(while: isDigit)
    if ["st", "nd", "rd", "th"].contains(suffix) { return .ordinal }
    if isQuantity(text) { return .quantity }
    return date(text, isOrdinal: isOrdinal)
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// `9:15`, `21:00:30`, `5pm`, `9:30am`, `17h30`, with a zone's letter.
  private static func isClock(_ text: Substring) -> Bool {
    var rest = text
    let isHalf = ["am", "pm"].contains { rest.hasSuffix($0) }
    if isHalf { rest = rest.dropLast(2) }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let pointed = rest.split(separator: ".", omittingEmptySubsequences: false)
    if isHalf, pointed.count == 2 { return pointed.allSatisfy { isNumber($0, 1...2) } }
    guard let hour = parts.first, isNumber(hour, 1...2) else { return false }
    if parts.count == 1 { return isHalf }
    return parts.count <= 3 && parts.dropFirst().allSatisfy { isNumber($0, 2...2) }
  }

  private static func isNumber(_ text: Substring, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.count) && text.allSatisfy(isDigit)
  }

  private static func isQuantity(_ text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix(while: isDigit)
      let unit = rest.dropFirst(digits.count).prefix { !isDigit($0) }
      if digits.isEmpty || !units.contains(String(unit)) { return false }
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return true
  }

  private static let units: Set = [
    "m", "min", "mins", "minutes", "h", "hr", "hrs", "hours", "d", "day", "days", "w", "wk", "week", "weeks",
    "mo", "y",
  ]

  private static func date(_ text: String, isOrdinal: Bool) -> Kind? {
    for separator: Character in ["-", ".", "/"] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      if parts.count < 2 { continue }
      let isWeek = separator == "-" && parts[0].count == 4 && parts[1].first == "w"
      if isWeek { return .date }
      // `2026-11-24t09:30` ends in a clock time.
      let isTimed = separator == "-" && parts.count == 3 && isNumber(parts[2].prefix(2), 2...2)
      let last = isTimed ? parts[2].prefix(2) : parts[parts.count - 1]
      guard (parts.dropLast() + [last]).allSatisfy({ isNumber($0, 1...4) }) else { continue }
      let hasYear = parts.contains { $0.count == 4 }
      if parts.count == 3 { return hasYear || isOrdinal || separator != "." ? .date : nil }
      if parts.count != 2 { return nil }
      if separator == "." { return isOrdinal ? .date : .dotted }
      if separator == "/" { return hasYear ? nil : .dotted }
      return hasYear && parts[0].count == 4 ? .date : .numbers
    }
    return nil
  }
}
