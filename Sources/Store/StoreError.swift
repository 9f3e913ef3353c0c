import CSQLite

/// What went wrong with a store: data for a program, and a message for a person.
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

  /// What kind of failure it is.
  public var code: Code
  /// The store file, or the calendar's or file's name where the failure is about that.
  public var subject: String
  /// SQLite's extended result code; 0 where SQLite had no part in it.
  public var sqliteCode: Int
  /// SQLite's or the system's own words, for the curious; may be empty.
  public var detail: String

  /// An error with all its parts.
  public init(_ code: Code, _ subject: String, sqliteCode: Int = 0, detail: String = "") {
    self.code = code
    self.subject = subject
    self.sqliteCode = sqliteCode
    self.detail = detail
  }

  /// The error that a SQLite result code stands for.
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
