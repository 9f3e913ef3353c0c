/// Cuts statement text into tokens; never fails, faults are tokens too.
public struct Lexer {
  let scalars: [Unicode.Scalar]
  var position = 0
  private var offset = 0
  private var openParentheses = 0
  private var afterMatches = false
  private(set) var endsWithBackslash = false

  /// The state at the end of a line that the next line needs.
  struct State: Sendable {
    fileprivate var openParentheses = 0
    fileprivate var afterMatches = false
    fileprivate var endsWithBackslash = false
    fileprivate var isFirstLine: Bool

    /// The state before a line that continues no other; the first line may name an interpreter.
    init(isFirstLine: Bool) { self.isFirstLine = isFirstLine }

    fileprivate init(isFirstLine: Bool, afterMatches: Bool) {
      (self.isFirstLine, self.afterMatches) = (isFirstLine, afterMatches)
    }

    /// Whether nothing continues in the next line, or too many parentheses are open for
    /// a statement.
    var isComplete: Bool {
      openParentheses == 0 && !endsWithBackslash || openParentheses > ParseOptions.deepestRead
    }
  }

  private let isFirstLine: Bool

  /// A lexer at the beginning of a text.
  public init(_ text: String) { self.init(text, after: State(isFirstLine: true)) }

  private init(_ text: String, after state: State) {
    scalars = Array(text.unicodeScalars)
    openParentheses = state.openParentheses
    afterMatches = state.afterMatches
    isFirstLine = state.isFirstLine
  }

  /// The state after a line, which is given without its line end.
  static func state(behind line: String, after state: State) -> State {
    var lexer = Lexer(line, after: state)
    var result = State(isFirstLine: false, afterMatches: state.afterMatches)
    while !lexer.isHopeless, lexer.next().kind != .end { result.afterMatches = lexer.afterMatches }
    result.openParentheses = lexer.openParentheses
    result.endsWithBackslash = lexer.endsWithBackslash
    return result
  }

  /// All tokens of a text; the last is `.end`.
  ///
  /// It ends early if more than `deepest` parentheses are open.
  public static func tokens(_ text: String, deepest: Int = .max) -> [Token] {
    var lexer = Lexer(text)
    var result: [Token] = []
    while lexer.openParentheses <= deepest {
      let token = lexer.next()
      result.append(token)
      if token.kind == .end { return result }
    }
    lexer.position = lexer.scalars.count
    return result + [lexer.next()]
  }

  /// Whether more parentheses are open than any statement may have.
  var isHopeless: Bool { openParentheses > ParseOptions.deepestRead }

  /// Whether a `(` is still open at the position.
  var isInParentheses: Bool { openParentheses > 0 }

  /// The next token; `.end` repeatedly at the end.
  public mutating func next() -> Token {
    if position == 0, isFirstLine { skipInterpreterLine() }
    skipBlanks()
    let start = position
    let startOffset = offset
    let kind = scan()
    var text = ""
    for scalar in scalars[start..<position] { text.unicodeScalars.append(scalar) }
    skipPoint(behind: kind, from: start)
    let token = Token(
      kind: kind, text: text, range: SourceRange(offset: startOffset, length: offset - startOffset))
    afterMatches = token.keyword == .matches
    switch kind {
    case .symbol(.open): openParentheses += 1
    case .symbol(.close): openParentheses = max(0, openParentheses - 1)
    case .symbol(.semicolon): openParentheses = 0
    default: break
    }
    return token
  }

  /// Skips the point of `dec.` and `mon.`, which belongs to the word and not to its text.
  private mutating func skipPoint(behind kind: Token.Kind, from start: Int) {
    guard kind == .word, peek() == ".", peek(1) != ".", isShortDateName(from: start) else { return }
    advance()
  }

  // MARK: Reading

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < scalars.count {
      offset += UTF8.width(scalars[position])
      position += 1
    }
  }

  func peekIs(_ distance: Int = 0, _ test: (Unicode.Scalar) -> Bool) -> Bool {
    peek(distance).map(test) ?? false
  }

  private mutating func skipInterpreterLine() {
    guard peek() == "#", peek(1) == "!" else { return }
    while let scalar = peek(), !Scalars.isLineEnd(scalar) { advance() }
  }

  private mutating func skipBlanks() {
    while let scalar = peek() {
      if Scalars.isBlank(scalar) || (openParentheses > 0 && Scalars.isLineEnd(scalar)) {
        advance()
      } else if scalar == "\\" {
        var distance = 1
        while peekIs(distance, Scalars.isBlank) { distance += 1 }
        guard let next = peek(distance) else {
          endsWithBackslash = true
          return advance(distance)
        }
        guard Scalars.isLineEnd(next) else { return }
        advance(next == "\r" && peek(distance + 1) == "\n" ? distance + 2 : distance + 1)
      } else if scalar == "-", peek(1) == "-",
        peek(2).map({ Scalars.isBlank($0) || Scalars.isLineEnd($0) }) ?? true
      {
        while let next = peek(), !Scalars.isLineEnd(next) { advance() }
      } else {
        return
      }
    }
  }

  private mutating func scan() -> Token.Kind {
    guard let scalar = peek() else { return .end }
    if Scalars.isLineEnd(scalar) {
      advance(scalar == "\r" && peek(1) == "\n" ? 2 : 1)
      return .newline
    }
    if Scalars.isDigit(scalar) { return scanNumeral() }
    if scalar == "_" || Scalars.isLetter(scalar) { return scanWord() }
    switch scalar {
    case "\"": return scanString(closing: "\"")
    case "\u{201C}": return scanString(closing: "\u{201D}")
    case "'": return scanRawString()
    case "/" where afterMatches: return scanRegex()
    case "/" where isBetweenDigits:
      // ISO 8601 writes a range so: 2026-11-23/2026-11-27.
      advance()
      return .symbol(.range)
    case "#": return scanRow()
    case "$": return scanParameter()
    default: return scanSymbol()
    }
  }

  private var isBetweenDigits: Bool {
    position > 0 && Scalars.isDigit(scalars[position - 1]) && peekIs(1, Scalars.isDigit)
  }

  private mutating func scanSymbol() -> Token.Kind {
    guard let first = peek() else { return .end }
    if first == "-", peek(1) == "-" {
      var option = ""
      while let scalar = peek(), !Scalars.isBlank(scalar), !Scalars.isLineEnd(scalar), scalar != ";" {
        option.unicodeScalars.append(scalar)
        advance()
      }
      return .invalid(.option(option))
    }
    let strangeSigns = ["===", "==", "<>", "=~", "!~", "&&", "||", "|", "&", "!", "~", ":", "%"]
    var pair = String(first)
    if let second = peek(1) { pair.unicodeScalars.append(second) }
    let triple = pair + (peek(2).map { String($0) } ?? "")
    for sign in strangeSigns where sign.utf8.count > 1 && (sign == pair || sign == triple) {
      advance(sign.utf8.count)
      return .strange
    }
    if let symbol = Symbol(rawValue: pair), pair.utf8.count == 2 {
      advance(2)
      return .symbol(symbol)
    }
    advance()
    // The dash between two dates as results print them: 12:00–13:00.
    if first == "\u{2013}" { return .symbol(.range) }
    if let symbol = Symbol(rawValue: String(first)) { return .symbol(symbol) }
    if strangeSigns.contains(String(first)) { return .strange }
    return .invalid(.character(String(first)))
  }
}
