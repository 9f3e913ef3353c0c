/// Recursive descent over the tokens of a text.
///
/// One function per production of `Grammar/kalends.ebnf`, of the same name; one file per construct. Functions
/// note the expectations at the current token before they examine it: errors and completion read the notes.
struct Parser {
  let source: String
  let tokens: [Token]
  let options: ParseOptions
  var index = 0
  var depth = 0
  /// The index of the token that the notes describe: the furthest examined.
  private(set) var notedIndex = 0
  private(set) var expected: [Expectation] = []
  /// Further expectations that would make a message long: only completion offers them.
  private(set) var alsoExpected: [Expectation] = []
  /// The ranges of the open parentheses.
  var parentheses: [SourceRange] = []
  /// Whether `to` followed by a path ends a query.
  var stopsBeforePath = false
  /// Whether `at` ends a query, as in `complete reminders overdue at 17:00`.
  var stopsBeforeAt = false
  /// Whether `between` and clock times are a clause of their own, as in `free`.
  var hasHoursClause = false
  /// Whether `and` ends a length, as in `between 1 hour and 90 minutes`.
  var isBetween = false
  /// The date that was read last, for completion.
  var lastDate: DateSyntax?
  /// The index after the last `1730` that was read as a clock time, as its token is a plain number.
  var compactClockEnd: Int?
  /// Names in `sort` and `having` that a `select … as NAME` must define.
  var pendingAliases: [(name: String, range: SourceRange)] = []

  init(_ source: String, options: ParseOptions) {
    self.source = source
    self.options = options
    tokens = Lexer.tokens(source, deepest: max(options.maximumDepth, ParseOptions.deepestRead))
  }

  // MARK: Tokens

  var current: Token { token(index) }

  func token(_ index: Int) -> Token { tokens[min(index, tokens.count - 1)] }

  func peek(_ distance: Int = 1) -> Token { token(index + distance) }

  @discardableResult
  mutating func advance() -> Token {
    let token = current
    if index < tokens.count - 1 { index += 1 }
    return token
  }

  func isAt(_ keyword: Keyword) -> Bool { current.keyword == keyword }

  func isAt(sign symbol: Symbol) -> Bool { current.isSymbol(symbol) }

  /// The range of everything read since the token at `start`.
  func range(from start: Int) -> SourceRange {
    guard index > start else { return SourceRange(offset: token(start).range.offset, length: 0) }
    return token(start).range.union(token(index - 1).range)
  }

  /// The range of the tokens from one to another.
  func range(from start: Int, through end: Int) -> SourceRange {
    token(start).range.union(token(end).range)
  }

  /// The text as written at a range.
  func text(at range: SourceRange) -> String {
    String(decoding: Array(source.utf8)[range.offset..<range.end], as: UTF8.self)
  }

  // MARK: Notes

  mutating func note(_ expectation: Expectation) {
    guard moveNotes() else { return }
    if !expected.contains(expectation) { expected.append(expectation) }
  }

  mutating func noteAlso(_ expectation: Expectation) {
    guard moveNotes() else { return }
    if !alsoExpected.contains(expectation) { alsoExpected.append(expectation) }
  }

  private mutating func moveNotes() -> Bool {
    if index > notedIndex {
      notedIndex = index
      expected = []
      alsoExpected = []
    }
    return index == notedIndex
  }

  // MARK: Eating

  /// Takes the keyword if it is there; it is offered in messages.
  mutating func eat(_ keyword: Keyword) -> Bool {
    note(.keyword(keyword))
    guard isAt(keyword) else { return false }
    advance()
    return true
  }

  /// Takes the keyword if it is there; only completion offers it.
  mutating func eatOptional(_ keyword: Keyword) -> Bool {
    noteAlso(.keyword(keyword))
    guard isAt(keyword) else { return false }
    advance()
    return true
  }

