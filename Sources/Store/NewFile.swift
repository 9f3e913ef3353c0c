#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written beside its place and put there once it is whole, so that a failure leaves what was there.
///
/// Links are not followed: what they lead to is never replaced.
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
    /// What the system says, as its error number.
    case system(Int32)

    /// The reason in words.
    public var reason: String {
      switch self {
      case .exists: "it is there already"
      case .isLink: "it is a link, and links are not followed"
      case .isNoFile: "it is not a plain file"
      case .isInUse: "it is a store in use"
      case .system(let code): String(cString: strerror(code))
      }
    }
  }

  /// What the file is written through; closed by `put` and `discard`.
  public private(set) var descriptor: Int32
  /// Where it is written, in the same folder.
  public let partial: String
  private let path: String
  private let mayReplace: Bool

  /// Begins a file; `mode` says who may read and write it, as far as the umask allows.
  ///
  /// One that takes another's place keeps that one's mode.
  public init(at path: String, replacing mayReplace: Bool, mode: mode_t = 0o666) throws(Problem) {
    self.path = path
    self.mayReplace = mayReplace
    let old = try Self.present(path)
    if let old, old & S_IFMT == S_IFDIR { throw .system(EISDIR) }
    if old != nil, !mayReplace { throw .exists }
    if let old, old & S_IFMT != S_IFREG { throw .isNoFile }
    if OpenFiles.isOfStore(path) { throw .isInUse }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    var made: Int32 = -1
    var partial = ""
    for _ in 0..<100 {
      partial = "\(folder).\(name.prefix(60)).\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
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

  /// Puts the file in its place once the disk has it.
  public func put() throws(Problem) {
    defer { discard() }
    if fsync(descriptor) != 0 { throw .system(errno) }
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
