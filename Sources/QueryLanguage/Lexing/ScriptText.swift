/// Whether text typed so far is a whole input.
public enum InputCompleteness: Hashable, Sendable {
  case complete
  /// A `(` is still open.
  case openParenthesis
  /// The last line ends in a backslash.
  case trailingBackslash
}

/// The statements of a longer text, before any of them is parsed.
public enum ScriptText {
  /// Whether a prompt should read another line.
  public static func completeness(of text: String) -> InputCompleteness {
    var lexer = Lexer(text)
    while lexer.next().kind != .end {}
    if lexer.endsWithBackslash { return .trailingBackslash }
    return lexer.isInParentheses ? .openParenthesis : .complete
  }

  /// Where each statement stands, without separators, comments and a `#!` line.
  ///
  /// A script can so be run up to its first wrong statement.
  public static func statements(in text: String) -> [SourceRange] {
    var result: [SourceRange] = []
    var current: SourceRange?
    for token in Lexer.tokens(text) {
      if token.endsStatement {
        if let range = current { result.append(range) }
        current = nil
      } else {
        current = current?.union(token.range) ?? token.range
      }
    }
    return result
  }
}
