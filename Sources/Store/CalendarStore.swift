/// The moment at which a write counts as done.
public enum Durability: String, CaseIterable, Sendable {
  /// The write is on the disk and survives a power cut.
  case full
  /// The system has the write: a power cut may lose the last transactions, each as a whole, and nothing else.
  case normal
}

/// A store of calendars in one SQLite file, with all methods that read it.
///
/// A store is used from one thread. Reading never writes.
public final class CalendarStore {
  /// The zones in which times are read.
  public let zones: ZoneDatabase
  /// The file's path, or `memory`.
  public var path: String { database.path }
  /// The upgrade of the file's format on opening; nil when the file had this version's format.
  public var upgrade: StoreUpgrade? { database.upgrade }
  /// The access for which the store was opened.
  public let access: StoreAccess

  let database: Database
  let counterBox = CounterBox()
  var records = RecordCache(capacity: rememberedRecords)
  /// Recently read objects, by the row of their head.
  var knownObjects: [Int: CalendarObject] = [:]
  private var knownCalendars: (version: Version, calendars: [CalendarRecord])?
  private var knownStatistics: (version: Version, statistics: StoreStatistics)?
  /// Compiled series already read.
  var knownSeries: [Int: StoredSeries] = [:]
  /// Whether queries leave out series in unknown zones; the caller reports them.
  ///
  /// If false, reading such a series throws `zone-missing`. See `unknownZones`.
  public var leavesOutUnknownZones = false
  /// The series left out for their unknown zones.
  var lostSeries: Set<Int> = []
  /// Zones already looked up.
  var knownZones = KnownZones()
  /// The zone definitions that came with components.
  package let itemZones: ItemZoneTable
  /// How many items of a step are taken back and derived together, so that undoing a large import needs
  /// little memory.
  var revertedTogether = 2_000
  private var ownWrites = 0
  private var seenVersion: Version?
  /// The client that uses the store; later steps of the journal belong to it.
  public var client = CalendarStore.ownerClient
  /// The client name of a user who gives none: a person at a terminal, the store's owner.
  public static let ownerClient = "kal"
  /// The open step of the journal; nil between steps.
  var journal: Journal?

  /// Opens the store in a file.
  ///
  /// Throws `no-store` when there is none and `access` is not `.create`, `not-a-store`, `store-newer`,
  /// `cannot-open`, `cannot-create`, `store-read-only` and SQLite's errors. `stopSignal` also ends the
  /// opening and its waits.
  public init(
    path: String, access: StoreAccess, zones: ZoneDatabase, stopSignal: StopSignal = StopSignal(),
    onLockWait: ((LockWait) -> Void)? = nil
  ) throws(StoreError) {
    self.zones = zones
    self.access = access
    database = try StoreFile.connect(
      path: path, access: access, zones: zones, stopSignal: stopSignal, onLockWait: onLockWait)
    itemZones = ItemZoneTable(database)
  }

  private init(memory database: Database, zones: ZoneDatabase) {
    self.zones = zones
    self.database = database
    itemZones = ItemZoneTable(database)
    access = .create
  }

  /// The path that stands for a store in memory, as for SQLite.
  package static let memoryPath = ":memory:"

  /// Creates a store in memory that lasts as long as the object.
  public static func inMemory(zones: ZoneDatabase) throws(StoreError) -> CalendarStore {
    CalendarStore(memory: try StoreFile.inMemory(zones: zones), zones: zones)
  }

  /// Returns a writable copy in memory that lasts as long as the object.
  public func copyInMemory() throws(StoreError) -> CalendarStore {
    CalendarStore(memory: try StoreFile.copyInMemory(of: database), zones: zones)
  }

  /// The moment at which a write counts as done.
  public private(set) var durability = Durability.full

