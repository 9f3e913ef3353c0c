import Changes

extension StatementSyntax {
  /// The range of the format clause, such as `as chart`; nil if an option or a setting chose the format.
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
