import Editing
import Foundation
import QueryEngine

/// A query for a store, as a predicate; only the store that made it accepts it.
package final class StorePredicate: NSPredicate {
  let owner: UUID
  /// The bound query; nil for an invalid predicate.
  let query: BoundQuery?
  /// Why the predicate is invalid.
  let fault: EKError?

  init(owner: UUID, query: BoundQuery?, fault: EKError?) {
    self.owner = owner
    self.query = query
    self.fault = fault
    super.init(value: query != nil)
  }

  /// A query cannot be read from an archive, as it belongs to an open store.
  package required init?(coder: NSCoder) { nil }

  /// The condition, the same as in the equivalent statement.
  package var condition: ItemPredicate { query?.predicate ?? .none }

  /// The time range; nil when there is none.
  package var range: ResolvedRange? { query?.range }

  /// A copy is the predicate itself, which never changes.
  package override func copy(with zone: NSZone? = nil) -> Any { self }

  /// The condition in the query language.
  package override var description: String { "\(condition)" }
}
