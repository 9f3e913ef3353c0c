/// When a write counts as done.
public enum Durability: String, CaseIterable, Sendable {
  /// When the disk has it: it survives a power cut.
  case full
  /// When the system has it: a power cut may take the last writes back, whole ones, and nothing else.
  case normal
}

/// A store of calendars in one SQLite file: what is in it, and every way to read it.
///
/// Used from one thread. Reading never writes.
public final class CalendarStore {
  /// The zones that times are understood in.
  public let zones: ZoneDatabase
  /// The file's path, or `memory`.
  public var path: String { database.path }
  /// What was done about the file's format when it was opened; nil where it had this version's.
  public var upgrade: StoreUpgrade? { database.upgrade }
  /// What it was opened for.
  public let access: StoreAccess

  let database: Database
  let counterBox = CounterBox()
  var records = RecordCache(capacity: rememberedRecords)
  /// Objects lately read, by their heads.
  var knownObjects: [Int: CalendarObject] = [:]
  private var knownCalendars: (version: Version, calendars: [CalendarRecord])?
  private var knownStatistics: (version: Version, statistics: StoreStatistics)?
  /// Compiled series already read.
  var knownSeries: [Int: StoredSeries] = [:]
  /// Whether series in zones that nothing knows any more are left out of answers, by somebody who says so.
  ///
  /// Else reading them throws `zone-missing`. See `unknownZones`.
  public var leavesOutUnknownZones = false
  /// Series that were left out so.
  var lostSeries: Set<Int> = []
  /// Zones already asked for.
  var knownZones = KnownZones()
  /// The zone definitions that components came with.
  package let itemZones: ItemZoneTable
  private var ownWrites = 0
  private var seenVersion: Version?
  /// The client that works with the store: the steps of the journal from now on are its own.
  public var client = CalendarStore.ownerClient
  /// The name of whoever uses a store without saying who: a person at a terminal, its owner.
  public static let ownerClient = "kal"
  /// The step of the journal that is being made; nil between steps.
  var journal: Journal?

  /// Opens the store in a file.
  ///
  /// Throws `no-store` where there is none and `access` is not `.create`, `not-a-store`, `store-newer`,
  /// `cannot-open`, `cannot-create`, `store-read-only` and what SQLite reports. `stopSignal` ends
  /// opening too, and what it waits for.
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

  /// A new store that lives in memory and is gone with the object.
  public static func inMemory(zones: ZoneDatabase) throws(StoreError) -> CalendarStore {
    CalendarStore(memory: try StoreFile.inMemory(zones: zones), zones: zones)
  }

  /// A copy in memory, which can be written and is gone with the object.
  func copyInMemory() throws(StoreError) -> CalendarStore {
    CalendarStore(memory: try StoreFile.copyInMemory(of: database), zones: zones)
  }

  /// When a write counts as done.
  public private(set) var durability = Durability.full

