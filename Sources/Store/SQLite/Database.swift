import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to one SQLite file, used from one thread.
final class Database {
  /// What a connection may do with its file.
  enum Mode {
    case read, write
    /// Nobody writes the file while it is open, as on read-only media; SQLite makes no files beside it.
    case immutable
    /// Nobody else uses the file; the log's index is kept in memory, so that
    /// reading needs no room on the disk.
    case alone
  }

  private let handle: OpaquePointer
  /// The file's path, for messages.
  let path: String
  private var idle: [SQL: [Statement]] = [:]
  private var all: [Statement] = []
  private var depth = 0
  private(set) var isWriting = false
  /// Tells the process that the file is open, as long as the connection lives.
  var entry: OpenFiles.Entry?
  /// What became of the file's format when it was opened; nil where it was this version's.
  var upgrade: StoreUpgrade?
  /// What opening it made on the disk; nil where the file was there, or something is kept in it.
  var made: MadeFile?
  /// The statements used since recording began, each once; nil when nobody records.
  private var recorded: [SQL]?
  /// What ends a statement that runs or waits.
  var stopSignal: StopSignal { didSet { presentSignal.change(to: stopSignal) } }
  private let presentSignal: PresentSignal
  /// Set whenever `stopSignal` is, also after that was exchanged.
  let followedSignal: StopSignal
  /// Told now and then while another connection's lock is waited for, from a second on.
  var onLockWait: ((LockWait) -> Void)?
  /// How many milliseconds to wait for other connections' locks.
  private var busyTimeout: Int

  // Refused once another part of the process has started SQLite, which then only costs a little time.
  private static let isConfigured = kalends_sqlite_without_memory_counts() == SQLITE_OK

  init(
    path: String, mode: Mode, busyTimeout milliseconds: Int = CalendarStore.usualBusyTimeout,
    stopSignal: StopSignal = StopSignal()
  ) throws(StoreError) {
    _ = Self.isConfigured
    self.path = path
    self.stopSignal = stopSignal
    presentSignal = PresentSignal(stopSignal)
    followedSignal = presentSignal.followed
    busyTimeout = milliseconds
    var flags = SQLITE_OPEN_NOMUTEX
    var name = path
    switch mode {
    case .read: flags |= SQLITE_OPEN_READONLY
    case .write, .alone: flags |= SQLITE_OPEN_READWRITE
    case .immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = Self.immutableURI(path)
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let detail = opened.map { String(cString: sqlite3_errmsg($0)) } ?? ""
      sqlite3_close_v2(opened)
      throw StoreError.sqlite(code, path: path, detail: detail)
    }
    handle = opened
    try setUp()
    if mode == .alone {
      _ = kalends_sqlite_leave_log(handle)
      try execute("PRAGMA locking_mode = EXCLUSIVE")
    }
  }

