import Editing
import Foundation
import QueryEngine

/// What is asked of a store: made by one store and understood by that one alone.
public struct KLPredicate: Sendable {
  let owner: UUID
  /// The query as the engine runs it; nil for one that cannot be asked.
  let query: BoundQuery?
  /// Why it cannot be asked.
  let fault: KLError?

  /// The condition, the same as that of the statement that asks for this.
  public var condition: ItemPredicate { query?.predicate ?? .none }

  /// The range of time asked about; nil for none.
  public var range: ResolvedRange? { query?.range }
}
