import Editing
import LineProtocol
import QueryEngine
import Statements

/// A query that is watched: what its client knows of it, and whether that may be old.
final class LiveQuery: Sendable {
  let request: OpenRequest
  let question: StatementSyntax
  let statement: StatementRequest
  let identity: RequestIdentity

  private struct State {
    /// How each row looked when it was sent.
    var known: [RowIdentity: Int] = [:]
    /// Whether a thread compares it now.
    var isAtWork = true
    /// Whether the store has changed since it was last begun to be compared.
    var isOld = false
    /// Whether the client fell behind and is to be sent everything anew.
    var isBehind = false
  }

  private let state = Mutex(State())

  init(
    _ request: OpenRequest, _ question: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity
  ) {
    (self.request, self.question, self.statement, self.identity) = (request, question, statement, identity)
  }

  /// What the client knows.
  var known: [RowIdentity: Int] { state.withLock { $0.known } }

  /// Notes what the client was sent, at the end of a thread's work.
  func settle(_ known: [RowIdentity: Int]) {
    state.withLock { state in
      state.known = known
      state.isAtWork = false
    }
  }

  /// Whether the client is to be sent everything anew; asking ends that.
  func takeBehind() -> Bool {
    state.withLock { state in
      defer { state.isBehind = false }
      return state.isBehind
    }
  }

  /// Notes that the store changed.
  ///
  /// Changes are coalesced: however many come while a thread is at work, or the client does not read, they
  /// are one. A client that had not read what was sent before the change is behind.
  func storeChanged(isBehind: Bool) {
    state.withLock { state in
      state.isOld = true
      if isBehind { state.isBehind = true }
    }
  }

  /// Whether it is to be compared now; then the caller gives it to a thread.
  func takeWork() -> Bool {
    state.withLock { state in
      guard state.isOld, !state.isAtWork else { return false }
      (state.isOld, state.isAtWork) = (false, true)
      return true
    }
  }
}

/// What changed in the store since it was last looked at, for those who subscribed.
struct ChangeSurvey: Sendable {
  /// What kinds of things there are in it.
  enum Kind: String, CaseIterable, Sendable { case event, reminder, calendar }

  /// The store's state.
  var state: String
  var kinds: Set<Kind>
  /// What each client may be told of, by its name; nil is the owner.
  var readable: [String?: Set<Kind>]

  /// What each client may read now.
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

/// What tells of changes, opened on a thread, as opening a store may have to wait for others.
///
/// Sound to hand over: the thread that made it keeps nothing of it.
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
