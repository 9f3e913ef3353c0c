/// The type of the value to the right of an operator.
enum ValueType {
  case text
  case name(Expectation)
  case choice(FieldName, [String])
  case priority
  case zone
  case integer, decimal
  /// A length of time, for a field.
  case duration(FieldName)
  case date, clock, weekday, month
  /// For names from `select`, whose type is not known here.
  case any
}

/// A field as written, with its types by the catalog and by its part.
struct TypedField {
  var field: FieldSyntax
  var type: FieldType
  var value: ValueType
}

extension Parser {
  /// Production `pred`.
  mutating func pred(_ scope: ConditionScope) throws(SyntaxError) -> ExpressionSyntax {
    let start = index
    try enter()
    defer { leave() }
    note(.condition(scope.noun))
    noteAlso(.keyword(.not))
    if isAt(.not) {
      advance()
      let operand = try pred(scope)
      return ExpressionSyntax(.not(operand), range: range(from: start))
    }
    if isAt(sign: .open) {
      try openParenthesis()
      let inner = try expr(scope)
      try closeParenthesis()
      return ExpressionSyntax(inner.kind, range: range(from: start))
    }
    if case .string(let text) = current.kind {
      advance()
      return ExpressionSyntax(.text(text), range: range(from: start))
    }
    guard current.isWord, !(current.keyword?.isReserved ?? false) else { throw unexpected() }
    let kind = try scope.isHaving ? columnTest(scope) : fieldTest(scope)
    return ExpressionSyntax(kind, range: range(from: start))
  }

  /// A condition that begins with a flag or a field.
  private mutating func fieldTest(_ scope: ConditionScope) throws(SyntaxError) -> ExpressionSyntax.Kind {
    if let flag = QueryFlag(rawValue: current.text.lowercased()), flag.nouns.contains(scope.noun),
      !isFieldUse(of: flag, scope.noun)
    {
      let token = advance()
      if case .symbol(let symbol) = current.kind, ComparisonOperator(rawValue: symbol.rawValue) != nil {
        throw SyntaxError(.wrongOperator(current.text, field: token.text, .boolean), at: current.range)
      }
      return .flag(flag)
    }
    let field = try field(of: scope.noun, orFlag: true)
    return try comparison(field)
  }

  /// Whether a word that is a flag and a date field (`completed`) is used as the field here.
  private func isFieldUse(of flag: QueryFlag, _ noun: Noun) -> Bool {
    guard let name = FieldName(rawValue: flag.rawValue), FieldCatalog.entry(name, of: noun)?.type == .date
    else { return false }
    if case .symbol(let symbol) = peek().kind, ComparisonOperator(rawValue: symbol.rawValue) != nil {
      return true
    }
    switch peek().keyword {
    case .is: return true
    // `in Work` is a separate clause.
    case .in: return peek(2).isSymbol(.open) || startsDate(at: index + 1)
    case .not: return peek(2).keyword == .in
    default: return startsWhen(at: index + 1)
    }
  }

  /// A condition of `having`: an aggregate, a bucket or a name from `select` compared, or a test of a field.
  private mutating func columnTest(_ scope: ConditionScope) throws(SyntaxError) -> ExpressionSyntax.Kind {
    let isField = lookUpField(current.text, of: scope.noun) != nil
    if isField || QueryFlag(rawValue: current.text.lowercased()) != nil { return try fieldTest(scope) }
    let column = try column(scope.noun, allowsAggregates: true, allowsAliases: true)
    switch column.kind {
    case .aggregate(.count): return try numberTest(column, .number(.count), .integer, after: "count")
    case .aggregate(.function(_, let field)):
      guard let entry = FieldCatalog.entry(field.name, of: scope.noun) else { throw unexpected() }
      let value = ValueType(of: entry, part: field.part)
      return try numberTest(column, .number(.count), value, after: text(at: column.range))
    case .bucket(let bucket):
      let value: ValueType =
        switch bucket {
        case .day: .date
        case .weekday: .weekday
        case .month: .month
        case .week, .year, .hour: .integer
        }
      return try numberTest(column, .number(.count), value, after: bucket.rawValue)
    case .alias(let name): return try numberTest(column, .number(.count), .any, after: name)
    case .field(let field):
      guard let entry = FieldCatalog.entry(field.name, of: scope.noun) else { throw unexpected() }
      let typed = TypedField(field: field, type: entry.type, value: ValueType(of: entry, part: field.part))
      return try comparison(typed)
    }
  }

  // MARK: Fields

  /// The field that a path names on a noun.
  func lookUpField(_ path: String, of noun: Noun) -> TypedField? {
    func typed(_ name: FieldName, part: DatePart?) -> TypedField? {
      guard let entry = FieldCatalog.entry(name, of: noun), entry.isQueryable,
        part == nil || entry.type == .date
      else { return nil }
      return TypedField(
        field: FieldSyntax(name, part: part), type: entry.type, value: ValueType(of: entry, part: part))
    }
    if let name = FieldCatalog.field(spelled: path, of: noun) { return typed(name, part: nil) }
    guard let dot = path.lastIndex(of: ".") else { return nil }
    guard let part = DatePart(rawValue: path[path.index(after: dot)...].lowercased()),
      let name = FieldCatalog.field(spelled: String(path[..<dot]), of: noun)
    else { return nil }
    return typed(name, part: part)
  }

