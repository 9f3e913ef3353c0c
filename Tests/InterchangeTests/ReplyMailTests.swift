import Store
import TestSupport
import Testing

@testable import Interchange

/// Answers as mail, and the encodings on the way.
@Suite struct ReplyMailTests {
  private func mail(
    from: Participant = Participant(name: "Me", address: "mailto:me@example.org"),
    to: Participant = Participant(name: "Ben", address: "mailto:ben@example.org"),
    subject: String = "Accepted: Lunch",
    text: String = "Me accepts:", calendar: String = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
  ) -> String {
    let mail = ReplyMail(
      from: from, to: to, subject: subject, text: text, calendar: Array(calendar.utf8),
      date: "Wed, 18 Nov 2026 14:30:00 +0100", mark: "mark")
    return String(decoding: mail.bytes, as: UTF8.self)
  }

  private func header(_ mail: String) -> [Substring] {
    mail.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.map { $0 }
  }

  @Test func thePartsAreThere() {
    let text = mail()
    #expect(
      header(text) == [
        "From: Me <me@example.org>", "To: Ben <ben@example.org>", "Subject: Accepted: Lunch",
        "Date: Wed, 18 Nov 2026 14:30:00 +0100", "Message-ID: <mark.kalends@example.org>",
        "MIME-Version: 1.0",
        "Content-Type: multipart/alternative;", " boundary=\"=_kalends_mark\"",
      ])
    #expect(text.contains("\nContent-Type: text/calendar; method=REPLY; charset=UTF-8\n"))
    #expect(!text.contains("\r"))
  }

  @Test(arguments: [
    "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "SUMMARY:Plänning 会議\r\n", "From here\r\n.\r\n--=_kalends_x\r\n",
    String(repeating: "DESCRIPTION:é", count: 500) + "\r\n",
  ]) func theReaderFindsTheCalendarAgain(calendar: String) {
    let found = MailReader.calendars(in: Array(mail(text: "=E4 .\n\n x ", calendar: calendar).utf8))
    func plain(_ text: String) -> String { text.filter { !$0.isNewline } }
    #expect(plain(String(decoding: found, as: UTF8.self)) == plain(calendar))
  }

  @Test(arguments: [
    "x\r\nBcc: all@example.org", "\n\n<script>", "Ünï cödé " + String(repeating: "ß会", count: 80),
    "=?UTF-8?B?eA==?=",
    String(repeating: "long ", count: 60), String(repeating: "x", count: 300), "",
  ]) func noTitleBreaksTheHeader(title: String) {
    let person = Participant(name: title, address: "mailto:me@example.org")
    let lines = header(mail(from: person, to: person, subject: "Accepted: " + title))
    for line in lines {
      #expect(line.utf8.count <= 78 && line.utf8.allSatisfy { (32...126).contains($0) }, "\(line)")
    }
    let names = lines.filter { $0.first != " " }.map { $0.prefix { $0 != ":" } }
    #expect(names == ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"])
  }

  @Test func namesAreQuotedOrEncoded() {
    func field(_ name: String) -> String {
      MailField.mailbox("To", Participant(name: name, address: "mailto:a@b.org"))
    }
    #expect(field("Ann Lee") == "To: Ann Lee <a@b.org>\n")
    #expect(field("Lee, \"Ann\"") == "To: \"Lee, \\\"Ann\\\"\" <a@b.org>\n")
    #expect(field("Zoë") == "To: =?UTF-8?B?Wm/Dqw==?= <a@b.org>\n")
    #expect(field("") == "To: a@b.org\n")
  }

  @Test(arguments: [
    ("ben@example.org", true), ("o'neil+x@a-b.org", true), ("ben", false), ("a@b@c", false),
    ("a b@c.org", false),
    ("a@b.org\nBcc: c@d.org", false), ("<a@b.org>", false), ("-t@b.org", false), ("@b.org", false),
    ("é@b.org", false),
    ("a@b.org,c@d.org", false), ("/o=Exchange/cn=ben", false),
    (String(repeating: "x", count: 250) + "@b.org", false),
  ]) func addressesAreChecked(text: String, isAddress: Bool) {
    #expect(MailField.isAddress(text) == isAddress)
  }

  @Test(arguments: 0..<200) func encodingsAreReversible(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<random.below(400)).map { _ in UInt8(truncatingIfNeeded: random.below(256)) }
    let coded = TransferEncoding.base64(bytes)
    #expect(TransferEncoding.base64.decoded(coded[...]) == bytes)
    #expect(coded.split(separator: 10).allSatisfy { $0.count <= 76 })
    let text = String(decoding: bytes.filter { $0 != 13 }, as: UTF8.self)
    let quoted = TransferEncoding.quotedPrintable(text)
    #expect(TransferEncoding.quotedPrintable.decoded(quoted[...].dropLast()) == Array(text.utf8))
    #expect(quoted.split(separator: 10).allSatisfy { $0.count <= 76 })
  }

  @Test(arguments: [
    ("=", ""), ("a=\r\nb", "ab"), ("a= \t\nb", "ab"), ("=4", "=4"), ("=G1", "=G1"), ("=c3=A9", "é"),
    ("a=3D", "a="),
  ]) func looseQuotedPrintableIsRead(text: String, meant: String) {
    let found = TransferEncoding.quotedPrintable.decoded(Array(text.utf8)[...])
    #expect(String(decoding: found, as: UTF8.self) == meant)
  }
}
