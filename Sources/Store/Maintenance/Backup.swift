extension CalendarStore {
  /// Writes a consistent copy of the store into a file, while others may go on writing.
  ///
  /// It is written beside its place and put there when the disk has it, for its owner alone.
  /// Throws `file-exists` where it is there already and may not be replaced, `cannot-create` where
  /// it is a link or cannot be made.
  public func backUp(to path: String, replacing: Bool = false) throws(StoreError) {
    let file = try Self.placing(path) { () throws(NewFile.Problem) in
      try NewFile(at: path, replacing: replacing, mode: 0o600, of: .store)
    }
    do throws(StoreError) {
      // SQLite takes an empty file for a new one, which keeps the mode that it was made with.
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
