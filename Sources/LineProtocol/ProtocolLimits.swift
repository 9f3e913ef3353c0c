/// What one connection may take; announced in the greeting, so that clients can keep to it.
public struct ProtocolLimits: Hashable, Sendable {
  /// Bytes of a request, its line end not counted.
  public var line = 65_536
  /// Bytes of a reply line.
  public var reply = 1_048_576
  /// Requests that are open at once.
  public var tags = 32
  /// Watched queries at once, among the open requests.
  public var watches = 8
  /// Rows of one reply, after which a cursor asks for more; also the most that a watched query may have.
  public var rows = 10_000
  /// Statements of one batch.
  public var batch = 1_000
  /// Cursors that are kept for a connection; the oldest goes first.
  public var cursors = 4
  /// Seconds that a cursor is kept.
  public var cursorSeconds = 30
  /// Milliseconds that a statement may take unless its request says otherwise.
  public var timeout = 30_000
  /// The most milliseconds that a request may ask for.
  public var longestTimeout = 600_000
  /// Bytes that wait for the client to read them, after which it is sent away.
  public var unread = 4_194_304

  /// The limits of every server.
  public static let standard = ProtocolLimits()

  /// The limits as the greeting writes them.
  public func append(to bytes: inout [UInt8]) {
    let members = [
      ("line", line), ("reply", reply), ("tags", tags), ("watches", watches), ("rows", rows),
      ("batch", batch),
      ("cursors", cursors), ("cursorSeconds", cursorSeconds), ("timeout", timeout),
      ("longestTimeout", longestTimeout), ("unread", unread),
    ]
    var separator = "{"
    for (name, value) in members {
      bytes.append(contentsOf: "\(separator)\"\(name)\":\(value)".utf8)
      separator = ","
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
