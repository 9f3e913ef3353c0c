import CSQLite

/// One prepared statement, owned by its `Database`.
///
/// Positions of parameters count from 1 and of columns from 0, as in SQLite.
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private var bindResult = SQLITE_OK
  private let changes: Bool
  let sql: SQL

  init(handle: OpaquePointer, sql: SQL, database: Database) {
    self.handle = handle
    changes = sqlite3_stmt_readonly(handle) == 0
    self.sql = sql
    self.database = database
  }

  func finalize() { sqlite3_finalize(handle) }

  /// The number of operations of SQLite's virtual machine since the statement was prepared.
  var operations: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

  // MARK: Parameters

  @discardableResult
  func bind(_ position: Int32, _ value: Int) -> Statement {
    note(sqlite3_bind_int64(handle, position, Int64(value)))
    return self
  }

  @discardableResult
  func bind(_ position: Int32, _ value: Int?) -> Statement {
    guard let value else { return bindNull(position) }
    return bind(position, value)
  }

  @discardableResult
  func bind(_ position: Int32, _ value: Bool) -> Statement { bind(position, value ? 1 : 0) }

  @discardableResult
  func bind(_ position: Int32, _ value: Double?) -> Statement {
    guard let value else { return bindNull(position) }
    note(sqlite3_bind_double(handle, position, value))
    return self
  }

  @discardableResult
  func bind(_ position: Int32, _ value: String?) -> Statement {
    guard var value else { return bindNull(position) }
    let code = value.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { text in
        // An empty buffer may have a null address, which SQLite would read as NULL.
        text.count == 0
          ? sqlite3_bind_text(handle, position, "", 0, Self.transient)
          : sqlite3_bind_text(handle, position, text.baseAddress, Int32(clamping: text.count), Self.transient)
      }
    }
    note(code)
    return self
  }

  @discardableResult
  func bindBlob(_ position: Int32, _ bytes: some Collection<UInt8>) -> Statement {
    note(
      Self.withContiguous(bytes) {
        sqlite3_bind_blob(handle, position, $0, Int32(clamping: bytes.count), Self.transient)
      })
    return self
  }

  /// Binds a batch for `gather`; it must live until the statement is bound again or released.
  @discardableResult
  func bind(_ position: Int32, _ batch: RowBatch) -> Statement {
    let type = UnsafeRawPointer(RowBatch.type.utf8Start).assumingMemoryBound(to: CChar.self)
    note(sqlite3_bind_pointer(handle, position, batch.state, type, nil))
    return self
  }

  @discardableResult
  func bindNull(_ position: Int32) -> Statement {
    note(sqlite3_bind_null(handle, position))
    return self
  }

  /// Calls `body` with the address of the bytes, which is never null.
  private static func withContiguous(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeRawPointer) -> Int32
  ) -> Int32 {
    func call(_ buffer: UnsafeBufferPointer<UInt8>) -> Int32 {
      if let base = buffer.baseAddress { return body(UnsafeRawPointer(base)) }
      var nothing: UInt8 = 0
      return body(&nothing)
    }
    return bytes.withContiguousStorageIfAvailable(call) ?? Array(bytes).withUnsafeBufferPointer(call)
  }

  // SQLite copies the value before the call returns.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func note(_ code: Int32) {
    if code != SQLITE_OK { bindResult = code }
  }

  // MARK: Running

  /// Advances to the next row; false after the last, and then resets the statement.
  func step() throws(StoreError) -> Bool {
    if bindResult != SQLITE_OK {
      let code = bindResult
      reset()
      throw database.error(code)
    }
    if changes { database.isChanging = true }
    let code = sqlite3_step(handle)
    if changes { database.isChanging = false }
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let error = database.error(code)
      reset()
      throw error
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws(StoreError) {
    while try step() {}
  }

  /// Ends the read, so that no lock is held.
  func reset() {
    sqlite3_reset(handle)
    bindResult = SQLITE_OK
  }

  /// Binds a value of any type.
  @discardableResult
  func bind(_ position: Int32, _ value: SQLValue) -> Statement {
    switch value {
    case .null: bindNull(position)
    case .int(let number): bind(position, number)
    case .real(let number): bind(position, number as Double?)
    case .text(let text): bind(position, text as String?)
    case .blob(let bytes): bindBlob(position, bytes)
    }
  }

  // MARK: Columns

  /// The value of a column, of any type.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .int(int(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

  func optionalDouble(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(handle, column)
  }

  func text(_ column: Int32) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// Calls `body` with the bytes of a text or blob, which are valid only during the call.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let blob = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(
      UnsafeBufferPointer(start: blob?.assumingMemoryBound(to: UInt8.self), count: blob == nil ? 0 : count))
  }
}
