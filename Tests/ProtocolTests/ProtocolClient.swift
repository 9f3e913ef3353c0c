import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One end of a connection to a server: lines go out, lines come in.
final class ProtocolClient {
  private let input: Int32
  private let output: Int32
  private var bytes: [UInt8] = []

  struct Silence: Error, CustomStringConvertible {
    var description: String
  }

  /// A client that reads from one descriptor and writes to another, or to the same.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// A client of a socket; nil where nobody listens.
  convenience init?(socket path: String) {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = Darwin.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    self.init(input: descriptor, output: descriptor)
  }

  deinit { hangUp() }

  private var isOpen = true

  /// Goes away without a word.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(input)
    if output != input, !hasEnded { close(output) }
  }

  /// Whether its way to the server was ended; a second closing would hit whoever has the number by then.
  private var hasEnded = false

  /// Ends its own way to the server.
  func endInput() {
    if hasEnded { return }
    hasEnded = true
    if output == input { shutdown(output, Int32(SHUT_WR)) } else { close(output) }
  }

  func send(_ line: String) throws { try send(Array((line + "\n").utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0 { throw Silence(description: "cannot write: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  /// Puts a line back, to be read next.
  func unread(_ line: String) { bytes = Array((line + "\n").utf8) + bytes }

  /// The next line; throws where none comes in time, nil at the end.
  func line(within seconds: Double = 60) throws -> String? {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return line
      }
      var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let left = deadline.timeIntervalSinceNow
      if left <= 0 || poll(&request, 1, Int32(left * 1_000) + 1) == 0 {
        throw Silence(description: "no line within \(seconds) s; so far \(bytes.count) bytes")
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(input, &buffer, buffer.count)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  /// Sends a request and gives its lines, the final one last; lines of other requests are left out.
  func ask(_ tag: String, _ request: String) throws -> [String] {
    try send(tag + " " + request)
    var lines: [String] = []
    while let line = try line() {
      guard line.hasPrefix(tag + " ") else { continue }
      lines.append(line)
      if ["OK ", "NO ", "BAD "].contains(where: { line.dropFirst(tag.count + 1).hasPrefix($0) }) {
        return lines
      }
    }
    throw Silence(description: "the server went away at \(request)")
  }

  /// The lines until one that holds a text.
  func lines(until text: String) throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if line.contains(text) { return lines }
    }
    throw Silence(description: "the server went away before \(text): \(lines)")
  }
}
