import Editing

/// What is common to all objects of a store.
///
/// An object keeps its store alive and belongs to one thread at a time. After the store's `reset` it is
/// invalid: reading it gives nothing and is noted among the store's problems, saving it throws.
public class KLObject {
  /// The store it belongs to.
  public let eventStore: KLEventStore
  private let generation: Int

  init(eventStore: KLEventStore) {
    self.eventStore = eventStore
    generation = eventStore.generation
  }

  /// Whether there are unsaved changes here or in a part of it, such as an alarm.
  public var hasChanges: Bool { false }

  /// Whether it was never saved.
  public var isNew: Bool { false }

  /// Takes back unsaved changes and reads the object again; without effect on one that was never saved.
  public func reset() {}

  /// Takes back unsaved changes, to what was fetched; reads nothing.
  public func rollback() {}

  /// Takes stored values for all that was not touched; false where it is gone and should be dropped.
  @discardableResult
  public func refresh() -> Bool { isUsable }

  /// Whether it may be used; where not, that is noted.
  var isUsable: Bool {
    if generation == eventStore.generation { return true }
    eventStore.report(KLError(.invalidated))
    return false
  }

  /// Throws code 11 for a store that it does not belong to, and 5 after a reset.
  func check(for store: KLEventStore) throws(KLError) {
    if store !== eventStore { throw KLError(.otherStore) }
    if generation != store.generation { throw KLError(.invalidated) }
  }
}
