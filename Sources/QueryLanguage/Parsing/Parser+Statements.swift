extension Parser {
  /// Production `script`.
  mutating func script() throws(SyntaxError) -> [StatementSyntax] {
    var result: [StatementSyntax] = []
    skipSeparators()
    while current.kind != .end {
      result.append(try statement())
      try expectEndOfStatement()
      parentheses = []
      skipSeparators()
    }
    return result
  }

  /// Production `statement`.
  mutating func statement() throws(SyntaxError) -> StatementSyntax {
    note(.statement)
    return isAt(.explain) ? try explain() : try command()
  }

  /// Production `explain`.
  mutating func explain() throws(SyntaxError) -> StatementSyntax {
    let start = index
    advance()
    var stage: ExplainStage?
    noteAlso(.keyword(.dates))
    noteAlso(.keyword(.plan))
    noteAlso(.keyword(.sql))
    if let word = current.keyword, let found = ExplainStage(rawValue: word.rawValue) {
      stage = found
      advance()
    }
    let explained = try command()
    return .explain(stage, explained, range: SourceRangeSyntax(range(from: start)))
  }

  /// Production `command`.
  mutating func command() throws(SyntaxError) -> StatementSyntax {
    note(.statement)
    guard let keyword = current.keyword else { throw unexpected() }
    if current.noun != nil { return .query(try query()) }
    switch keyword {
    case .count, .sum, .avg, .min, .max: return .aggregate(try aggregate())
    case .free: return .slots(try slots())
    case .agenda, .day, .week, .month, .year: return .calendarView(try calview())
    case .add where isPlainText(peek()): return try quick()
    case .add where !isAboutStore(peek()): return .add(try addItem())
    case .quick: return try quick()
    case .edit where !isAboutStore(peek()): return .edit(try edit())
    case .view: return .view(try view())
    case .delete where !isAboutStore(peek()): return .delete(try delete())
    case .complete, .done: return .complete(try complete())
    case .reopen: return try reopen()
    case .accept, .maybe, .decline: return .answer(try answer())
    case .move: return .move(try move())
    case .duplicate: return .duplicate(try duplicate())
    case .set, .describe, .help, .load, .tour, .quit: return .session(try session())
    case .show where peek().keyword != .calendar || peek(2).endsStatement: return .session(try session())
    default:
      guard let kind = try manage() else { throw unexpected() }
      return .manage(kind)
    }
  }

  /// Whether the noun behind a verb is that of calendars or accounts, not of items.
  private func isAboutStore(_ noun: Token) -> Bool { noun.keyword == .calendar || noun.keyword == .account }

  /// Whether plain text begins behind `add`: no noun, and no word that may be one with an error.
  private func isPlainText(_ word: Token) -> Bool {
    switch word.kind {
    case .string, .parameter: true
    default: word.isTitleWord && !Self.addedNouns.contains { Spelling.isNearly(word.text, $0.rawValue) }
    }
  }

  private static let addedNouns: [Keyword] = [.event, .reminder, .calendar, .account]

  /// Production `query`.
  mutating func query() throws(SyntaxError) -> QuerySyntax {
    let start = index
    note(.query)
    guard let noun = current.noun else { throw unexpected() }
    advance()
    let outerAliases = pendingAliases
    pendingAliases = []
    defer { pendingAliases = outerAliases }
    var clauses: [ClauseSyntax] = []
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index), let clause = try clause(of: noun, &seen) { clauses.append(clause) }
    let syntax = QuerySyntax(noun, clauses, nounRange: token(start).range, range: range(from: start))
    try checkAliases(of: syntax)
    return syntax
  }

  /// Production `aggregate`.
  mutating func aggregate() throws(SyntaxError) -> AggregateSyntax {
    let start = index
    let word = advance()
    guard let function = AggregateFunction(rawValue: word.text.lowercased()) else {
      return AggregateSyntax(.count, of: try query(), range: range(from: start))
    }
    // The noun that decides the fields comes last, so the field is looked up once the noun is known.
    let fieldIndex = index
    noteAlso(.aggregated(function))
    guard current.isWord, !isAt(.of), !(current.keyword?.isReserved ?? false) else {
      note(.aggregated(function))
      throw unexpected()
    }
    let fieldToken = advance()
    guard eat(.of) else {
      if current.noun != nil {
        throw SyntaxError(
          .missingOf(function: function.rawValue, field: fieldToken.text), at: current.range,
          expected: expected)
      }
      throw unexpected()
    }
    let queryIndex = index
    note(.query)
    guard let noun = current.noun else { throw unexpected() }
    index = fieldIndex
    let field = try field(of: noun).field
    index = queryIndex
    return AggregateSyntax(.function(function, field), of: try query(), range: range(from: start))
  }
}
