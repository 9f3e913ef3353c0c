/// The shells whose command lines kal completes, and how each quotes.
enum CommandShell: String, CaseIterable {
  case bash, zsh, fish

  /// The quote that a place of a word is in.
  enum Quote: Equatable {
    case none, single, double
    /// `$'…'` of bash and zsh, with the escapes of C.
    case escaped
  }

  /// Whether a backslash in single quotes escapes a quote and itself.
  var escapesInSingleQuotes: Bool { self == .fish }

  /// Whether there is `$'…'`.
  var hasEscapedQuotes: Bool { self != .fish }

  /// Whether the shell itself quotes the candidates it is given, and closes open quotes.
  var quotesItself: Bool { self == .fish }

  /// Returns a text as it is written in a quote, which stays open.
  func written(_ text: String, in quote: Quote) -> String {
    switch quote {
    case .none:
      return Self.written(text) { Self.isPlain($0) ? nil : "\\" + String($0) }
    case .single:
      return Self.written(text) { $0 == "'" ? "'\\''" : nil }
    case .double:
      // In double quotes an exclamation mark asks for an earlier command, and a backslash before it stays.
      return Self.written(text) {
        "$`\"\\".unicodeScalars.contains($0) ? "\\" + String($0) : $0 == "!" ? "\"\\!\"" : nil
      }
    case .escaped:
      return Self.written(text) { $0 == "'" || $0 == "\\" ? "\\" + String($0) : nil }
    }
  }

  /// What ends a word that is in a quote: a blank, or for bash what closes the quote.
  ///
  /// zsh closes the quote before the blank. bash adds the blank, but takes an escaped quote at the end for one
  /// that closes.
  func end(ofWordIn quote: Quote) -> String { self == .bash && quote != .none ? end(of: quote) : " " }

  /// What closes a quote.
  func end(of quote: Quote) -> String {
    switch quote {
    case .none: ""
    case .single, .escaped: "'"
    case .double: "\""
    }
  }

  private static func written(_ text: String, _ escaped: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escaped = escaped(scalar) { result += escaped } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Whether a character means itself in a word without quotes.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: scalar.value >= 0x80 || "%+,-./:=@_".unicodeScalars.contains(scalar)
    }
  }
}
