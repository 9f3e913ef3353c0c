import Editing
import Foundation
import QueryEngine

/// A store of calendars, events and reminders, like EventKit's event store: one long-lived object per
/// program.
///
/// One lock guards the store, so that every thread can use it; its objects belong to one thread at a time and
/// keep it alive. A store refuses predicates and objects of other stores.
public final class KLEventStore: @unchecked Sendable {
  /// The objects of an open store.
  struct Core {
    let store: CalendarStore
    let workspace: Workspace
    let access: AccessControl
  }

  /// The name of this program as a client of the store; nil for the store's owner.
  public let client: String?
  /// Returns the time; all timestamps and `now` come from it.
  public let clock: @Sendable () -> Date
  /// Whether the store behaves like EventKit where Kalends can do more.
  ///
  /// Ranges are cut to four years with a warning, alarms that open a URL are refused (28), a due date needs a
  /// start (2), and reminders take no alarms that write or open something (36).
  public let isCompatible: Bool

  /// Distinguishes this store's predicates from others.
  let serial = UUID()
  let zones: ZoneDatabase
  /// The zone in which floating times and days are seen.
  let viewer: Zone
  let reason: String
  let requestTimeout: TimeInterval
  let changeInterval: TimeInterval
  let callbacks: DispatchQueue
  private let path: String
  private let lock = NSRecursiveLock()
  private var core: Core?
  /// The objects of the open store, for callers that hold the lock.
  var opened: Core? { core }
  private var resets = 0
  private var noted: [KLError] = []
  private var cautions: [String] = []
  var fetches: Set<Int> = []
  var lastFetch = 0

  /// Opens the store in a file; a missing file is created, with the client as its owner.
  ///
  /// A nil `client` acts as the owner; others request access, with a `reason`, and wait `requestTimeout`
  /// seconds for the decision. `kinds` can exclude a kind of item altogether. Callbacks come on
  /// `callbackQueue`.
  public init(
    path: String, client: String? = nil, reason: String = "", kinds: KLEntityMask = .all,
    compatibility: Bool = false, clock: @escaping @Sendable () -> Date = KLSystem.clock,
    zone: TimeZone = KLSystem.zone, requestTimeout: TimeInterval = 300, changeInterval: TimeInterval = 0.1,
    callbackQueue: DispatchQueue = .global()
  ) throws(KLError) {
    self.path = path
    self.client = client
    self.reason = reason
    self.clock = clock
    self.requestTimeout = requestTimeout
    self.changeInterval = changeInterval
    isCompatible = compatibility
    callbacks = callbackQueue
    zones = ZoneDatabase()
    viewer = Zone(zone, zones: zones, at: clock())
    let zones = self.zones
    let store = try reading { () throws(StoreError) in
      try Self.open(path, owner: client ?? AccessControl.defaultClient, zones)
    }
    let workspace = Workspace(store)
    let access = AccessControl(store, client: client, kinds: EntityKinds(rawValue: kinds.rawValue))
    workspace.access = access
    store.client = access.client
    core = Core(store: store, workspace: workspace, access: access)
  }

  private static func open(
    _ path: String, owner: String, _ zones: ZoneDatabase
  ) throws(StoreError) -> CalendarStore {
    do throws(StoreError) {
      return try CalendarStore(path: path, access: .write, zones: zones)
    } catch {
      if error.code != .noStore { throw error }
      let store = try CalendarStore(path: path, access: .create, zones: zones)
      try store.claim(owner: owner)
      return store
    }
  }

  /// The user's addresses; invitations from others cannot be edited.
  public var ownAddresses: Set<String> {
    get { alone { core?.workspace.ownAddresses ?? [] } }
    set { alone { core?.workspace.ownAddresses = Set(newValue.map { $0.lowercased() }) } }
  }

  // MARK: The lock

  /// Runs `body` with the open store under the lock.
  func locked<Result>(_ body: (Core) throws(KLError) -> Result) throws(KLError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard let core else { throw KLError(.invalidated) }
    return try body(core)
  }

  /// Runs `body` under the lock; on failure returns `fallback` and adds the error to the `problems`.
  func attempt<Result>(_ fallback: Result, _ body: (Core) throws(KLError) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    do throws(KLError) {
      guard let core else { throw KLError(.invalidated) }
      return try body(core)
    } catch {
      report(error)
      return fallback
    }
  }

  /// Runs `body` under the lock, whether the store is open or not.
  func alone<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// The number of resets of the store: objects from before a reset are invalid.
  var generation: Int { alone { resets } }

  var now: Instant { Instant(clock()) }

  /// The context of queries.
  var context: QueryContext { QueryContext(now: now, zone: viewer, zones: zones) }

  // MARK: Problems

  /// Errors that could not be thrown, such as a read of an object after `reset`; the latest hundred.
  public var problems: [KLError] { alone { noted } }

  /// Warnings about changed arguments, such as a range cut to four years.
  public var warnings: [String] { alone { cautions } }

  /// Clears problems and warnings.
  public func clearProblems() {
    alone {
      noted = []
      cautions = []
    }
  }

  func report(_ error: KLError) {
    alone {
      noted.append(error)
      if noted.count > 100 { noted.removeFirst() }
    }
  }

  func warn(_ text: String) { alone { cautions.append(text) } }

  // MARK: The store

  /// The identifier of the store, which distinguishes it and its copies from other stores.
  ///
  /// It stays the same when the store is opened again; a newly created store has another one.
  public var eventStoreIdentifier: String {
    attempt("") { (core) throws(KLError) in
      try reading { () throws(StoreError) in try core.store.identity() }
    }
  }

  /// Rolls back everything that waits for a commit, and invalidates all objects handed out.
  ///
  /// A kind of item that was granted after a refused read can be read now.
  public func reset() {
    alone {
      core?.workspace.rollback()
      core?.access.clearRefusals()
      resets += 1
    }
  }

  /// Rolls back saves and removals without commit; the objects show their previous state.
  public func rollback() { alone { core?.workspace.rollback() } }

  /// Commits all saves and removals without commit, in one transaction.
  ///
  /// Without such changes nothing happens. On failure the file stays unchanged and everything is rolled back.
  public func commit() throws(KLError) {
    try locked { (core) throws(KLError) in
      try reported { () throws(EditError) in try core.workspace.commit() }
    }
  }

  /// Closes the file; changes that wait for a commit are lost.
  ///
  /// Later use of the store or its objects is reported as an error.
  public func close() {
    alone {
      core?.workspace.rollback()
      core = nil
    }
  }

  /// Updates the sources; without effect, as local sources are always current.
  public func refreshSourcesIfNecessary() {}

  /// The path and zones for a second connection that watches for changes.
  var watched: (path: String, zones: ZoneDatabase) { (path, zones) }
}
