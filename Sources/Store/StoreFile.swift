import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a store is opened for.
public enum StoreAccess: Sendable {
  /// Only to read; nothing is changed, and nothing made that is missing.
  case read
  /// To read and write a store that exists.
  case write
  /// As `write`; makes the file and its folders when missing.
  case create
}

/// Opens store files: knows them by their headers, makes new ones, brings old ones up to date.
enum StoreFile {
  static func connect(path: String, access: StoreAccess) throws(StoreError) -> Database {
    try OpenFiles.opening(path) { (isOpen) throws(StoreError) in
      try connect(path, access, isOpen ? .store : try examine(path))
    }
  }

  private static func connect(
    _ path: String, _ access: StoreAccess, _ state: State
  ) throws(StoreError) -> Database {
    switch (access, state) {
    case (.read, .missing), (.write, .missing): throw StoreError(.noStore, path)
    case (.read, .empty): throw StoreError(.notAStore, path, detail: "the file is empty")
    case (.read, .store): return try openForReading(path)
    case (.write, .store), (.create, .store): return try openForWriting(path)
    case (.write, .empty), (.create, .empty), (.create, .missing):
      if state == .missing { try make(path) }
      return try openForWriting(path)
    }
  }

  /// A new store that lives in memory.
  static func inMemory() throws(StoreError) -> Database {
    let database = try Database(inMemory: "memory")
    try setUp(database, path: database.path)
    return database
  }

  // MARK: What is there

  private enum State { case missing, empty, store }

  /// Looks at a file's header without SQLite, so that a file of another kind is never touched; never while it is open (`OpenFiles`).
  private static func examine(_ path: String) throws(StoreError) -> State {
    let descriptor = Self.openFile(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return .missing }
      throw StoreError(.cannotOpen, path, detail: reason(errno))
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    if count < 0 { throw StoreError(.cannotOpen, path, detail: reason(errno)) }
    if count == 0 { return .empty }
    guard count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw StoreError(.notAStore, path, detail: "it is not a SQLite file")
    }
    // The application id stands in bytes 68–71, most significant first.
    let application = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    guard application == Schema.applicationID else {
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

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  // MARK: Opening

  private static func openForReading(_ path: String) throws(StoreError) -> Database {
    do throws(StoreError) {
      let database = try Database(path: path, mode: .read)
      try checkVersion(database, path: path, mayBeOlder: false)
      return database
    } catch {
      // A folder that can't be written has no room for SQLite's files beside the store. Without a log file
      // nobody can be writing the store either, so it may be read as it stands.
      guard error.code == .cannotOpen || error.code == .readOnly, !hasLog(path) else { throw error }
      let database = try Database(path: path, mode: .immutable)
      try checkVersion(database, path: path, mayBeOlder: false)
      return database
    }
  }

  private static func hasLog(_ path: String) -> Bool {
    var info = stat()
    return stat(path + "-wal", &info) == 0 && info.st_size > 0
  }

  private static func openForWriting(_ path: String) throws(StoreError) -> Database {
    guard access(path, W_OK) == 0 else { throw StoreError(.readOnly, path, detail: reason(errno)) }
    let database = try Database(path: path, mode: .write)
    let version = try checkVersion(database, path: path, mayBeOlder: true)
    if version < Migrations.current { try setUp(database, path: path) }
    try database.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 10000;
      PRAGMA foreign_keys = ON;
      """)
    return database
  }

  @discardableResult
  private static func checkVersion(
    _ database: Database, path: String, mayBeOlder: Bool
  ) throws(StoreError) -> Int {
    let version = try database.number("PRAGMA user_version")
    if version > Migrations.current {
      throw StoreError(
        .newer, path, detail: "its format is \(version), this version knows up to \(Migrations.current)")
    }
    if version < Migrations.current, !mayBeOlder {
      throw StoreError(
        .older, path, detail: "its format is \(version), this version's is \(Migrations.current)")
    }
    return version
  }

  // MARK: Making

  private static func make(_ path: String) throws(StoreError) {
    try makeFolders(of: path)
    let descriptor = openFile(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    // Somebody else may have made it in the same moment, which is as good.
    if descriptor < 0, errno != EEXIST { throw StoreError(.cannotCreate, path, detail: reason(errno)) }
    if descriptor >= 0 { close(descriptor) }
  }

  private static func makeFolders(of path: String) throws(StoreError) {
    var ends: [String.Index] = []
    for index in path.indices where path[index] == "/" && index > path.startIndex { ends.append(index) }
    for end in ends {
      let folder = String(path[..<end])
      if mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR, access(folder, F_OK) != 0 {
        throw StoreError(.cannotCreate, path, detail: folder + ": " + reason(errno))
      }
    }
  }

  /// Makes the schema of a new store, or brings an old one's up to date, whichever connection comes first.
  private static func setUp(_ database: Database, path: String) throws(StoreError) {
    try database.write { () throws(StoreError) in
      let version = try database.number("PRAGMA user_version")
      if version == 0 {
        // The literal is Schema.applicationID.
        try database.execute("PRAGMA application_id = 0x4b616c31")
      }
      try Migrations.run(database, from: version)
      if version == 0 { try database.execute(Self.firstRows) }
    }
    // Only now, so that the header of the file itself, not a log beside it, says whose it is.
    try database.execute("PRAGMA journal_mode = WAL")
  }

  private static let firstRows: StaticString = """
    INSERT INTO meta(key, value) VALUES
      ('identity', lower(hex(randomblob(16)))), ('next_item', 1), ('next_position', 1);
    INSERT INTO source(title, kind) VALUES ('Local', 0), ('Other', 4);
    """
}
