/// A way to read rows from the store.
public enum AccessPath: Hashable, Sendable {
  /// Nothing, as no row can pass the condition.
  case nothing
  /// Events that overlap a window, in start order: the occurrence index, merged
  /// with the series that are sought.
  case eventWindow(SecondBounds)
  /// All stored items of a kind, or all that repeat, one after another, with their
  /// occurrences where those are asked for.
  case scan(ItemKind, recurring: Bool = false)
  /// Items and occurrences by their ids.
  case references([ItemTarget])
  /// Items with a UID.
  case uid(String)
  /// Items whose text may hold a folded word, as the text index says: their rows.
  case text(String, items: [Int])
  /// Reminders due in a window, in that order.
  case dueWindow(SecondBounds)
  /// Reminders without due date.
  case undated
  /// All reminders: by due date, the undated ones last.
  case allReminders
  /// What was completed in a window, in that order.
  case completedWindow(SecondBounds)
  /// Alarms that ring in a window: occurrences as far around it as alarms reach, and alarms at fixed moments.
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

/// What is to be known of a way that has no rival.
public enum PlanEstimates: Hashable, Sendable {
  /// Nothing.
  case none
  /// Whether it may be dear; a small store is not asked how little there is.
  case bounds
  /// How many rows it gives and what that costs, as of any other.
  case full
}

/// A way to answer a query and what it would cost.
public struct AccessCandidate: Hashable, Sendable {
  /// The way.
  public let path: AccessPath
  /// How many rows it is thought to give.
  public let rows: Int
  /// What reading and testing them is thought to cost, in reads of one index row.
  public let cost: Int
  /// Whether the rows come in the order of the answer.
  public let isOrdered: Bool
}

/// How a query is answered: the chosen way and what remains to be done to its rows.
public struct QueryPlan: Sendable {
  /// What is asked.
  public let query: BoundQuery
  /// All ways that were weighed, cheapest first.
  public let candidates: [AccessCandidate]
  /// The way taken.
  public let choice: AccessCandidate
  /// The condition that each row must still pass; `all` where the way leaves nothing to test.
  public let residual: ItemPredicate
  /// Whether the rows must be sorted before the first can be given.
  public let needsSort: Bool
  /// How groups come about, where the answer has any.
  public internal(set) var grouping: GroupingMethod

  /// How many rows the way must give for the limit to be reached, and one that is read
  /// ahead; nil where that is not known.
  var expectedRows: Int? {
    guard let limit = query.limit, !needsSort, residual == .all else { return nil }
    return limit.addingClamped(query.offset).addingClamped(1)
  }
}
