import LineProtocol
import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a short look at a socket tells of the server behind it.
package enum ServerProbe: Equatable, Sendable {
  /// There is no socket.
  case none
  /// A socket at which nobody listens: its server has ended without removing it.
  case abandoned
  /// A server, with the name and version of its greeting.
  case running(String)
  /// A socket that cannot be used, with the reason.
  case unusable(String)

  /// The seconds within which a server greets.
  private static let patience = 2

  /// Looks at the socket of a path; a server there sees a client that comes and goes.
  package static func look(at path: String) -> ServerProbe {
    if let reason = UnixSocket.refusal(of: path) { return .unusable(reason) }
    guard let descriptor = UnixSocket.open() else { return .unusable(systemReason(errno)) }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard UnixSocket.connect(descriptor, to: path) else {
      switch errno {
      case ENOENT, ENOTDIR: return .none
      case ECONNREFUSED: return .abandoned
      default: return .unusable(systemReason(errno))
      }
    }
    guard UnixSocket.isOwn(descriptor) else { return .unusable("it is another user's") }
    return greeting(descriptor).map { .running($0) } ?? .unusable("what listens there does not greet")
  }

  /// Returns the server's name in its greeting; nil if it does not greet in time.
  private static func greeting(_ descriptor: Int32) -> String? {
    var framer = LineFramer(limit: ProtocolLimits.standard.reply)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(patience) * 1_000_000_000
    while SystemClock.monotonicNanoseconds() < deadline {
      if let next = framer.next() {
        guard case .line(let text) = next, let line = ReceivedLine(text), line.tag == "*" else { return nil }
        return line.payload["server"]?.string
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      framer.append(buffer[..<count])
    }
    return nil
  }
}
