/// What a line of a reply is; the raw value stands between tag and payload.
public enum ReplyKind: String, CaseIterable, Sendable {
  /// A row of the answer.
  case row = "*"
  /// A remark for people: what was guessed, what was done.
  case note = "~"
  /// A watched query has sent all its rows.
  case ready = "READY"
  /// A watched query is sent anew from its first row.
  case resync = "RESYNC"
  /// A row that a watched query has now.
  case added = "+"
  /// A row of a watched query as it is now.
  case changed = "="
  /// A row that a watched query has no longer.
  case removed = "-"
  /// Done.
  case ok = "OK"
  /// Understood, and not done.
  case no = "NO"
  /// Not understood.
  case bad = "BAD"
}

/// What the server says unasked; the tag of these lines is `*`.
public enum NoticeKind: String, CaseIterable, Sendable {
  case hello = "HELLO"
  case change = "CHANGE"
  case alarm = "ALARM"
  case bye = "BYE"
  /// An answer to a line without a tag.
  case bad = "BAD"
}

/// Writes lines of the protocol.
///
/// A payload is JSON. In JSON, controls stand escaped in strings and mean nothing between
/// tokens, so that turning any control byte into a blank keeps its meaning; whatever the
/// payload holds, a line stays one line.
public enum ReplyLine {
  /// Appends a line of a reply.
  public static func append(
    _ tag: RequestTag, _ kind: ReplyKind, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: tag.text.utf8)
    append(kind.rawValue, payload, to: &bytes)
  }

  /// Appends a line that answers no request.
  public static func append(
    _ kind: NoticeKind, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "*"))
    append(kind.rawValue, payload, to: &bytes)
  }

  private static func append(_ word: String, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: word.utf8)
    bytes.append(UInt8(ascii: " "))
    let start = bytes.count
    bytes.append(contentsOf: payload)
    bytes.withUnsafeMutableBufferPointer { buffer in
      for index in start..<buffer.count where buffer[index] < 0x20 { buffer[index] = 0x20 }
    }
    bytes.append(10)
  }
}
