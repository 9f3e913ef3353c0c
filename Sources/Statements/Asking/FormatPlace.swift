import Changes

extension StatementSyntax {
  /// Where it says `as chart`; nil where an option or a setting said so.
  var formatRange: SourceRange? {
    let query: QuerySyntax
    switch self {
    case .query(let syntax): query = syntax
    case .aggregate(let syntax): query = syntax.query
    case .slots(let slots):
      return slots.clauses.first { if case .format = $0.kind { true } else { false } }?.range
    default: return nil
    }
    return query.clauses.first { if case .format = $0.kind { true } else { false } }?.range
  }
}
