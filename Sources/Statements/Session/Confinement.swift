import Changes

/// Confines clients to the store and to their own stream, and keeps statements from creating a store by
/// mistake.
extension Session {
  /// Whether statements run for a named client, which writes no files and starts no programs, whatever its
  /// access to the store.
  package var isConfined: Bool { client.map { $0 != AccessControl.defaultClient } ?? false }

  /// Throws `client-confined` for a named client; `what` is the action that it may not do.
  package func checkConfined(_ what: String) throws {
    if let client, isConfined { throw ShellError.clientIsConfined(client: client, what: what) }
  }

  /// Throws `no-store` if a statement needs an existing store: only statements that write something new
  /// create one.
  package func checkStore(for statement: StatementSyntax) throws {
    guard server == nil, try readableStore() == nil else { return }
    switch statement {
    case .manage(let manage):
      if case .undo = manage.kind { throw StoreError(.nothingToUndo, storePath ?? "") }
      if case .redo = manage.kind { throw StoreError(.nothingToRedo, storePath ?? "") }
    default: break
    }
    throw StoreError(.noStore, try placeOfStore())
  }

  /// Whether the client may learn the names of views, sets and calendars: the owner may, and clients that may
  /// read items.
  func mayLearnNames() throws -> Bool {
    if client == nil || canReadUnasked(.reminder) { return true }
    return try permit([AccessNeed(.read, .event)])
  }

  /// Whether the client may learn these names without asking the owner.
  package var knowsNames: Bool { client == nil || canReadUnasked(.event) || canReadUnasked(.reminder) }

  /// Whether the client may only add items of a kind; it neither chooses nor learns the calendar.
  func mayOnlyAdd(_ kind: ItemKind) -> Bool {
    guard let client, server == nil, let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind)) == .writeOnly
  }
}
