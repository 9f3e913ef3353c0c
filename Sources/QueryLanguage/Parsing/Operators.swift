/// The connectives of conditions.
///
/// A higher precedence binds tighter; `not` binds tighter than both.
enum Connective: CaseIterable {
  case or, and

  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    }
  }

  var keyword: Keyword {
    switch self {
    case .or: .or
    case .and: .and
    }
  }

  init?(_ token: Token) {
    switch token.keyword {
    case .or: self = .or
    case .and: self = .and
    default: return nil
    }
  }

  func joining(_ operands: [ExpressionSyntax], range: SourceRange) -> ExpressionSyntax {
    switch self {
    case .or: ExpressionSyntax(.or(operands), range: range)
    case .and: ExpressionSyntax(.and(operands), range: range)
    }
  }
}

/// The subject of a condition.
struct ConditionScope {
  var noun: Noun
  /// Whether aggregates and names from `select` may be compared.
  var isHaving = false
}

extension Parser {
  /// Production `expr`, by precedence climbing: `not` before `and` before `or`, as in SQL.
  mutating func expr(_ scope: ConditionScope, above minimum: Int = 0) throws(SyntaxError) -> ExpressionSyntax
  {
    let start = index
    var left = try pred(scope)
    while true {
      note(.keyword(.and))
      note(.keyword(.or))
      guard let connective = Connective(current), connective.precedence > minimum else { return left }
      var operands = [left]
      while Connective(current) == connective {
        advance()
        operands.append(try expr(scope, above: connective.precedence))
        note(.keyword(.and))
        note(.keyword(.or))
      }
      left = connective.joining(operands, range: range(from: start))
    }
  }
}
