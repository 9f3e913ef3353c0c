import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The connection between the server and one client; the loop polls it, and threads send on it.
protocol Transport: Sendable {
  /// The descriptors to poll, for incoming lines and for room for replies; equal if one serves both.
  var input: Int32 { get }
  var output: Int32 { get }
  /// Receives bytes; returns their number, 0 at the end, or a negative number with the reason in `errno`.
  func receive(_ buffer: inout [UInt8]) -> Int
  /// Sends as much as the system accepts without waiting; returns the number of bytes, 0 without room, or a
  /// negative number with the reason in `errno`.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int
  /// Closes the connection.
  func close()
}

extension Transport {
  /// Whether one descriptor serves both directions, so that a hang-up ends both.
  var isTwoWay: Bool { input == output }

  func receive(_ buffer: inout [UInt8]) -> Int { systemRead(input, &buffer, buffer.count) }
}

/// A connected socket.
struct SocketTransport: Transport {
  let input: Int32
  var output: Int32 { input }

  /// Takes over a socket and makes it non-blocking.
  init(_ descriptor: Int32) {
    input = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int { UnixSocket.send(bytes, input) }

  func close() { systemClose(input) }
}

/// The process's own input and output, which may be shared with other processes: they keep their flags and
/// stay open.
struct StandardTransport: Transport {
  let input: Int32 = 0
  let output: Int32 = 1
  private let writesToSocket = UnixSocket.isSocket(1)

  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    if writesToSocket { return UnixSocket.send(bytes, output) }
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // A pipe with room accepts this much at once.
    return write(output, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
  }

  func close() {}
}

/// The system's functions that methods of the same name hide.
private func systemRead(_ descriptor: Int32, _ address: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, address, count)
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }
