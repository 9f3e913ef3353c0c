/// Finds the calendars in a mail message (RFC 5322, RFC 2045–2046, RFC 6047).
///
/// Mail comes from anyone: nesting and the number of parts are limited, and what is not understood is passed
/// over.
package enum MailReader {
  /// The depth of parts in parts, and the number of parts, that are looked at.
  static let most = (depth: 20, parts: 1_000)

  /// Whether bytes begin as a mail message does, and not as a calendar.
  package static func isMail(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let text = header(bytes) else { return false }
    var body = 0
    return MailHeader(text.prefix(longestHeader), body: &body).has(anyOf: telltale)
  }

  /// The same for the beginning of a text; nil if that is too short to tell.
  static func isMail(beginning bytes: [UInt8]) -> Bool? {
    guard let text = header(bytes[...]) else {
      return bytes.count < 1_000 && !bytes.contains(10) && !bytes.contains(UInt8(ascii: ":")) ? nil : false
    }
    var body = 0
    _ = MailHeader(text, body: &body)
    return body < text.endIndex || text.count >= longestHeader ? isMail(bytes[...]) : nil
  }

  private static let longestHeader = 1 << 16

  /// The text from its first field on; nil if its first line is no field of a header.
  private static func header(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // Blanks and a byte-order mark.
    let text = withoutEnvelope(bytes.drop { [9, 10, 13, 32, 0xEF, 0xBB, 0xBF].contains($0) })
    let first = text.prefix(1_000).prefix { $0 != 10 }
    guard let colon = MailHeader.colon(in: first) else { return nil }
    return String(decoding: first[..<colon], as: UTF8.self).lowercased() == "begin" ? nil : text
  }

  /// Fields that mail has and calendars have not.
  private static let telltale: Set<String> = [
    "from", "received", "return-path", "mime-version", "content-type", "subject", "message-id",
    "delivered-to",
  ]

  /// Returns the calendars in a message as UTF-8, one behind another; empty if there are none.
  ///
  /// A part `text/calendar` is what the sender means by the message (RFC 6047, 2.4). Attached calendar files
  /// count only where there is no such part, since senders often attach the same calendar again.
  package static func calendars(in message: [UInt8]) -> [UInt8] {
    var meant: [[UInt8]] = []
    var attached: [[UInt8]] = []
    for part in leaves(of: message) {
      switch part.role {
      case .calendar where !meant.contains(part.bytes): meant.append(part.bytes)
      case .attachment where !attached.contains(part.bytes): attached.append(part.bytes)
      case .calendar, .attachment: continue
      }
    }
    return Array((meant.isEmpty ? attached : meant).joined(separator: [10]))
  }

  // MARK: Parts

  private struct Leaf {
    enum Role { case calendar, attachment }

    var role: Role
    var bytes: [UInt8]
  }

  private static func leaves(of message: [UInt8]) -> [Leaf] {
    var waiting = [(bytes: withoutEnvelope(message[...]), depth: 0)]
    var seen = 0
    var leaves: [Leaf] = []
    while let (bytes, depth) = waiting.popLast(), seen < most.parts {
      seen += 1
      var body = 0
      let header = MailHeader(bytes, body: &body)
      let type = ParameterizedValue(header.value("content-type") ?? "text/plain")
      let encoding = TransferEncoding(
        ParameterizedValue(header.value("content-transfer-encoding") ?? "").word)
      if type.word.hasPrefix("multipart/"), depth < most.depth {
        guard let boundary = type.parameter("boundary"), !boundary.isEmpty else { continue }
        let parts = parts(of: bytes[body...], boundary: Array(boundary.utf8))
        waiting += parts.reversed().map { ($0, depth + 1) }
      } else if type.word == "message/rfc822", depth < most.depth {
        waiting.append((withoutEnvelope(encoding.decoded(bytes[body...])[...]), depth + 1))
      } else if let role = role(of: type, header) {
        leaves.append(Leaf(role: role, bytes: utf8(encoding.decoded(bytes[body...]), type)))
      }
    }
    return leaves
  }

  private static func role(of type: ParameterizedValue, _ header: MailHeader) -> Leaf.Role? {
    if type.word == "text/calendar" { return .calendar }
    let disposition = ParameterizedValue(header.value("content-disposition") ?? "")
    let name = disposition.parameter("filename") ?? type.parameter("name") ?? ""
    return type.word == "application/ics" || name.lowercased().hasSuffix(".ics") ? .attachment : nil
  }

  /// The parts between the boundaries of a body (RFC 2046, 5.1.1); one without an end is taken up to the end.
  private static func parts(of body: ArraySlice<UInt8>, boundary: [UInt8]) -> [ArraySlice<UInt8>] {
    let mark = Array("--".utf8) + boundary
    var parts: [ArraySlice<UInt8>] = []
    var begin: Int?
    var index = body.startIndex
    while index < body.endIndex {
      let end = body[index...].firstIndex(of: 10) ?? body.endIndex
      if body[index..<end].starts(with: mark) {
        let rest = body[(index + mark.count)..<end]
        let isEnd = rest.starts(with: Array("--".utf8))
        if isEnd || rest.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
          // The line end before a boundary belongs to the boundary.
          let last = index - (body[..<index].suffix(2).elementsEqual([13, 10]) ? 2 : 1)
          if let begin { parts.append(body[begin..<max(begin, last)]) }
          if isEnd || parts.count >= most.parts { return parts }
          begin = min(end + 1, body.endIndex)
        }
      }
      index = end + 1
    }
    if let begin { parts.append(body[min(begin, body.endIndex)...]) }
    return parts
  }

  /// Returns the message without the line `From …` that a mailbox puts in front of it.
  private static func withoutEnvelope(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.starts(with: "From ".utf8) else { return bytes }
    return bytes.drop { $0 != 10 }.dropFirst()
  }

  /// Returns text as UTF-8: that of the Western character sets is converted unless it is UTF-8 already.
  private static func utf8(_ bytes: [UInt8], _ type: ParameterizedValue) -> [UInt8] {
    let name = (type.parameter("charset") ?? "utf-8").lowercased()
    guard ["iso-8859-1", "iso-8859-15", "windows-1252", "latin1"].contains(name),
      String(validating: bytes, as: UTF8.self) == nil
    else { return bytes }
    return bytes.flatMap { Array(String(UnicodeScalar($0)).utf8) }
  }
}
