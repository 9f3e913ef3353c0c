import Changes
import Platform
import Rendering

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The store of a session: opened at first need, and for writing only when a statement writes.
extension Session {
  /// Returns the store opened for reading; nil if there is none yet.
  package func readableStore() throws -> CalendarStore? {
    if let store = connection.store {
      reportUnknownZones()
      return store
    }
    guard let path = storePath else { return nil }
    do throws(StoreError) {
      return try open(path, readingAccess)
    } catch {
      if error.code == .noStore { return nil }
      throw error
    }
  }

  /// The store, if it is open.
  package var openedStore: CalendarStore? { connection.store }

  /// Closes the store; the next use opens it again.
  package func leaveStore() { connection.close() }

  /// Removes a new store in which statements kept nothing.
  package func leaveNoEmptyStore() {
    guard let store = connection.store, store.isNew, store.removeIfEmpty() else { return }
    leaveStore()
  }

  /// Returns the store opened for writing, created if there is none.
  package func writableStore() throws -> CalendarStore {
    if let fault = zoneFault { throw fault }
    let store = try storeForWriting()
    store.client = client ?? AccessControl.defaultClient
    if !store.isInBatch { try store.setDurability(settings.durability) }
    return store
  }

  /// Returns a connection that writes, separate from the current one if that only reads.
  func storeForRequests() throws -> CalendarStore {
    guard let store = connection.store, connection.access == readingAccess else {
      return try writableStore()
    }
    return try CalendarStore(
      path: store.path, access: .write, zones: zones, stopSignal: stopSignal,
      onLockWait: lockWaitTeller)
  }

  private func storeForWriting() throws -> CalendarStore {
    if let store = connection.store, connection.access != readingAccess { return store }
    let path = try placeOfStore(toWrite: true)
    connection.close()
    return try open(path, .create)
  }

  /// Returns a workspace on the store, which is created if there is none.
  package func workspace() throws -> Workspace {
    prepared(connection.workspace(on: try writableStore(), generator))
  }

  /// Returns a workspace for a trial, of which nothing is kept: where there is no store yet or it cannot be
  /// written, on one in memory, with what the store holds.
  func workspaceForTrial() throws -> Workspace {
    if !hasNoStore {
      do {
        return try workspace()
      } catch {
        guard let code = (error as? StoreError)?.code, [.readOnly, .cannotCreate, .diskFull].contains(code)
        else {
          throw error
        }
      }
    }
    let store = try readableStore()?.copyInMemory() ?? CalendarStore.inMemory(zones: zones)
    store.stopSignal = stopSignal
    return prepared(Workspace(store, generator: generator))
  }

  private func prepared(_ workspace: Workspace) -> Workspace {
    workspace.access = client.map { AccessControl(workspace.store, client: $0) }
    workspace.ownAddresses = Set(settings.ownAddresses.map { $0.lowercased() })
    return workspace
  }

  /// Rolls back an uncommitted batch at the end of the statements.
  package func endBatch() {
    guard isInBatch else { return }
    try? connection.store?.rollbackBatch()
    leaveNoEmptyStore()
    note("the batch was not committed: what it changed is taken back")
  }

  /// Whether a batch is open, between `begin` and `commit` or `rollback`.
  package var isInBatch: Bool { connection.store?.isInBatch ?? false }

  /// Whether the store is to be in memory, and not a file.
  package var usesMemory: Bool { storePath == CalendarStore.memoryPath }

  /// The path of the store, whether or not it is there; throws `unreadable-file` or `unwritable-file` where
  /// nothing names one.
  func placeOfStore(toWrite isWriting: Bool = false) throws -> String {
    if let storePath { return storePath }
    let (what, reason) = ("the store", "neither --store nor a home folder says where it is")
    throw isWriting
      ? FileFault.unwritable(path: what, reason: reason) : FileFault.unreadable(path: what, reason: reason)
  }

  /// Says that a question is answered without a store.
  func tellNoStore() {
    note(
      storePath.map { "there is no store at \($0) yet: import FILE makes it" }
        ?? "neither --store nor a home folder says where the store is: it is taken for empty")
  }

  /// Whether the person has no store yet.
  package var hasNoStore: Bool {
    guard server == nil, client == nil, !usesMemory, let path = storePath else { return false }
    return access(path, F_OK) != 0
  }

  private func open(_ path: String, _ access: StoreAccess) throws(StoreError) -> CalendarStore {
    if path == CalendarStore.memoryPath {
      let store = try CalendarStore.inMemory(zones: zones)
      store.stopSignal = stopSignal
      connection.hold(store, .create, inMemory: true)
      return store
    }
    let store = try CalendarStore(
      path: path, access: access, zones: zones, stopSignal: stopSignal,
      onLockWait: { [weak connection] in connection?.onLockWait?($0) })
    if let upgrade = store.upgrade { note(upgrade.message(for: path)) }
    try answerWithoutUnknownZones(store)
    connection.hold(store, access)
    return store
  }

  /// Reports once the zones of items that the system does not know; questions are then answered without the
  /// series in them.
  private func answerWithoutUnknownZones(_ store: CalendarStore) throws(StoreError) {
    connection.unknownZones = try store.unknownZones()
    if !connection.unknownZones.isEmpty { store.leavesOutUnknownZones = true }
    reportUnknownZones()
  }

  /// Says once which zones of items nothing knows.
  private func reportUnknownZones() {
    let unknown = connection.unknownZones
    if unknown.isEmpty || unknown == reported.unknownZones { return }
    reported.unknownZones = unknown
    note(
      "the system does not know the time zone \(SafeText.line(unknown.joined(separator: ", "))), which items are in, "
        + "or its file is damaged: their times may be wrong, and series in it are left out")
  }

  var lockWaitTeller: (LockWait) -> Void {
    { [weak self] wait in
      guard let self else { return }
      if let onLockWait { return onLockWait(wait) }
      note(SafeText.line(wait.message))
    }
  }
}
