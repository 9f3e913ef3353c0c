extension Parser {
  /// Production `select`.
  mutating func select(_ noun: Noun) throws(SyntaxError) -> SelectSyntax {
    advance()
    if eat(sign: .star) { return .all }
    return .items(try list { (parser) throws(SyntaxError) in try parser.sel(noun) })
  }

  /// Production `sel`.
  mutating func sel(_ noun: Noun) throws(SyntaxError) -> SelectItemSyntax {
    let column = try column(noun, allowsAggregates: true, allowsAliases: false)
    // Format names are not aliases: `select title as json` names the format of the answer.
    noteAlso(.keyword(.as))
    guard isAt(.as), peek().isWord, OutputFormat(rawValue: peek().text.lowercased()) == nil else {
      return SelectItemSyntax(column)
    }
    advance()
    return SelectItemSyntax(column, alias: try word())
  }

  /// Production `skey`.
  mutating func skey(_ noun: Noun) throws(SyntaxError) -> SortKeySyntax {
    let column = try column(noun, allowsAggregates: true, allowsAliases: true)
    if eatOptional(.asc) { return SortKeySyntax(column, direction: .ascending) }
    if eatOptional(.desc) { return SortKeySyntax(column, direction: .descending) }
    return SortKeySyntax(column)
  }

  /// Production `key`.
  mutating func key(_ noun: Noun) throws(SyntaxError) -> ColumnSyntax {
    try column(noun, allowsAggregates: false, allowsAliases: false)
  }

  /// A field, a bucket of time and, if allowed, an aggregate or a name from `select`.
  mutating func column(
    _ noun: Noun, allowsAggregates: Bool, allowsAliases: Bool
  ) throws(SyntaxError) -> ColumnSyntax {
    let start = index
    note(.column(noun))
    guard current.isWord else { throw unexpected() }
    let lower = current.text.lowercased()
    if allowsAggregates, let call = try agg(noun) {
      return ColumnSyntax(.aggregate(call), range: range(from: start))
    }
    if let bucket = TimeBucket(rawValue: lower) {
      advance()
      return ColumnSyntax(.bucket(bucket), range: range(from: start))
    }
    if allowsAliases, current.keyword == nil, lookUpField(current.text, of: noun) == nil {
      let token = advance()
      pendingAliases.append((token.text, token.range))
      return ColumnSyntax(.alias(token.text), range: token.range)
    }
    return ColumnSyntax(.field(try field(of: noun).field), range: range(from: start))
  }

  /// Production `agg`; nil if no aggregate begins.
  mutating func agg(_ noun: Noun) throws(SyntaxError) -> AggregateCallSyntax? {
    if isAt(.count) {
      advance()
      return .count
    }
    guard current.isWord, let function = AggregateFunction(rawValue: current.text.lowercased()),
      peek().isSymbol(.open)
    else { return nil }
    advance()
    try openParenthesis()
    let field = try field(of: noun).field
    try closeParenthesis()
    return .function(function, field)
  }

  /// Every name used in `sort` and `having` must be a field or be defined by `select`.
  func checkAliases(of query: QuerySyntax) throws(SyntaxError) {
    var defined: [String] = []
    if case .items(let items)? = query.selection { defined = items.compactMap(\.alias) }
    for alias in pendingAliases where !defined.contains(alias.name) {
      let candidates = defined + Expectation.column(query.noun).words
      throw SyntaxError(
        .unknownField(alias.name, query.noun, candidates: candidates), at: alias.range,
        expected: [.column(query.noun)])
    }
  }
}
