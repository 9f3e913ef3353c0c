import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The way between the server and one client, which the loop waits at and threads send on.
protocol Transport: Sendable {
  /// The descriptors to wait at, for lines that come in and for room for replies;
  /// the same where both go one way.
  var input: Int32 { get }
  var output: Int32 { get }
  /// Takes what has come: how many bytes, 0 at the end, less with the reason in `errno`.
  func receive(_ buffer: inout [UInt8]) -> Int
  /// Sends as much as is taken without waiting: how many bytes, 0 when there is no room,
  /// less with the reason in `errno`.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int
  /// Ends it.
  func close()
}

extension Transport {
  /// Whether one descriptor goes both ways, so that a hang-up is the end of both.
  var isTwoWay: Bool { input == output }

  func receive(_ buffer: inout [UInt8]) -> Int { systemRead(input, &buffer, buffer.count) }
}

/// A connected socket.
struct SocketTransport: Transport {
  let input: Int32
  var output: Int32 { input }

  /// Takes over a socket, which does not wait from now on.
  init(_ descriptor: Int32) {
    input = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int { UnixSocket.send(bytes, input) }

  func close() { systemClose(input) }
}

/// The process's own input and output, which may be shared with other processes: their flags
/// stay as they are, and so do they.
struct StandardTransport: Transport {
  let input: Int32 = 0
  let output: Int32 = 1
  private let writesToSocket = UnixSocket.isSocket(1)

  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    if writesToSocket { return UnixSocket.send(bytes, output) }
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // This much a pipe with room takes at once.
    return write(output, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
  }

  func close() {}
}

/// The system's functions that methods of the same name hide.
private func systemRead(_ descriptor: Int32, _ address: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, address, count)
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }
