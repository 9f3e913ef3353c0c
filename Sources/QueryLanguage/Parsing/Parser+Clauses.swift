/// The clauses that a query already has: their offsets by label.
struct SeenClauses {
  var offsets: [String: Int] = [:]
}

extension Parser {
  /// Marks a clause as written, or throws if it was written before.
  ///
  /// The clause is at the next token, or at `range`.
  mutating func once(
    _ label: String, _ seen: inout SeenClauses, at range: SourceRange? = nil
  ) throws(SyntaxError) {
    let range = range ?? current.range
    if let first = seen.offsets[label] {
      let column = Diagnostic.column(ofByte: first, in: source)
      throw SyntaxError(.duplicateClause(label, column: column), at: range)
    }
    seen.offsets[label] = range.offset
  }

  /// Production `clause`; nil if no clause begins.
  mutating func clause(of noun: Noun, _ seen: inout SeenClauses) throws(SyntaxError) -> ClauseSyntax? {
    note(.clause(noun))
    let start = index
    guard let kind = try clauseKind(of: noun, &seen) else { return nil }
    return ClauseSyntax(kind, range: range(from: start))
  }

  private mutating func clauseKind(
    of noun: Noun, _ seen: inout SeenClauses
  ) throws(SyntaxError) -> ClauseSyntax.Kind? {
    if case .string(let text) = current.kind {
      try once("text search", &seen)
      advance()
      return .text(text)
    }
    if let kind = try selectorClause(of: noun, &seen) { return kind }
    switch current.keyword {
    case .all where noun == .reminders:
      try once("`all`", &seen)
      advance()
      return .everything
    case .sort:
      try once("`sort`", &seen)
      advance()
      _ = eatOptional(.by)
      return .sort(try list { (parser) throws(SyntaxError) in try parser.skey(noun) })
    case .limit:
      try once("`limit`", &seen)
      return try limit()
    case .group:
      try once("`group`", &seen)
      advance()
      try expect(.by)
      return .group(try list { (parser) throws(SyntaxError) in try parser.key(noun) })
    case .having:
      try once("`having`", &seen)
      advance()
      return .having(try expr(ConditionScope(noun: noun, isHaving: true)))
    case .select:
      try once("`select`", &seen)
      return .select(try select(noun))
    case .as:
      try once("`as`", &seen)
      advance()
      return .format(try format())
    default:
      guard startsWhen(at: index) else { return nil }
      try once("time range", &seen)
      return .when(try when())
    }
  }

  /// The clauses that calendar views have too: calendars, condition, flags and date fields.
  mutating func selectorClause(
    of noun: Noun, _ seen: inout SeenClauses
  ) throws(SyntaxError) -> ClauseSyntax.Kind? {
    switch current.keyword {
    case .in where startsInclude:
      try once("`in`", &seen)
      return .include(try include())
    case .except:
      try once("`except`", &seen)
      return .exclude(try exclude())
    case .where:
      try once("`where`", &seen)
      advance()
      return .where(try expr(ConditionScope(noun: noun)))
    default:
      if let field = try dateFieldClause(of: noun, &seen) { return field }
      return try flag(of: noun, &seen)
    }
  }

  /// Production `flag`; nil if no flag begins.
  mutating func flag(of noun: Noun, _ seen: inout SeenClauses) throws(SyntaxError) -> ClauseSyntax.Kind? {
    let isNegated = isAt(.not)
    let word = isNegated ? peek() : current
    guard word.isWord, let flag = QueryFlag(rawValue: word.text.lowercased()) else {
      guard isNegated else { return nil }
      advance()
      for flag in QueryFlag.allCases where flag.nouns.contains(noun) { noteFlag(flag) }
      throw unexpected(after: "not")
    }
    guard flag.nouns.contains(noun) else { throw SyntaxError(.wrongFlag(flag, noun), at: word.range) }
    try once("`\(flag.rawValue)`", &seen)
    if isNegated { advance() }
    advance()
    return .flag(flag, negated: isNegated)
  }

