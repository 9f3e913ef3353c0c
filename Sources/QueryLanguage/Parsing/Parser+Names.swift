extension Parser {
  /// Production `names`: calendars and sets of them.
  mutating func names() throws(SyntaxError) -> [NameSyntax] {
    try list { (parser) throws(SyntaxError) in try parser.member() }
  }

  /// Production `member`: a calendar, or `set` and the name of a set.
  mutating func member() throws(SyntaxError) -> NameSyntax {
    let start = index
    noteAlso(.keyword(.set))
    let isSet = isAt(.set)
    if isSet { advance() }
    note(isSet ? .setName : .calendarName)
    if case .parameter(let parameter) = current.kind {
      advance()
      var name = NameSyntax(parameter, range: range(from: start))
      (name.isSet, name.isParameter) = (isSet, true)
      return name
    }
    var name = try self.name(expecting: isSet ? .setName : .calendarName)
    name.isSet = isSet
    return name
  }

  /// Production `name`.
  mutating func name(expecting expectation: Expectation = .calendarName) throws(SyntaxError) -> NameSyntax {
    let start = index
    note(expectation)
    if case .identifier = current.kind, expectation != .setName {
      let token = advance()
      return NameSyntax(token.text, isIdentifier: true, range: token.range)
    }
    let isQuoted = current.isString
    let text = try wordOrString()
    var source: String?
    if isAt(sign: .at), expectation == .calendarName {
      advance()
      note(.sourceName)
      source = try wordOrString()
    }
    return NameSyntax(text, source: source, isQuoted: isQuoted, range: range(from: start))
  }

  mutating func wordOrString() throws(SyntaxError) -> String {
    switch current.kind {
    case .string(let text):
      advance()
      return text
    case .word where !(current.keyword?.isReserved ?? false): return advance().text
    default: throw unexpected()
    }
  }

  /// Production `text`.
  mutating func text() throws(SyntaxError) -> TextSyntax {
    note(.text)
    let token = current
    switch token.kind {
    case .string(let text):
      advance()
      return TextSyntax(.literal(text), isQuoted: true, range: token.range)
    case .parameter(let name):
      advance()
      return TextSyntax(.parameter(name), isQuoted: false, range: token.range)
    case .word where !(token.keyword?.isReserved ?? false):
      advance()
      let isBroken = isAt(sign: .at) || current.kind == .strange
      if isBroken, current.range.offset == token.range.end { throw unquoted(from: token) }
      return TextSyntax(.literal(token.text), isQuoted: false, range: token.range)
    case .integer, .decimal, .quantity, .ordinal, .clock, .isoDate, .isoMonth, .isoWeek, .isoDateTime,
      .slashDate, .dottedDate, .dashDate, .row, .identifier:
      throw SyntaxError(.unquotedText(token.text), at: token.range, expected: [.text])
    // The path of a file.
    case .invalid where token.text == "/": throw unquoted(from: token)
    default: throw unexpected()
    }
  }

  /// The error for text such as `ann@example.org` or `https://example.org` without quotes.
  private func unquoted(from token: Token) -> SyntaxError {
    let whole = unbroken(from: token)
    return SyntaxError(.unquotedText(text(at: whole)), at: whole, expected: [.text])
  }

  /// The text from a token to the next blank, comma or end; the current token is that token or the next.
  func unbroken(from token: Token) -> SourceRange {
    var end = self.token(index) == token ? index + 1 : index
    while self.token(end).range.offset == self.token(end - 1).range.end, !self.token(end).endsStatement,
      !self.token(end).isSymbol(.comma)
    { end += 1 }
    return token.range.union(self.token(end - 1).range)
  }

  /// A text that must stand in quotes.
  mutating func string() throws(SyntaxError) -> TextSyntax {
    note(.string)
    let token = current
    switch token.kind {
    case .string(let text):
      advance()
      return TextSyntax(.literal(text), isQuoted: true, range: token.range)
    case .parameter(let name):
      advance()
      return TextSyntax(.parameter(name), isQuoted: false, range: token.range)
    case .word where !(token.keyword?.isReserved ?? false):
      throw SyntaxError(.unquotedText(token.text), at: token.range, expected: [.string])
    default: throw unexpected()
    }
  }

  /// Production `viewName`: in quotes where it is no word, as `mon-fri` was before dashes joined days.
  mutating func viewName(isNew: Bool = false) throws(SyntaxError) -> WordSyntax {
    let range = current.range
    note(isNew ? .word : .viewName)
    return WordSyntax(try wordOrString(), range: range)
  }

  /// Production `setName`.
  mutating func setName(isNew: Bool = false) throws(SyntaxError) -> WordSyntax {
    let range = current.range
    note(isNew ? .word : .setName)
    return WordSyntax(try wordOrString(), range: range)
  }

  /// A name that the user chooses: a view, a client, an alias.
  mutating func word() throws(SyntaxError) -> String {
    note(.word)
    guard current.isWord, !(current.keyword?.isReserved ?? false) else { throw unexpected() }
    return advance().text
  }

  /// Production `num`: a number with an optional sign and point.
  mutating func num() throws(SyntaxError) -> DecimalSyntax {
    let start = index
    note(.number)
    var sign = ""
    if isAt(sign: .minus), peek().kind == .decimal || peek().integer != nil {
      sign = "-"
      advance()
    }
    guard current.kind == .decimal || current.integer != nil else { throw unexpected() }
    let digits = advance().text
    return DecimalSyntax(sign + digits, range: range(from: start))
  }
}
