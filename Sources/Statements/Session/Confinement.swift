import Changes

/// What keeps clients to the store and to their own stream, and statements from making a store by mistake.
extension Session {
  /// Whether statements run as a client with a name: it writes no files and starts no programs,
  /// whatever it may do in the store.
  package var isConfined: Bool { client.map { $0 != AccessControl.defaultClient } ?? false }

  /// Throws `client-confined` for a client with a name; `what` says what such do not do.
  package func checkConfined(_ what: String) throws {
    if let client, isConfined { throw ShellError.clientIsConfined(client: client, what: what) }
  }

  /// Throws `no-store` where a statement needs a store that is there: only those
  /// that write something new make one.
  package func checkStore(for statement: StatementSyntax) throws {
    guard server == nil, try readableStore() == nil else { return }
    switch statement {
    case .manage(let manage):
      if case .undo = manage.kind { throw StoreError(.nothingToUndo, storePath ?? "") }
      if case .redo = manage.kind { throw StoreError(.nothingToRedo, storePath ?? "") }
    default: break
    }
    throw StoreError(.noStore, storePath ?? "(unknown)")
  }

  /// Whether names of views, sets and calendars may be told: to the owner, and to who may read items.
  func mayLearnNames() throws -> Bool {
    if client == nil || canReadUnasked(.reminder) { return true }
    return try permit([AccessNeed(.read, .event)])
  }

  /// The same without asking the owner for anything.
  package var knowsNames: Bool { client == nil || canReadUnasked(.event) || canReadUnasked(.reminder) }

  /// Whether the client may only add items of a kind: it neither chooses nor learns the calendar.
  func mayOnlyAdd(_ kind: ItemKind) -> Bool {
    guard let client, server == nil, let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind)) == .writeOnly
  }
}