  private mutating func noteFlag(_ flag: QueryFlag) {
    if let keyword = Keyword(rawValue: flag.rawValue) { note(.keyword(keyword)) }
  }

  /// Production `dateClause`; nil if no such clause begins.
  ///
  /// A word that is a flag too (`completed`) is a field only when a range follows; `start of month` is a
  /// date.
  mutating func dateFieldClause(
    of noun: Noun, _ seen: inout SeenClauses
  ) throws(SyntaxError) -> ClauseSyntax.Kind? {
    guard current.isWord, let name = FieldName(rawValue: current.text.lowercased()),
      FieldCatalog.entries.contains(where: { $0.name == name && $0.type == .date }),
      peek().keyword != .of
    else { return nil }
    let hasRange = startsWhen(at: index + 1)
    let token = current
    let entry = FieldCatalog.entry(name, of: noun)
    if !hasRange, let flag = QueryFlag(rawValue: name.rawValue), entry == nil || flag.nouns.contains(noun) {
      return nil
    }
    guard entry?.type == .date else {
      throw SyntaxError(
        .unknownField(token.text, noun, candidates: Expectation.dateFieldWords(noun)), at: token.range)
    }
    try once("range for `\(name.rawValue)`", &seen)
    advance()
    return .dateField(FieldSyntax(name, range: token.range), try when())
  }

  /// Whether `in` begins calendars and not a moment such as `in 3h`; a parameter after it is a
  /// calendar unless a sign follows.
  var startsInclude: Bool {
    if case .parameter = peek().kind { return !(peek(2).isSymbol(.plus) || peek(2).isSymbol(.minus)) }
    return !startsDate(at: index)
  }

  /// Production `include`.
  mutating func include() throws(SyntaxError) -> CalendarScopeSyntax {
    advance()
    if eatOptional(.all) { return .all }
    if eatOptional(.source) {
      return .sources(
        try list { (parser) throws(SyntaxError) in try parser.name(expecting: .sourceName) })
    }
    return .calendars(try checkedNames())
  }

  /// Production `exclude`.
  mutating func exclude() throws(SyntaxError) -> [NameSyntax] {
    advance()
    return try checkedNames()
  }

  /// A list of names; throws if the next word seems to continue an unquoted name.
  private mutating func checkedNames() throws(SyntaxError) -> [NameSyntax] {
    let names = try names()
    guard let last = names.last, !last.isQuoted, !last.isParameter, current.isWord, current.keyword == nil,
      !startsWhen(at: index), FieldName(rawValue: current.text.lowercased()) == nil,
      Spelling.suggestions(for: current.text, among: Expectation.clauseWords(.events)).isEmpty
    else { return names }
    let whole = last.range.union(current.range)
    throw SyntaxError(.unquotedName(text(at: whole)), at: whole)
  }

  /// Production `limit`.
  mutating func limit() throws(SyntaxError) -> ClauseSyntax.Kind {
    advance()
    let count = try count()
    guard eatOptional(.offset) else { return .limit(count, offset: nil) }
    return .limit(count, offset: try self.count())
  }

  /// Production `count`: a whole number or a parameter.
  mutating func count() throws(SyntaxError) -> CountSyntax {
    if case .parameter(let name) = current.kind {
      return .parameter(name, range: SourceRangeSyntax(advance().range))
    }
    return .number(try integer())
  }

  /// Production `format`.
  mutating func format() throws(SyntaxError) -> OutputFormat {
    note(.format)
    guard current.isWord, let format = OutputFormat(rawValue: current.text.lowercased()) else {
      throw unexpected()
    }
    advance()
    return format
  }

  /// A whole number.
  mutating func integer() throws(SyntaxError) -> Int {
    note(.integer)
    guard let value = current.integer else { throw unexpected() }
    advance()
    return value
  }
}
