import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The access to a store for which it is opened.
public enum StoreAccess: Sendable {
  /// Reads only; changes nothing and creates nothing.
  case read
  /// Reads and writes an existing store.
  case write
  /// As `write`; creates the file and its folders when missing.
  case create
  /// Reads a store of the present format as it is: upgrades nothing, waits for no other program and makes no
  /// file beside it.
  case glance

  /// Whether the store can be changed.
  var writes: Bool { self == .write || self == .create }
}

/// Opens store files: recognizes them by their headers, creates new ones, upgrades old ones.
package enum StoreFile {
  static func connect(
    path: String, access: StoreAccess, zones: ZoneDatabase, stopSignal: StopSignal = StopSignal(),
    onLockWait: ((LockWait) -> Void)? = nil
  ) throws(StoreError) -> Database {
    try OpenFiles.opening(path) { (isOpen) throws(StoreError) in
      try connect(path, access, isOpen ? .store : try examine(path), zones) { (mode) throws(StoreError) in
        let database = try Database(path: path, mode: mode, stopSignal: stopSignal)
        database.onLockWait = onLockWait
        return database
      }
    }
  }

  /// Opens an existing store for reading, in whichever format it is; throws `no-store` and `not-a-store`.
  static func connectToExamine(path: String, stopSignal: StopSignal) throws(StoreError) -> Database {
    try OpenFiles.opening(path) { (isOpen) throws(StoreError) in
      switch isOpen ? .store : try examine(path) {
      case .missing: throw StoreError(.noStore, path)
      case .empty: throw StoreError(.notAStore, path, detail: "the file is empty")
      case .store:
        return try openAsItIs(path) { (mode) throws(StoreError) in
          try Database(path: path, mode: mode, stopSignal: stopSignal)
        }
      }
    }
  }

  /// Opens the file in a mode.
  typealias Connect = (Database.Mode) throws(StoreError) -> Database

  private static func connect(
    _ path: String, _ access: StoreAccess, _ state: State, _ zones: ZoneDatabase, _ connect: Connect
  ) throws(StoreError) -> Database {
    switch (access, state) {
    case (.read, .missing), (.write, .missing), (.glance, .missing): throw StoreError(.noStore, path)
    case (.read, .empty), (.glance, .empty):
      throw StoreError(.notAStore, path, detail: "the file is empty")
    case (.read, .store): return try openForReading(path, zones, connect)
    case (.glance, .store): return try openForGlance(path, connect)
    case (.write, .store), (.create, .store): return try openForWriting(path, zones, connect)
    case (.write, .empty), (.create, .empty): return try openForWriting(path, zones, connect)
    case (.create, .missing):
      let folders = try makeFolders(of: path)
      do throws(StoreError) {
        let isOurs = try make(path)
        do throws(StoreError) {
          let database = try openForWriting(path, zones, connect)
          if isOurs { database.made = MadeFile(folders: folders, rows: try database.rowCounts()) }
          return database
        } catch {
          // A file that could not be set up is removed, as it would be in the way of the next attempt.
          if isOurs, (try? examine(path)) != .store { removeUnfinished(path) }
          throw error
        }
      } catch {
        MadeFile.remove(folders)
        throw error
      }
    }
  }

  /// A new store in memory.
  static func inMemory(zones: ZoneDatabase) throws(StoreError) -> Database {
    let database = try Database(inMemory: "memory")
    try setUp(database, zones: zones)
    return database
  }

  /// A writable copy of a store in memory, even of a read-only store; it uses the store's stop signal.
  static func copyInMemory(of other: Database) throws(StoreError) -> Database {
    let database = try Database(inMemory: other.path)
    database.stopSignal = other.stopSignal
    try other.copy(into: database)
    return database
  }

  /// The size of a store in bytes.
  static func size(of database: Database) throws(StoreError) -> Int {
    try database.number("PRAGMA page_count") * database.number("PRAGMA page_size")
  }

  private static func removeUnfinished(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  // MARK: Examination

  private enum State { case missing, empty, store }

  /// Reads a file's header without SQLite, so that files of other kinds are never touched; never while the
  /// file is open (`OpenFiles`).
  private static func examine(_ path: String) throws(StoreError) -> State {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    let descriptor = Self.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      if errno == ENOENT { return .missing }
      throw StoreError(.cannotOpen, path, detail: reason(errno))
    }
    defer { close(descriptor) }
    var info = stat()
    let kind = fstat(descriptor, &info) == 0 ? info.st_mode & S_IFMT : S_IFREG
    if kind != S_IFREG, kind != S_IFDIR {
      throw StoreError(.notAStore, path, detail: "it is not a regular file")
    }
    guard let header = DatabaseHeader(descriptor) else {
      throw StoreError(.cannotOpen, path, detail: reason(errno))
    }
    if header.isEmpty { return .empty }
    guard header.isDatabase else {
      throw StoreError(.notAStore, path, detail: "it is not a SQLite file")
    }
    guard header.isStore else {
      throw StoreError(.notAStore, path, detail: "it is another program's SQLite file")
    }
    return .store
  }

  private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    while true {
      let descriptor = open(path, flags, mode)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  // MARK: Opening

  private static func openForReading(
    _ path: String, _ zones: ZoneDatabase, _ connect: Connect
  ) throws(StoreError) -> Database {
    var database: Database? = try openAsItIs(path, connect)
    if let database, try version(of: database, path: path) == Migrations.current { return database }
    // The connection is closed before the upgrade, which needs exclusive use of the file.
    database = nil
    do throws(StoreError) {
      let upgrade = try StoreUpgrading.run(
        path, zones: zones, busyTimeout: StoreUpgrading.readersTimeout, connect)
      let upgraded = try openAsItIs(path, connect)
      try check(upgraded, path: path)
      upgraded.upgrade = upgrade
      return upgraded
    } catch {
      guard StoreUpgrading.leavesReading(error) else { throw error }
      let source = try openAsItIs(path, connect)
      if try version(of: source, path: path) == Migrations.current { return source }
      return try StoreUpgrading.copyInMemory(of: source, path: path, zones: zones, because: error)
    }
  }

  /// Opens a file of the present format; throws `store-older`, `store-newer`, and `store-locked` at once.
  ///
  /// Where there is no log, nobody has changes that are not in the file. If somebody writes right now, what is
  /// read may be damaged, which is an error like any other.
  private static func openForGlance(_ path: String, _ connect: Connect) throws(StoreError) -> Database {
    let database = try connect(hasLog(path) ? .read : .immutable)
    database.setBusyTimeout(milliseconds: 0)
    try check(database, path: path)
    return database
  }

  /// Opens a file for reading, in any format.
  static func openAsItIs(_ path: String, _ connect: Connect) throws(StoreError) -> Database {
    do throws(StoreError) {
      let database = try connect(.read)
      _ = try database.number("PRAGMA user_version")
      return database
    } catch {
      // In a read-only folder SQLite cannot create its files beside the store. Without a WAL file no process
      // can be writing to the store either, so it may be read as it is.
      guard error.code == .cannotOpen || error.code == .readOnly || error.code == .diskFull else {
        throw error
      }
      // On a full disk a WAL may be left without its index. A connection with exclusive use of the file keeps
      // the index in memory. As others want to read the file too, a file that is not too large is read from a
      // copy.
      if error.code == .diskFull, hasLog(path) {
        let alone = try connect(.alone)
        if try size(of: alone) > StoreUpgrading.mostInMemory { return alone }
        let memory = try copyInMemory(of: alone)
        let version = try version(of: alone, path: path)
        memory.upgrade = StoreUpgrade(from: version, to: version, kept: nil, reason: error)
        return memory
      }
      if hasLog(path) {
        throw StoreError(
          error.code, path, sqliteCode: error.sqliteCode,
          detail:
            "\(path)-wal holds changes, which can be read only where that file and its folder can be written to"
        )
      }
      return try connect(.immutable)
    }
  }

  private static func hasLog(_ path: String) -> Bool {
    var info = stat()
    return stat(path + "-wal", &info) == 0 && info.st_size > 0
  }

  private static func openForWriting(
    _ path: String, _ zones: ZoneDatabase, _ connect: Connect
  ) throws(StoreError) -> Database {
    guard access(path, W_OK) == 0 else { throw StoreError(.readOnly, path, detail: reason(errno)) }
    var opened: Database? = try connect(.write)
    var upgrade: StoreUpgrade?
    if let database = opened {
      let version = try version(of: database, path: path)
      if version == 0 { try setUp(database, zones: zones) }
      if version > 0, version < Migrations.current { opened = nil }
    }
    if opened == nil {
      upgrade = try StoreUpgrading.run(
        path, zones: zones, busyTimeout: StoreUpgrading.writersTimeout, connect)
    }
    let database: Database
    if let opened { database = opened } else { database = try connect(.write) }
    try check(database, path: path)
    database.upgrade = upgrade
    try keepLog(database)
    try database.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 10000;
      PRAGMA foreign_keys = ON;
      """)
    return database
  }

  /// Restores WAL mode after another program has turned it off: without it readers and writers wait for one
  /// another.
  private static func keepLog(_ database: Database) throws(StoreError) {
    let mode = try database.with("PRAGMA journal_mode") { (row) throws(StoreError) in
      try row.step() ? row.text(0) : ""
    }
    if mode == "wal" { return }
    // If another process is reading the file, its mode stays until the next time.
    database.setBusyTimeout(milliseconds: 100)
    defer { database.setBusyTimeout(milliseconds: CalendarStore.usualBusyTimeout) }
    try? database.execute("PRAGMA journal_mode = WAL")
  }

  /// The format of a store; throws `store-newer`.
  static func version(of database: Database, path: String) throws(StoreError) -> Int {
    let version = try database.number("PRAGMA user_version")
    if version <= Migrations.current { return version }
    let writer = try? database.with("SELECT value FROM meta WHERE key = 'writer'") {
      (row) throws(StoreError) in
      try row.step() ? row.optionalText(0) : nil
    }
    let needs = writer.flatMap { $0 }.map { " and needs kal \($0) or newer" } ?? ""
    throw StoreError(
      .newer, path,
      detail:
        "its format is \(version)\(needs); this is kal \(StoreFormat.writer), which knows up to \(Migrations.current)"
    )
  }

  private static func check(_ database: Database, path: String) throws(StoreError) {
    let version = try version(of: database, path: path)
    if version < Migrations.current {
      throw StoreError(
        .older, path, detail: "its format is \(version), this version's is \(Migrations.current)")
    }
  }

  // MARK: Creation

  /// Creates the file; false when it already existed.
  private static func make(_ path: String) throws(StoreError) -> Bool {
    let descriptor = openFile(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    // Another process may have created the file at the same moment, which is fine.
    if descriptor < 0, errno != EEXIST { throw StoreError(.cannotCreate, path, detail: reason(errno)) }
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Creates the missing folders of a path and returns them, the outermost first.
  private static func makeFolders(of path: String) throws(StoreError) -> [String] {
    var made: [String] = []
    var ends: [String.Index] = []
    for index in path.indices where path[index] == "/" && index > path.startIndex { ends.append(index) }
    for end in ends {
      let folder = String(path[..<end])
      if mkdir(folder, 0o700) == 0 {
        made.append(folder)
      } else if errno != EEXIST, errno != EISDIR, access(folder, F_OK) != 0 {
        let code = errno
        MadeFile.remove(made)
        throw StoreError(.cannotCreate, path, detail: folder + ": " + reason(code))
      }
    }
    return made
  }

  /// Makes the schema of a new store, or brings an old one's up to date, whichever connection comes first.
  static func setUp(_ database: Database, zones: ZoneDatabase) throws(StoreError) {
    try database.write { () throws(StoreError) in
      let version = try database.number("PRAGMA user_version")
      if version == 0 {
        // The literal is Schema.applicationID.
        try database.execute("PRAGMA application_id = 0x4b616c31")
      }
      try Migrations.run(database, from: version, zones: zones)
      if version == 0 {
        try database.execute(Self.firstRows)
        // An empty index fits the present zone rules.
        try database.with("INSERT INTO meta(key, value) VALUES ('zone_release', ?1)") {
          (row) throws(StoreError) in try row.bind(1, zones.release).run()
        }
      }
      if version < Migrations.current {
        try database.with("INSERT OR REPLACE INTO meta(key, value) VALUES ('writer', ?1)") {
          (row) throws(StoreError) in try row.bind(1, StoreFormat.writer).run()
        }
      }
    }
    // WAL mode is set last, so that the file's own header identifies the store, and not only the WAL.
    try database.execute("PRAGMA journal_mode = WAL")
  }

  private static let firstRows: StaticString = """
    INSERT INTO meta(key, value) VALUES
      ('identity', lower(hex(randomblob(16)))), ('next_item', 1), ('next_position', 1);
    INSERT INTO source(title, kind) VALUES ('Local', 0), ('Other', 4);
    """
}

/// The header of a file.
struct DatabaseHeader {
  /// Whether the file is empty, like an SQLite file before its first write.
  let isEmpty: Bool
  /// Whether the file is an SQLite database.
  let isDatabase: Bool
  /// Whether the file is a store of calendars.
  let isStore: Bool

  /// Reads the header; nil when the system refuses, with the reason in `errno`.
  init?(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    if count < 0 { return nil }
    isEmpty = count == 0
    isDatabase = count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
    // The application id is in bytes 68–71, most significant first.
    isStore = isDatabase && bytes[68..<72].reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
  }
}