  mutating func eat(sign symbol: Symbol) -> Bool {
    noteAlso(.symbol(symbol))
    guard isAt(sign: symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ keyword: Keyword) throws(SyntaxError) {
    guard eat(keyword) else { throw unexpected() }
  }

  mutating func expect(sign symbol: Symbol) throws(SyntaxError) {
    note(.symbol(symbol))
    guard eat(sign: symbol) else { throw unexpected() }
  }

  mutating func openParenthesis() throws(SyntaxError) {
    let range = current.range
    try expect(sign: .open)
    parentheses.append(range)
  }

  mutating func closeParenthesis() throws(SyntaxError) {
    note(.symbol(.close))
    if current.kind == .end, let open = parentheses.last {
      throw SyntaxError(.unclosedParenthesis, at: open, expected: expected)
    }
    try expect(sign: .close)
    parentheses.removeLast()
  }

  /// A list separated by commas.
  mutating func list<Element>(
    _ element: (inout Parser) throws(SyntaxError) -> Element
  ) throws(SyntaxError) -> [Element] {
    var result = [try element(&self)]
    while eat(sign: .comma) { result.append(try element(&self)) }
    return result
  }

  // MARK: Depth

  mutating func enter() throws(SyntaxError) {
    depth += 1
    if depth > options.maximumDepth {
      throw SyntaxError(.tooDeep(options.maximumDepth), at: current.range)
    }
  }

  mutating func leave() { depth -= 1 }

  // MARK: Ends and faults

  mutating func skipSeparators() {
    while current.kind != .end, current.endsStatement { advance() }
  }

  mutating func expectEndOfStatement() throws(SyntaxError) {
    noteAlso(.endOfStatement)
    guard current.endsStatement else {
      if expected.isEmpty || notedIndex < index { note(.endOfStatement) }
      throw unexpected()
    }
  }

  mutating func expectEndOfFragment() throws(SyntaxError) {
    noteAlso(.endOfStatement)
    guard current.kind == .end else { throw unexpected() }
  }

  /// The error for the current token, with the noted expectations.
  mutating func unexpected(after: String? = nil) -> SyntaxError {
    let token = current
    let wanted = index == notedIndex ? expected : []
    switch token.kind {
    case .invalid(let fault): return SyntaxError(.lexical(fault), at: token.range)
    case .strange where token.text == "|" || token.text == "||":
      return SyntaxError(.noPipes, at: token.range, expected: wanted)
    default: break
    }
    if token.endsStatement {
      let previous = index > 0 ? self.token(index - 1).range : SourceRange(offset: 0, length: 0)
      let place = after == nil ? SourceRange(offset: previous.end, length: 0) : previous
      if token.kind == .end, let open = parentheses.last, wanted.contains(.symbol(.close)) {
        return SyntaxError(.unclosedParenthesis, at: open, expected: wanted)
      }
      return SyntaxError(.unexpected(.endOfInput, after: after), at: place, expected: wanted)
    }
    if let keyword = token.keyword, keyword.isReserved {
      if keyword == .and || keyword == .or, !wanted.contains(where: SyntaxProblem.needsOperand) {
        return SyntaxError(.misplacedConnective(keyword), at: token.range, expected: wanted)
      }
      return SyntaxError(.unexpected(.reserved(keyword), after: after), at: token.range, expected: wanted)
    }
    if token.isWord, token.keyword == nil, index > 0, wanted.contains(.keyword(.and)) {
      let previous = self.token(index - 1)
      let words = wanted.flatMap(\.words)
      if previous.isWord, Spelling.suggestions(for: token.text, among: words).isEmpty {
        let whole = previous.range.union(token.range)
        return SyntaxError(
          .wordAfterText(token.text, phrase: text(at: whole), phraseRange: whole), at: token.range,
          expected: wanted)
      }
    }
    // A bare number after a day is probably a time.
    let isTime = token.integer != nil && index == notedIndex && alsoExpected.contains(.clock)
    return SyntaxError(
      .unexpected(.text(token.text), after: after), at: token.range,
      expected: (isTime ? [.clock] : []) + wanted, alsoExpected: index == notedIndex ? alsoExpected : [])
  }
}

/// Stops a loop that consumes nothing.
struct LoopProgress {
  private var last = -1

  /// Whether the parser has moved since the last call.
  mutating func isMoving(_ index: Int) -> Bool {
    guard index > last else { return false }
    last = index
    return true
  }
}
