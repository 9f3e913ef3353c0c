/// What could stand at the cursor of a statement being typed.
public struct Completion: Hashable, Sendable {
  /// The piece of text that a chosen completion replaces: the word under the cursor, or nothing.
  public var replaced: SourceRange
  /// That piece, up to the cursor.
  public var prefix: String
  /// What could stand there, likeliest first.
  public var expected: [Expectation]
  /// Whether a statement could end there.
  public var canEnd: Bool

  /// Finds what the parser itself expects at a byte of the text; what follows the cursor does not count.
  public init(_ text: String, cursor: Int, options: ParseOptions = ParseOptions()) {
    let bytes = Array(text.utf8)
    var end = min(max(cursor, 0), bytes.count)
    // A cursor inside a character counts as one before it.
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let before = String(decoding: bytes[..<end], as: UTF8.self)
    var start = end
    for token in Lexer.tokens(before) where token.range.end == end && token.range.length > 0 {
      switch token.kind {
      case .word, .invalid(.unclosedString), .quantity, .identifier: start = token.range.offset
      default: break
      }
    }
    replaced = SourceRange(offset: start, length: end - start)
    prefix = String(decoding: bytes[start..<end], as: UTF8.self)
    var parser = Parser(String(decoding: bytes[..<start], as: UTF8.self), options: options)
    let parsed = Result { () throws(SyntaxError) in try parser.script() }
    let isAtEnd = parser.token(parser.notedIndex).kind == .end
    let atStart = parser.index == parser.tokens.count - 1 && parser.startsStatementAtEnd
    if atStart {
      expected = [.statement]
      canEnd = true
    } else {
      expected = isAtEnd ? parser.expected + parser.alsoExpected : []
      canEnd = if case .success = parsed { true } else { false }
    }
  }

  /// The words of the language that fit and begin with what is typed already.
  public var words: [String] {
    let typed = prefix.lowercased()
    var seen: Set<String> = []
    return expected.flatMap(\.words).filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
  }
}

extension Parser {
  /// Whether nothing but separators stands before the end, so that a statement may begin there.
  var startsStatementAtEnd: Bool {
    tokens.count < 2 || tokens[tokens.count - 2].endsStatement
  }
}
