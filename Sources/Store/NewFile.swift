#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written beside its place and put there once it is whole, so that a
/// failure leaves what was there.
///
/// Links are not followed: what they lead to is never replaced. Nor is a database that
/// somebody uses, or that left a log.
public final class NewFile {
  /// Why there can be no such file.
  public enum Problem: Error, Hashable, Sendable {
    /// There is a file of that name, and it may not be replaced.
    case exists
    /// A link has that name.
    case isLink
    /// A pipe, a device or a folder has that name.
    case isNoFile
    /// A store that this process uses has that name, or its log.
    case isInUse
    /// A database has that name which another process uses.
    case isUsed(by: LockHolder)
    /// A log that SQLite keeps beside a database stands beside that name.
    case hasLog(String)
    /// SQLite keeps the log of a database under that name.
    case isLog(of: String)
    /// A store has that name, and what is written is none.
    case isStore
    /// What the system says, as its error number.
    case system(Int32)

    /// The reason in words, with what to do about it.
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
      case .system(let code): String(cString: strerror(code))
      }
    }
  }

  /// What is written.
  public enum Content: Sendable {
    case text, store
  }

  /// What the file is written through; closed by `put` and `discard`.
  public private(set) var descriptor: Int32
  /// Where it is written, in the same folder.
  public let partial: String
  private let path: String
  private let content: Content
  private let mayReplace: Bool

  /// Begins a file; `mode` says who may read and write it, as far as the umask allows.
  ///
  /// One that takes another's place keeps that one's mode. What is left of files of that name
  /// whose makers were killed goes.
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

  /// The mode of what is at a path; nil where nothing is.
  private static func present(_ path: String) throws(Problem) -> mode_t? {
    var info = stat()
    if lstat(path, &info) != 0 {
      if errno == ENOENT { return nil }
      throw .system(errno)
    }
    if info.st_mode & S_IFMT == S_IFLNK { throw .isLink }
    return info.st_mode
  }

  /// Throws where a database would lose what others write to it, or a new one would
  /// get a log that is not its own.
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
      // Who only reads leaves an empty log, which is nobody's.
      if lstat(path + end, &info) == 0, info.st_size > 0 { throw .hasLog(path + end) }
    }
    if look.isStore, content != .store { throw .isStore }
  }

  /// How the names of the files end in which SQLite keeps what is not in a database yet,
  /// or has to be taken back from it.
  private static let logs = ["-wal", "-journal"]

  /// Puts the file in its place once the disk has it.
  public func put() throws(Problem) {
    defer { discard() }
    if fsync(descriptor) != 0 { throw .system(errno) }
    // Somebody may have begun to use what is there.
    try Self.checkDatabase(path, content)
    if mayReplace {
      // It may have become a link meanwhile, which then is replaced itself and not followed.
      if rename(partial, path) != 0 { throw .system(errno) }
    } else if link(partial, path) != 0 {
      if errno == EEXIST { throw .exists }
      // Some file systems know no second names for a file.
      if try Self.present(path) != nil { throw .exists }
      if rename(partial, path) != 0 { throw .system(errno) }
    }
    syncFolder()
  }

  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    // Not every file system can; the file itself is there.
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Removes what was written beside the place.
  public func discard() {
    if descriptor < 0 { return }
    close(descriptor)
    descriptor = -1
    unlink(partial)
  }
}

/// The names under which a file is written before it is put in its place: `.NAME.HOST-PROCESS-RANDOM.part`.
///
/// They tell whose they are, so that what a killed process left can be removed, and
/// nothing that is still written.
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

  /// A short name of the machine, by which processes of others are told apart
  /// that write into the same folder.
  private static let host: String = {
    var buffer = [UInt8](repeating: 0, count: 256)
    let isKnown = buffer.withUnsafeMutableBytes { raw in
      raw.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { gethostname($0, name.count - 1) == 0 } ?? false
      }
    }
    let name = isKnown ? buffer.prefix { $0 != 0 } : []
    // FNV-1a: the same in every process.
    let hash = name.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(hash, radix: 36)
  }()

  /// Removes the files of processes that are gone, with the journals that SQLite keeps beside them.
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
      // Signal 0 only asks; whoever may not be asked lives.
      if kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
    }
  }
}