  /// Sets when a write counts as done, from the next transaction on; not while a batch is open.
  public func setDurability(_ durability: Durability) throws(StoreError) {
    if durability == self.durability { return }
    try database.execute(
      durability == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    self.durability = durability
  }

  /// The default number of milliseconds that a write waits for another writer.
  public static let usualBusyTimeout = 60_000

  /// Sets the number of milliseconds that a write waits for another writer before it fails with
  /// `store-locked`.
  public func setBusyTimeout(milliseconds: Int) { database.setBusyTimeout(milliseconds: milliseconds) }

  /// The signal that ends a read or write early, with the error `interrupted`.
  public var stopSignal: StopSignal {
    get { database.stopSignal }
    set { database.stopSignal = newValue }
  }

  /// Called while the store waits for another program's lock, after 1, 10 and 30 seconds.
  public var onLockWait: ((LockWait) -> Void)? {
    get { database.onLockWait }
    set { database.onLockWait = newValue }
  }

  /// Throws `interrupted` when the stop signal is set; for loops between the store's own operations.
  public func checkStopSignal() throws(StoreError) {
    try database.checkStopSignal()
  }

  // MARK: Transactions and versions

  /// The state of the file: a number for other connections' writes, and one for own writes.
  struct Version: Equatable {
    var others: Int
    var own: Int
  }

  /// The present state; it changes with every change of the store.
  func version() throws(StoreError) -> Version {
    let version = Version(others: try database.dataVersion(), own: ownWrites)
    if version != seenVersion {
      seenVersion = version
      records.removeAll()
      knownObjects = [:]
      knownSeries = [:]
      knownZones = KnownZones()
    }
    return version
  }

  /// Runs `body` so that all its reads see one state of the store; nested calls join.
  public func withReadTransaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try beginRead()
    defer { endRead() }
    return try body()
  }

  /// Begins a read transaction; every call is paired with an `endRead`, and pairs may nest.
  public func beginRead() throws(StoreError) {
    try database.beginRead()
    do throws(StoreError) {
      _ = try version()
    } catch {
      // An open transaction would show the present state for ever.
      database.endRead()
      throw error
    }
  }

  /// Ends the transaction of `beginRead`.
  public func endRead() { database.endRead() }

  /// Runs `body` in a transaction that is committed or rolled back as a whole; with `keeping` false it is
  /// always rolled back.
  ///
  /// A body that writes only through the store's other methods, which invalidate cached reads themselves,
  /// needs no `invalidating`.
  func write<Result>(
    keeping: Bool = true, invalidating: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if !access.writes { throw StoreError(.readOnly, path, detail: "it was opened to read") }
    var isRolledBack = !keeping
    // A rolled-back part of a batch may include the batch's first journal entry.
    let counts = journal?.counts ?? Journal.Counts()
    defer {
      if isRolledBack { database.withoutStopping { journal?.discardWhatIsGone(since: counts) } }
    }
    do throws(StoreError) {
      return try database.write(keeping: keeping) { () throws(StoreError) in
        // Cached reads may be older than this transaction.
        _ = try version()
        defer { if invalidating || !keeping { invalidateOwnReads() } }
        let refused = zones.openRefusals.count
        let result = try body()
        try checkZoneFiles(since: refused)
        return result
      }
    } catch {
      isRolledBack = true
      invalidateOwnReads()
      throw error
    }
  }

  /// Invalidates cached reads after a change or a rollback.
  func invalidateOwnReads() {
    ownWrites += 1
    records.removeAll()
    knownObjects = [:]
    knownSeries = [:]
    knownZones = KnownZones()
  }

  /// The number of the last change; grows with every change of an item.
  func changeSequence() throws(StoreError) -> Int {
    try database.number("SELECT coalesce(max(seq), 0) FROM change")
  }

  /// A number that changes when another connection changes the file.
  public func dataVersion() throws(StoreError) -> Int { try database.dataVersion() }

  /// The store's random identifier, which distinguishes it and its copies from other stores.
  public func identity() throws(StoreError) -> String {
    try database.with("SELECT value FROM meta WHERE key = 'identity'") { (row) throws(StoreError) in
      try row.step() ? row.text(0) : ""
    }
  }

  // MARK: Sources and calendars

  /// All sources, in order of creation.
  public func sources() throws(StoreError) -> [SourceRecord] {
    try database.with("SELECT id, title, kind, limits, most_alarms FROM source ORDER BY id") {
      (row) throws(StoreError) in
      var result: [SourceRecord] = []
      while try row.step() {
        var source = SourceRecord(
          id: row.int(0), title: row.text(1), kind: SourceRecord.Kind(rawValue: row.int(2)) ?? .local)
        source.limits = SourceRecord.Limits(rawValue: row.int(3))
        source.mostAlarms = row.optionalInt(4)
        result.append(source)
      }
      return result
    }
  }

