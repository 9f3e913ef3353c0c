import Editing
import Model
import QueryLanguage
import Store

/// What keeps clients to the store and to their own stream, and statements from making a store by mistake.
extension Session {
  /// Whether statements run as a client with a name: it writes no files and starts no programs, whatever it may do in the store.
  var isConfined: Bool { client.map { $0 != AccessControl.defaultClient } ?? false }

  /// Throws `client-confined` where a client with a name would write a file.
  func checkConfined(_ statement: StatementSyntax) throws(ShellError) {
    if statement.writesFile { try checkConfined("write no files") }
  }

  /// Throws `client-confined` for a client with a name; `what` says what such do not do.
  func checkConfined(_ what: String) throws(ShellError) {
    if let client, isConfined { throw .clientIsConfined(client: client, what: what) }
  }

  /// Throws `no-store` where a statement needs a store that is there: only those that write something new make one.
  func checkStore(for statement: StatementSyntax) throws(ShellError) {
    guard server == nil, statement.needsStore, try readableStore() == nil else { return }
    switch statement {
    case .manage(let manage):
      if case .undo = manage.kind { throw .store(StoreError(.nothingToUndo, storePath ?? "")) }
      if case .redo = manage.kind { throw .store(StoreError(.nothingToRedo, storePath ?? "")) }
    default: break
    }
    throw .store(StoreError(.noStore, storePath ?? "(unknown)"))
  }

  /// Whether names of views, sets and calendars may be told: to the owner, and to who may read items.
  func mayLearnNames() throws(ShellError) -> Bool {
    if client == nil || canReadUnasked(.reminder) { return true }
    return try permit([AccessNeed(.read, .event)])
  }

  /// The same without asking the owner for anything.
  var knowsNames: Bool { client == nil || canReadUnasked(.event) || canReadUnasked(.reminder) }

  /// Whether the client may only add items of a kind: it neither chooses nor learns the calendar.
  func mayOnlyAdd(_ kind: ItemKind) -> Bool {
    guard let client, server == nil, let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind)) == .writeOnly
  }
}

extension StatementSyntax {
  /// Whether it writes a file beside the store.
  fileprivate var writesFile: Bool {
    guard case .manage(let manage) = self else { return false }
    switch manage.kind {
    case .export(let export): if case .file = export.path.kind { return true }
    case .backup: return true
    default: break
    }
    return false
  }

  /// Whether it is about what a store holds already, so that it makes none.
  fileprivate var needsStore: Bool {
    switch self {
    case .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate: true
    case .explain, .query, .aggregate, .slots, .calendarView, .add, .quick, .session: false
    case .manage(let manage): manage.kind.needsStore
    }
  }
}

extension ManageSyntax.Kind {
  fileprivate var needsStore: Bool {
    switch self {
    case .editCalendar, .chooseCalendars, .renameCalendar, .deleteCalendar, .defaultCalendar, .showCalendar,
      .hideCalendar, .undo, .redo, .commit, .rollback, .dropView, .dropSet, .check, .reindex, .backup,
      .export,
      .snooze, .location:
      true
    case .access(.list), .access(.requests): false
    case .access: true
    case .addCalendar, .importFiles, .history, .begin, .sync, .watch, .changes, .saveView, .runView, .views,
      .saveSet, .sets, .duplicates:
      false
    }
  }
}
