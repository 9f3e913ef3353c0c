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
  let lock = NSRecursiveLock()
  var core: Core?
  /// Why the store is not open; nil for one that was closed.
  var openFault: EKError?
  /// The objects of the open store, for callers that hold the lock.
  package var opened: Core? { core }
  /// The number of resets: objects from before a reset are invalid.
  let resets = Atomic<Int>(0)
  var noted: [EKError] = []
  var cautions: [String] = []
  /// The fetches whose completion is still to be called; apart from the lock, which a running fetch holds.
  let fetches = Mutex(RunningFetches())
  var poster: ChangePoster?
  var isRefreshing = false

  // MARK: Opening

  /// Opens the person's own store, the one that `kal` uses; where there is none it is made, with a calendar and a list.
  ///
  /// The program is a client of the store by its name, and needs access before it reads or writes. A store that cannot
  /// be opened has no sources, calendars or items, and every save throws the reason.
  public override init() {
    options = .personal()
    onlySources = nil
    (zones, viewer) = Self.zones(options)
    super.init()
    open()
  }

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
    (zones, viewer) = Self.zones(options)
    super.init()
    open()
  }

  private static func zones(_ options: StoreOptions) -> (ZoneDatabase, viewer: Zone) {
    let zones = ZoneDatabase()
    return (zones, Zone(options.zone, zones: zones, at: options.clock()))
  }

  private func open() {
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

  deinit { poster?.stop() }

  // MARK: Access

  /// The program's access to a kind of item in the person's own store; the file is opened only to read this.
  ///
  /// `notDetermined` where there is no store yet.
  open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
    status(for: entityType, options: .personal())
  }

  /// Requests access to read and write events; false when it was denied or not decided in time.
  ///
  /// The owner is asked at the terminal where there is one, and else by `kal access`. The store's owner itself has access
  /// at once. Throws code 29 when policy forbids it.
  @discardableResult
  open func requestFullAccessToEvents() async throws -> Bool {
    try await answer { requestFullAccessToEvents(completion: $0) }
  }

  /// Requests access to read and write reminders, as `requestFullAccessToEvents` does for events.
  @discardableResult
  open func requestFullAccessToReminders() async throws -> Bool {
    try await answer { requestFullAccessToReminders(completion: $0) }
  }

  /// Requests access to add events without reading any, as `requestFullAccessToEvents` does for all access.
  @discardableResult
  open func requestWriteOnlyAccessToEvents() async throws -> Bool {
    try await answer { requestWriteOnlyAccessToEvents(completion: $0) }
  }

  /// Requests full access to a kind of item.
  @available(
    *, deprecated,
    message: "Use requestFullAccessToEvents, requestWriteOnlyAccessToEvents or requestFullAccessToReminders."
  )
  @discardableResult
  open func requestAccess(to entityType: EKEntityType) async throws -> Bool {
    try await answer { requestAccess(to: entityType, completion: $0) }
  }

  /// Calls back on another queue with the result of the request.
  open func requestFullAccessToEvents(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, .event, completion) }

  /// Calls back on another queue with the result of the request.
  open func requestFullAccessToReminders(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, .reminder, completion) }

  /// Calls back on another queue with the result of the request.
  open func requestWriteOnlyAccessToEvents(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.writeOnly, .event, completion) }

  /// Calls back on another queue with the result of the request.
  @available(
    *, deprecated,
    message: "Use requestFullAccessToEvents, requestWriteOnlyAccessToEvents or requestFullAccessToReminders."
  )
  open func requestAccess(
    to entityType: EKEntityType, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, entityType, completion) }

  // MARK: Sources and calendars

  /// The accounts, unordered; empty without access, one virtual account where events can only be added.
  open var sources: [EKSource] { visibleSources }

  /// The accounts that other people gave the person access to; there are none, as no account of Kalends has a delegate.
  open var delegateSources: [EKSource] { sources.filter(\.isDelegate) }

  /// The account with an identifier; nil when there is none.
  open func source(withIdentifier identifier: String) -> EKSource? {
    sources.first { $0.sourceIdentifier == identifier }
  }

  /// The calendars that accept a kind of item, unordered.
  ///
  /// Empty without access; one virtual calendar where events can only be added.
  open func calendars(for entityType: EKEntityType) -> [EKCalendar] { accepting(entityType) }

  /// The calendars for events, unordered.
  @available(*, deprecated, renamed: "calendars(for:)")
  open var calendars: [EKCalendar] { calendars(for: .event) }

  /// The calendar with an identifier; nil when it does not exist or cannot be read.
  open func calendar(withIdentifier identifier: String) -> EKCalendar? {
    let all = calendars(for: .event) + calendars(for: .reminder)
    return all.first { $0.calendarIdentifier == identifier }
  }

  /// The user's choice of calendar for new events, else the one last added to; nil when neither is known.
  open var defaultCalendarForNewEvents: EKCalendar? { defaultCalendar(.event) }

  /// The user's choice of list for new reminders, else the one last added to; nil when neither is known.
  open func defaultCalendarForNewReminders() -> EKCalendar? { defaultCalendar(.reminder) }

  /// Adds or changes a calendar, at once or with the next commit.
  ///
  /// Throws 14 without a source, 15 for a changed one, 16, 17, 24, 25 when the calendar or its account
  /// forbids it, 29 without access.
  open func saveCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.save(core, now: now)
    }
  }

  /// Deletes a calendar and its items; without access to one of its kinds, only the items of the other kind.
  ///
  /// Without effect on a calendar never saved. Throws 16, 17 and 29.
  open func removeCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.remove(core, now: now)
    }
  }

  // MARK: Items

  /// The event with an identifier, `ev:…`: the first occurrence of a series that is not detached, or the
  /// occurrence named after a slash.
  ///
  /// Nil when the event does not exist, is a reminder or cannot be read; the `problems` say which.
  open func event(withIdentifier identifier: String) -> EKEvent? {
    calendarItem(withIdentifier: identifier, only: .event) as? EKEvent
  }

  /// The event or reminder with an identifier; nil when it does not exist or cannot be read.
  open func calendarItem(withIdentifier identifier: String) -> EKCalendarItem? {
    calendarItem(withIdentifier: identifier, only: nil)
  }

  /// All events and reminders with a UID, unordered; after several imports a UID may have several.
  open func calendarItems(withExternalIdentifier externalIdentifier: String) -> [EKCalendarItem] {
    items(ofUID: externalIdentifier)
  }

  /// Saves an event at once.
  ///
  /// An event deleted elsewhere is added anew, and one without changes is left alone. Afterwards all fields not edited
  /// have the newest stored values. Throws an `EKError`.
  open func save(_ event: EKEvent, span: EKSpan) throws { try save(event, span: span, commit: true) }

  /// Saves an event, at once or with the next commit, as `save(_:span:)` does.
  open func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
    try save(event, reaching: span.span, commit: commit)
  }

  /// Removes an event at once.
  ///
  /// Afterwards the object is empty except for its identifier. Without effect on an event never saved. Throws an `EKError`.
  open func remove(_ event: EKEvent, span: EKSpan) throws { try remove(event, span: span, commit: true) }

  /// Removes an event, at once or with the next commit, as `remove(_:span:)` does.
  open func remove(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
    try remove(event, reaching: span.span, commit: commit)
  }

  /// Saves a reminder, at once or with the next commit.
  ///
  /// Throws an `EKError`.
  ///
  /// After a completion a repeating reminder still shows the completed occurrence; a fetch finds the next
  /// one.
  open func save(_ reminder: EKReminder, commit: Bool) throws {
    try save(reminder, reaching: .all, commit: commit)
  }

  /// Removes a reminder with all its occurrences, at once or with the next commit.
  ///
  /// Throws an `EKError`.
  open func remove(_ reminder: EKReminder, commit: Bool) throws {
    try remove(reminder, reaching: .all, commit: commit)
  }

  // MARK: Fetching

  /// Matches events that overlap [start, end) at any moment; nil `calendars` means all.
  ///
  /// The range may have any length. In compatibility mode a range of more than four years is cut to its first
  /// four, with a warning.
  open func predicateForEvents(
    withStart startDate: Date, end endDate: Date, calendars: [EKCalendar]?
  ) -> NSPredicate { eventPredicate(startDate, endDate, calendars) }

  /// Matches all reminders; nil `calendars` means all lists.
  open func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate {
    predicate(.all, calendars)
  }

  /// Matches open reminders due from the start and before the end; nil leaves that side open.
  ///
  /// With neither, matches all open reminders, without a due date too.
  open func predicateForIncompleteReminders(
    withDueDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    predicate(
      .incomplete(from: startDate.map { Instant($0) }, to: endDate.map { Instant(roundingUp: $0) }), calendars
    )
  }

  /// Matches reminders completed from the start and before the end; nil leaves that side open.
  open func predicateForCompletedReminders(
    withCompletionDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    predicate(
      .completed(from: startDate.map { Instant($0) }, to: endDate.map { Instant(roundingUp: $0) }), calendars)
  }

  /// The events of a predicate, an object for each occurrence, including saves that wait for a commit.
  ///
  /// Unordered: sort with `compareStartDate`. Empty without access. A predicate that this store did not make, which Apple's
  /// framework answers with an exception, matches nothing and is a problem of the store.
  open func events(matching predicate: NSPredicate) -> [EKEvent] {
    do throws(EKError) {
      return try matchingEvents(predicate)
    } catch {
      report(error)
      return []
    }
  }

  /// Visits the events of a predicate one after another until the block sets the flag.
  ///
  /// The block may save and remove: it visits the events as they were at the beginning.
  open func enumerateEvents(matching predicate: NSPredicate, using block: @escaping EKEventSearchCallback) {
    var stop = ObjCBool(false)
    // All events are read first, as nothing can be written inside a read transaction.
    for event in events(matching: predicate) {
      block(event, &stop)
      if stop.boolValue { return }
    }
  }

  /// Fetches the reminders of a predicate and calls `completion` on another queue, with nil on failure; returns what
  /// `cancelFetchRequest` takes.
  ///
  /// A repeating reminder comes once, as its first open occurrence. Reminders that wait for a commit are left out.
  /// After `cancelFetchRequest` the completion is never called.
  @discardableResult
  open func fetchReminders(
    matching predicate: NSPredicate, completion: @escaping ([EKReminder]?) -> Void
  ) -> Any { startFetch(predicate, completion) }

  /// Ends a fetch: its completion is not called, unless the call is already under way.
  open func cancelFetchRequest(_ fetchIdentifier: Any) {
    guard let token = fetchIdentifier as? FetchToken else { return }
    fetches.withLock { _ = $0.numbers.remove(token.number) }
  }

  /// Syncs the accounts with their folders, servers and addresses, those that are due, without waiting for it.
  ///
  /// What comes in changes the store and is told by `EKEventStoreChanged`; objects take it with their own `refresh`.
  /// Without access to events or reminders, and while another sync of the store runs, nothing is done. What fails is
  /// among the store's problems.
  open func refreshSourcesIfNecessary() { beginSync() }

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
    }
    resets.wrappingAdd(1, ordering: .relaxed)
  }

  /// Commits all saves and removals without commit, in one transaction.
  ///
  /// Without such changes nothing happens. On failure the file stays unchanged and everything is rolled back.
  open func commit() throws {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in try core.workspace.commit() }
    }
  }
}
