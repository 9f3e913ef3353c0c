import Editing
import LineProtocol
import QueryEngine
import Statements

/// A watched query: the rows that its client knows, and whether they may be outdated.
final class LiveQuery: Sendable {
  let request: OpenRequest
  let question: StatementSyntax
  let statement: StatementRequest
  let identity: RequestIdentity

  private struct State {
    /// The hash of each row when it was sent.
    var known: [RowIdentity: Int] = [:]
    /// Whether a thread is comparing it.
    var isAtWork = true
    /// Whether the store has changed since the last comparison began.
    var isOld = false
    /// Whether the client fell behind and must get all rows again.
    var isBehind = false
  }

  private let state = Mutex(State())

  init(
    _ request: OpenRequest, _ question: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity
  ) {
    (self.request, self.question, self.statement, self.identity) = (request, question, statement, identity)
  }

  /// The rows that the client knows.
  var known: [RowIdentity: Int] { state.withLock { $0.known } }

  /// Records the rows that the client knows, at the end of a thread's work.
  func settle(_ known: [RowIdentity: Int]) {
    state.withLock { state in
      state.known = known
      state.isAtWork = false
    }
  }

  /// Returns whether the client must get all rows again, and clears that.
  func takeBehind() -> Bool {
    state.withLock { state in
      defer { state.isBehind = false }
      return state.isBehind
    }
  }

  /// Records a change of the store.
  ///
  /// Changes are coalesced: all changes while a thread is at work, or the client does not read, count as one.
  /// A client that has not read the rows sent before the change is behind.
  func storeChanged(isBehind: Bool) {
    state.withLock { state in
      state.isOld = true
      if isBehind { state.isBehind = true }
    }
  }

  /// Returns whether to compare it now; if so, the caller passes it to a thread.
  func takeWork() -> Bool {
    state.withLock { state in
      guard state.isOld, !state.isAtWork else { return false }
      (state.isOld, state.isAtWork) = (false, true)
      return true
    }
  }
}

/// The changes in the store since the last survey, for subscribers.
struct ChangeSurvey: Sendable {
  /// The kinds of changed objects.
  enum Kind: String, CaseIterable, Sendable { case event, reminder, calendar }

  /// The store's state.
  var state: String
  var kinds: Set<Kind>
  /// The kinds whose changes each client may know, by its name; nil is the owner.
  var readable: [String?: Set<Kind>]

  /// Returns the kinds that each client may read now.
  static func readable(by clients: Set<String?>, in store: CalendarStore) -> [String?: Set<Kind>] {
    var readable: [String?: Set<Kind>] = [:]
    for client in clients {
      let control = AccessControl(store, client: client)
      var known: Set<Kind> = []
      if (try? control.level(.event).canRead) == true { known.formUnion([.event, .calendar]) }
      if (try? control.level(.reminder).canRead) == true { known.insert(.reminder) }
      readable[client] = known
    }
    return readable
  }
}

/// The watch for changes, opened on a thread, since opening a store may wait for others.
///
/// Safe to pass on: the thread that made it keeps no part of it.
final class OpenedWatch: @unchecked Sendable {
  let watch: ChangeWatch

  /// Opens the store of a session; nil while there is none.
  init?(_ session: Session) {
    guard let path = session.storePath,
      let watch = try? ChangeWatch(path: path, zones: session.zones, stopSignal: session.stopSignal)
    else { return nil }
    self.watch = watch
  }
}