  /// Production `field`.
  mutating func field(of noun: Noun, orFlag: Bool = false) throws(SyntaxError) -> TypedField {
    note(orFlag ? .condition(noun) : .field(noun))
    let token = current
    guard token.isWord, !(token.keyword?.isReserved ?? false) else { throw unexpected() }
    guard var found = lookUpField(token.text, of: noun) else {
      let candidates =
        (orFlag ? Expectation.flagWords(noun) : []) + Expectation.fieldWords(noun)
      throw SyntaxError(
        .unknownField(token.text, noun, candidates: candidates), at: token.range, expected: expected)
    }
    advance()
    found.field.range = token.range
    return found
  }

  // MARK: Comparisons

  /// Production `comparison`, after a field.
  mutating func comparison(_ field: TypedField) throws(SyntaxError) -> ExpressionSyntax.Kind {
    note(.comparison(field.type))
    if isAt(.is) {
      advance()
      let isNegated = eatOptional(.not)
      try expect(.empty)
      return .isEmpty(field.field, negated: isNegated)
    }
    let isNegated = isAt(.not)
    if isNegated {
      advance()
      if field.type == .text { note(.comparison(.text)) }
      noteAlso(.keyword(.in))
    }
    let hasList = isAt(.in) && (peek().isSymbol(.open) || field.type != .date || !startsDate(at: index))
    if hasList {
      advance()
      return .membership(field.field, try values(field.value), negated: isNegated)
    }
    if case .text = field.type { return try textTest(field, isNegated) }
    if isNegated {
      note(.keyword(.in))
      throw unexpected(after: "not")
    }
    let column = ColumnSyntax(.field(field.field), range: field.field.range)
    let name = field.field.spelling
    if field.type == .date, field.field.part == nil, startsWhen(at: index) {
      return .during(field.field, try when())
    }
    return try numberTest(column, field.type, field.value, after: name)
  }

  private mutating func textTest(
    _ field: TypedField, _ isNegated: Bool
  ) throws(SyntaxError) -> ExpressionSyntax.Kind {
    if let symbol = comparisonSign(), symbol == .equal || symbol == .notEqual, !isNegated {
      advance()
      let column = ColumnSyntax(.field(field.field), range: field.field.range)
      return .compare(column, symbol, try value(.text))
    }
    if isNegated, let symbol = comparisonSign(), symbol == .equal || symbol == .notEqual {
      let meant: ComparisonOperator = symbol == .equal ? .notEqual : .equal
      throw SyntaxError(
        .unknownOperator("not \(symbol.rawValue)", suggestion: meant.rawValue),
        at: range(from: index - 1, through: index))
    }
    switch current.keyword {
    case .matches:
      advance()
      return .matches(field.field, try regex(), negated: isNegated)
    case .starts, .ends:
      let test: TextOperator = isAt(.starts) ? .startsWith : .endsWith
      advance()
      try expect(.with)
      return .match(field.field, test, try text(), negated: isNegated)
    case .contains, .has, .like, .exactly:
      guard let test = TextOperator(rawValue: current.text.lowercased()) else { throw unexpected() }
      advance()
      return .match(field.field, test, try text(), negated: isNegated)
    default: throw wrongOperator(after: field.field.spelling, field.type)
    }
  }

  /// A comparison or `between`, for types that have an order.
  private mutating func numberTest(
    _ column: ColumnSyntax, _ type: FieldType, _ valueType: ValueType, after name: String
  ) throws(SyntaxError) -> ExpressionSyntax.Kind {
    note(.comparison(type))
    if let symbol = comparisonSign() {
      if case .choice(ordered: false) = type, symbol != .equal, symbol != .notEqual {
        throw SyntaxError(.wrongOperator(current.text, field: name, type), at: current.range)
      }
      advance()
      return .compare(column, symbol, try value(valueType))
    }
    if isAt(.between) {
      switch type {
      case .number, .date:
        advance()
        if case .duration = valueType { isBetween = true }
        defer { isBetween = false }
        let lower = try value(valueType)
        try expect(.and)
        return .between(column, lower, try value(valueType))
      case .text, .choice, .boolean, .structure: break
      }
    }
    throw wrongOperator(after: name, type)
  }

  private func comparisonSign() -> ComparisonOperator? {
    guard case .symbol(let symbol) = current.kind else { return nil }
    return ComparisonOperator(rawValue: symbol.rawValue)
  }

  /// The error for a missing operator, or one that the type does not have.
  private mutating func wrongOperator(after name: String, _ type: FieldType) -> SyntaxError {
    let token = current
    if token.kind == .strange, token.text != "|", token.text != "||" {
      let meant =
        switch token.text {
        case "<>", "!": "!="
        case "=~", "~", "!~": "matches"
        default: "="
        }
      return SyntaxError(.unknownOperator(token.text, suggestion: meant), at: token.range, expected: expected)
    }
    if comparisonSign() != nil {
      return SyntaxError(.wrongOperator(token.text, field: name, type), at: token.range)
    }
    let isTextOperator: Bool =
      switch token.keyword {
      case .contains, .starts, .ends, .has, .like, .exactly, .matches: true
      default: false
      }
    if isTextOperator || token.keyword == .between || (startsRange(at: index) && token.isWord) {
      return SyntaxError(.wrongOperator(token.text, field: name, type), at: token.range)
    }
    return unexpected(after: name)
  }
}

extension FieldSyntax {
  /// The path as it is written.
  var spelling: String { part.map { "\(name.rawValue).\($0.rawValue)" } ?? name.rawValue }
}
