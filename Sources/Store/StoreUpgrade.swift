import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The upgrade of a store whose file had an older format.
public struct StoreUpgrade: Hashable, Sendable {
  /// The format that the file had, and the present one of the file or of its copy in memory.
  public var from: Int, to: Int
  /// The file with the store before the upgrade; nil when the upgrade only added to it.
  public var kept: String?
  /// The reason why the file was not upgraded and a copy in memory is read instead; nil after an upgrade.
  public var reason: StoreError?

  /// The message to the user who opened the store.
  public func message(for path: String) -> String {
    if let reason {
      if from == to { return "\(reason.message): what is shown is read from a copy in memory" }
      let why = reason.code == .older ? reason.detail : reason.message
      return
        "the store \(path) has the older format \(from), and could not be brought up to date (\(why)): what is shown is read from a copy in memory"
    }
    let copy = kept.map { "; as it was it is kept in \($0)" } ?? ""
    return "the store was brought up to date from format \(from) to \(to)\(copy)"
  }
}

/// Upgrades store files of older formats.
///
/// The first process to open a file upgrades it, in one transaction with exclusive use of the file: a program
/// of an older version that has it open would go on with tables that it no longer knows. If that is
/// impossible, reading goes on from a copy in memory.
enum StoreUpgrading {
  /// The milliseconds to wait until other programs close the file: few for a reader.
  static let readersTimeout = 1_500
  static let writersTimeout = 10_000
  /// The size in bytes of the largest file copied into memory.
  static let mostInMemory = 1 << 29

  /// Upgrades a file; nil when another process has done so.
  ///
  /// Throws `store-older` when other programs have the file open, `disk-full`, `store-read-only` and SQLite's
  /// errors; then nothing was changed.
  static func run(
    _ path: String, zones: ZoneDatabase, busyTimeout: Int, _ connect: StoreFile.Connect
  ) throws(StoreError) -> StoreUpgrade? {
    guard access(path, W_OK) == 0 else {
      throw StoreError(.readOnly, path, detail: StoreFile.reason(errno))
    }
    guard let (database, version) = try connectAlone(path, busyTimeout: busyTimeout, connect) else {
      // Another process that is upgrading has exclusive use of the file; the read waits for its end.
      if try StoreFile.version(of: StoreFile.openAsItIs(path, connect), path: path) == Migrations.current {
        return nil
      }
      throw StoreError(
        .older, path, sqliteCode: Int(SQLITE_BUSY), detail: "another program has it open")
    }
    if version == Migrations.current { return nil }
    var upgrade = StoreUpgrade(from: version, to: Migrations.current)
    if !Migrations.isAdditive(from: version) {
      upgrade.kept = try keepCopy(database, path: path + ".before-\(Migrations.current)")
    }
    try StoreFile.setUp(database, zones: zones)
    return upgrade
  }

  /// A connection with exclusive use of the file, and the file's format; nil when other processes did not
  /// close it in time.
  ///
  /// A connection that waits for exclusive use keeps its read lock, so two of them would block each other. So
  /// each is closed between attempts, and the pauses differ.
  private static func connectAlone(
    _ path: String, busyTimeout: Int, _ connect: StoreFile.Connect
  ) throws(StoreError) -> (Database, version: Int)? {
    var busyWait = BusyWait(milliseconds: busyTimeout, wantsFileAlone: true)
    while true {
      let stopSignal: StopSignal
      let tell: ((LockWait) -> Void)?
      do {
        let database = try connect(.write)
        if let version = try takeAlone(database) { return (database, version) }
        (stopSignal, tell) = (database.stopSignal, database.onLockWait)
      }
      let goesOn = busyWait.wait(
        milliseconds: .random(in: 2...20), path: path, stopSignal: stopSignal, tell: tell)
      if stopSignal.isSet { throw StoreError(.interrupted, path) }
      if !goesOn { return nil }
    }
  }

  /// Takes exclusive use of the file; returns its format, or nil when other connections have it open.
  private static func takeAlone(_ database: Database) throws(StoreError) -> Int? {
    database.setBusyTimeout(milliseconds: 0)
    do throws(StoreError) {
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      return try database.write { () throws(StoreError) in
        try StoreFile.version(of: database, path: database.path)
      }
    } catch {
      if error.code == .locked { return nil }
      throw error
    }
  }

  /// Writes a copy of the store under a temporary name and then renames it, so that the copy is always
  /// complete.
  private static func keepCopy(_ database: Database, path: String) throws(StoreError) -> String {
    let part = path + ".part"
    unlink(part)
    do throws(StoreError) {
      let descriptor = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if descriptor < 0 { throw failure(errno, path) }
      defer { close(descriptor) }
      // SQLite treats an empty file as a new one and keeps the file's mode.
      try database.with("VACUUM INTO ?1") { (row) throws(StoreError) in try row.bind(1, part).run() }
      if fsync(descriptor) != 0 || rename(part, path) != 0 { throw failure(errno, path) }
    } catch {
      unlink(part)
      throw StoreError(error.code, database.path, sqliteCode: error.sqliteCode, detail: error.detail)
    }
    return path
  }

  private static func failure(_ code: Int32, _ path: String) -> StoreError {
    let kind: StoreError.Code = code == ENOSPC || code == EDQUOT ? .diskFull : .readOnly
    return StoreError(kind, path, detail: StoreFile.reason(code))
  }

  // MARK: Reading without upgrade

  /// Whether a store can still be read after its upgrade failed with this error.
  static func leavesReading(_ error: StoreError) -> Bool {
    switch error.code {
    case .older, .readOnly, .cannotOpen, .cannotCreate, .diskFull, .locked: true
    default: false
    }
  }

  /// Copies the store into memory and upgrades the copy.
  static func copyInMemory(
    of source: Database, path: String, zones: ZoneDatabase, because reason: StoreError
  ) throws(StoreError) -> Database {
    let version = try StoreFile.version(of: source, path: path)
    if try StoreFile.size(of: source) > mostInMemory {
      let why = reason.detail.isEmpty ? reason.message : reason.detail
      throw StoreError(
        .older, path, sqliteCode: reason.sqliteCode,
        detail: "\(why), and it is too large to be read in memory")
    }
    let memory = try StoreFile.copyInMemory(of: source)
    try StoreFile.setUp(memory, zones: zones)
    memory.upgrade = StoreUpgrade(from: version, to: Migrations.current, kept: nil, reason: reason)
    return memory
  }
}
