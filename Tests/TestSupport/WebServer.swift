import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server of HTTP/1.1 on the loopback that answers as a test wants, badly too; it ends with its last owner.
public final class WebServer: Sendable {
  /// A request as it came.
  public struct Request: Sendable {
    /// The method.
    public var method: String
    /// The path with its query.
    public var path: String
    /// The headers by name in lower case.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]
    /// The number of the connection, from 1.
    public var connection: Int
  }

  /// A part of an answer.
  public enum Part: Sendable {
    case bytes([UInt8])
    /// The same bytes again and again, with a pause in milliseconds after each, until the client has gone.
    case endless([UInt8], pause: UInt32)
    /// Nothing until the client has gone.
    case silence
    /// The connection is closed at once.
    case close
  }

  /// What is sent back.
  public struct Reply: Sendable {
    /// What is sent, in order.
    public var parts: [Part]

    /// Creates a reply.
    public init(_ parts: [Part]) { self.parts = parts }

    /// An answer with a body of the length that it states.
    public static func status(
      _ status: Int, _ headers: [String] = [], _ body: [UInt8] = []
    ) -> Reply {
      let isBare = status == 304 || status == 204
      let length = isBare ? [] : ["Content-Length: \(body.count)"]
      return Reply([.bytes(head(status, headers + length) + body)])
    }

    /// An answer with status 200 and a text.
    public static func ok(_ text: String, _ headers: [String] = []) -> Reply {
      status(200, headers, Array(text.utf8))
    }

    /// A redirect with a short page.
    public static func redirect(_ status: Int, to address: String) -> Reply {
      self.status(status, ["Location: " + address], Array("<html>moved</html>".utf8))
    }

    /// The beginning of an answer, up to the body.
    public static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
      Array((["HTTP/1.1 \(status) Test"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }
  }

  private let state: State
  /// The port on the loopback.
  public let port: Int

  /// The system's reason why there is no server.
  public struct Failed: Error { let code: Int32 }

  /// Starts a server that answers each request with what `respond` gives.
  public init(_ respond: @escaping @Sendable (Request) -> Reply) throws {
    let (descriptor, number) = try Self.bound()
    port = number
    let state = State(respond, descriptor)
    self.state = state
    Thread.detachNewThread { state.acceptAll() }
  }

  deinit { state.end() }

  /// The requests so far, in the order of their arrival.
  public var requests: [Request] { state.locked { $0.requests } }

  /// The address of a path.
  public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)" + path }

  /// A port of the loopback on which nobody listens.
  public static func freePort() throws -> Int {
    let (descriptor, number) = try bound()
    close(descriptor)
    return number
  }

  private static func bound() throws -> (Int32, Int) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failed(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      throw Failed(code: errno)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  // MARK: Connections

  /// What the threads of a server share.
  private final class State: @unchecked Sendable {
    struct Content {
      var requests: [Request] = []
      var open: Set<Int32> = []
      var connections = 0
      var hasEnded = false
    }

    private let lock = NSLock()
    private var content = Content()
    private let respond: @Sendable (Request) -> Reply
    private let descriptor: Int32

    init(_ respond: @escaping @Sendable (Request) -> Reply, _ descriptor: Int32) {
      (self.respond, self.descriptor) = (respond, descriptor)
    }

    func locked<Result>(_ body: (inout Content) -> Result) -> Result { lock.withLock { body(&content) } }

    func end() {
      // A thread that waits on a descriptor is woken by a shutdown, not by a close.
      shutdown(descriptor, Int32(SHUT_RDWR))
      locked { content in
        content.hasEnded = true
        for connection in content.open { shutdown(connection, Int32(SHUT_RDWR)) }
      }
    }

    func acceptAll() {
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          close(descriptor)
          return
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
          var yes: Int32 = 1
          setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let number = locked { content -> Int? in
          if content.hasEnded { return nil }
          content.open.insert(connection)
          content.connections += 1
          return content.connections
        }
        guard let number else {
          close(connection)
          continue
        }
        Thread.detachNewThread { [self] in
          serve(connection, number)
          locked { _ = $0.open.remove(connection) }
          close(connection)
        }
      }
    }

    private func serve(_ connection: Int32, _ number: Int) {
      var buffer: [UInt8] = []
      while let request = Self.request(connection, &buffer, number) {
        locked { $0.requests.append(request) }
        for part in respond(request).parts where !Self.put(part, to: connection) { return }
      }
    }

    private static func put(_ part: Part, to connection: Int32) -> Bool {
      switch part {
      case .bytes(let bytes): return putAll(bytes, to: connection)
      case .endless(let bytes, let pause):
        while putAll(bytes, to: connection) { usleep(pause * 1_000) }
        return false
      case .silence:
        var byte: UInt8 = 0
        _ = read(connection, &byte, 1)
        return false
      case .close: return false
      }
    }

    private static func putAll(_ bytes: [UInt8], to connection: Int32) -> Bool {
      var offset = 0
      while offset < bytes.count {
        let count = bytes[offset...].withUnsafeBytes {
          #if canImport(Glibc)
            send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          #else
            send(connection, $0.baseAddress, $0.count, 0)
          #endif
        }
        if count <= 0 { return false }
        offset += count
      }
      return true
    }

    private static func request(_ connection: Int32, _ buffer: inout [UInt8], _ number: Int) -> Request? {
      while true {
        if let first = buffer.first, first &- 65 >= 26 {
          // This is no request of HTTP but may be the beginning of TLS.
          _ = put(.bytes(Reply.head(400, [])), to: connection)
          return nil
        }
        if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
          let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(
            separatedBy: "\r\n")
          let words = (lines.first ?? "").split(separator: " ")
          var headers: [String: String] = [:]
          for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
              in: .whitespaces)
          }
          let length = headers["content-length"].flatMap(Int.init) ?? 0
          if buffer.count >= end.upperBound + length, words.count == 3 {
            let body = Array(buffer[end.upperBound..<end.upperBound + length])
            buffer.removeSubrange(..<(end.upperBound + length))
            return Request(
              method: String(words[0]), path: String(words[1]), headers: headers, body: body,
              connection: number)
          }
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(connection, &bytes, bytes.count)
        if count <= 0 { return nil }
        buffer += bytes[..<count]
      }
    }
  }
}
