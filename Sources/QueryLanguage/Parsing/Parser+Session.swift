extension Parser {
  /// Production `access`.
  mutating func access() throws(SyntaxError) -> AccessSyntax {
    advance()
    for keyword in [Keyword.requests, .set, .grant, .deny, .revoke] { note(.keyword(keyword)) }
    note(.endOfStatement)
    switch current.keyword {
    case .requests:
      advance()
      return .requests
    case .set:
      advance()
      let client = try client()
      return .set(client: client, try entity(), try level())
    case .grant:
      advance()
      let client = try client()
      return .grant(client: client, try entity(), try level())
    case .deny:
      advance()
      let client = try client()
      return .deny(client: client, try entity())
    case .revoke:
      advance()
      return .revoke(client: try client())
    default: return .list
    }
  }

  /// Production `client`.
  mutating func client() throws(SyntaxError) -> String {
    if case .string(let text) = current.kind {
      advance()
      return text
    }
    return try word()
  }

  /// Production `level`.
  mutating func level() throws(SyntaxError) -> AccessLevelWord {
    for keyword in [Keyword.full, .readOnly, .writeOnly, .denied, .restricted, .ask] {
      note(.keyword(keyword))
    }
    guard current.isWord, let level = AccessLevelWord(rawValue: current.text.lowercased()) else {
      throw unexpected()
    }
    advance()
    return level
  }

  /// Production `session`.
  mutating func session() throws(SyntaxError) -> SessionSyntax {
    let start = index
    let kind = try sessionKind()
    return SessionSyntax(kind, range: range(from: start))
  }

  private mutating func sessionKind() throws(SyntaxError) -> SessionSyntax.Kind {
    let keyword = current.keyword
    advance()
    switch keyword {
    case .set:
      note(.option)
      guard current.isWord else { throw unexpected() }
      let option = advance().text
      _ = eat(sign: .equal)
      return .set(option: option, try setting())
    case .show:
      noteAlso(.keyword(.options))
      note(.option)
      guard current.isWord else { throw unexpected() }
      let word = advance()
      return word.keyword == .options ? .showOptions : .show(option: word.text)
    case .describe:
      note(.noun)
      noteAlso(.keyword(.view))
      noteAlso(.keyword(.set))
      if isAt(.view) || isAt(.set) {
        let isView = advance().keyword == .view
        return isView ? .describeView(try viewName()) : .describeSet(try setName())
      }
      guard let noun = current.noun else { throw unexpected() }
      advance()
      return .describe(noun)
    case .help:
      noteAlso(.helpTopic)
      guard current.isWord else { return .help(topic: nil) }
      let topic = advance().text
      return .help(topic: current.isWord ? topic + " " + advance().text : topic)
    case .load: return .load(try filePath())
    case .tour: return .tour
    default: return .quit
    }
  }

  /// Production `setting`: one value, or a date expression of several words.
  mutating func setting() throws(SyntaxError) -> LooseValueSyntax {
    let start = index
    note(.argument)
    noteAlso(.keyword(.on))
    noteAlso(.keyword(.off))
    var attempt = self
    if let value = try? attempt.looseValue(), attempt.current.endsStatement {
      self = attempt
      return value
    }
    guard startsDate(at: index) else {
      let value = try looseValue()
      return value
    }
    let date = try date()
    return LooseValueSyntax(.date(date), range: range(from: start))
  }
}
