import Editing
import Foundation
import QueryEngine

/// A store of calendars, events and reminders, as EventKit's event store is: one
/// long-lived object per program.
///
/// One lock guards it, so that it can be used from every thread; the objects it hands out belong to one
/// thread at a time and keep it alive. Predicates and objects of one store are refused by others.
public final class KLEventStore: @unchecked Sendable {
  /// What is used while the store is open.
  struct Core {
    let store: CalendarStore
    let workspace: Workspace
    let access: AccessControl
  }

  /// Which client of the store this program is; nil for its owner.
  public let client: String?
  /// Reads the time; all stamps and `now` come from it.
  public let clock: @Sendable () -> Date
  /// Whether it behaves as EventKit does where Kalends can do more.
  ///
  /// Ranges are cut to four years with a warning, alarms that open a URL are refused (28), a due date needs a
  /// start (2), and reminders take no alarms that write or open something (36).
  public let isCompatible: Bool

  /// Tells this store's predicates from those of others.
  let serial = UUID()
  let zones: ZoneDatabase
  /// In whose zone floating times and days are seen.
  let viewer: Zone
  let reason: String
  let requestTimeout: TimeInterval
  let changeInterval: TimeInterval
  let callbacks: DispatchQueue
  private let path: String
  private let lock = NSRecursiveLock()
  private var core: Core?
  /// What is used while it is open, for those who hold the lock.
  var opened: Core? { core }
  private var resets = 0
  private var noted: [KLError] = []
  private var cautions: [String] = []
  var fetches: Set<Int> = []
  var lastFetch = 0

  /// Opens the store in a file, and makes it where it is missing: its client is then the owner.
  ///
  /// `client` nil acts as the owner; others ask for access, for a `reason`, and wait `requestTimeout` seconds
  /// for an answer. `kinds` leaves out a kind of item altogether. Callbacks come on `callbackQueue`.
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

  /// Addresses of the person whose calendars these are; invitations from others cannot be edited.
  public var ownAddresses: Set<String> {
    get { alone { core?.workspace.ownAddresses ?? [] } }
    set { alone { core?.workspace.ownAddresses = Set(newValue.map { $0.lowercased() }) } }
  }

  // MARK: The lock

  /// Runs `body` with the open store, one at a time.
  func locked<Result>(_ body: (Core) throws(KLError) -> Result) throws(KLError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard let core else { throw KLError(.invalidated) }
    return try body(core)
  }

  /// The same for questions that have an answer for failures; what went wrong is among the `problems`.
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

  /// Runs `body` alone, whether the store is open or not.
  func alone<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// How often the store was reset: objects of earlier times are invalid.
  var generation: Int { alone { resets } }

  var now: Instant { Instant(clock()) }

  /// What queries depend on.
  var context: QueryContext { QueryContext(now: now, zone: viewer, zones: zones) }

  // MARK: Problems

  /// What went wrong where nothing could be thrown, such as reading an object
  /// after `reset`; the latest hundred.
  public var problems: [KLError] { alone { noted } }

  /// What was understood otherwise than it may have been meant, such as a range cut to four years.
  public var warnings: [String] { alone { cautions } }

  /// Forgets problems and warnings.
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

  /// The name of the store, by which copies of it can be told from others.
  ///
  /// It stays when the store is opened again, and is another one for a store that was made anew.
  public var eventStoreIdentifier: String {
    attempt("") { (core) throws(KLError) in
      try reading { () throws(StoreError) in try core.store.identity() }
    }
  }

  /// Forgets everything: what waits for a commit is taken back, and all objects handed out are invalid.
  ///
  /// A kind that could not be read before its grant can be read now.
  public func reset() {
    alone {
      core?.workspace.rollback()
      core?.access.clearRefusals()
      resets += 1
    }
  }

  /// Takes back what was saved or removed and not committed; the objects show what they did before.
  public func rollback() { alone { core?.workspace.rollback() } }

  /// Writes all that was saved or removed without `commit`, in one transaction.
  ///
  /// Nothing to do is no error. Where it fails the file stays as it was and everything is taken back.
  public func commit() throws(KLError) {
    try locked { (core) throws(KLError) in
      try reported { () throws(EditError) in try core.workspace.commit() }
    }
  }

  /// Closes the file; what waits for a commit is lost.
  ///
  /// Using the store or its objects afterwards is a reported error.
  public func close() {
    alone {
      core?.workspace.rollback()
      core = nil
    }
  }

  /// Brings sources up to date; local ones always are, so there is nothing to do.
  public func refreshSourcesIfNecessary() {}

  /// The file and a way to look at it from another connection.
  var watched: (path: String, zones: ZoneDatabase) { (path, zones) }
}
