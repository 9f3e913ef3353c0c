#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a file, a pipe or standard input to its end or until a stop signal, even while no process writes
/// into the pipe.
package final class InputReader {
  private let path: String
  private let descriptor: Int32
  private let stopSignal: StopSignal
  /// Whether the descriptor may have no input yet.
  private let waits: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Opens a file, or standard input for `-`; throws with the system's reason.
  package init(_ path: String, until stopSignal: StopSignal) throws {
    self.path = path
    self.stopSignal = stopSignal
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw FileFault.unreadable(path: path, reason: systemReason(errno)) }
    var info = stat()
    waits =
      fstat(descriptor, &info) != 0 || info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  deinit { if descriptor != 0 { close(descriptor) } }

  /// The next bytes; nil at the end.
  package func next() throws -> ArraySlice<UInt8>? {
    while true {
      if stopSignal.isSet { throw FileFault.interrupted(path: path) }
      if waits, !ProcessSignals.wait(for: descriptor, milliseconds: Self.moment).hasInput { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 { return nil }
      if errno == EINTR || errno == EAGAIN { continue }
      throw FileFault.unreadable(path: path, reason: systemReason(errno))
    }
  }

  /// Milliseconds between two checks of the stop signal while no input comes, for stop signals that no
  /// signal of the system sets.
  private static let moment: Int32 = 50
}
