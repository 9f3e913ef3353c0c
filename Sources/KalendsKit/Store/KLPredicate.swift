import Editing
import Foundation
import QueryEngine

/// A query for a store; only the store that made it accepts it.
public struct KLPredicate: Sendable {
  let owner: UUID
  /// The bound query; nil for an invalid predicate.
  let query: BoundQuery?
  /// Why the predicate is invalid.
  let fault: KLError?

  /// The condition, the same as in the equivalent statement.
  public var condition: ItemPredicate { query?.predicate ?? .none }

  /// The time range; nil when there is none.
  public var range: ResolvedRange? { query?.range }
}