  /// Changes when a write counts as done, from the next transaction on; not while a batch is open.
  public func setDurability(_ durability: Durability) throws(StoreError) {
    if durability == self.durability { return }
    try database.execute(
      durability == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    self.durability = durability
  }

  /// How many milliseconds a write waits for another writer unless it is told otherwise.
  public static let usualBusyTimeout = 60_000

  /// How many milliseconds a write waits for another writer before it gives up with `store-locked`.
  public func setBusyTimeout(milliseconds: Int) { database.setBusyTimeout(milliseconds: milliseconds) }

  /// What ends a read or write before it is done, with the error `interrupted`.
  public var stopSignal: StopSignal {
    get { database.stopSignal }
    set { database.stopSignal = newValue }
  }

  /// Told while another program's lock is waited for: after 1, 10 and 30 seconds.
  public var onLockWait: ((LockWait) -> Void)? {
    get { database.onLockWait }
    set { database.onLockWait = newValue }
  }

  /// Throws `interrupted` where the stop signal is set; for loops that run between the store's own steps.
  public func checkStopSignal() throws(StoreError) {
    try database.checkStopSignal()
  }

  // MARK: Transactions and versions

  /// Which state of the file one has seen: other connections' writes, and one's own.
  struct Version: Equatable {
    var others: Int
    var own: Int
  }

  /// Changes whenever anybody changed the store.
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

  /// Runs `body` so that everything it reads is from one state of the store; nested calls join.
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
      // A transaction that nobody ends would show the state of now for ever.
      database.endRead()
      throw error
    }
  }

  /// Ends what `beginRead` began.
  public func endRead() { database.endRead() }

  /// Runs `body` in a transaction that is kept whole or not at all; `keeping`
  /// false takes it all back at the end.
  ///
  /// A body that writes by the store's other methods alone, which forget and remember themselves what they
  /// changed, needs no `forgetting`.
  func write<Result>(
    keeping: Bool = true, invalidating: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if access == .read { throw StoreError(.readOnly, path, detail: "it was opened to read") }
    var isRolledBack = !keeping
    // A part of a batch that is taken back may have taken the batch's first note with it.
    let counts = journal?.counts ?? Journal.Counts()
    defer {
      if isRolledBack { database.withoutStopping { journal?.discardWhatIsGone(since: counts) } }
    }
    do throws(StoreError) {
      return try database.write(keeping: keeping) { () throws(StoreError) in
        // What was read before may be older than this transaction.
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

  /// Forgets what was read before a change, or of one that was taken back.
  func invalidateOwnReads() {
    ownWrites += 1
    records.removeAll()
    knownObjects = [:]
    knownSeries = [:]
    knownZones = KnownZones()
  }

  /// The number of the last change; grows with every change of an item.
  public func changeSequence() throws(StoreError) -> Int {
    try database.number("SELECT coalesce(max(seq), 0) FROM change")
  }

  /// A number that changes when another connection changes the file.
  public func dataVersion() throws(StoreError) -> Int { try database.dataVersion() }

  /// The store's own random name, by which copies of it can be told from others.
  public func identity() throws(StoreError) -> String {
    try database.with("SELECT value FROM meta WHERE key = 'identity'") { (row) throws(StoreError) in
      try row.step() ? row.text(0) : ""
    }
  }

  // MARK: Sources and calendars

  /// All sources, in the order they were made.
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

  /// All calendars, in the order they were made.
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

  /// The calendar of a name, `NAME` or `NAME@SOURCE`; throws `unknown-calendar` or `ambiguous-calendar`.
  public func calendar(named name: String) throws(StoreError) -> CalendarRecord {
    let calendars = try calendars()
    var found = calendars.titled(name)
    if found.isEmpty, let at = name.lastIndex(of: "@") {
      let source = Folding.name(String(name[name.index(after: at)...]))
      let sources = try sources().filter { Folding.name($0.title) == source }.map(\.id)
      found = calendars.filter { sources.contains($0.source) }.titled(String(name[..<at]))
    }
    guard let calendar = found.first else { throw StoreError(.unknownCalendar, name) }
    if found.count > 1 { throw StoreError(.ambiguousCalendar, name) }
    return calendar
  }

  /// The account of calendars that belong to nobody else.
  package func localSource() throws(StoreError) -> Int {
    try database.number("SELECT id FROM source ORDER BY kind <> 0, id LIMIT 1")
  }

  // MARK: Statistics

  /// How much of what there is; read once per state of the store.
  public func statistics() throws(StoreError) -> StoreStatistics {
    let version = try version()
    if let known = knownStatistics, known.version == version { return known.statistics }
    let statistics = try StoreStatistics(database)
    knownStatistics = (version, statistics)
    return statistics
  }

  /// What reading has cost since the store was opened.
  public var counters: ReadCounters { counterBox.value }

  // MARK: Items

  /// How many records are kept in memory at most.
  public static let rememberedRecords = 4_096

  /// The record of an item; nil when there is none.
  ///
  /// Lately read ones are kept in memory.
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

  /// The rows of a master's overrides, by the occurrence they override.
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

  /// An item's component as it came, unfolded, a line each with its line ends;
  /// nil when there is no such item.
  public func componentText(_ item: Int) throws(StoreError) -> [UInt8]? {
    try database.with("SELECT text FROM item_text WHERE item = ?1") { (row) throws(StoreError) in
      try row.bind(1, item).step() ? row.bytes(0) : nil
    }
  }
}
