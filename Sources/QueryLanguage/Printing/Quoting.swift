/// Writes names and texts so that they read back as themselves.
public enum Quoting {
  /// The text as a bare word if it is one without another meaning, else in quotes.
  public static func word(_ text: String) -> String {
    isPlain(text) ? text : string(text)
  }

  /// The name of a view as it can be typed: without quotes if it is a word, whatever it means elsewhere.
  public static func viewName(_ name: String) -> String { isWord(name) ? name : string(name) }

  /// The name of a file as it can be typed: without quotes if it reads back as itself.
  public static func path(_ path: String) -> String {
    let isWord = Keyword(spelling: path)?.isReserved ?? false
    return isPlainPath(path) && !isWord && !path.hasPrefix("-") && !path.hasPrefix("$") ? path : string(path)
  }

  /// Whether a name of a file needs no quotes: it holds no blanks, quotes or signs that end
  /// it, and its parentheses are balanced.
  static func isPlainPath(_ path: String) -> Bool {
    var open = 0
    for scalar in path.unicodeScalars {
      if Scalars.isBlank(scalar) || Scalars.isLineEnd(scalar) || scalar.value < 0x20 { return false }
      if "\"'\u{201C}\u{201D}\\,;".unicodeScalars.contains(scalar) { return false }
      if scalar == "(" { open += 1 }
      if scalar == ")" { open -= 1 }
      if open < 0 { return false }
    }
    return open == 0 && !path.isEmpty
  }

  /// The text in double quotes, with escapes.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        if isControl || (0x2028...0x2029).contains(scalar.value) || isDirection(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// The content of a text in quotes; nil unless the text is exactly one string.
  public static func text(_ quoted: String) -> String? {
    var lexer = Lexer(quoted)
    let token = lexer.next()
    guard case .string(let text) = token.kind, token.range.length == quoted.utf8.count else { return nil }
    return text
  }

  /// The controls of text direction, which would let a name look like another.
  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static let special: Set<String> = ["all", "source", "empty", "none", "never", "floating"]

  /// Whether a word is a time behind `in`: a month, a season, a quarter or a week.
  private static func isPeriod(_ text: String) -> Bool {
    CalendarWords.month(text) != nil || CalendarWords.season(text) != nil
      || CalendarWords.yearPart(text) != nil
      || CalendarWords.week(text) != nil
  }

  /// Whether the text is a single word, has no other meaning in place of a name or text, and is not a
  /// length such as `P1D`.
  static func isPlain(_ text: String) -> Bool {
    guard isWord(text), !special.contains(text.lowercased()), !isPeriod(text) else { return false }
    let start = text.utf8.prefix(2).map { $0 | 0x20 }
    let looksLikeLength =
      start.count == 2 && start[0] == UInt8(ascii: "p")
      && (start[1] & 0x30 == 0x30 || start[1] == UInt8(ascii: "t"))
    return !looksLikeLength
  }

  /// Whether the text is a single word that is not reserved.
  private static func isWord(_ text: String) -> Bool {
    var lexer = Lexer(text)
    let token = lexer.next()
    return token.kind == .word && token.text == text && token.range.length == text.utf8.count
      && !(token.keyword?.isReserved ?? false)
  }
}
