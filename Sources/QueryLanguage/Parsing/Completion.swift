/// The possible continuations at the cursor of a statement being typed.
public struct Completion: Hashable, Sendable {
  /// The text that a chosen completion replaces: the word under the cursor, or an empty range.
  public var replaced: SourceRange
  /// That piece, up to the cursor.
  public var prefix: String
  /// The expectations at the cursor, likeliest first.
  public var expected: [Expectation]
  /// Whether a statement could end there.
  public var canEnd: Bool

  /// Finds the parser's expectations at a byte of the text; text after the cursor does not count.
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
    start = Self.pathStart(bytes[..<end], options) ?? start
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
      let noted = parser.expected + parser.alsoExpected
      expected = isAtEnd ? noted : []
      if !isAtEnd, case .failure(let fault) = parsed { expected = parser.expectedBehindLast(fault, noted) }
      canEnd = if case .success = parsed { true } else { false }
    }
  }

  /// The start of an unquoted file name at the end of the text; nil if no file name can
  /// stand there.
  private static func pathStart(_ bytes: ArraySlice<UInt8>, _ options: ParseOptions) -> Int? {
    let ends: [UInt8] = [9, 10, 13, 32, UInt8(ascii: ","), UInt8(ascii: ";")]
    let start = (bytes.lastIndex { ends.contains($0) } ?? -1) + 1
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'"), 0xE2]
    guard start > 0, start < bytes.endIndex, !quotes.contains(bytes[start]) else { return nil }
    var parser = Parser(String(decoding: bytes[..<start], as: UTF8.self), options: options)
    _ = Result { () throws(SyntaxError) in try parser.script() }
    let isAtEnd = parser.token(parser.notedIndex).kind == .end
    return isAtEnd && parser.expected.contains(.path) ? start : nil
  }

  /// The words of the language that fit and begin with the typed prefix.
  public var words: [String] {
    let typed = prefix.lowercased()
    var seen: Set<String> = []
    return expected.flatMap(\.words).filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
  }
}

extension Parser {
  /// The expectations after the last token if the parser fails at it: it recognizes some words by the
  /// token after them, which is still missing.
  func expectedBehindLast(_ fault: SyntaxError, _ noted: [Expectation]) -> [Expectation] {
    guard tokens.count > 1, let last = tokens.dropLast().last, fault.range.offset == last.range.offset else {
      return []
    }
    switch last.kind {
    case .integer where noted.contains(.clock): return [.keyword(.am), .keyword(.pm)]
    case .integer, .ordinal:
      return [.unit, .month] + (noted.contains(.keyword(.until)) ? [.keyword(.times)] : [])
    case .symbol(.plus), .symbol(.minus): return [.duration]
    case .quantity, .parameter: return [.keyword(.ago)]
    case .word: break
    default: return []
    }
    switch last.keyword {
    case .start, .end, .rest: return [.keyword(.of)]
    case .at: return [.clock]
    case .past: return [.integer]
    case .week: return [.integer]
    default:
      if isMonth(last) { return [.integer] }
      if isISODuration(last) { return [.keyword(.ago)] }
      let isField = FieldCatalog.settable([.events, .reminders]).contains {
        $0.name.rawValue == last.text.lowercased()
      }
      return isField ? [.symbol(.equal)] : []
    }
  }

  /// Whether only separators precede the end, so that a statement may begin there.
  var startsStatementAtEnd: Bool {
    tokens.count < 2 || tokens[tokens.count - 2].endsStatement
  }
}
