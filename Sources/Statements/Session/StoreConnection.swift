import Changes

/// The common part of sessions that use the same store one after another: the connection, and nothing about
/// the client.
package final class StoreConnection {
  package let zones: ZoneDatabase
  package private(set) var store: CalendarStore?
  package private(set) var access: StoreAccess?
  private var openWorkspace: Workspace?
  /// Whether the store is in memory alone: it lasts as long as the connection.
  package private(set) var isInMemory = false
  /// The unknown zones of items, as of the opening of the store.
  package internal(set) var unknownZones: [String] = []
  /// Called while another program's lock on the store is waited for; it belongs to the session that has the
  /// connection now, not to the one that opened the store.
  package var onLockWait: ((LockWait) -> Void)?

  package init(zones: ZoneDatabase) { self.zones = zones }

  /// Keeps an opened store, in place of the one before.
  package func hold(_ store: CalendarStore, _ access: StoreAccess, inMemory: Bool = false) {
    (self.store, self.access, isInMemory) = (store, access, inMemory)
  }

  /// Closes the store; the next use opens it again.
  ///
  /// A store in memory stays: it could not be opened again.
  package func close() {
    if !isInMemory { (store, access, openWorkspace) = (nil, nil, nil) }
  }

  /// Returns the workspace on the store, created at first use.
  package func workspace(on store: CalendarStore, _ generator: any RandomNumberGenerator) -> Workspace {
    if let openWorkspace, openWorkspace.store === store { return openWorkspace }
    let workspace = Workspace(store, generator: generator)
    openWorkspace = workspace
    return workspace
  }
}

/// The facts about a store that were reported to a person or a client; each is reported once.
package struct ReportedFacts: Sendable {
  /// The zones that the system does not know.
  var unknownZones: [String] = []
  /// Whether the zone rules were compared with those of the index.
  var hasZoneRules = false

  package init() {}
}
