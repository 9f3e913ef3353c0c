import Editing
import Foundation
import Platform
import QueryEngine

/// A store of calendars, events and reminders: one long-lived object per program.
///
/// One lock guards the store, so that every thread can use it; its objects belong to one thread at a time and
/// keep it alive. A store refuses predicates and objects of other stores.
///
///     let store = EKEventStore()
///     guard try await store.requestFullAccessToEvents() else { return }
///     let event = EKEvent(eventStore: store)
///     event.title = "Lunch"
///     event.startDate = Date()
///     event.endDate = Date(timeIntervalSinceNow: 3600)
///     event.calendar = store.defaultCalendarForNewEvents
///     try store.save(event, span: .thisEvent)
open class EKEventStore: NSObject, @unchecked Sendable {
  /// The objects of an open store.
  package struct Core {
    package let store: CalendarStore
    package let workspace: Workspace
    package let access: AccessControl
  }

  package let options: StoreOptions
  /// Distinguishes this store's predicates from others.
  let serial = UUID()
  package let zones: ZoneDatabase
  /// The zone in which floating times and days are seen.
  package let viewer: Zone
  /// The sources that the store is restricted to; nil for all.
  let onlySources: Set<Int>?
  private let lock = NSRecursiveLock()
  private var core: Core?
  /// Why the store is not open; nil for one that was closed.
  private var openFault: EKError?
  /// The objects of the open store, for callers that hold the lock.
  package var opened: Core? { core }
  private var resets = 0
  private var noted: [EKError] = []
  private var cautions: [String] = []
  var fetches: Set<Int> = []
  var lastFetch = 0
  private var poster: ChangePoster?
  private var isRefreshing = false

  // MARK: Opening

  /// Opens the person's own store, the one that `kal` uses; where there is none it is made, with a calendar and a list.
  ///
  /// The program is a client of the store by its name, and needs access before it reads or writes. A store that cannot
  /// be opened has no sources, calendars or items, and every save throws the reason.
  public convenience override init() { self.init(options: .personal()) }

  /// Opens the person's own store, to see only the calendars of some sources of another store object.
  public convenience init(sources: [EKSource]) {
    self.init(options: .personal(), sources: Set(sources.map(\.record.id)))
  }

  /// Opens the person's own store for some kinds of item.
  @available(*, deprecated, message: "Use init() and request access.")
  public convenience init(accessToEntityTypes entityTypes: EKEntityMask) {
    var options = StoreOptions.personal()
    options.kinds = entityTypes.kinds
    self.init(options: options)
  }

  /// Opens a store; one that cannot be opened keeps the reason as its `openFault`.
  package init(options: StoreOptions, sources: Set<Int>? = nil) {
    self.options = options
    onlySources = sources
    zones = ZoneDatabase()
    viewer = Zone(options.zone, zones: zones, at: options.clock())
    super.init()
    do throws(EKError) {
      core = try Self.opened(options, zones)
      personsAddresses = Set(options.ownAddresses)
      options.faults.forEach(report)
    } catch {
      openFault = error
      report(error)
    }
    // Changes are posted from here on, to whoever observes them.
    if core != nil { poster = ChangePoster(self) }
  }

  private static func opened(_ options: StoreOptions, _ zones: ZoneDatabase) throws(EKError) -> Core {
    guard let path = options.path else {
      throw EKError(
        .internalFailure, "no-store", "neither KALENDS_STORE nor a home folder says where the store is")
    }
    let store = try reading { () throws(StoreError) in try open(path, options, zones) }
    let workspace = Workspace(store)
    if options.isPersonal, store.isNew {
      try reported { () throws(EditError) in try workspace.addFirstCalendars(now: Instant(options.clock())) }
    }
    let access = AccessControl(store, client: options.client, kinds: options.kinds)
    workspace.access = access
    store.client = access.client
    return Core(store: store, workspace: workspace, access: access)
  }

  private static func open(
    _ path: String, _ options: StoreOptions, _ zones: ZoneDatabase
  ) throws(StoreError) -> CalendarStore {
    do throws(StoreError) {
      return try CalendarStore(path: path, access: .write, zones: zones)
    } catch {
      if error.code != .noStore { throw error }
    }
    if options.isPersonal {
      let code = UserPaths.createFolder(of: path)
      if code != 0 { throw StoreError(.cannotCreate, path, detail: systemReason(code)) }
    }
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    guard options.isPersonal else {
      try store.claim(owner: options.client ?? AccessControl.defaultClient)
      return store
    }
    return store
  }

  deinit { poster?.stop() }

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
  var generation: Int { alone { resets } }

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
  /// It does not see what waits for a commit.
  package func personsWorkspace() throws(EKError) -> Workspace {
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
    return workspace
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
    FileHandle.standardError.write(Data("EventKit: \(text)\(advice)\n".utf8))
  }

  // MARK: The store

  /// The identifier of the store, which distinguishes it and its copies from other stores.
  ///
  /// It stays the same when the store is opened again; a newly created store has another one.
  open var eventStoreIdentifier: String {
    attempt("") { (core) throws(EKError) in
      try reading { () throws(StoreError) in try core.store.identity() }
    }
  }

  /// Rolls back everything that waits for a commit, and invalidates all objects handed out.
  ///
  /// A kind of item that was granted after a refused read can be read now.
  open func reset() {
    alone {
      core?.workspace.rollback()
      core?.access.clearRefusals()
      resets += 1
    }
  }

  /// Rolls back saves and removals without commit; the objects show their previous state.
  package func rollBackBatch() { alone { core?.workspace.rollback() } }

  /// Commits all saves and removals without commit, in one transaction.
  ///
  /// Without such changes nothing happens. On failure the file stays unchanged and everything is rolled back.
  open func commit() throws {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in try core.workspace.commit() }
    }
  }

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
