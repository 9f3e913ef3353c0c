import Testing

@testable import Interchange

/// Finding calendars in mail, whatever the mail is like.
@Suite struct MailReaderTests {
  private func calendars(_ lines: [String], end: String = "\r\n") -> String {
    String(decoding: MailReader.calendars(in: Array(lines.joined(separator: end).utf8)), as: UTF8.self)
  }

  private static let head = ["From: ben@example.org", "Subject: Invitation"]

  @Test(arguments: ["\r\n", "\n"]) func aPartIsFound(end: String) {
    let found = calendars(
      Self.head + [
        "Content-Type: multipart/mixed; boundary=\"a;b\"", "", "--a;b", "", "Hello", "--a;b",
        "Content-Type: Text/Calendar;", " method=REQUEST", "", "BEGIN:VCALENDAR", "END:VCALENDAR", "--a;b--",
        "rest",
      ], end: end)
    #expect(found.split(whereSeparator: \.isNewline) == ["BEGIN:VCALENDAR", "END:VCALENDAR"])
  }

  @Test func theWholeMailMayBeTheCalendar() {
    #expect(calendars(Self.head + ["Content-Type: text/calendar", "", "X"]) == "X")
  }

  @Test func aForwardedMailIsLookedInto() {
    let found = calendars(
      Self.head + [
        "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: message/rfc822", "",
        "From: a@b.org",
        "Content-Type: text/calendar", "", "X", "--b--",
      ])
    #expect(found.filter { !$0.isWhitespace } == "X")
  }

  @Test func anAttachmentCountsOnlyWithoutAPart() {
    let attachment = ["--b", "Content-Disposition: attachment; filename=\"Trip.ICS\"", "", "A"]
    let part = ["--b", "Content-Type: text/calendar", "", "P"]
    let begin = Self.head + ["Content-Type: multipart/mixed; boundary=b", ""]
    #expect(calendars(begin + attachment + ["--b--"]) == "A")
    #expect(calendars(begin + attachment + part + ["--b--"]) == "P")
    #expect(calendars(begin + part + part + ["--b--"]) == "P")
    #expect(calendars(begin + ["--b", "", "nothing", "--b--"]).isEmpty)
  }

  @Test func westernTextBecomesUTF8() {
    let mail = Array("From: a@b.org\nContent-Type: text/calendar; charset=ISO-8859-1\n\nCaf".utf8) + [0xE9]
    #expect(String(decoding: MailReader.calendars(in: mail), as: UTF8.self) == "Café")
  }

  // MARK: Hostile mail

  @Test func partsInPartsAreLookedIntoSoDeep() {
    func mail(depth: Int) -> [String] {
      var lines = Self.head
      for level in 0..<depth {
        lines += ["Content-Type: multipart/mixed; boundary=b\(level)", "", "--b\(level)"]
      }
      return lines + ["Content-Type: text/calendar", "", "X"]
    }
    #expect(calendars(mail(depth: 10)) == "X")
    #expect(calendars(mail(depth: 10_000)).isEmpty)
  }

  @Test func oddMailGivesNothing() {
    let begin = Self.head + ["Content-Type: multipart/mixed"]
    #expect(calendars(begin + ["", "--", "Content-Type: text/calendar", "", "X"]).isEmpty)
    #expect(calendars(["Content-Type: multipart/mixed; boundary=b", "", "--b"]).isEmpty)
    #expect(calendars(["Content-Type: multipart/mixed; boundary=\"b", "", "--b", "--b", "--b--"]).isEmpty)
    #expect(calendars([""]).isEmpty && MailReader.calendars(in: []).isEmpty)
    #expect(MailReader.calendars(in: [UInt8](repeating: 0, count: 100_000)).isEmpty)
  }

  @Test func manyPartsAndALongHeaderEnd() {
    let parts = (0..<20_000).flatMap { _ in ["--b", "Content-Type: text/calendar", "", "X"] }
    #expect(calendars(["Content-Type: multipart/mixed; boundary=b", ""] + parts) == "X")
    let header = (0..<200_000).map { "X-Field-\($0): value" }
    #expect(calendars(["Content-Type: text/calendar"] + header + ["", "X"]) == "X")
  }

  // MARK: Telling mail from calendars

  @Test(arguments: [
    ("From: a@b.org\n\n", true), ("From a Tue\nReceived: x\n\n", true),
    ("\u{FEFF}MIME-Version: 1.0\n\n", true),
    ("BEGIN:VCALENDAR\nSUBJECT:x\n", false), ("\r\nBEGIN:VCALENDAR\n", false),
    ("VERSION:2.0\nEND:VCALENDAR\n", false),
    ("", false), ("hello\n", false), ("From here on\n", false), (": x\nFrom: a\n", false),
  ]) func mailIsTold(text: String, isMail: Bool) {
    #expect(MailReader.isMail(Array(text.utf8)[...]) == isMail)
  }

  @Test func theBeginningIsEnoughAsSoonAsItIs() {
    #expect(MailReader.isMail(beginning: Array("Fro".utf8)) == nil)
    #expect(MailReader.isMail(beginning: Array("From: a@b.org\nTo: c".utf8)) == nil)
    #expect(MailReader.isMail(beginning: Array("From: a@b.org\n\nbody".utf8)) == true)
    #expect(MailReader.isMail(beginning: Array("BEGIN:VCAL".utf8)) == false)
    #expect(MailReader.isMail(beginning: [UInt8](repeating: 0, count: 2_000)) == false)
  }
}
