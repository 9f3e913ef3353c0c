#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written beside its place and moved there when complete, so that a failure leaves the old
/// file.
///
/// Links are not followed: their targets are never replaced. Nor is a database that is in use or has a log.
public final class NewFile {
  /// The reason why the file cannot be created.
  public enum Problem: Error, Hashable, Sendable {
    /// There is a file of that name, and it may not be replaced.
    case exists
    /// A link has that name.
    case isLink
    /// A pipe, a device or a folder has that name.
    case isNoFile
    /// A store that this process uses, or its log, has that name.
    case isInUse
    /// A database that another process uses has that name.
    case isUsed(by: LockHolder)
    /// A log of SQLite's for a database of that name exists.
    case hasLog(String)
    /// The name is that of a database's log.
    case isLog(of: String)
    /// A store has that name, and the content is not a store.
    case isStore
    /// A system error, by its number.
    case system(Int32)

    /// The reason in words, with advice.
    public var reason: String {
      switch self {
      case .exists: "it is there already"
      case .isLink: "it is a link, and links are not followed"
      case .isNoFile: "it is not a plain file"
      case .isInUse: "it is a store in use; choose another name"
      case .isUsed(let user):
        "it is a store in use by \(user.description); end that first, or choose another name"
      case .hasLog(let log):
        "\(log) stands beside it, with changes that belong to a store of that name; end what uses the store, or open "
          + "and close it once (kal --store STORE check), or choose another name"
      case .isLog(let database): "the log of \(database) has that name; choose another one"
      case .isStore: "it is a store of calendars, and no text takes its place; choose another name"
      case .system(let code): StoreFile.reason(code)
      }
    }
  }

  /// The content of the file.
  public enum Content: Sendable {
    case text, store
  }

  /// The descriptor for writing; closed by `put` and `discard`.
  public private(set) var descriptor: Int32
  /// The temporary path, in the same folder.
  public let partial: String
  private let path: String
  private let content: Content
  private let mayReplace: Bool

  /// Creates the temporary file; `mode` is its permissions, limited by the umask.
  ///
  /// A file that replaces another keeps the other's mode. Leftover temporary files of killed processes are
  /// removed.
  public init(
    at path: String, replacing mayReplace: Bool, mode: mode_t = 0o666, of content: Content = .text
  ) throws(Problem) {
    self.path = path
    self.content = content
    self.mayReplace = mayReplace
    let old = try Self.present(path)
    if let old, old & S_IFMT == S_IFDIR { throw .system(EISDIR) }
    if old != nil, !mayReplace { throw .exists }
    if let old, old & S_IFMT != S_IFREG { throw .isNoFile }
    try Self.checkDatabase(path, content)
    let partials = PartialNames(of: path)
    partials.removeLeftovers()
    var made: Int32 = -1
    var partial = ""
    for _ in 0..<100 {
      partial = partials.new()
      made = open(partial, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if made >= 0 || errno != EEXIST && errno != EINTR { break }
    }
    if made < 0 { throw .system(errno) }
    if let old { _ = fchmod(made, old & 0o777) }
    (descriptor, self.partial) = (made, partial)
  }

  deinit { discard() }

  /// The mode of the file at a path; nil when there is none.
  private static func present(_ path: String) throws(Problem) -> mode_t? {
    var info = stat()
    if lstat(path, &info) != 0 {
      if errno == ENOENT { return nil }
      throw .system(errno)
    }
    if info.st_mode & S_IFMT == S_IFLNK { throw .isLink }
    return info.st_mode
  }

  /// Throws when the write would discard a database's changes, or leave a new database with another one's
  /// log.
  private static func checkDatabase(_ path: String, _ content: Content) throws(Problem) {
    for end in logs + ["-shm"] where path.hasSuffix(end) {
      let database = String(path.dropLast(end.count))
      let look = OpenFiles.look(at: database)
      if look.isOpenHere { throw .isInUse }
      if look.isDatabase { throw .isLog(of: database) }
    }
    let look = OpenFiles.look(at: path)
    if look.isOpenHere { throw .isInUse }
    if let user = look.user, look.isDatabase { throw .isUsed(by: user) }
    for end in logs {
      var info = stat()
      // A connection that only reads leaves an empty log, which belongs to no database.
      if lstat(path + end, &info) == 0, info.st_size > 0 { throw .hasLog(path + end) }
    }
    if look.isStore, content != .store { throw .isStore }
  }

  /// The endings of SQLite's log files, which hold changes not yet in a database or to be rolled back.
  private static let logs = ["-wal", "-journal"]

  /// Moves the file to its place once it is on the disk.
  public func put() throws(Problem) {
    defer { discard() }
    if fsync(descriptor) != 0 { throw .system(errno) }
    // The old file may be in use by now.
    try Self.checkDatabase(path, content)
    if mayReplace {
      // If the old file is a link by now, the link itself is replaced and not followed.
      if rename(partial, path) != 0 { throw .system(errno) }
    } else if link(partial, path) != 0 {
      if errno == EEXIST { throw .exists }
      // Some file systems do not support hard links.
      if try Self.present(path) != nil { throw .exists }
      if rename(partial, path) != 0 { throw .system(errno) }
    }
    syncFolder()
  }

  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    // Not every file system supports this; the file itself is written.
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Removes the temporary file.
  public func discard() {
    if descriptor < 0 { return }
    close(descriptor)
    descriptor = -1
    unlink(partial)
  }
}

/// The temporary names of a file before it is moved to its place: `.NAME.HOST-PROCESS-RANDOM.part`.
///
/// A name tells the process, so that files of killed processes are removed, and files still being written are
/// not.
private struct PartialNames {
  private let folder: String
  private let begin: String

  init(of path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    begin = ".\(name.prefix(60)).\(Self.host)-"
  }

  func new() -> String {
    "\(folder)\(begin)\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
  }

  /// A short hash of the machine's name, which distinguishes processes of several machines that write into
  /// one folder.
  private static let host: String = {
    var buffer = [UInt8](repeating: 0, count: 256)
    let isKnown = buffer.withUnsafeMutableBytes { raw in
      raw.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { gethostname($0, name.count - 1) == 0 } ?? false
      }
    }
    let name = isKnown ? buffer.prefix { $0 != 0 } : []
    // FNV-1a gives the same hash in every process.
    let hash = name.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(hash, radix: 36)
  }()

  /// Removes the files of ended processes, with SQLite's journals beside them.
  func removeLeftovers() {
    guard let handle = opendir(folder.isEmpty ? "." : folder) else { return }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(begin), name.hasSuffix(".part") || name.hasSuffix(".part-journal"),
        let process = pid_t(name.dropFirst(begin.count).prefix { $0 != "-" }), process > 0
      else { continue }
      // Signal 0 only checks; a process that may not be signaled is alive.
      if kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
    }
  }
}
