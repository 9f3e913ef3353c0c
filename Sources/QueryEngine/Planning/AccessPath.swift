/// A way to read rows from the store.
public enum AccessPath: Hashable, Sendable {
  /// Nothing, as no row can pass the condition.
  case nothing
  /// Events that overlap a window, in start order: the occurrence index, merged with
  /// lazily expanded series.
  case eventWindow(SecondBounds)
  /// All stored items of a kind, or all that repeat, one after another, with their
  /// occurrences if the scope needs them.
  case scan(ItemKind, recurring: Bool = false)
  /// Items and occurrences by their ids.
  case references([ItemTarget])
  /// Items with a UID.
  case uid(String)
  /// Rows of the items whose text may hold a folded word, by the text index.
  case text(String, items: [Int])
  /// Reminders due in a window, in that order.
  case dueWindow(SecondBounds)
  /// Reminders without due date.
  case undated
  /// All reminders: by due date, the undated ones last.
  case allReminders
  /// Reminders and occurrences completed in a window, in that order.
  case completedWindow(SecondBounds)
  /// Alarms that ring in a window: occurrences as far around it as alarms reach, and absolute alarms.
  case alarms(SecondBounds)
  /// The list of calendars or sources, which is in memory.
  case catalog
}

extension AccessPath {
  /// Whether it leads to items, whose occurrences are then looked up.
  var isOfItems: Bool {
    switch self {
    case .scan, .references, .uid, .text: true
    case .nothing, .eventWindow, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog:
      false
    }
  }
}

/// How much to estimate for an access path without alternatives.
public enum PlanEstimates: Hashable, Sendable {
  /// Nothing.
  case none
  /// An upper bound of the cost; if the bound is not small, the full estimate.
  case bounds
  /// The number of rows and the cost, as for any other path.
  case full
}

/// An access path for a query, and its estimated cost.
public struct AccessCandidate: Hashable, Sendable {
  /// The path.
  public let path: AccessPath
  /// The estimated number of rows.
  public let rows: Int
  /// The estimated cost of reading and testing them, in reads of one index row.
  public let cost: Int
  /// Whether the rows come in the order of the answer.
  public let isOrdered: Bool
}

/// How a query is answered: the chosen path and the remaining work on its rows.
public struct QueryPlan: Sendable {
  /// The query.
  public let query: BoundQuery
  /// All paths that were weighed, cheapest first.
  public let candidates: [AccessCandidate]
  /// The chosen path.
  public let choice: AccessCandidate
  /// The condition that each row must still pass; `all` if the path leaves nothing to test.
  public let residual: ItemPredicate
  /// Whether the rows must be sorted before the first can be returned.
  public let needsSort: Bool
  /// How groups are made, if the answer has any.
  public internal(set) var grouping: GroupingMethod

  /// How many rows the path must return to reach the limit, and one that is read ahead; nil if
  /// that is unknown.
  var expectedRows: Int? {
    guard let limit = query.limit, !needsSort, residual == .all else { return nil }
    return limit.addingClamped(query.offset).addingClamped(1)
  }
}
