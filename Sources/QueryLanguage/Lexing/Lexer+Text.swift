extension Lexer {
  mutating func scanWord() -> Token.Kind {
    let start = position
    while let scalar = peek() {
      if Scalars.isLetter(scalar) || Scalars.isDigit(scalar) || scalar == "_" || Scalars.isExtender(scalar)
        || Scalars.isOtherDigit(scalar)
      {
        advance()
      } else if scalar == "." || scalar == "/" || scalar == "'" || scalar == "\u{2019}" {
        guard peekIs(1, { Scalars.isLetter($0) || Scalars.isDigit($0) }) else { break }
        // `dec.24` is a month and a day.
        if scalar == ".", peekIs(1, Scalars.isDigit), isShortDateName(from: start) { break }
        advance(2)
      } else if scalar == "-", peekIs(1, Scalars.isLetter), !isDateDash(from: start) {
        advance(2)
      } else {
        break
      }
    }
    if peek() == ":", peekIs(1, { Scalars.isASCIILetter($0) || Scalars.isDigit($0) }) {
      var word = ""
      for scalar in scalars[start..<position] { word.unicodeScalars.append(scalar) }
      if ["ev", "rm", "cal", "src"].contains(word.lowercased()) { return scanIdentifier() }
    }
    return .word
  }

  /// Whether the dash at the position joins two weekdays or months, as in `mon-fri`, or a word and its
  /// month, as in `mid-december`.
  private func isDateDash(from start: Int) -> Bool {
    func isName(_ text: String) -> Bool {
      CalendarWords.weekday(text) != nil || CalendarWords.month(text) != nil
    }
    let before = text(from: start - position, to: 0)
    let after = text(from: 1, to: 1 + letterCount(at: 1))
    return isName(after) && (isName(before) || MonthThird(rawValue: before.lowercased()) != nil)
  }

  /// Whether the word from `start` up to the position is the short name of a weekday or month, which a
  /// point may follow.
  func isShortDateName(from start: Int) -> Bool {
    guard (3...5).contains(position - start) else { return false }
    let word = text(from: start - position, to: 0)
    return CalendarWords.weekday(word) != nil || CalendarWords.month(word) != nil
  }

  /// The number of letters from a distance on.
  func letterCount(at distance: Int) -> Int {
    var count = 0
    while peekIs(distance + count, Scalars.isLetter) { count += 1 }
    return count
  }

  /// The text between two distances from the position.
  func text(from first: Int, to end: Int) -> String {
    var text = ""
    for distance in first..<max(first, end) {
      if let scalar = peek(distance) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// The rest of an id after its prefix: `:7kq2m9/20261118T091500~1`.
  private mutating func scanIdentifier() -> Token.Kind {
    func isKey(_ scalar: Unicode.Scalar) -> Bool { Scalars.isASCIILetter(scalar) || Scalars.isDigit(scalar) }
    advance()
    while peekIs(0, isKey) { advance() }
    if peek() == "/", peekIs(1, Scalars.isDigit) {
      advance()
      while peekIs(0, isKey) { advance() }
    }
    if peek() == "~", peekIs(1, Scalars.isDigit) {
      advance()
      while peekIs(0, Scalars.isDigit) { advance() }
    }
    return .identifier
  }

  mutating func scanString(closing: Unicode.Scalar) -> Token.Kind {
    advance()
    var value = ""
    var fault: LexicalFault?
    while let scalar = peek(), !Scalars.isLineEnd(scalar) {
      advance()
      if scalar == closing { return fault.map { .invalid($0) } ?? .string(value) }
      // Stored text never holds the zero character.
      if scalar == "\0" { fault = fault ?? .character("\0") }
      guard scalar == "\\" else {
        value.unicodeScalars.append(scalar)
        continue
      }
      guard let escaped = peek(), !Scalars.isLineEnd(escaped) else { break }
      advance()
      switch escaped {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "\"", "\\", "'", "\u{201C}", "\u{201D}": value.unicodeScalars.append(escaped)
      case "u":
        if let scalar = scanUnicodeEscape() {
          value.unicodeScalars.append(scalar)
        } else {
          fault = fault ?? .badEscape("\\u")
        }
      default: fault = fault ?? .badEscape("\\" + String(escaped))
      }
    }
    return .invalid(.unclosedString)
  }

  /// The scalar of `{1F600}` after `\u`.
  private mutating func scanUnicodeEscape() -> Unicode.Scalar? {
    guard peek() == "{" else { return nil }
    var digits = ""
    var distance = 1
    while let scalar = peek(distance), scalar.properties.isASCIIHexDigit, distance < 8 {
      digits.unicodeScalars.append(scalar)
      distance += 1
    }
    guard peek(distance) == "}", let value = UInt32(digits, radix: 16), value != 0 else { return nil }
    advance(distance + 1)
    return Unicode.Scalar(value)
  }

  mutating func scanRawString() -> Token.Kind {
    advance()
    var value = ""
    var fault: LexicalFault?
    while let scalar = peek(), !Scalars.isLineEnd(scalar) {
      advance()
      if scalar == "\0" { fault = .character("\0") }
      if scalar != "'" {
        value.unicodeScalars.append(scalar)
      } else if peek() == "'" {
        value.append("'")
        advance()
      } else {
        return fault.map { .invalid($0) } ?? .string(value)
      }
    }
    return .invalid(.unclosedString)
  }

  mutating func scanRegex() -> Token.Kind {
    advance()
    var pattern = ""
    while let scalar = peek(), !Scalars.isLineEnd(scalar) {
      advance()
      if scalar == "/" {
        let ignoresCase = peek() == "i" && !peekIs(1, Scalars.isLetter)
        if ignoresCase { advance() }
        return .regex(pattern: pattern, ignoresCase: ignoresCase)
      }
      if scalar == "\\", let escaped = peek(), !Scalars.isLineEnd(escaped) {
        advance()
        if escaped != "/" { pattern.append("\\") }
        pattern.unicodeScalars.append(escaped)
      } else {
        pattern.unicodeScalars.append(scalar)
      }
    }
    return .invalid(.unclosedRegex)
  }

  mutating func scanRow() -> Token.Kind {
    advance()
    guard peekIs(0, Scalars.isDigit) else { return .invalid(.incompleteSign("#")) }
    return scanDigits().map { .row($0) } ?? .invalid(.numberTooLarge)
  }

  mutating func scanParameter() -> Token.Kind {
    advance()
    var name = ""
    while let scalar = peek(),
      Scalars.isASCIILetter(scalar) || scalar == "_" || (!name.isEmpty && Scalars.isDigit(scalar))
    {
      name.unicodeScalars.append(scalar)
      advance()
    }
    return name.isEmpty ? .invalid(.incompleteSign("$")) : .parameter(name)
  }
}
