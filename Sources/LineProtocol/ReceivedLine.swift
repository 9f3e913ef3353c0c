/// A line from a server, as its client reads it.
public struct ReceivedLine: Sendable {
  /// The request's tag, or `*`.
  public let tag: String
  /// The kind of line: a `ReplyKind` or a `NoticeKind`, or a word that this program does not know yet.
  public let word: String
  /// The payload of the line.
  public let payload: JSONObject

  /// Reads a line; nil for text outside the protocol.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = try? JSONValue(parsing: Array(parts[2].utf8)).object else {
      return nil
    }
    (tag, word, self.payload) = (String(parts[0]), String(parts[1]), payload)
  }
}
