import Editing
import Foundation
import QueryEngine

// What the members of the store work on: the open file under its lock, and what could not be thrown.

extension EKEventStore {
  /// Whether the store is open: its fault otherwise.
  package func checkOpen() throws(EKError) { try locked { _ in } }

  /// The person's addresses, in lower case; invitations from others cannot be edited.
  package var personsAddresses: Set<String> {
    get { alone { core?.workspace.ownAddresses ?? [] } }
    set { alone { core?.workspace.ownAddresses = Set(newValue.map { $0.lowercased() }) } }
  }

  // MARK: The lock

  /// Runs `body` with the open store under the lock.
  package func locked<Result>(_ body: (Core) throws(EKError) -> Result) throws(EKError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard let core else { throw openFault ?? EKError(.invalidated) }
    return try body(core)
  }

  /// Runs `body` under the lock; on failure returns `fallback` and adds the error to the `problems`.
  package func attempt<Result>(_ fallback: Result, _ body: (Core) throws(EKError) -> Result) -> Result {
    do throws(EKError) {
      return try locked(body)
    } catch {
      report(error)
      return fallback
    }
  }

  /// Runs `body` under the lock, whether the store is open or not.
  package func alone<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// The number of resets of the store: objects from before a reset are invalid.
  var generation: Int { resets.load(ordering: .relaxed) }

  package var now: Instant { Instant(options.clock()) }

  /// The context of queries.
  package var context: QueryContext { QueryContext(now: now, zone: viewer, zones: zones) }

  /// Whether a refresh of the sources may begin: one runs at a time.
  func beginRefresh() -> Bool {
    alone {
      defer { isRefreshing = true }
      return !isRefreshing
    }
  }

  func endRefresh() { alone { isRefreshing = false } }

  /// A connection of the person's own, who sees and changes everything in a form, whatever the program may do.
  ///
  /// It does not see what waits for a commit, and could not write before that. So it throws while a batch is open, and so
  /// do its writes.
  package func personsWorkspace() throws(EKError) -> Workspace {
    try reported { () throws(EditError) in try checkNothingWaits() }
    let (client, addresses) = try locked { (core) throws(EKError) in
      (core.store.client, core.workspace.ownAddresses)
    }
    guard let path = options.path else { throw EKError(.invalidated) }
    let store = try reading { () throws(StoreError) in
      try CalendarStore(path: path, access: .write, zones: zones)
    }
    store.client = client
    let workspace = Workspace(store)
    workspace.ownAddresses = addresses
    workspace.checkBeforeWriting = { [weak self] () throws(EditError) in try self?.checkNothingWaits() }
    return workspace
  }

  /// Throws while changes of the program wait for a commit.
  private func checkNothingWaits() throws(EditError) {
    guard alone({ opened?.workspace.openBatch != nil }) else { return }
    throw .refused(
      "changes of the program wait for a commit; the program has to commit or reset first",
      number: EKError.Code.internalFailure.rawValue)
  }

  // MARK: Problems

  /// Errors that could not be thrown, such as a read of an object after `reset`; the latest hundred.
  package var notedProblems: [EKError] { alone { noted } }

  /// Warnings about changed arguments, such as a range cut to four years.
  package var notedWarnings: [String] { alone { cautions } }

  /// Clears problems and warnings.
  package func clearNotes() {
    alone {
      noted = []
      cautions = []
    }
  }

  package func report(_ error: EKError) {
    if note(error) { tell(error.clause, error.advice) }
  }

  /// Adds an error to the problems without telling it; whether it is not among them yet.
  @discardableResult
  func note(_ error: EKError) -> Bool {
    alone {
      let isNew = !noted.contains(error)
      noted.append(error)
      if noted.count > 100 { noted.removeFirst() }
      return isNew
    }
  }

  func warn(_ text: String) {
    alone { cautions.append(text) }
    tell(text, nil)
  }

  /// Writes a problem to standard error, once, as Apple's frameworks write to the log.
  private func tell(_ text: String, _ hint: String?) {
    guard options.tellsProblems else { return }
    let advice = hint.map { "; " + $0 } ?? ""
    // Nobody reads a closed stream, and a program must not end for that.
    try? FileHandle.standardError.write(contentsOf: Data("EventKit: \(text)\(advice)\n".utf8))
  }
}
