import CSQLite

/// An error of a store: data for a program, and a message for the user.
public struct StoreError: Error, Hashable, Sendable {
  /// The kinds of failure; the raw value is the stable code that users and programs see.
  public enum Code: String, CaseIterable, Sendable {
    case noStore = "no-store"
    case cannotOpen = "cannot-open"
    case cannotCreate = "cannot-create"
    case fileExists = "file-exists"
    case notAStore = "not-a-store"
    case newer = "store-newer"
    case older = "store-older"
    case locked = "store-locked"
    case readOnly = "store-read-only"
    case diskFull = "disk-full"
    case inputOutput = "store-io"
    case corrupt = "store-corrupt"
    case outOfMemory = "out-of-memory"
    case tooBig = "too-big"
    case interrupted
    case unknownCalendar = "unknown-calendar"
    case ambiguousCalendar = "ambiguous-calendar"
    case calendarExists = "calendar-exists"
    case unknownSource = "unknown-source"
    case readOnlyCalendar = "calendar-read-only"
    case unreadableFile = "unreadable-file"
    case batchOpen = "batch-open"
    case noBatch = "no-batch"
    case nothingToUndo = "nothing-to-undo"
    case nothingToRedo = "nothing-to-redo"
    case unknownStep = "unknown-step"
    case settledStep = "step-settled"
    case foreignStep = "step-of-other"
    case changedSince = "changed-since"
    case itemGone = "item-gone"
    case calendarNotEmpty = "calendar-not-empty"
    case immutableCalendar = "calendar-immutable"
    case sourceForbids = "source-forbids"
    case duplicateUID = "duplicate-uid"
    case tokenTooOld = "state-too-old"
    case badToken = "bad-state"
    case zoneMissing = "zone-missing"
    case internalError = "store-internal"
  }

  /// The kind of failure.
  public var code: Code
  /// The store's file, or the name of the calendar or file concerned.
  public var subject: String
  /// SQLite's extended result code; 0 when SQLite was not involved.
  public var sqliteCode: Int
  /// The text from SQLite or the system, which may be empty.
  public var detail: String

  /// Creates an error from its parts.
  public init(_ code: Code, _ subject: String, sqliteCode: Int = 0, detail: String = "") {
    self.code = code
    self.subject = subject
    self.sqliteCode = sqliteCode
    self.detail = detail
  }

  /// Returns the error of an SQLite result code.
  static func sqlite(_ result: Int32, path: String, detail: String) -> StoreError {
    let primary = result & 0xff
    let code = codes.first { $0.result == primary }?.code ?? .internalError
    return StoreError(code, path, sqliteCode: Int(result), detail: detail)
  }

  private static let codes: [(result: Int32, code: Code)] = [
    (SQLITE_BUSY, .locked), (SQLITE_LOCKED, .locked), (SQLITE_READONLY, .readOnly),
    (SQLITE_PERM, .readOnly), (SQLITE_FULL, .diskFull), (SQLITE_IOERR, .inputOutput),
    (SQLITE_CORRUPT, .corrupt), (SQLITE_NOTADB, .notAStore), (SQLITE_CANTOPEN, .cannotOpen),
    (SQLITE_NOMEM, .outOfMemory), (SQLITE_TOOBIG, .tooBig), (SQLITE_INTERRUPT, .interrupted),
  ]
}
