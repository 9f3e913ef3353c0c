/// A word, number, string or sign of statement text.
public struct Token: Hashable, Sendable {
  /// The kind of a token.
  ///
  /// The lexer distinguishes shapes; the parser decides whether a date exists.
  public enum Kind: Hashable, Sendable {
    case word
    /// The text with escapes resolved.
    case string(String)
    case integer(Int)
    case decimal
    /// Digits and letters, as `1h30m`, `9am`, and wrong ones such as `3M`.
    case quantity
    /// `2nd`.
    case ordinal(Int)
    case isoDate, isoMonth, isoWeek, isoDateTime
    /// `17:00`, `17:00:30`.
    case clock
    /// `12/11/2026` and `12.11.`, whose order of day and month may be unclear.
    case slashDate, dottedDate
    /// `24-Dec-2026`, `24-Dec`.
    case dashDate
    /// `ev:7kq2m9/20261118T091500`.
    case identifier
    /// `#3`.
    case row(Int)
    /// `$x`; the name without the dollar sign.
    case parameter(String)
    case regex(pattern: String, ignoresCase: Bool)
    case symbol(Symbol)
    /// Signs that no statement has, as `==` or `|`.
    case strange
    case newline
    case end
    case invalid(LexicalFault)
  }

  /// The kind of token.
  public var kind: Kind
  /// The text as written.
  public var text: String
  /// The place in the text.
  public var range: SourceRange

  /// The keyword of a word; nil for other tokens.
  public var keyword: Keyword? {
    guard case .word = kind else { return nil }
    return Keyword(spelling: text)
  }

  /// Whether a statement ends here.
  var endsStatement: Bool {
    switch kind {
    case .newline, .end, .symbol(.semicolon): true
    default: false
    }
  }

  /// The word in lower case with a plain apostrophe; nil for other tokens.
  var lowered: String? { isWord ? text.lowercased().replacing("\u{2019}", with: "'") : nil }

  /// Whether it is a word of dates.
  func isWord(_ word: DateWord) -> Bool { isWord && text.lowercased() == word.rawValue }

  func isSymbol(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }

  var isWord: Bool { kind == .word }

  var isString: Bool {
    if case .string = kind { return true }
    return false
  }

  var integer: Int? {
    if case .integer(let value) = kind { return value }
    return nil
  }
}

/// The signs of the language.
public enum Symbol: String, CaseIterable, Sendable {
  case comma = ","
  case open = "("
  case close = ")"
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case plusEqual = "+="
  case minusEqual = "-="
  case range = ".."
  case star = "*"
  case at = "@"
  case semicolon = ";"
}

/// A fault in text that forms no token.
public enum LexicalFault: Hashable, Sendable {
  case unclosedString
  case unclosedRegex
  /// `\q`: the letter after the backslash.
  case badEscape(String)
  /// `--json` in a statement.
  case option(String)
  case character(String)
  case numberTooLarge
  /// `#` or `$` with nothing usable after it.
  case incompleteSign(String)
}
