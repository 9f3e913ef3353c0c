#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that ends a thread's wait; any thread and any signal handler may write to it.
package final class WakePipe: Sendable {
  /// The end to wait on.
  package let readEnd: Int32
  package let writeEnd: Int32

  /// Creates a pipe; nil when the system refuses.
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

  /// Wakes the waiting thread.
  package func send() {
    // A full pipe wakes the thread as well.
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// The distinct bytes sent since the last call.
  package func drain() -> Set<UInt8> {
    var found: Set<UInt8> = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      if count <= 0 { return found }
      found.formUnion(buffer[..<count])
    }
  }

  /// Waits for a `send()` at most so many milliseconds; a negative number waits without limit.
  package func wait(milliseconds: Int32) {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, milliseconds)
    _ = drain()
  }
}
