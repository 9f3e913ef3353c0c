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
    while !lexer.isHopeless, lexer.next().kind != .end {}
    if lexer.isHopeless { return .complete }
    if lexer.endsWithBackslash { return .trailingBackslash }
    return lexer.isInParentheses ? .openParenthesis : .complete
  }

  /// The range of each statement, without separators, comments and a `#!` line.
  ///
  /// A script can thus run up to its first faulty statement.
  public static func statements(in text: String) -> [SourceRange] {
    var result: [SourceRange] = []
    var current: SourceRange?
    var lexer = Lexer(text)
    while true {
      let token = lexer.next()
      if token.endsStatement {
        if let range = current { result.append(range) }
        if token.kind == .end { return result }
        current = nil
      } else {
        current = current?.union(token.range) ?? token.range
      }
      if let range = current, lexer.isHopeless {
        // The rest of the text belongs to the rejected statement.
        return result + [SourceRange(offset: range.offset, length: text.utf8.count - range.offset)]
      }
    }
  }
}
