import CSQLite
import Locking

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to one SQLite file, used from one thread.
final class Database {
  /// The use of the file by a connection.
  enum Mode {
    case read, write
    /// No process writes the file while it is open, as on read-only media; SQLite creates no files beside it.
    case immutable
    /// No other connection uses the file; the WAL index is kept in memory, so that reading needs no disk
    /// space.
    case alone
  }

  private let handle: OpaquePointer
  /// The file's path, for messages.
  let path: String
  private var idle: [SQL: [Statement]] = [:]
  private var all: [Statement] = []
  private var depth = 0
  private(set) var isWriting = false
  /// Registers the open file in the process while the connection lives.
  var entry: OpenFiles.Entry?
  /// The upgrade of the file's format on opening; nil when the file had this version's format.
  var upgrade: StoreUpgrade?
  /// The file and folders created on opening; nil when the file existed, or contains data.
  var made: MadeFile?
  /// The statements used since recording began, each once; nil when not recording.
  private var recorded: [SQL]?
  /// The signal that ends a running or waiting statement.
  var stopSignal: StopSignal { didSet { presentSignal.change(to: stopSignal) } }
  private let presentSignal: PresentSignal
  /// A signal that is set whenever `stopSignal` is, even after that was replaced.
  let followedSignal: StopSignal
  /// Called repeatedly during a wait for another connection's lock, from the first second on.
  var onLockWait: ((LockWait) -> Void)?
  /// The number of milliseconds to wait for other connections' locks.
  private var busyTimeout: Int

  // SQLite refuses this after another part of the process has started it, which costs only a little time.
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

  /// Creates a database in memory.
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
    // The connection is closed before the object is released, so the pointer stays valid.
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

  /// Whether SQLite should end the running statement.
  ///
  /// If that statement writes, SQLite rolls the whole transaction back. A savepoint must roll back alone, so
  /// inside one the check before the next statement applies instead.
  private var isToBeInterrupted: Bool { stopSignal.isSet && !(parts > 0 && isChanging) }

  /// Whether a statement that changes the file is running.
  var isChanging = false
  /// The number of open savepoints.
  private var parts = 0

