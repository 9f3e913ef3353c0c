/// The limits of one connection; announced in the greeting, so that clients can keep to them.
public struct ProtocolLimits: Hashable, Sendable {
  /// Bytes of a request without its line end.
  public var line = 65_536
  /// Bytes of a reply line.
  public var reply = 1_048_576
  /// Requests that are open at once.
  public var tags = 32
  /// Watched queries at once, among the open requests.
  public var watches = 8
  /// Rows of one reply, after which a cursor continues; also the maximum of a watched query.
  public var rows = 10_000
  /// Statements of one batch.
  public var batch = 1_000
  /// Cursors kept for a connection; the oldest is discarded first.
  public var cursors = 4
  /// Seconds for which a cursor is kept.
  public var cursorSeconds = 30
  /// Milliseconds for a statement, unless its request sets a timeout.
  public var timeout = 30_000
  /// The maximum timeout of a request, in milliseconds.
  public var longestTimeout = 600_000
  /// Bytes waiting for the client to read them, beyond which the client is disconnected.
  public var unread = 4_194_304

  /// The limits of every server.
  public static let standard = ProtocolLimits()

  /// Appends the limits in the form of the greeting.
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
