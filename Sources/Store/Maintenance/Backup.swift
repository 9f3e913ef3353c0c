extension CalendarStore {
  /// Writes a consistent copy of the store into a file, while others may go on writing.
  ///
  /// The copy is written beside its place and moved there when it is on the disk, readable by its owner
  /// alone. Throws `file-exists` when the file exists and may not be replaced, `cannot-create` when it is a
  /// link or cannot be created.
  public func backUp(to path: String, replacing: Bool = false) throws(StoreError) {
    let file = try Self.placing(path) { () throws(NewFile.Problem) in
      try NewFile(at: path, replacing: replacing, mode: 0o600, of: .store)
    }
    do throws(StoreError) {
      // SQLite treats an empty file as a new one and keeps the file's mode.
      try database.with("VACUUM INTO ?1") { (row) throws(StoreError) in try row.bind(1, file.partial).run() }
    } catch {
      file.discard()
      throw StoreError(error.code, path, sqliteCode: error.sqliteCode, detail: error.detail)
    }
    try Self.placing(path) { () throws(NewFile.Problem) in try file.put() }
  }

  private static func placing<Result>(
    _ path: String, _ body: () throws(NewFile.Problem) -> Result
  ) throws(StoreError) -> Result {
    do throws(NewFile.Problem) {
      return try body()
    } catch {
      if error == .exists { throw StoreError(.fileExists, path) }
      throw StoreError(.cannotCreate, path, detail: error.reason)
    }
  }
}