  /// Runs statements that may take long within one step of SQLite's virtual machine, and ends them when the stop
  /// signal is set.
  ///
  /// SQLite asks for the signal between steps; a thread beside it asks during them.
  func withLongSteps<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let isDone = StopSignal()
    // The thread has ended before the connection is closed, and SQLite takes this call from any thread.
    nonisolated(unsafe) let handle = handle
    let thread = WorkerThread { [stopSignal] in
      while !isDone.isSet {
        if stopSignal.isSet { sqlite3_interrupt(handle) }
        usleep(Self.microsecondsBetweenLooks)
      }
    }
    defer {
      isDone.stop()
      thread?.join()
    }
    let result = try body()
    try checkStopSignal()
    return result
  }

  private static let microsecondsBetweenLooks: UInt32 = 2_000

  /// The number of virtual machine steps between two checks of the stop signal: some ten microseconds.
  private static let stepsBetweenLooks: Int32 = 1_000

  /// Waits a little for another connection's lock; false after the timeout or when the stop signal is set.
  private func waitForLock(_ tries: Int32) -> Bool {
    if tries == 0 { busyWait = BusyWait(milliseconds: busyTimeout) }
    return busyWait.wait(
      milliseconds: tries < 10 ? 1 : 10, path: path, stopSignal: stopSignal, tell: onLockWait)
  }

  /// The state of the present wait for a lock.
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

  /// Sets the time to wait for other connections' locks.
  func setBusyTimeout(milliseconds: Int) { busyTimeout = max(0, milliseconds) }

  // MARK: Statements

  /// Returns a statement that is not in use; `release` gives it back.
  ///
  /// It checks the stop signal, and so does every loop of the store that uses the file in each iteration.
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

  /// Runs `body` and returns the texts of the statements it used, in the order of first use.
  func recording<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [SQL] {
    recorded = []
    defer { recorded = nil }
    try body()
    return recorded ?? []
  }

  /// SQLite's plan of a statement: a line for each table.
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

  /// Runs SQL without parameters and rows: one statement or several, such as a schema.
  func execute(_ sql: StaticString) throws(StoreError) {
    let code = sql.withUTF8Buffer { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { text in
        // Literals end with a zero byte, as SQLite expects.
        sqlite3_exec(handle, text.baseAddress, nil, nil, nil)
      }
    }
    if code != SQLITE_OK { throw error(code) }
  }

  /// The number returned by a statement without parameters; 0 when it returns no row.
  func number(_ sql: SQL) throws(StoreError) -> Int {
    try with(sql) { (statement) throws(StoreError) in try statement.step() ? statement.int(0) : 0 }
  }

  /// The number of rows of each table, counted up to a thousand.
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

  /// The number of operations that SQLite executed for this connection's statements: their cost, without a
  /// clock.
  var operations: Int { all.reduce(0) { $0 + $1.operations } }

  /// The number of the row inserted last.
  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// The number of rows that the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  // MARK: Transactions

  /// Begins a transaction that sees one state of the file, or joins the present one.
  func beginRead() throws(StoreError) {
    if depth == 0 { try execute("BEGIN") }
    depth += 1
  }

  /// Ends the transaction of `beginRead`.
  func endRead() {
    depth -= 1
    if depth > 0 { return }
    // The transaction wrote nothing, so a rollback loses nothing.
    if sqlite3_exec(handle, "COMMIT", nil, nil, nil) != SQLITE_OK {
      withoutStopping { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
  }

  /// Whether the body of a `write` runs, and the error of a nested `write` that joined it.
  private var inBody = (isRunning: false, failure: StoreError?.none)

  /// Runs `body` in a transaction that is committed or rolled back as a whole; with `keeping` false it is
  /// always rolled back.
  ///
  /// Inside the body of another `write` it joins that transaction: if it fails, the whole fails, even when
  /// its error is caught.
  func write<Result>(
    keeping: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if inBody.isRunning, keeping { return try part(body) }
    // Inside a read transaction too, the writes are kept or rolled back as a whole.
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

  /// Runs a part without a savepoint: with one, SQLite would copy each page it changes, and write the text
  /// index to the file, for each item of a statement.
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

  /// Runs a part of a transaction that is kept or rolled back as a whole.
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
        // A full disk may end the whole transaction; later writes must not count as part of it.
        rollbackWrite()
      }
      throw error
    }
  }

  /// Begins a write transaction; until its end every `write` is a part of it.
  func beginWrite() throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    depth += 1
    isWriting = true
  }

  /// Commits the transaction of `beginWrite`; on failure the caller rolls it back.
  func commitWrite() throws(StoreError) {
    guard isWriting else { return }
    try execute("COMMIT")
    isWriting = false
    depth -= 1
  }

  /// Rolls the transaction of `beginWrite` back; without effect when none is open.
  func rollbackWrite() {
    guard isWriting else { return }
    isWriting = false
    depth -= 1
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Throws `interrupted` when the stop signal is set.
  ///
  /// `write` checks it before a commit, so that the results of loops cut short by the signal are never kept.
  func checkStopSignal() throws(StoreError) {
    if stopSignal.isSet { throw StoreError(.interrupted, path) }
  }

  /// Runs work that must be done even after the stop signal.
  func withoutStopping(_ body: () -> Void) {
    let signal = stopSignal
    stopSignal = StopSignal()
    defer { stopSignal = signal }
    body()
  }

  /// Whether a transaction is open; an error of SQLite may have ended it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Copies

  /// Copies everything from one state of the file into a database in memory.
  func copy(into memory: Database) throws(StoreError) {
    try beginRead()
    defer { endRead() }
    guard let backup = sqlite3_backup_init(memory.handle, "main", handle, "main") else {
      throw memory.error(sqlite3_errcode(memory.handle))
    }
    var code = SQLITE_OK
    // The copy is made in pieces, so that it can be stopped between them; the transaction keeps them
    // consistent.
    while code == SQLITE_OK, !stopSignal.isSet { code = sqlite3_backup_step(backup, Self.pagesBetweenLooks) }
    sqlite3_backup_finish(backup)
    try checkStopSignal()
    if code != SQLITE_DONE { throw error(code) }
  }

  private static let pagesBetweenLooks: Int32 = 1_024

  // MARK: Memory

  /// Runs `body` with a page cache of this many kilobytes, so that each page is written to the file only
  /// once.
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

  /// Sets the cache to a number of pages, or of kilobytes when negative.
  private func setCache(_ size: Int) throws(StoreError) {
    let code = sqlite3_exec(handle, "PRAGMA cache_size = \(size)", nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  // MARK: Errors

  /// The error of SQLite's last call on this connection.
  func error(_ code: Int32) -> StoreError {
    // A wait for a lock ended by the stop signal is not a timeout.
    if code & 0xff == SQLITE_BUSY, stopSignal.isSet { return StoreError(.interrupted, path) }
    var code =
      sqlite3_extended_errcode(handle) & 0xff == code & 0xff ? sqlite3_extended_errcode(handle) : code
    let detail = String(cString: sqlite3_errmsg(handle))
    if code & 0xff == SQLITE_IOERR {
      let reason = sqlite3_system_errno(handle)
      // SQLite extends the -shm file by writing to it, which fails on a full disk, and does not report the
      // reason.
      if reason == ENOSPC || reason == EDQUOT || code == SQLITE_IOERR | (19 << 8) { code = SQLITE_FULL }
    }
    return StoreError.sqlite(code, path: path, detail: detail)
  }

  /// A number that changes when another connection has changed the file.
  func dataVersion() throws(StoreError) -> Int { try number("PRAGMA data_version") }
}
