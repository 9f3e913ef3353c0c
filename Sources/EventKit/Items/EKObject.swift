import Editing
import Foundation

/// The common part of all objects that EventKit hands out.
///
/// An object of a store keeps the store alive and belongs to one thread at a time. After the store's `reset` it is
/// invalid: reads give empty values, and a save throws. Two objects are equal when they stand for the same stored
/// thing; an object that was never saved equals itself alone. As a save gives an object its identity, its hash
/// value changes with the first one.
open class EKObject: NSObject {
  private let home: EKEventStore?
  private let generation: Int

  /// Creates an object of a store; nil for a part of an item, which belongs to none.
  package init(store: EKEventStore?) {
    home = store
    generation = store?.generation ?? 0
    super.init()
  }

  // MARK: Changes

  /// Whether the object or a part of it, such as an alarm, has unsaved changes.
  open var hasChanges: Bool { false }

  /// Whether the object was never saved.
  open var isNew: Bool { false }

  /// Discards unsaved changes and reads the object again; without effect on an object never saved.
  open func reset() {}

  /// Rolls unsaved changes back to the fetched state without reading.
  open func rollback() {}

  /// Takes the stored values of all fields not edited; false when the object no longer exists.
  @discardableResult
  open func refresh() -> Bool { isUsable }

  /// Whether the object is valid; adds to the store's problems when it is not.
  final var isUsable: Bool {
    guard let home, generation != home.generation else { return true }
    home.report(EKError(.invalidated))
    return false
  }

  /// Throws code 11 for an object of another store, and 5 after a reset.
  final func check(for store: EKEventStore) throws(EKError) {
    if store !== home { throw EKError(.otherStore) }
    if generation != store.generation { throw EKError(.invalidated) }
  }

  // MARK: Equality

  /// A calendar or an account by its number; items are targets.
  struct StoredThing: Hashable {
    private let kind: IDPrefix
    private let number: Int

    init(_ kind: IDPrefix, _ number: Int) { (self.kind, self.number) = (kind, number) }
  }

  /// What the object stands for; nil while it stands for itself alone.
  var identity: AnyHashable? { nil }

  /// Whether another object stands for the same stored thing of the same store.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKObject else { return false }
    if self === other { return true }
    guard home === other.home, let identity, let theirs = other.identity else { return false }
    return identity == theirs
  }

  /// The hash value of what the object stands for.
  open override var hash: Int { identity?.hashValue ?? ObjectIdentifier(self).hashValue }
}
