import Store

/// An answer to an invitation as a mail message: a text for the organizer and the reply for their calendar
/// (RFC 6047).
package struct ReplyMail {
  /// Who answers.
  package var from: Participant
  /// The organizer.
  package var to: Participant
  /// `Accepted: Planning`.
  package var subject: String
  /// The text for people, with line feeds.
  package var text: String
  /// The VCALENDAR with METHOD:REPLY.
  package var calendar: [UInt8]
  /// When the message was written, as RFC 5322, 3.3 writes a moment.
  package var date: String
  /// Letters and digits that no other message has.
  package var mark: String

  package init(
    from: Participant, to: Participant, subject: String, text: String, calendar: [UInt8], date: String,
    mark: String
  ) {
    (self.from, self.to, self.subject) = (from, to, subject)
    (self.text, self.calendar, self.date, self.mark) = (text, calendar, date, mark)
  }

  /// The whole message.
  ///
  /// Its lines end with a line feed alone, as programs that send mail expect it.
  package var bytes: [UInt8] {
    // No text in quoted-printable or base 64 has `=_`.
    let boundary = "=_kalends_\(mark)"
    let domain = from.email.drop { $0 != "@" }.dropFirst()
    var result = MailField.mailbox("From", from) + MailField.mailbox("To", to)
    result += MailField.text("Subject", subject) + MailField.plain("Date", date)
    result += MailField.plain("Message-ID", "<\(mark).kalends@\(domain)>")
    result += MailField.plain("MIME-Version", "1.0")
    result += MailField.plain("Content-Type", "multipart/alternative;\n boundary=\"\(boundary)\"")
    result += "\n--\(boundary)\n"
    result += MailField.plain("Content-Type", "text/plain; charset=UTF-8")
    result += MailField.plain("Content-Transfer-Encoding", "quoted-printable") + "\n"
    var bytes = Array(result.utf8) + TransferEncoding.quotedPrintable(text)
    bytes += Array("\n--\(boundary)\n".utf8)
    let (encoding, body) = encodedCalendar
    bytes += Array(MailField.plain("Content-Type", "text/calendar; method=REPLY; charset=UTF-8").utf8)
    bytes += Array((MailField.plain("Content-Transfer-Encoding", encoding) + "\n").utf8)
    return bytes + body + Array("\n--\(boundary)--\n".utf8)
  }

  /// The reply as it stands where mail carries it unharmed, else in base 64.
  private var encodedCalendar: (encoding: String, bytes: [UInt8]) {
    let isPlain = calendar.allSatisfy { (32...126).contains($0) || $0 == 10 || $0 == 13 || $0 == 9 }
    if isPlain { return ("7bit", calendar.filter { $0 != 13 }) }
    return ("base64", TransferEncoding.base64(calendar))
  }
}

/// Fields of a header, each with its line feed.
package enum MailField {
  /// A field whose value needs no encoding.
  static func plain(_ name: String, _ value: String) -> String { "\(name): \(value)\n" }

  /// A field of free text: words that are not ASCII are encoded (RFC 2047), and long ones folded.
  package static func text(_ name: String, _ text: String) -> String {
    "\(name): \(folded(cleaned(text), column: name.utf8.count + 2))\n"
  }

  /// `To: Ben <ben@example.org>`; the name is encoded or quoted where it has to be.
  package static func mailbox(_ name: String, _ person: Participant) -> String {
    let shown = cleaned(person.name ?? "")
    if shown.isEmpty { return "\(name): \(person.email)\n" }
    let column = name.utf8.count + 2
    let isPhrase = shown.utf8.allSatisfy { isAtom($0) || $0 == 32 }
    let quoted = "\"" + shown.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    // A quoted name has no place to fold it that would keep its blanks.
    let isQuoted = !isPhrase && !needsEncoding(shown) && quoted.utf8.count <= 60
    let phrase = isQuoted ? quoted : isPhrase ? folded(shown, column: column) : encoded(shown, column: column)
    let lastLine = phrase.split(separator: "\n").last?.utf8.count ?? 0
    return "\(name): \(phrase)\(lastLine + person.email.utf8.count > 65 ? "\n" : "") <\(person.email)>\n"
  }

  /// Whether a mailer can write to an address: one `@`, and no sign that means something in a header.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254 else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { isAtom($0) || $0 == UInt8(ascii: ".") }
    } && parts[0].first != UInt8(ascii: "-")
  }

  /// The signs of an atom (RFC 5322, 3.2.3).
  private static func isAtom(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
  }

  /// One line without control characters: a line end in a title would begin another field.
  private static func cleaned(_ text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    return line.split(separator: " ").joined(separator: " ")
  }

  private static func needsEncoding(_ text: String) -> Bool {
    text.utf8.contains { $0 > 126 } || text.contains("=?")
      || text.split(separator: " ").contains { $0.utf8.count > 70 }
  }

  private static func folded(_ text: String, column: Int) -> String {
    if needsEncoding(text) { return encoded(text, column: column) }
    var (result, column) = ("", column)
    for word in text.split(separator: " ") {
      if !result.isEmpty {
        let isLong = column + 1 + word.utf8.count > 76
        result += isLong ? "\n " : " "
        column = isLong ? 1 : column + 1
      }
      result += word
      column += word.utf8.count
    }
    return result
  }

  /// The text as encoded words of UTF-8 in base 64, each of whole characters and at most 75 long.
  private static func encoded(_ text: String, column: Int) -> String {
    var words: [String] = []
    // `=?UTF-8?B?` and `?=` are 12 characters; the first word shares its line with the field's name.
    var room = (max(20, 75 - column) - 12) / 4 * 3
    var piece: [UInt8] = []
    func close() {
      words.append(
        "=?UTF-8?B?"
          + String(decoding: TransferEncoding.base64(piece, width: 1_000).dropLast(), as: UTF8.self) + "?=")
      piece = []
      room = (75 - 12) / 4 * 3
    }
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if piece.count + bytes.count > room { close() }
      piece += bytes
    }
    if !piece.isEmpty { close() }
    return words.joined(separator: "\n ")
  }
}
