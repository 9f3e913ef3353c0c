import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The listening sockets that systemd opened for this process (sd_listen_fds(3)).
enum ActivatedSockets {
  /// The first of their descriptors.
  private static let first: Int32 = 3
  /// What errors call them.
  private static let name = "the sockets of systemd"

  /// Returns the descriptors; empty if none are meant for this process.
  ///
  /// Throws `cannot-listen` if what was handed over is nothing to serve at: serving at the usual place instead
  /// would leave the programs that connect to the socket without an answer.
  static func descriptors(_ environment: ProcessEnvironment) throws -> [Int32] {
    guard environment.variable("LISTEN_PID") == String(getpid()),
      let text = environment.variable("LISTEN_FDS")
    else { return [] }
    guard let count = Int32(text), (0...1_024).contains(count) else {
      throw ShellError.cannotListen(name, reason: "LISTEN_FDS is `\(text)`")
    }
    for descriptor in first..<first + count {
      guard isListening(descriptor) else {
        throw ShellError.cannotListen(
          name, reason: "descriptor \(descriptor) is no Unix socket that listens (ListenStream=/…, Accept=no)"
        )
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    return Array(first..<first + count)
  }

  /// Whether a descriptor is a Unix stream socket that takes connections; those of the network tell nobody
  /// which user connects.
  private static func isListening(_ descriptor: Int32) -> Bool {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard code == 0, Int32(address.ss_family) == AF_UNIX else { return false }
    return option(SO_ACCEPTCONN, of: descriptor) == 1
      && option(SO_TYPE, of: descriptor) == SystemCalls.streamSocket
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }
}
