/// An answer that is read row by row; in start order memory does not grow with the number of rows.
///
/// It holds a read transaction of its store until its last row is read or it is dropped.
public struct QueryResult {
  /// The query, fully resolved.
  public let query: BoundQuery
  private let execution: Execution

  init(_ execution: Execution) {
    self.execution = execution
    query = execution.plan.query
  }

  /// The plan of the query.
  public var plan: QueryPlan { execution.plan }

  /// The columns of rows that are `group` or `selected`; empty for whole rows.
  public var columns: [Column] {
    switch query.shape {
    case .rows, .days: []
    case .selected(let columns), .groups(_, let columns): columns
    }
  }

  /// Notes on guesses, defaults and possible surprises.
  public var notes: [Note] { query.notes }

  /// The query's range; nil if the noun has no time.
  public var range: ResolvedRange? { query.range }

  /// The next row; nil after the last.
  public mutating func next() throws(QueryError) -> ResultRow? { try execution.next() }
}
