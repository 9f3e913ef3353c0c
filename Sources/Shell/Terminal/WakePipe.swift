#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that ends the waiting of a loop; threads and signal handlers write into it.
final class WakePipe: Sendable {
  /// The end to wait at.
  let readEnd: Int32
  /// The end that a signal handler writes to.
  let writeEnd: Int32

  /// A pipe; nil where the system gives none.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the loop with a byte that says why.
  func wake(_ byte: UInt8) {
    // A full pipe wakes as well.
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  /// The bytes since the last call.
  func take() -> [UInt8] {
    var taken: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      if count <= 0 { return taken }
      taken += buffer[..<count]
    }
  }
}
