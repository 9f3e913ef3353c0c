#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a store file shows of itself without being brought up to date or checked against its items.
public struct StoreExamination: Sendable {
  /// The format of the file, from 1 to `StoreFormat.current`.
  public let format: Int
  /// The size of the file in bytes, without what its log holds.
  public let size: Int
  /// What SQLite's quick check found, at most ten sentences; empty for a sound file.
  public let findings: [String]
  /// Whether this process may write to the file.
  public let isWritable: Bool
  /// Whether other users of the system may read the file.
  public let isOpenToOthers: Bool

  /// Examines the store at a path, in whichever format it is, and changes nothing.
  ///
  /// The quick check reads the whole file but compares no index with its table, which `check` does. Throws
  /// `no-store`, `not-a-store`, `store-newer`, `cannot-open`, `interrupted` and SQLite's errors.
  public init(path: String, stopSignal: StopSignal = StopSignal()) throws(StoreError) {
    let database = try StoreFile.connectToExamine(path: path, stopSignal: stopSignal)
    format = try StoreFile.version(of: database, path: path)
    size = try StoreFile.size(of: database)
    findings = try database.with("PRAGMA quick_check(10)") { (row) throws(StoreError) in
      var result: [String] = []
      while try row.step() { result.append(row.text(0)) }
      return result.filter { $0 != "ok" }
    }
    var info = stat()
    isWritable = access(path, W_OK) == 0
    isOpenToOthers = stat(path, &info) == 0 && info.st_mode & (S_IRGRP | S_IROTH) != 0
  }
}
