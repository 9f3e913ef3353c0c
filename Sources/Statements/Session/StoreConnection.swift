import Changes

/// What sessions have in common that follow one another on the same store: its
/// connection, and nothing of who asks.
package final class StoreConnection {
  package let zones: ZoneDatabase
  package private(set) var store: CalendarStore?
  package private(set) var access: StoreAccess?
  private var openWorkspace: Workspace?
  /// The zones of items that nothing knows, as they were when the store was opened.
  package internal(set) var unknownZones: [String] = []
  /// Told while another program's lock on the store is waited for: by the session that has the connection
  /// now, not by the one that opened the store.
  package var onLockWait: ((LockWait) -> Void)?

  package init(zones: ZoneDatabase) { self.zones = zones }

  /// Keeps a store that was opened, in place of the one before.
  package func hold(_ store: CalendarStore, _ access: StoreAccess) {
    (self.store, self.access) = (store, access)
  }

  /// Closes the store, which is opened again when it is needed.
  package func close() { (store, access, openWorkspace) = (nil, nil, nil) }

  /// The workspace on the store, made when there is none.
  package func workspace(on store: CalendarStore, _ generator: any RandomNumberGenerator) -> Workspace {
    if let openWorkspace, openWorkspace.store === store { return openWorkspace }
    let workspace = Workspace(store, generator: generator)
    openWorkspace = workspace
    return workspace
  }
}

/// What a person or a client was told about the store, which is said once.
package struct ReportedFacts: Sendable {
  /// The zones that the system does not know.
  var unknownZones: [String] = []
  /// Whether the zone rules were compared with those of the index.
  var hasZoneRules = false

  package init() {}
}
