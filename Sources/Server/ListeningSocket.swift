import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Unix socket that only its owner's programs can reach.
package struct ListeningSocket {
  package let descriptor: Int32
  package let path: String
  /// Held while the server runs, so that two servers never replace each other.
  private let lock: Int32

  // MARK: Places

  /// Returns the path of the socket without `--socket`: in the runtime directory, else in the user's own
  /// folder in `/tmp`.
  package static func defaultPath(_ environment: ProcessEnvironment) -> String {
    if let folder = environment.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
      return folder + "/kalends/kal.sock"
    }
    return "/tmp/kalends-\(getuid())/kal.sock"
  }

  // MARK: Opening

  /// Listens at a path; throws `already-serving` if another server does, and `cannot-listen`.
  package init(path: String) throws {
    self.path = path
    if let reason = UnixSocket.refusal(of: path) { throw ShellError.cannotListen(path, reason: reason) }
    let code = UserPaths.createFolder(of: path)
    if code != 0 { throw ShellError.cannotListen(path, reason: systemReason(code)) }
    try Self.checkFolder(of: path)
    lock = try Self.takeLock(path)
    do {
      try Self.clear(path)
      descriptor = try Self.listen(at: path)
    } catch {
      close(lock)
      throw error
    }
  }

  /// Refuses a folder in which others could replace the socket.
  private static func checkFolder(of path: String) throws {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    var info = stat()
    guard stat(folder, &info) == 0 else { throw ShellError.cannotListen(path, reason: systemReason(errno)) }
    let isForeign = info.st_uid != getuid() && info.st_uid != 0
    let isOpen = info.st_mode & 0o022 != 0 && info.st_mode & S_ISVTX == 0
    if isForeign || isOpen {
      throw ShellError.cannotListen(path, reason: "others can write to its folder")
    }
  }

  private static func takeLock(_ path: String) throws -> Int32 {
    let lock = systemOpen(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if lock < 0 { throw ShellError.cannotListen(path, reason: systemReason(errno)) }
    if flock(lock, LOCK_EX | LOCK_NB) != 0 {
      close(lock)
      throw ShellError.alreadyServing(path)
    }
    return lock
  }

  /// Removes a socket at which no server listens; anything else stays.
  private static func clear(_ path: String) throws {
    var info = stat()
    if lstat(path, &info) != 0 {
      if errno == ENOENT { return }
      throw ShellError.cannotListen(path, reason: systemReason(errno))
    }
    guard info.st_mode & S_IFMT == S_IFSOCK else {
      throw ShellError.cannotListen(path, reason: "there is something that is no socket")
    }
    let probe = try open(path)
    defer { close(probe) }
    if UnixSocket.connect(probe, to: path) { throw ShellError.alreadyServing(path) }
    guard errno == ECONNREFUSED else { throw ShellError.cannotListen(path, reason: systemReason(errno)) }
    if unlink(path) != 0, errno != ENOENT { throw ShellError.cannotListen(path, reason: systemReason(errno)) }
  }

  private static func open(_ path: String) throws -> Int32 {
    guard let descriptor = UnixSocket.open() else {
      throw ShellError.cannotListen(path, reason: systemReason(errno))
    }
    return descriptor
  }

  private static func listen(at path: String) throws -> Int32 {
    let descriptor = try open(path)
    // Nobody else can connect, from the first moment on.
    let mask = umask(0o177)
    let isBound = UnixSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0
    let reason = systemReason(errno)
    umask(mask)
    guard isBound, chmod(path, 0o600) == 0, systemListen(descriptor) == 0 else {
      close(descriptor)
      throw ShellError.cannotListen(path, reason: reason)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return descriptor
  }

  /// Stops listening and removes the socket.
  package func remove() {
    unlink(path)
    close(descriptor)
    // The lock file stays, since another server may wait for it.
    close(lock)
  }
}

/// The system's `listen`, which a method of the same name hides.
private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 1_024) }

/// The system's `open`, which a method of the same name hides.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
