import CivilTime
import ICalendar
import Recurrence
import Testing
import VCard

private func read(_ lines: String...) -> (birthdays: [Birthday], problems: [CardProblem]) {
  let cards = lines.map { "BEGIN:VCARD\r\nVERSION:4.0\r\n\($0)\r\nEND:VCARD\r\n" }
  return CardReader.birthdays(in: Array(cards.joined().utf8))
}

/// Birthdays of vCards.
@Suite struct BirthdayTests {
  @Test(
    arguments: [
      ("BDAY:19850412", 4, 12, 1985), ("BDAY:1985-04-12", 4, 12, 1985), ("BDAY:--0412", 4, 12, nil),
      ("BDAY:--04-12", 4, 12, nil), ("BDAY;VALUE=date:19850412", 4, 12, 1985),
      ("BDAY;VALUE=date-time:19850412T231000Z", 4, 12, 1985), ("BDAY:1985-04-12T00:00:00Z", 4, 12, 1985),
      ("BDAY:--0412T10", 4, 12, nil), ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", 4, 12, nil),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1985-04-12", 4, 12, 1985),
      ("BDAY;X-APPLE-OMIT-YEAR=1985:1985-04-12", 4, 12, nil),
      ("BDAY:1604-02-29", 2, 29, nil), ("item1.BDAY:20000229", 2, 29, 2000), ("bday:19850412", 4, 12, 1985),
      ("BDAY:1985\r\n 0412", 4, 12, 1985),
    ] as [(String, Int, Int, Int?)])
  func everyFormOfBDAYIsRead(line: String, month: Int, day: Int, year: Int?) throws {
    let (birthdays, problems) = read("FN:Ann\r\nUID:u1\r\n" + line)
    #expect(problems.isEmpty)
    #expect(birthdays == [try #require(Birthday(name: "Ann", uid: "u1", month: month, day: day, year: year))])
  }

  @Test(arguments: [
    "BDAY:1985", "BDAY:1985-04", "BDAY:---12", "BDAY;VALUE=text:circa 1800", "BDAY:19850431", "BDAY:--0230",
    "BDAY:20010229", "BDAY:", "BDAY:1985-0412", "BDAY:19851304",
  ])
  func whatTellsNoDayIsSaidAndLeftOut(line: String) throws {
    let (birthdays, problems) = read("FN:Ann\r\n" + line)
    #expect(birthdays.isEmpty && problems.count == 1 && problems.first?.line == 4)
    guard case .unreadableBirthday? = problems.first?.kind else {
      Issue.record("\(problems)")
      return
    }
    #expect(problems.first?.message.contains("tells no day of the year") == true)
  }

  @Test func namesComeFromFNElseNElseORG() {
    let (birthdays, problems) = read(
      "FN:Ann\\, Bo\r\nN:X;Y\r\nBDAY:--0101", "N:Stevenson;John;Philip,Paul;Dr.;Jr.\r\nBDAY:--0102",
      "FN: \r\nN:;;;;\r\nORG:Works\\;Inc;Unit\r\nBDAY:--0103", "BDAY:--0104", "FN:No birthday",
      "ORG:;Sales\r\nBDAY:--0105")
    #expect(birthdays.map(\.name) == ["Ann, Bo", "John Philip Paul Stevenson", "Works;Inc", "Sales"])
    #expect(problems.map(\.kind) == [.noName])
  }

  @Test func foldedLinesBareLineFeedsMarksAndMissingEnds() {
    let folded = "\u{FEFF}BEGIN:VCARD\nFN:M\u{FC}\n ller\nBDAY:19\n\t850412\nBEGIN:vCard\nFN:B\nBDAY:--0101\n"
    let (birthdays, problems) = CardReader.birthdays(in: Array(folded.utf8))
    #expect(birthdays.map(\.name) == ["Müller", "B"])
    #expect(problems.map(\.kind) == [.missingEnd, .missingEnd] && problems.map(\.line) == [1, 6])
    #expect(CardReader.birthdays(in: []).problems.map(\.kind) == [.notCards])
    #expect(CardReader.birthdays(in: Array("BDAY:19850412\n".utf8)).birthdays.isEmpty)
    // A fold inside of a letter's bytes is put together again.
    var split = Array("BEGIN:VCARD\r\nFN:M".utf8)
    split += [0xC3, 0x0D, 0x0A, 0x20, 0xBC]
    split += Array("\r\nBDAY:--0101\r\nEND:VCARD\r\n".utf8)
    #expect(CardReader.birthdays(in: split).birthdays.map(\.name) == ["Mü"])
  }

  private func event(_ birthday: Birthday?) throws -> String {
    let stamp = Instant(seconds: 1_795_000_000)
    return String(decoding: try #require(birthday).event(stamp: stamp).text, as: UTF8.self)
  }

  @Test func aBirthdayBecomesAYearlyEvent() throws {
    let text = try event(Birthday(name: "Ann; Lee", uid: "urn:uuid:1 ä", month: 4, day: 12, year: 1985))
    #expect(
      text == """
        BEGIN:VEVENT
        UID:kalends-birthday-urn:uuid:1%20%C3%A4
        DTSTAMP:20261118T110640Z
        SUMMARY:Ann\\; Lee's birthday
        DTSTART;VALUE=DATE:19850412
        RRULE:FREQ=YEARLY
        TRANSP:TRANSPARENT
        X-KALENDS-BIRTHDAY-CONTACT:urn:uuid:1 ä
        END:VEVENT

        """)
  }

  @Test func leapDaysAndUnknownYearsHaveADayEveryYearTheUIDIsStable() throws {
    let leap = Birthday(name: "James", uid: nil, month: 2, day: 29, year: nil)
    let text = try event(leap)
    #expect(text.contains("\nDTSTART;VALUE=DATE:16040229\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1\n"))
    let rule = try RecurrenceRule(parsing: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1")
    let start = try #require(CivilDate(year: 1604, month: 2, day: 29))
    let from = CivilDate(year: 2027, month: 1, day: 1).map { CivilDateTime($0, .midnight) }
    let days = rule.occurrences(start: .date(start), from: from).prefix(2).map { $0.start.date.description }
    #expect(days == ["2027-02-28", "2028-02-29"])
    #expect(text.contains("\nSUMMARY:James's birthday\n") && !text.contains("X-KALENDS"))
    #expect(leap?.eventUID == "kalends-birthday-James/1604-2-29")
    #expect(Birthday(name: "A", uid: nil, month: 2, day: 29, year: 2001) == nil)
    #expect(Birthday(name: "", uid: nil, month: 2, day: 1, year: 2001) == nil)
  }
}
