import Editing

/// The common part of all objects of a store.
///
/// An object keeps its store alive and belongs to one thread at a time. After the store's `reset` it is
/// invalid: reads return empty values and add to the store's problems, and saving it throws.
public class KLObject {
  /// The store of the object.
  public let eventStore: KLEventStore
  private let generation: Int

  init(eventStore: KLEventStore) {
    self.eventStore = eventStore
    generation = eventStore.generation
  }

  /// Whether the object or a part of it, such as an alarm, has unsaved changes.
  public var hasChanges: Bool { false }

  /// Whether the object was never saved.
  public var isNew: Bool { false }

  /// Discards unsaved changes and reads the object again; without effect on an object never saved.
  public func reset() {}

  /// Rolls unsaved changes back to the fetched state without reading.
  public func rollback() {}

  /// Takes the stored values of all fields not edited; false when the object no longer exists.
  @discardableResult
  public func refresh() -> Bool { isUsable }

  /// Whether the object is valid; adds to the store's problems when it is not.
  var isUsable: Bool {
    if generation == eventStore.generation { return true }
    eventStore.report(KLError(.invalidated))
    return false
  }

  /// Throws code 11 for an object of another store, and 5 after a reset.
  func check(for store: KLEventStore) throws(KLError) {
    if store !== eventStore { throw KLError(.otherStore) }
    if generation != store.generation { throw KLError(.invalidated) }
  }
}
