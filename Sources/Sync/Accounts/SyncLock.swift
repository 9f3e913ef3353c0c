#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps two syncs of one store apart: both would send the same, and one would find the other's files.
///
/// The system lets go of it when its process ends, however it ends.
package final class SyncLock {
  private let descriptor: Int32
  /// The milliseconds between two tries.
  private static let pause = 5

  /// Takes the lock of a store's file; throws `syncRunning` when another process has it for longer than
  /// `milliseconds`.
  ///
  /// A store in memory, and one on a file system without locks, has none.
  package init(store path: String, waiting milliseconds: Int = 0) throws(AccountError) {
    let isFile = !path.isEmpty && path != ":memory:"
    let real = isFile ? Self.realPath(path) : path
    descriptor = isFile ? open(real + ".sync", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) : -1
    if descriptor < 0 { return }
    var code: Int32 = 0
    var left = milliseconds
    while true {
      code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if code == EINTR { continue }
      if code != EWOULDBLOCK || left <= 0 { break }
      left -= Self.pause
      usleep(UInt32(Self.pause * 1_000))
    }
    if code == EWOULDBLOCK {
      close(descriptor)
      throw .syncRunning
    }
  }

  /// The path without links, so that a store has one lock under all its names.
  private static func realPath(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
