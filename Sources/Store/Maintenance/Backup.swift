#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CalendarStore {
  /// Writes a consistent copy of the store into a new file, while others may go on writing.
  ///
  /// Throws `cannot-create` where the file is there already or cannot be made; a copy that fails leaves no file.
  public func backUp(to path: String) throws(StoreError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw StoreError(.cannotCreate, path, detail: StoreFile.reason(errno)) }
    close(descriptor)
    do throws(StoreError) {
      // SQLite takes an empty file for a new one, which keeps the mode that it was made with.
      try database.with("VACUUM INTO ?1") { (row) throws(StoreError) in try row.bind(1, path).run() }
    } catch {
      unlink(path)
      throw StoreError(error.code, path, sqliteCode: error.sqliteCode, detail: error.detail)
    }
  }
}
