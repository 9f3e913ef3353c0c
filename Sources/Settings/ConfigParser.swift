/// Reads the text of a settings file, one expression a line.
struct ConfigParser {
  private let file: String
  private let text: [Character]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var table = ""
  private var entries: [ConfigFile.Entry] = []
  /// The line on which each key was first set.
  ///
  /// A dictionary costs a conformance look-up, but only files with settings pay for it.
  private var lines: [String: Int] = [:]

  init(text: String, file: String) {
    self.file = file
    let characters = Array(text)
    self.text = characters.first == "\u{FEFF}" ? Array(characters.dropFirst()) : characters
  }

  mutating func parse() throws(ConfigError) -> [ConfigFile.Entry] {
    while true {
      skipBlanks(acrossLines: true)
      guard let character = peek else { return entries }
      if character == "[" { try parseHeader() } else { try parseSetting() }
    }
  }

  // MARK: Expressions

  private mutating func parseHeader() throws(ConfigError) {
    let start = index
    index += 1
    if peek == "[" { throw error(.unsupported("lists of tables"), at: start) }
    skipBlanks(acrossLines: false)
    table = try parseKey()
    skipBlanks(acrossLines: false)
    guard peek == "]" else { throw error(.unclosedHeader, at: start) }
    index += 1
    try endLine()
  }

  private mutating func parseSetting() throws(ConfigError) {
    let (start, startLine, column) = (index, line, index - lineStart + 1)
    let name = try parseKey()
    let key = table.isEmpty ? name : table + "." + name
    skipBlanks(acrossLines: false)
    guard peek == "=" else { throw error(.expectedEquals(key: name), at: index) }
    index += 1
    skipBlanks(acrossLines: false)
    if let first = lines[key] { throw error(.duplicate(key: key, firstLine: first), at: start) }
    let value = try parseValue(of: name)
    try endLine()
    lines[key] = startLine
    entries.append(ConfigFile.Entry(key: key, value: value, line: startLine, column: column))
  }

  /// A key of one or more parts with dots between them.
  private mutating func parseKey() throws(ConfigError) -> String {
    var key = ""
    while true {
      if peek == "\"" || peek == "'" {
        key += try parseString()
      } else {
        let start = index
        while let character = peek, Self.isKeyCharacter(character) { index += 1 }
        guard index > start else { throw error(.expectedKey(found: word(from: start)), at: start) }
        key += String(text[start..<index])
      }
      skipBlanks(acrossLines: false)
      guard peek == "." else { return key }
      index += 1
      key += "."
      skipBlanks(acrossLines: false)
    }
  }

  // MARK: Values

  private mutating func parseValue(of key: String) throws(ConfigError) -> ConfigValue {
    switch peek {
    case nil, "#": throw error(.expectedValue(key: key), at: index)
    case .some(let character) where character.isNewline: throw error(.expectedValue(key: key), at: index)
    case "\"", "'": return .string(try parseString())
    case "[": return .strings(try parseList())
    case "{": throw error(.unsupported("inline tables"), at: index)
    default: return try parseWord()
    }
  }

  private mutating func parseWord() throws(ConfigError) -> ConfigValue {
    let start = index
    let word = word(from: start)
    index += word.count
    if word == "true" { return .boolean(true) }
    if word == "false" { return .boolean(false) }
    let digits = word.filter { $0 != "_" }
    if let number = Int(digits) { return .integer(number) }
    let body = digits.drop { $0 == "+" || $0 == "-" }
    if !body.isEmpty, body.allSatisfy(\.isWholeNumber) { throw error(.numberTooLarge(word), at: start) }
    throw error(.unquoted(text: word), at: start)
  }

  private mutating func parseList() throws(ConfigError) -> [String] {
    let start = (index: index, line: line, lineStart: lineStart)
    index += 1
    var values: [String] = []
    while true {
      skipBlanks(acrossLines: true)
      switch peek {
      case "]":
        index += 1
        return values
      case "\"", "'": values.append(try parseString())
      case nil:
        throw ConfigError(
          file: file, line: start.line, column: start.index - start.lineStart + 1, problem: .unclosedList)
      default: throw error(.listHoldsOther, at: index)
      }
      skipBlanks(acrossLines: true)
      if peek == "," {
        index += 1
      } else if let character = peek, character != "]" {
        throw error(.listHoldsOther, at: index)
      }
    }
  }

  /// A text in double quotes, with escapes, or in single quotes, as it stands.
  private mutating func parseString() throws(ConfigError) -> String {
    let start = index
    let quote = text[start]
    index += 1
    if peek == quote, index + 1 < text.count, text[index + 1] == quote {
      throw error(.unsupported("texts of several lines"), at: start)
    }
    var result = ""
    while let character = peek, !character.isNewline {
      index += 1
      if character == quote { return result }
      if character == "\\", quote == "\"" {
        result.append(try parseEscape())
      } else {
        result.append(character)
      }
    }
    throw error(.unclosedString, at: start)
  }

  private mutating func parseEscape() throws(ConfigError) -> Character {
    let start = index - 1
    guard let character = peek, !character.isNewline else { throw error(.unclosedString, at: start) }
    index += 1
    switch character {
    case "\"", "\\": return character
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "u", "U":
      let length = character == "u" ? 4 : 8
      let digits = String(text[index..<min(index + length, text.count)])
      if digits.count == length, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        index += length
        return Character(scalar)
      }
    default: break
    }
    throw error(.unknownEscape("\\" + String(character)), at: start)
  }

  // MARK: Characters

  private var peek: Character? { index < text.count ? text[index] : nil }

  private static func isKeyCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "_" || character == "-"
  }

  /// Returns the text up to the next blank, comma, bracket, comment or line end; at least one character.
  private func word(from start: Int) -> String {
    let end = text[start...].firstIndex { $0.isWhitespace || "#,]".contains($0) } ?? text.count
    return String(text[start..<max(end, min(start + 1, text.count))])
  }

  private mutating func skipBlanks(acrossLines: Bool) {
    while let character = peek {
      if character == " " || character == "\t" {
        index += 1
      } else if acrossLines, character == "#" {
        skipComment()
      } else if acrossLines, character.isNewline {
        index += 1
        line += 1
        lineStart = index
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    while let character = peek, !character.isNewline { index += 1 }
  }

  /// Throws if anything but a comment follows a value or a header on its line.
  private mutating func endLine() throws(ConfigError) {
    skipBlanks(acrossLines: false)
    if peek == "#" { skipComment() }
    if let character = peek, !character.isNewline { throw error(.trailing(word(from: index)), at: index) }
  }

  private func error(_ problem: ConfigError.Problem, at index: Int) -> ConfigError {
    ConfigError(file: file, line: line, column: index - lineStart + 1, problem: problem)
  }
}
