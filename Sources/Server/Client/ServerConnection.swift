import Editing
import LineProtocol
import Platform
import QueryEngine
import Rendering
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reason why a server refused a request, in the server's words.
struct ServerRefusal: Equatable, Sendable {
  var code, message: String
  var hint: String?
  var isMisunderstood, mayRetry: Bool

  init(_ payload: JSONObject, isMisunderstood: Bool) {
    code = payload["code"]?.string ?? ""
    message = payload["message"]?.string ?? "the server gave no reason"
    hint = payload["hint"]?.string
    self.isMisunderstood = isMisunderstood
    mayRetry = payload["retry"]?.bool ?? false
  }
}

/// `kal --connect`: statements go to a running server, and its output comes back.
package final class ServerConnection: StatementServer {
  private let path: String
  private let client: String?
  private let reason: String?
  private let descriptor: Int32
  private var framer = LineFramer(limit: ProtocolLimits.standard.reply)
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var access: JSONObject?

  /// The tag of every request: there is only one at a time.
  private static let tag = "k"

  /// Connects to the server at a path and identifies the client; nil is the owner.
  package init(_ path: String, client: String?, reason: String?) throws {
    (self.path, self.client, self.reason) = (path, client, reason)
    if let reason = UnixSocket.refusal(of: path) { throw ShellError.noServer(path, reason: reason) }
    guard let descriptor = UnixSocket.open() else {
      throw ShellError.noServer(path, reason: systemReason(errno))
    }
    self.descriptor = descriptor
    guard UnixSocket.connect(descriptor, to: path) else {
      throw ShellError.noServer(path, reason: systemReason(errno))
    }
    // Requests and answers must not reach another user.
    guard UnixSocket.isOwn(descriptor) else {
      throw ShellError.noServer(path, reason: "it is another user's")
    }
    let hello = JSONObjectText().adding("protocol", 1)
      .adding("client", client ?? AccessControl.defaultClient).adding("reason", reason)
    access = try ask(Array("hello ".utf8) + hello.bytes) { _ in }["access"]?.object
  }

  deinit {
    ProcessSignals.serverWorks(at: -1)
    close(descriptor)
  }

  /// Whether the client may read items of a kind.
  package func canRead(_ kind: ItemKind) -> Bool {
    let level = access?[kind == .reminder ? "reminders" : "events"]?.string
    return level == "full" || level == "read-only"
  }

  // MARK: Requests

  /// Sends a request and returns the object of its final line; `body` gets the lines before.
  package func ask(_ request: [UInt8], _ body: (ReceivedLine) throws -> Void) throws
    -> JSONObject
  {
    try send(Array("\(Self.tag) ".utf8) + request + [10])
    while true {
      let line = try line()
      guard line.tag == Self.tag else { continue }
      switch ReplyKind(rawValue: line.word) {
      case .ok: return line.payload
      case .no, .bad: throw refusal(line)
      default: try body(line)
      }
    }
  }

  /// Returns another connection to the same server, as the same client.
  package func another() throws -> ServerConnection {
    try ServerConnection(path, client: client, reason: reason)
  }

  /// Sends a request that runs until a signal comes or the reader of the output is gone.
  ///
  /// `body` gets its lines, and nil when none has come for a moment.
  package func follow(
    _ request: [UInt8], until signal: KeyboardInterrupt, output: OutputBuffer,
    _ body: (ReceivedLine?) throws -> Void
  ) throws {
    try send(Array("\(Self.tag) ".utf8) + request + [10])
    while output.isOpen {
      while let line = try heldLine() {
        guard line.tag == Self.tag else { continue }
        switch ReplyKind(rawValue: line.word) {
        case .ok: return
        case .no, .bad: throw refusal(line)
        default: try body(line)
        }
      }
      let hasMore = signal.wait(milliseconds: 50, input: descriptor, output: output.descriptor)
      if signal.hasCome || signal.isReaderGone { return }
      if hasMore { try receive() } else { try body(nil) }
    }
  }

  private func refusal(_ line: ReceivedLine) -> ShellError {
    if let text = line.payload["print"]?.string {
      return .reported(text, status: Int32(truncatingIfNeeded: line.payload["exit"]?.integer ?? 1))
    }
    let isBad = line.word == ReplyKind.bad.rawValue
    let refusal = ServerRefusal(line.payload, isMisunderstood: isBad)
    if refusal.code == ProtocolFault.Code.canceled.rawValue {
      return ShellError(StoreError(.interrupted, ""))
    }
    return ShellError(refusal)
  }

  /// Returns the names of views, sets or calendars in the server's store.
  package func names(in list: NameList) throws -> [String] {
    var names: [String] = []
    _ = try ask(Array(list.rawValue.utf8)) { line in
      if let name = line.payload[list == .calendars ? "title" : "name"]?.string { names.append(name) }
    }
    return names
  }

  // MARK: Lines

  private func send(_ bytes: [UInt8]) throws {
    ProcessSignals.serverWorks(at: descriptor)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ShellError.noServer(path, reason: systemReason(errno)) }
      rest = rest.dropFirst(count)
    }
  }

  private func line() throws -> ReceivedLine {
    while true {
      if let line = try heldLine() { return line }
      try receive()
    }
  }

  /// Returns the next received line; nil until it is complete.
  private func heldLine() throws -> ReceivedLine? {
    switch framer.next() {
    case .line(let text):
      guard let line = ReceivedLine(text) else {
        throw ShellError.noServer(path, reason: "it does not speak the protocol")
      }
      if line.tag == "*", line.word == NoticeKind.bye.rawValue {
        throw ShellError.noServer(path, reason: "it said goodbye (\(line.payload["code"]?.string ?? ""))")
      }
      return line
    case .tooLong, .notUTF8: throw ShellError.noServer(path, reason: "it does not speak the protocol")
    case nil: return nil
    }
  }

  /// Waits for more bytes.
  private func receive() throws {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = count == 0 ? "it went away before it had answered" : systemReason(errno)
        throw ShellError.noServer(path, reason: reason)
      }
      return framer.append(buffer[..<count])
    }
  }
}

extension ServerRefusal: Fault {
  var codeText: String { code }

  var exitStatus: Int32 { isMisunderstood ? 2 : 1 }
}
