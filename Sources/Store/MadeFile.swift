#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file and folders that opening a store created, while the store is not known to contain data.
struct MadeFile {
  /// The folders that were created, the outermost first.
  var folders: [String]
  /// The number of rows of each table at that time.
  var rows: [String: Int]

  /// Removes empty folders.
  static func remove(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}

extension CalendarStore {
  /// Whether opening the store created its file, and the store is not known to contain data.
  public var isNew: Bool { database.made != nil }

  /// Treats the present content of a new store as empty.
  public func takeForEmpty() throws(StoreError) {
    if isNew { database.made?.rows = try database.rowCounts() }
  }

  /// Removes the file of a new store and the folders created for it, when the store contains no data and no
  /// other connection has it open; returns whether it did.
  ///
  /// The store cannot be used afterwards. Not while a batch or a transaction is open.
  public func removeIfEmpty() -> Bool {
    guard let made = database.made, !isInBatch, !database.isInTransaction else { return false }
    // A store that stays is in use, and is not checked again.
    database.made = nil
    var isRemoved = false
    database.withoutStopping { isRemoved = (try? remove(made)) ?? false }
    return isRemoved
  }

  private func remove(_ made: MadeFile) throws(StoreError) -> Bool {
    guard try database.rowCounts() == made.rows else { return false }
    database.setBusyTimeout(milliseconds: 0)
    defer { database.setBusyTimeout(milliseconds: Self.usualBusyTimeout) }
    // SQLite refuses this while another connection has the file open. A connection opened from now on finds
    // no WAL to write to: SQLite then checks before a write that the file is still in its place, and refuses
    // if not.
    try database.execute("PRAGMA journal_mode = DELETE")
    do throws(StoreError) {
      try database.execute("BEGIN EXCLUSIVE")
    } catch {
      try? database.execute("PRAGMA journal_mode = WAL")
      throw error
    }
    // Another connection may have written in between.
    let isEmpty = (try? database.rowCounts()) == made.rows && database.entry?.isOfFile(at: path) == true
    if isEmpty, unlink(path) == 0 {
      MadeFile.remove(made.folders)
      try? database.execute("ROLLBACK")
      return true
    }
    try database.execute("ROLLBACK; PRAGMA journal_mode = WAL")
    return false
  }
}