  /// A database that lives in memory.
  init(inMemory name: String) throws(StoreError) {
    _ = Self.isConfigured
    path = name
    stopSignal = StopSignal()
    presentSignal = PresentSignal(stopSignal)
    followedSignal = presentSignal.followed
    busyTimeout = 0
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw StoreError.sqlite(code, path: name, detail: "")
    }
    handle = opened
    try setUp()
  }

  private func setUp() throws(StoreError) {
    sqlite3_extended_result_codes(handle, 1)
    let code = RowBatch.register(on: handle)
    if code != SQLITE_OK { throw error(code) }
    // The connection is closed before the object is gone, so that neither outlives what it points to.
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue().isToBeInterrupted ? 1 : 0
      }, pointer)
    sqlite3_busy_handler(
      handle,
      { pointer, tries in
        guard let pointer else { return 0 }
        return Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue().waitForLock(tries) ? 1 : 0
      }, pointer)
  }

  /// Whether SQLite is to end the statement that it runs.
  ///
  /// It takes the whole transaction back where that statement writes. A part of one is to be taken back
  /// alone, so there the look at the signal before the next statement counts.
  private var isToBeInterrupted: Bool { stopSignal.isSet && !(parts > 0 && isChanging) }

  /// Whether a statement that changes the file runs just now.
  var isChanging = false
  /// How many savepoints are open.
  private var parts = 0

  /// How many steps of its machine SQLite makes between two looks at the stop signal: some ten microseconds.
  private static let stepsBetweenLooks: Int32 = 1_000

  /// Waits a little for another connection's lock; false when it was waited long
  /// enough or the signal to stop came.
  private func waitForLock(_ tries: Int32) -> Bool {
    if tries == 0 { busyWait = BusyWait(milliseconds: busyTimeout) }
    return busyWait.wait(
      milliseconds: tries < 10 ? 1 : 10, path: path, stopSignal: stopSignal, tell: onLockWait)
  }

  /// What is left of the present wait for a lock.
  private var busyWait = BusyWait(milliseconds: 0)

  deinit {
    for statement in all { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  private static func immutableURI(_ path: String) -> String {
    var uri = "file:"
    let hex = Array("0123456789ABCDEF")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
        uri += "%" + String(hex[Int(byte >> 4)]) + String(hex[Int(byte & 15)])
      default: uri.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return uri + "?immutable=1"
  }

  /// How long to wait for other connections' locks.
  func setBusyTimeout(milliseconds: Int) { busyTimeout = max(0, milliseconds) }

  // MARK: Statements

  /// A statement that nobody else is using; give it back with `release`.
  ///
  /// Looks at the stop signal, and with it whatever loop of the store that goes to
  /// the file at each of its steps.
  func statement(_ sql: SQL) throws(StoreError) -> Statement {
    try checkStopSignal()
    if recorded?.contains(sql) == false { recorded?.append(sql) }
    if let known = idle[sql]?.popLast() { return known }
    var prepared: OpaquePointer?
    let code = sql.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v3(
          handle, $0.baseAddress, Int32($0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      }
    }
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = Statement(handle: prepared, sql: sql, database: self)
    all.append(statement)
    return statement
  }

  /// Ends a statement's use and keeps it prepared.
  func release(_ statement: Statement) {
    statement.reset()
    idle[statement.sql, default: []].append(statement)
  }

  /// Lends a statement to `body`.
  func with<Result>(_ sql: SQL, _ body: (Statement) throws(StoreError) -> Result) throws(StoreError) -> Result
  {
    let statement = try statement(sql)
    defer { release(statement) }
    return try body(statement)
  }

  /// Runs `body` and gives the texts of the statements that it used, in the order of their first use.
  func recording<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [SQL] {
    recorded = []
    defer { recorded = nil }
    try body()
    return recorded ?? []
  }

  /// How SQLite carries out a statement: a line for each table it goes through.
  func queryPlan(_ sql: SQL) throws(StoreError) -> [String] {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN \(sql.text)", -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = Statement(handle: prepared, sql: sql, database: self)
    defer { statement.finalize() }
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(3)) }
    return lines
  }

  /// Runs SQL that takes no parameters and gives no rows: one statement or several, such as a schema.
  func execute(_ sql: StaticString) throws(StoreError) {
    let code = sql.withUTF8Buffer { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { text in
        // Literals end in a zero byte, which is what SQLite looks for.
        sqlite3_exec(handle, text.baseAddress, nil, nil, nil)
      }
    }
    if code != SQLITE_OK { throw error(code) }
  }

  /// The single number that a statement without parameters gives; 0 when it gives no row.
  func number(_ sql: SQL) throws(StoreError) -> Int {
    try with(sql) { (statement) throws(StoreError) in try statement.step() ? statement.int(0) : 0 }
  }

  /// How many rows each table has, as far as a thousand.
  func rowCounts() throws(StoreError) -> [String: Int] {
    let names = try with(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ) {
      (row) throws(StoreError) in
      var names: [String] = []
      while try row.step() { names.append(row.text(0)) }
      return names
    }
    var counts: [String: Int] = [:]
    for name in names {
      var prepared: OpaquePointer?
      let sql = "SELECT count(*) FROM (SELECT 1 FROM \"\(name)\" LIMIT 1000)"
      let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
      guard code == SQLITE_OK, let prepared else { throw error(code) }
      defer { sqlite3_finalize(prepared) }
      let result = sqlite3_step(prepared)
      guard result == SQLITE_ROW else { throw error(result) }
      counts[name] = Int(sqlite3_column_int64(prepared, 0))
    }
    return counts
  }

  /// How many operations SQLite has carried out for the statements of this connection:
  /// what they cost, without a clock.
  var operations: Int { all.reduce(0) { $0 + $1.operations } }

  /// The number given to the row that was last inserted.
  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  // MARK: Transactions

  /// Begins a transaction that sees one state of the file, or joins the present one.
  func beginRead() throws(StoreError) {
    if depth == 0 { try execute("BEGIN") }
    depth += 1
  }

  /// Ends what `beginRead` began.
  func endRead() {
    depth -= 1
    if depth > 0 { return }
    // It wrote nothing, so that nothing is lost where its end is a rollback.
    if sqlite3_exec(handle, "COMMIT", nil, nil, nil) != SQLITE_OK {
      withoutStopping { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
  }

  /// Whether the body of a `write` runs, and which error of a part of it that was kept as one with it.
  private var inBody = (isRunning: false, failure: StoreError?.none)

  /// Runs `body` in a transaction that is kept whole or not at all; `keeping`
  /// false takes it all back at the end.
  ///
  /// Inside the body of another `write` it is a part of that one: where it fails, so does the
  /// whole, whoever catches its error.
  func write<Result>(
    keeping: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if inBody.isRunning, keeping { return try part(body) }
    // Inside a transaction that only read so far too: what is written there is kept whole or not at all.
    if depth > 0 { return try nested(keeping: keeping, body) }
    try beginWrite()
    do throws(StoreError) {
      let result = try whole(body)
      try checkStopSignal()
      if keeping { try commitWrite() } else { rollbackWrite() }
      return result
    } catch {
      rollbackWrite()
      throw error
    }
  }

  /// A part that needs no savepoint of its own: SQLite would copy each page that it changes, and write the
  /// text index to the file, for each of the items of a statement.
  private func part<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      inBody.failure = error
      throw error
    }
  }

  private func whole<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let outer = inBody
    inBody = (true, nil)
    defer { inBody = outer }
    let result = try body()
    if let failure = inBody.failure { throw failure }
    return result
  }

  /// A part of a transaction that is kept whole or not at all.
  private func nested<Result>(
    keeping: Bool, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute("SAVEPOINT part")
    parts += 1
    defer { parts -= 1 }
    do throws(StoreError) {
      let result = try whole(body)
      try checkStopSignal()
      if !keeping { try execute("ROLLBACK TO part") }
      try execute("RELEASE part")
      return result
    } catch {
      if isInTransaction {
        sqlite3_exec(handle, "ROLLBACK TO part; RELEASE part", nil, nil, nil)
      } else {
        // A full disk may end the whole transaction, and nothing that follows may pass for a part of it.
        rollbackWrite()
      }
      throw error
    }
  }

  /// Begins a transaction that writes; until its end every `write` is a part of it.
  func beginWrite() throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    depth += 1
    isWriting = true
  }

  /// Keeps what was written since `beginWrite`; where that fails, nothing of it is kept.
  func commitWrite() throws(StoreError) {
    guard isWriting else { return }
    try execute("COMMIT")
    isWriting = false
    depth -= 1
  }

  /// Takes back what was written since `beginWrite`; nothing where no such transaction is open.
  func rollbackWrite() {
    guard isWriting else { return }
    isWriting = false
    depth -= 1
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Throws `interrupted` where the stop signal is set.
  ///
  /// Asked before anything is kept: what the loops of a write left out because of
  /// the signal is never committed.
  func checkStopSignal() throws(StoreError) {
    if stopSignal.isSet { throw StoreError(.interrupted, path) }
  }

  /// Runs what must be done after work was stopped, too.
  func withoutStopping(_ body: () -> Void) {
    let signal = stopSignal
    stopSignal = StopSignal()
    defer { stopSignal = signal }
    body()
  }

  /// Whether a transaction is open, which an error of SQLite may have ended.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Copies

  /// Copies everything into a database that lives in memory, from one state of the file.
  func copy(into memory: Database) throws(StoreError) {
    try beginRead()
    defer { endRead() }
    guard let backup = sqlite3_backup_init(memory.handle, "main", handle, "main") else {
      throw memory.error(sqlite3_errcode(memory.handle))
    }
    var code = SQLITE_OK
    // In pieces, so that it can be stopped between them; the transaction keeps them of one state.
    while code == SQLITE_OK, !stopSignal.isSet { code = sqlite3_backup_step(backup, Self.pagesBetweenLooks) }
    sqlite3_backup_finish(backup)
    try checkStopSignal()
    if code != SQLITE_DONE { throw error(code) }
  }

  private static let pagesBetweenLooks: Int32 = 1_024

  // MARK: Memory

  /// Runs `body` with room for so many kilobytes of pages in memory, which then go to the
  /// file once and not again and again.
  func withCache<Result>(
    kilobytes: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let usual = try number("PRAGMA cache_size")
    try setCache(-kilobytes)
    defer {
      try? setCache(usual)
      sqlite3_db_release_memory(handle)
    }
    return try body()
  }

  /// A number of pages, or of kilobytes where it is negative.
  private func setCache(_ size: Int) throws(StoreError) {
    let code = sqlite3_exec(handle, "PRAGMA cache_size = \(size)", nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  // MARK: Errors

  /// The error that SQLite's last call on this connection stands for.
  func error(_ code: Int32) -> StoreError {
    // A wait for a lock that was told to end is no lock that was waited for in vain.
    if code & 0xff == SQLITE_BUSY, stopSignal.isSet { return StoreError(.interrupted, path) }
    var code =
      sqlite3_extended_errcode(handle) & 0xff == code & 0xff ? sqlite3_extended_errcode(handle) : code
    let detail = String(cString: sqlite3_errmsg(handle))
    if code & 0xff == SQLITE_IOERR {
      let reason = sqlite3_system_errno(handle)
      // The file beside the log is made longer by writing to it, which fails where there is no
      // room; SQLite does not tell why.
      if reason == ENOSPC || reason == EDQUOT || code == SQLITE_IOERR | (19 << 8) { code = SQLITE_FULL }
    }
    return StoreError.sqlite(code, path: path, detail: detail)
  }

  /// Changes whenever another connection has changed the file.
  func dataVersion() throws(StoreError) -> Int { try number("PRAGMA data_version") }
}
