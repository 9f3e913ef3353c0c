import CSQLite

/// A connection to one SQLite file, used from one thread.
final class Database {
  /// What a connection may do with its file.
  enum Mode {
    case read, write
    /// Nobody writes the file while it is open, as on read-only media; SQLite makes no files beside it.
    case immutable
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
  /// The statements used since recording began, each once; nil when nobody records.
  private var recorded: [SQL]?

  // Refused once another part of the process has started SQLite, which then only costs a little time.
  private static let isConfigured = kalends_sqlite_without_memory_counts() == SQLITE_OK

  init(path: String, mode: Mode, busyTimeout milliseconds: Int32 = Int32(CalendarStore.usualPatience))
    throws(StoreError)
  {
    _ = Self.isConfigured
    self.path = path
    var flags = SQLITE_OPEN_NOMUTEX
    var name = path
    switch mode {
    case .read: flags |= SQLITE_OPEN_READONLY
    case .write: flags |= SQLITE_OPEN_READWRITE
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
    sqlite3_busy_timeout(opened, milliseconds)
    handle = opened
    try setUp()
  }

  /// A database that lives in memory.
  init(inMemory name: String) throws(StoreError) {
    _ = Self.isConfigured
    path = name
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
  }

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
  func setPatience(milliseconds: Int) { sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) }

  // MARK: Statements

  /// A statement that nobody else is using; give it back with `release`.
  func statement(_ sql: SQL) throws(StoreError) -> Statement {
    if recorded?.contains(sql) == false { recorded?.append(sql) }
    if let known = idle[sql]?.popLast() { return known }
    var prepared: OpaquePointer?
    let code = sql.text.withUTF8Buffer { utf8 in
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
    // Ending a transaction that wrote nothing can't fail in a way that matters to its reader.
    if depth == 0 { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
  }

  /// Runs `body` in a transaction that is kept whole or not at all; `keeping` false takes it all back at the end.
  func write<Result>(
    keeping: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // Inside a transaction that only read so far too: what is written there is kept whole or not at all.
    if depth > 0 { return try nested(keeping: keeping, body) }
    try beginWrite()
    do throws(StoreError) {
      let result = try body()
      if keeping { try commitWrite() } else { rollbackWrite() }
      return result
    } catch {
      rollbackWrite()
      throw error
    }
  }

  /// A part of a transaction that is kept whole or not at all.
  private func nested<Result>(
    keeping: Bool, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute("SAVEPOINT part")
    do throws(StoreError) {
      let result = try body()
      if !keeping { try execute("ROLLBACK TO part") }
      try execute("RELEASE part")
      return result
    } catch {
      // A full disk or an interruption may have ended the whole transaction already.
      if isInTransaction { sqlite3_exec(handle, "ROLLBACK TO part; RELEASE part", nil, nil, nil) }
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

  /// Whether a transaction is open, which an error of SQLite may have ended.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Errors and interruption

  /// The error that SQLite's last call on this connection stands for.
  func error(_ code: Int32) -> StoreError {
    StoreError.sqlite(
      sqlite3_extended_errcode(handle) & 0xff == code & 0xff ? sqlite3_extended_errcode(handle) : code,
      path: path, detail: String(cString: sqlite3_errmsg(handle)))
  }

  /// The address that `StoreInterrupt` needs.
  var interruptAddress: UInt { UInt(bitPattern: handle) }

  /// Changes whenever another connection has changed the file.
  func dataVersion() throws(StoreError) -> Int { try number("PRAGMA data_version") }
}

/// Stops a running query from another thread or from a signal handler.
///
/// Valid as long as its store is; calling it when nothing runs does nothing.
public struct StoreInterrupt: Sendable {
  let address: UInt

  /// The address of the connection, for keeping in an atomic number.
  public var rawValue: UInt { address }

  /// An interrupt from the address that another one gave.
  public init(rawValue: UInt) { address = rawValue }

  /// Makes the running query end with `interrupted`.
  public func callAsFunction() {
    if let pointer = OpaquePointer(bitPattern: address) { sqlite3_interrupt(pointer) }
  }
}
