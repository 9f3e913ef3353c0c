/// The kind of a reply's line; the raw value stands between tag and payload.
public enum ReplyKind: String, CaseIterable, Sendable {
  /// A row of the answer.
  case row = "*"
  /// A remark for people about a guess or an action.
  case note = "~"
  /// A watched query has sent all its rows.
  case ready = "READY"
  /// A watched query is sent again from its first row.
  case resync = "RESYNC"
  /// A new row of a watched query.
  case added = "+"
  /// A row of a watched query in its changed form.
  case changed = "="
  /// A row that a watched query no longer has.
  case removed = "-"
  /// Done.
  case ok = "OK"
  /// Understood, and not done.
  case no = "NO"
  /// Not understood.
  case bad = "BAD"
}

/// The kind of a line that the server sends unasked; the tag of these lines is `*`.
public enum NoticeKind: String, CaseIterable, Sendable {
  case hello = "HELLO"
  case change = "CHANGE"
  case alarm = "ALARM"
  case bye = "BYE"
  /// A reply to a line without a tag.
  case bad = "BAD"
}

/// Writes lines of the protocol.
///
/// A payload is JSON. JSON escapes controls in strings, and controls between tokens have no meaning, so that
/// turning any control byte into a blank keeps the payload's meaning; a line stays one line, whatever the
/// payload contains.
public enum ReplyLine {
  /// Appends a line of a reply.
  public static func append(
    _ tag: RequestTag, _ kind: ReplyKind, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: tag.text.utf8)
    append(kind.rawValue, payload, to: &bytes)
  }

  /// Appends a line that replies to no request.
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
