import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Unix sockets, for servers and their clients.
enum UnixSocket {
  /// Returns a new socket of a type; nil with the reason in `errno`.
  static func open(_ type: Int32 = SystemCalls.streamSocket) -> Int32? {
    let descriptor = socket(AF_UNIX, type, 0)
    if descriptor < 0 { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Returns the reason why a path cannot be a socket's; nil if it can.
  static func refusal(of path: String) -> String? {
    // The greatest length of a path in the system's address.
    let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    return path.utf8.count > room ? "the path is longer than \(room) bytes" : nil
  }

  /// Connects to the socket at a path; returns false with the reason in `errno`.
  static func connect(_ descriptor: Int32, to path: String) -> Bool {
    withAddress(path) { systemConnect(descriptor, $0, $1) } == 0
  }

  /// Calls `body` with the system's address of a path; an abstract name is no file.
  static func withAddress(
    _ path: String, isAbstract: Bool = false, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name begins with a zero byte and ends with the address.
    let name = (isAbstract ? [0] : []) + Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.prefix($0.count - 1)) }
    let whole = MemoryLayout<sockaddr_un>.size
    let size = isAbstract ? whole - MemoryLayout.size(ofValue: address.sun_path) + name.count : whole
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }

  /// Sends as much as the system accepts without waiting.
  static func send(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
    SystemCalls.sendWithoutWaiting(bytes, to: descriptor)
  }

  /// Whether a descriptor is that of a socket.
  static func isSocket(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK
  }

  /// Whether the other end of a connection belongs to the same user.
  static func isOwn(_ descriptor: Int32) -> Bool { SystemCalls.isOwnPeer(descriptor) }
}

/// The system's `connect`, which a method of the same name hides.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
