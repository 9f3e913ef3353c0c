import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What was done about a store whose file had an older format.
public struct StoreUpgrade: Hashable, Sendable {
  /// The format that the file had, and the one that it, or its copy in memory, has now.
  public var from: Int, to: Int
  /// The file with the store as it was; nil where only something was added to it.
  public var kept: String?
  /// Why the file stayed as it is, and what is read is a copy in memory; nil where it was brought up to date.
  public var reason: StoreError?

  /// What to tell a person who opened the store.
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

/// Brings store files of older formats up to date.
///
/// Whoever opens one first does it, in one transaction, and has the file alone meanwhile: a program of an
/// older version that has it open would go on with tables that are no longer what it knows. Where that cannot
/// be, reading goes on from a copy in memory.
enum StoreUpgrading {
  /// How many milliseconds other programs have to let go of the file: few for who only reads.
  static let readersTimeout = 1_500
  static let writersTimeout = 10_000
  /// The largest file that is copied into memory, in bytes.
  static let mostInMemory = 1 << 29

  /// Brings a file up to date; nil where somebody else has done it.
  ///
  /// Throws `store-older` where other programs have it open, `disk-full`, `store-read-only` and what SQLite
  /// reports; then nothing was changed.
  static func run(
    _ path: String, zones: ZoneDatabase, busyTimeout: Int, _ connect: StoreFile.Connect
  ) throws(StoreError) -> StoreUpgrade? {
    guard access(path, W_OK) == 0 else {
      throw StoreError(.readOnly, path, detail: StoreFile.reason(errno))
    }
    guard let (database, version) = try connectAlone(path, busyTimeout: busyTimeout, connect) else {
      // Another one that is at it has the file alone; reading waits for its end.
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
    try StoreFile.setUp(database, path: path, zones: zones)
    return upgrade
  }

  /// A connection that has the file alone until it ends, and the file's format; nil where
  /// others did not let go of it in time.
  ///
  /// A connection that wants a file alone keeps its lock for reading while it waits, and two of them would
  /// wait for one another in vain. So each is closed between its tries, and the pauses differ.
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

  /// Has a connection take its file alone; the file's format, or nil where others have it open.
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

  /// Writes the store as it is into a file, beside it first, so that the file is whole whenever it is there.
  private static func keepCopy(_ database: Database, path: String) throws(StoreError) -> String {
    let part = path + ".part"
    unlink(part)
    do throws(StoreError) {
      let descriptor = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if descriptor < 0 { throw failure(errno, path) }
      defer { close(descriptor) }
      // SQLite takes an empty file for a new one, which keeps the mode that it was made with.
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

  // MARK: Where it cannot be

  /// Whether a store that was not brought up to date for this reason can be read all the same.
  static func leavesReading(_ error: StoreError) -> Bool {
    switch error.code {
    case .older, .readOnly, .cannotOpen, .cannotCreate, .diskFull, .locked: true
    default: false
    }
  }

  /// The store in memory, brought up to date there.
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
    try StoreFile.setUp(memory, path: path, zones: zones)
    memory.upgrade = StoreUpgrade(from: version, to: Migrations.current, kept: nil, reason: reason)
    return memory
  }
}
