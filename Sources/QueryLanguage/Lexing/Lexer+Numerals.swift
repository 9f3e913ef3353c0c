extension Lexer {
  /// The run of digits at the position as a number, or nil if it is too large to be one.
  mutating func scanDigits() -> Int? {
    var value: Int? = 0
    while let scalar = peek(), Scalars.isDigit(scalar) {
      if let current = value {
        let (product, overflow) = current.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(Int(scalar.value) - 48)
        value = overflow || carry ? nil : sum
      }
      advance()
    }
    return value
  }

  /// The shapes of tokens that begin with a digit; `d` stands for a digit, other characters for themselves.
  private enum Shape {
    static let date = "dddd-dd-dd"
    static let week = "dddd-Wdd"
    static let weekDay = "dddd-Wdd-d"
    static let month = "dddd-dd"
    static let yearDay = "dddd-ddd"
  }

  private func matches(_ shape: String, at distance: Int = 0) -> Bool {
    var index = distance
    for expected in shape.unicodeScalars {
      guard let scalar = peek(index) else { return false }
      switch expected {
      case "d": if !Scalars.isDigit(scalar) { return false }
      case "W": if scalar != "W" && scalar != "w" { return false }
      default: if scalar != expected { return false }
      }
      index += 1
    }
    return true
  }

  /// Whether a token can end here: no digit and no letter follows.
  private func ends(at distance: Int) -> Bool {
    guard let scalar = peek(distance) else { return true }
    return !Scalars.isDigit(scalar) && !Scalars.isLetter(scalar) && scalar != "_"
  }

  private func digitCount(at distance: Int) -> Int {
    var count = 0
    while peekIs(distance + count, Scalars.isDigit) { count += 1 }
    return count
  }

  mutating func scanNumeral() -> Token.Kind {
    if matches(Shape.date) {
      if let separator = peek(10), separator == "T" || separator == "t", peekIs(11, Scalars.isDigit) {
        return scanDateTime()
      }
      if ends(at: 10) {
        advance(10)
        return .isoDate
      }
    }
    if matches(Shape.weekDay), ends(at: 10) {
      advance(10)
      return .isoDate
    }
    if matches(Shape.week), ends(at: 8) {
      advance(8)
      return .isoWeek
    }
    if matches(Shape.yearDay), ends(at: 8) {
      advance(8)
      return .isoDate
    }
    if matches(Shape.month), ends(at: 7), !(peek(7) == "-" && peekIs(8, Scalars.isDigit)) {
      advance(7)
      return .isoMonth
    }
    let digits = digitCount(at: 0)
    if peek(digits) == ":", digits <= 2, digitCount(at: digits + 1) > 0 { return scanClock(digits) }
    if peek(digits) == "/", digitCount(at: digits + 1) > 0 { return scanSeparatedDate("/", .slashDate) }
    if peek(digits) == ".", digitCount(at: digits + 1) > 0 { return scanPointed(digits) }
    if digits <= 2, peek(digits) == "-", let length = dashDateLength(digits) {
      advance(length)
      return .dashDate
    }
    if digits == 4, peek(4) == "-", let wrong = malformedDateLength() {
      advance(wrong)
      return .isoDate
    }
    if peekIs(digits, Scalars.isLetter) { return scanQuantity(digits) }
    return scanDigits().map { .integer($0) } ?? .invalid(.numberTooLarge)
  }

  /// The length of a text such as `2026-1-5`, which is a malformed date and not a subtraction.
  private func malformedDateLength() -> Int? {
    let month = digitCount(at: 5)
    guard month > 0, peek(5 + month) == "-" else { return nil }
    let day = digitCount(at: 6 + month)
    return day > 0 && ends(at: 6 + month + day) ? 6 + month + day : nil
  }

  /// The length of `24-Dec-2026` or `24-Dec`, a day and a month with a dash between them; nil for others.
  private func dashDateLength(_ digits: Int) -> Int? {
    let end = letterCount(at: digits + 1) + digits + 1
    guard CalendarWords.month(text(from: digits + 1, to: end)) != nil else { return nil }
    let year = digitCount(at: end + 1)
    if peek(end) == "-", year == 4, ends(at: end + 5) { return end + 5 }
    return ends(at: end) && peek(end) != "-" ? end : nil
  }

  private mutating func scanDateTime() -> Token.Kind {
    advance(11)
    while let scalar = peek(), Scalars.isDigit(scalar) || (scalar == ":" && peekIs(1, Scalars.isDigit)) {
      advance()
    }
    if peek() == ".", peekIs(1, Scalars.isDigit) { advance(1 + digitCount(at: 1)) }
    if let zone = peek(), zone == "Z" || zone == "z", ends(at: 1) {
      advance()
    } else if let sign = peek(), sign == "+" || sign == "-" {
      // An offset has four digits, with or without a colon, or two after a plus; `-1d` after a date-time is
      // a length, and `-10` might be the end of a range.
      let hours = digitCount(at: 1)
      if hours == 2, peek(3) == ":", digitCount(at: 4) == 2, ends(at: 6) {
        advance(6)
      } else if hours == 4 || (hours == 2 && sign == "+"), ends(at: 1 + hours) {
        advance(1 + hours)
      }
    }
    return .isoDateTime
  }

  private mutating func scanClock(_ hourDigits: Int) -> Token.Kind {
    advance(hourDigits + 1)
    advance(digitCount(at: 0))
    if peek() == ":", digitCount(at: 1) > 0 { advance(1 + digitCount(at: 1)) }
    for suffix in [("a", "m"), ("p", "m")] {
      guard let first = peek(), let second = peek(1), ends(at: 2) else { continue }
      if String(first).lowercased() == suffix.0, String(second).lowercased() == suffix.1 { advance(2) }
    }
    return .clock
  }

  private mutating func scanSeparatedDate(_ separator: Unicode.Scalar, _ kind: Token.Kind) -> Token.Kind {
    while let scalar = peek() {
      guard Scalars.isDigit(scalar) || (scalar == separator && peekIs(1, Scalars.isDigit)) else { break }
      advance()
    }
    return kind
  }

  /// `52.5` or `12.11.` or `12.11.2026`.
  private mutating func scanPointed(_ digits: Int) -> Token.Kind {
    let second = digitCount(at: digits + 1)
    let after = digits + 1 + second
    if peek(after) == ".", peek(after + 1) != "." {
      _ = scanSeparatedDate(".", .dottedDate)
      if peek() == "." { advance() }
      return .dottedDate
    }
    advance(after)
    return .decimal
  }

  /// Digits followed by letters and perhaps more of both: `1h30m`, `9am`, `2nd`.
  private mutating func scanQuantity(_ digits: Int) -> Token.Kind {
    let start = position
    while let scalar = peek(),
      Scalars.isDigit(scalar) || Scalars.isLetter(scalar) || Scalars.isExtender(scalar)
    {
      advance()
    }
    var letters = ""
    for scalar in scalars[(start + digits)..<position] { letters.unicodeScalars.append(scalar) }
    guard ["st", "nd", "rd", "th"].contains(letters.lowercased()), digits <= 3 else { return .quantity }
    var number = 0
    for scalar in scalars[start..<(start + digits)] { number = number * 10 + Int(scalar.value) - 48 }
    return .ordinal(number)
  }
}
