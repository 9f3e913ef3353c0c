/// A `having` clause: its condition and its text.
public struct GroupCondition: Hashable, Sendable {
  /// The condition.
  public var predicate: GroupPredicate
  /// The condition as written in the language.
  public var text: String
}

/// A condition on the columns of a group, as `having` states it.
public indirect enum GroupPredicate: Hashable, Sendable {
  case and([GroupPredicate])
  case or([GroupPredicate])
  case not(GroupPredicate)
  /// A number, length, weekday, week, month or year of a column; lengths in seconds.
  case number(ColumnContent, ComparisonOperator, Double)
  /// How important a priority is.
  case band(ColumnContent, ComparisonOperator, PriorityBand)
  /// A moment or day of a column that lies in a range.
  case date(ColumnContent, TimeRange)
  case text(ColumnContent, TextTest)
  case pattern(ColumnContent, RegularExpression)
  case isEmpty(ColumnContent)

  /// Whether a group passes; `value` returns its columns.
  ///
  /// A comparison of a column without a value fails, except `!=`, which is the negation of `=`.
  func holds(_ context: QueryContext, _ value: (ColumnContent) -> Value) -> Bool {
    switch self {
    case .and(let parts): parts.allSatisfy { $0.holds(context, value) }
    case .or(let parts): parts.contains { $0.holds(context, value) }
    case .not(let part): !part.holds(context, value)
    case .number(let column, let sign, let operand):
      value(column).comparable(context).map { sign.holds($0, operand) } ?? (sign == .notEqual)
    case .band(let column, let sign, let band):
      if case .priority(let number) = value(column) {
        sign.holds(PriorityBand(priority: number), band)
      } else {
        sign == .notEqual
      }
    case .date(let column, let range):
      value(column).comparable(context).map { range.contains(Instant(seconds: Int($0))) } ?? false
    case .text(let column, let test): value(column).texts.contains(where: test.passes)
    case .pattern(let column, let pattern): value(column).texts.contains(where: pattern.isFound)
    case .isEmpty(let column): value(column).isNull || value(column) == .list([])
    }
  }

  /// The columns that it tests.
  var columns: [ColumnContent] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.columns)
    case .not(let part): part.columns
    case .number(let column, _, _), .band(let column, _, _), .date(let column, _), .text(let column, _),
      .pattern(let column, _), .isEmpty(let column):
      [column]
    }
  }
}

extension Value {
  /// The value as a number; weeks and months count within their year, as people write them.
  fileprivate func comparable(_ context: QueryContext) -> Double? {
    switch self {
    case .week(_, let week): return Double(week)
    case .month(_, let month): return Double(month)
    default:
      if case .number(let number) = SortValue(self, context) { return number }
      return nil
    }
  }

  /// The texts in it.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    default: []
    }
  }
}
