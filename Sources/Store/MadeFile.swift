#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What opening a store made on the disk, as long as nothing is known to be kept in it.
struct MadeFile {
  /// The folders that were missing, the outermost first.
  var folders: [String]
  /// How many rows each table had then.
  var rows: [String: Int]

  /// Removes folders that nothing is in any more.
  static func remove(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}

extension CalendarStore {
  /// Whether opening the store made its file, and nothing is known to be kept in it.
  public var isNew: Bool { database.made != nil }

  /// Takes what was written to a new store until now for nothing that was kept.
  public func takeForEmpty() throws(StoreError) {
    if isNew { database.made?.rows = try database.rowCounts() }
  }

  /// Removes the file of a new store, with the folders that were made for it, where nothing was kept in it
  /// and nobody else has it; whether it did.
  ///
  /// The store cannot be used any more then. Not while a batch or a transaction is open.
  public func removeIfEmpty() -> Bool {
    guard let made = database.made, !isInBatch, !database.isInTransaction else { return false }
    // Where it stays it is somebody's, and is not asked about again.
    database.made = nil
    var isRemoved = false
    database.withoutStopping { isRemoved = (try? remove(made)) ?? false }
    return isRemoved
  }

  private func remove(_ made: MadeFile) throws(StoreError) -> Bool {
    guard try database.rowCounts() == made.rows else { return false }
    database.setBusyTimeout(milliseconds: 0)
    defer { database.setBusyTimeout(milliseconds: Self.usualBusyTimeout) }
    // Refused where anybody else has the file open. Who opens it from now on finds no log to write to: SQLite
    // then looks whether the file is still in its place before it writes, and refuses if not.
    try database.execute("PRAGMA journal_mode = DELETE")
    do throws(StoreError) {
      try database.execute("BEGIN EXCLUSIVE")
    } catch {
      try? database.execute("PRAGMA journal_mode = WAL")
      throw error
    }
    // Somebody may have been there in between.
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
