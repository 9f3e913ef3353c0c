#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that ends the waiting of a thread; any thread and any signal may write to it.
package final class WakePipe: Sendable {
  /// The end to wait at.
  package let readEnd: Int32
  package let writeEnd: Int32

  /// A pipe; nil where the system gives none.
  package init?() {
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

  /// Wakes who waits.
  package func send() {
    // A full pipe wakes as well.
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// The different bytes that were sent since the last call.
  package func drain() -> Set<UInt8> {
    var found: Set<UInt8> = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      if count <= 0 { return found }
      found.formUnion(buffer[..<count])
    }
  }

  /// Waits until somebody sends, or so long; a negative length waits without an end.
  package func wait(milliseconds: Int32) {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, milliseconds)
    _ = drain()
  }
}
