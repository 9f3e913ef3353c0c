import Editing
import Foundation
import Platform
import QueryEngine

extension EKEventStore {
  static func opened(_ options: StoreOptions, _ zones: ZoneDatabase) throws(EKError) -> Core {
    guard let path = options.path else {
      throw EKError(
        .internalFailure, "no-store", "neither KALENDS_STORE nor a home folder says where the store is")
    }
    let store = try open(path, options, zones)
    let workspace = Workspace(store)
    let access = AccessControl(store, client: options.client, kinds: options.kinds)
    workspace.access = access
    store.client = access.client
    return Core(store: store, workspace: workspace, access: access)
  }

  private static func open(
    _ path: String, _ options: StoreOptions, _ zones: ZoneDatabase
  ) throws(EKError) -> CalendarStore {
    do throws(StoreError) {
      return try CalendarStore(path: path, access: .write, zones: zones)
    } catch {
      // What cannot be written can still be read; each save then says why it fails.
      if error.code == .readOnly || error.code == .cannotOpen,
        let store = try? CalendarStore(path: path, access: .read, zones: zones)
      {
        return store
      }
      if error.code != .noStore { throw EKError(error) }
    }
    if options.isPersonal {
      try makeFirst(path, zones, now: Instant(options.clock()))
      return try reading { () throws(StoreError) in
        try CalendarStore(path: path, access: .write, zones: zones)
      }
    }
    return try reading { () throws(StoreError) in
      let store = try CalendarStore(path: path, access: .create, zones: zones)
      try store.claim(owner: options.client ?? AccessControl.defaultClient)
      return store
    }
  }

  /// Makes the person's store with its first calendars, under another name: whoever sees the store sees them in it.
  private static func makeFirst(_ path: String, _ zones: ZoneDatabase, now: Instant) throws(EKError) {
    let code = UserPaths.createFolder(of: path)
    if code != 0 { throw EKError(StoreError(.cannotCreate, path, detail: systemReason(code))) }
    let draft = "\(path).\(UUID().uuidString)"
    defer { unlink(draft) }
    do throws(EditError) {
      try Workspace(made(draft, zones)).addFirstCalendars(now: now)
    } catch {
      guard case .store(var fault) = error, fault.subject == draft else { throw EKError(error) }
      fault.subject = path
      throw EKError(fault)
    }
    // One that another program has made meanwhile is the person's.
    let moved = Files.move(draft, toFree: path)
    if moved != 0, moved != EEXIST {
      throw EKError(StoreError(.cannotCreate, path, detail: systemReason(moved)))
    }
  }

  private static func made(_ path: String, _ zones: ZoneDatabase) throws(EditError) -> CalendarStore {
    do throws(StoreError) {
      return try CalendarStore(path: path, access: .create, zones: zones)
    } catch {
      throw .store(error)
    }
  }

  /// Rolls back saves and removals without commit; the objects show their previous state.
  package func rollBackBatch() { alone { core?.workspace.rollback() } }

  /// Closes the file; changes that wait for a commit are lost.
  ///
  /// Later use of the store or its objects is reported as an error.
  package func closeFile() {
    alone {
      core?.workspace.rollback()
      core = nil
      poster?.stop()
    }
  }
}