  /// All calendars, in order of creation.
  public func calendars() throws(StoreError) -> [CalendarRecord] {
    let version = try version()
    if let known = knownCalendars, known.version == version { return known.calendars }
    let calendars = try database.with(
      """
      SELECT id, source, title, color, kinds, hidden, subscribed, writable, immutable, availabilities, default_alarm
      FROM calendar ORDER BY id
      """
    ) { (row) throws(StoreError) in
      var result: [CalendarRecord] = []
      while try row.step() {
        var calendar = CalendarRecord(
          id: row.int(0), source: row.int(1), title: row.text(2), color: row.optionalText(3),
          kinds: EntityKinds(rawValue: row.int(4)), isHidden: row.bool(5), isSubscribed: row.bool(6),
          isWritable: row.bool(7))
        calendar.isImmutable = row.bool(8)
        calendar.availabilities = AvailabilitySet(rawValue: row.int(9))
        calendar.defaultAlarm = row.optionalInt(10)
        result.append(calendar)
      }
      return result
    }
    knownCalendars = (version, calendars)
    return calendars
  }

  /// The calendar of a name; throws `unknown-calendar` or `ambiguous-calendar`.
  public func calendar(_ name: CalendarReference) throws(StoreError) -> CalendarRecord {
    switch name.meaning(among: try calendars(), try sources()) {
    case .one(let calendar): return calendar
    case .several: throw StoreError(.ambiguousCalendar, name.text)
    case .none, .unknownSource: throw StoreError(.unknownCalendar, name.text)
    }
  }

  /// The source of calendars that belong to no other account.
  package func localSource() throws(StoreError) -> Int {
    try database.number("SELECT id FROM source ORDER BY kind <> 0, id LIMIT 1")
  }

  // MARK: Statistics

  /// The planner's statistics; read once per state of the store.
  public func statistics() throws(StoreError) -> StoreStatistics {
    let version = try version()
    if let known = knownStatistics, known.version == version { return known.statistics }
    let statistics = try StoreStatistics(database)
    knownStatistics = (version, statistics)
    return statistics
  }

  /// The cost of all reads since the store was opened.
  public var counters: ReadCounters { counterBox.value }

  // MARK: Items

  /// The maximum number of records cached in memory.
  public static let rememberedRecords = 4_096

  /// The record of an item; nil when there is none.
  ///
  /// Recently read records are cached.
  public func record(_ item: Int) throws(StoreError) -> ItemRecord? {
    if let known = records.record(item) {
      counterBox.value.recordsRemembered += 1
      return known
    }
    return try database.with(ItemRecord.select) { (row) throws(StoreError) in
      guard try row.bind(1, item).step() else { return nil }
      counterBox.value.recordsRead += 1
      let record = ItemRecord(row: row)
      records.insert(record)
      return record
    }
  }

  /// The rows of all items with a UID: masters, singles, overrides and orphans, in the order of their ids.
  public func items(uid: String) throws(StoreError) -> [Int] {
    try numbers("SELECT id FROM item WHERE uid = ?1 ORDER BY id") { $0.bind(1, uid) }
  }

  /// The rows of a master's overrides, in the order of their occurrences.
  public func overrides(of master: Int) throws(StoreError) -> [Int] {
    try numbers("SELECT id FROM item WHERE master = ?1 ORDER BY key, id") { $0.bind(1, master) }
  }

  func numbers(_ sql: SQL, _ bind: (Statement) -> Void) throws(StoreError) -> [Int] {
    try database.with(sql) { (row) throws(StoreError) in
      bind(row)
      var result: [Int] = []
      while try row.step() { result.append(row.int(0)) }
      return result
    }
  }

  /// An item's component as imported: unfolded, one property per line, with line ends; nil when there is no
  /// such item.
  public func componentText(_ item: Int) throws(StoreError) -> [UInt8]? {
    try database.componentText(item)
  }
}
