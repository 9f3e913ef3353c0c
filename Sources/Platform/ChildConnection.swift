#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that was started with a connection to it as its standard input and output.
///
/// The connection is a pair of sockets, so that a program that has gone is an error of `send` and no SIGPIPE.
/// The program ends when its input does: it is given two seconds for that, and is killed then.
package final class ChildConnection {
  private let process: pid_t
  private let descriptor: Int32
  private var hasEnded = false

  /// The reason why a wait for the program ended without result.
  package enum Stop: Error {
    /// The program has closed the connection, or the system refused.
    case closed
    case timedOut
    case interrupted
  }

  /// Starts a program, with `hasErrors` with the connection as its standard error too; nil when that fails.
  package init?(_ arguments: [String], _ variables: [String], hasErrors: Bool = false) {
    var ends: [Int32] = [-1, -1]
    let isMade = Subprocess.excludingStarts {
      guard socketpair(AF_UNIX, SystemCalls.streamSocket, 0, &ends) == 0 else { return -1 }
      // A number of a standard stream, of a process without it, would be taken for that stream.
      for place in 0..<2 {
        let high = fcntl(ends[place], F_DUPFD_CLOEXEC, 3)
        close(ends[place])
        ends[place] = high
      }
      return ends.contains(-1) ? -1 : 0
    }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    guard isMade == 0,
      let started = Subprocess.spawn(
        arguments, variables, input: ends[1], output: ends[1], errors: hasErrors ? ends[1] : 2)
    else {
      if ends[0] >= 0 { close(ends[0]) }
      return nil
    }
    (process, descriptor) = (started, ends[0])
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    SystemCalls.preventSignal(of: descriptor)
  }

  deinit { end() }

  /// Sends all bytes before `deadline`, a moment of `SystemClock.monotonicNanoseconds`.
  package func send(
    _ bytes: [UInt8], until deadline: UInt64, _ stopSignal: StopSignal
  ) throws(Stop) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        SystemCalls.sendWithoutSignal(UnsafeRawBufferPointer(rebasing: buffer[offset...]), to: descriptor)
      }
      if count >= 0 {
        offset += count
      } else if errno == EAGAIN || errno == EINTR {
        try wait(for: POLLOUT, until: deadline, stopSignal)
      } else {
        throw .closed
      }
    }
  }

  /// The next bytes, at least one, if they come before `deadline`.
  package func receive(until deadline: UInt64, _ stopSignal: StopSignal) throws(Stop) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        buffer.removeSubrange(count...)
        return buffer
      }
      if count == 0 || errno != EAGAIN && errno != EINTR { throw .closed }
      try wait(for: POLLIN, until: deadline, stopSignal)
    }
  }

  /// Ends the program, at once if it is killed, and waits for it.
  ///
  /// Returns its exit status, or 128 plus the signal that ended it; nil where it was ended before.
  @discardableResult
  package func end(killing: Bool = false) -> Int32? {
    if hasEnded { return nil }
    hasEnded = true
    close(descriptor)
    if killing { kill(process, SIGKILL) }
    let deadline = SystemClock.monotonicNanoseconds() + 2_000_000_000
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, WNOHANG)
      if found == process { return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F) }
      if found < 0, errno != EINTR { return nil }
      if SystemClock.monotonicNanoseconds() > deadline { kill(process, SIGKILL) }
      usleep(1_000)
    }
  }

  private func wait(
    for event: Int32, until deadline: UInt64, _ stopSignal: StopSignal
  ) throws(Stop) {
    if stopSignal.isSet { throw .interrupted }
    if SystemClock.monotonicNanoseconds() > deadline { throw .timedOut }
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // A stop signal need not be a signal of the system.
    _ = poll(&request, 1, 50)
  }
}
