import CSQLite

/// The SQLite library.
public enum SQLiteLibrary {
  /// The version of the library that runs, such as `3.46.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }
  /// The version whose header the program was built with.
  public static var headerVersion: String { SQLITE_VERSION }
}
