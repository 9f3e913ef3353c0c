import CivilTime
import ICalendar
import Testing

@Suite struct ValueTests {
  private func property(_ line: String) throws -> Property {
    try #require(Property(line: Array(line.utf8)[...]))
  }

  /// A value in a short form: `d` date, `f` floating, `u` UTC, `z` zoned.
  private func short(_ value: DateValue?) -> String {
    switch value {
    case .date(let date): "d \(date)"
    case .floating(let time): "f \(time)"
    case .utc(let time): "u \(time)"
    case .zoned(let time, let tzid): "z \(time) \(tzid)"
    case nil: "-"
    }
  }

  @Test(arguments: [
    ("DTSTART:20261118", "d 2026-11-18"),
    ("DTSTART;VALUE=DATE:20261118", "d 2026-11-18"),
    ("DTSTART:20261118T091500", "f 2026-11-18T09:15:00"),
    ("DTSTART:20261118T091500Z", "u 2026-11-18T09:15:00"),
    ("dtstart;tzid=\"Europe/Berlin\":20261118t0915 ", "z 2026-11-18T09:15:00 Europe/Berlin"),
    ("DTSTART;TZID=Europe/Berlin:20261118T091500Z", "u 2026-11-18T09:15:00"),
    ("DTSTART;VALUE=DATE:20261118T000000", "d 2026-11-18"),
    ("DTSTART;VALUE=DATE:20261118T101500", "f 2026-11-18T10:15:00"),
    ("DTSTART;VALUE=DATE;TZID=Europe/Berlin:20261118", "d 2026-11-18"),
    ("DTSTART;TZID=(UTC+01:00) Berlin:20261118T091500", "z 2026-11-18T09:15:00 (UTC+01:00) Berlin"),
    ("DTSTART:20261118T235960", "f 2026-11-18T23:59:59"),
    ("DTSTART;TZID=:20261118T091500", "f 2026-11-18T09:15:00"),
    ("DTSTART:20260230", "-"), ("DTSTART:20261118T250000", "-"), ("DTSTART:2026-11-18", "-"),
    ("DTSTART:", "-"), ("DTSTART:2006717T080000Z", "-"), ("DTSTART:-0011130T100000", "-"),
  ])
  func datesAreRead(line: String, value: String) throws {
    #expect(short(try property(line).dateValue) == value)
  }

  @Test(arguments: [
    ("DTSTART:2026-11-18", "d 2026-11-18"),
    ("DTSTART:2026-11-18T09:15:00Z", "u 2026-11-18T09:15:00"),
    ("DTSTART:20261118T091500.000Z", "u 2026-11-18T09:15:00"),
    ("DTSTART:20261118T091500+0100", "u 2026-11-18T08:15:00"),
    ("DTSTART:20261231T240000", "f 2027-01-01T00:00:00"),
    ("DTSTART;TZID=Europe/Berlin:20261118T091500Z", "u 2026-11-18T09:15:00"),
    ("DTSTART;VALUE=DATE:20261118T101500", "f 2026-11-18T10:15:00"),
  ])
  func oddDatesAreReadWithANote(line: String, value: String) throws {
    var notes: [ValueNote] = []
    #expect(try property(line).dateValues(noting: &notes).map(short) == [value])
    #expect(notes.count == 1)
    #expect(notes.allSatisfy { !$0.message.isEmpty })
  }

  @Test func listsMayMixKinds() throws {
    let exdate = try property("EXDATE;TZID=Europe/Berlin:20261118T090000,20261119,x,20261120T080000Z")
    #expect(
      exdate.dateValues.map(short)
        == ["z 2026-11-18T09:00:00 Europe/Berlin", "d 2026-11-19", "-", "u 2026-11-20T08:00:00"])
    #expect(try property("EXDATE:").dateValues.isEmpty)
  }

  @Test func periodsHaveAnEndOrALength() throws {
    let rdate = try property(
      "RDATE;VALUE=PERIOD:20261118T090000Z/20261118T100000Z,20261119T090000Z/PT2H,20261120T090000Z,x/y")
    let periods = rdate.periods
    #expect(periods.map { short($0?.start) }.last == "-")
    #expect(short(periods[0]?.end) == "u 2026-11-18T10:00:00")
    #expect(periods[1]?.duration == CalendarDuration(seconds: 7200))
    #expect(periods[2].map { $0.end == nil && $0.duration == nil } == true)
  }

  @Test(arguments: [
    ("PT15M", 0, 900, false), ("-P1D", -1, 0, false), ("P2W", 14, 0, false), ("P1DT2H", 1, 7200, false),
    ("PT-15M", 0, -900, true), ("P15H", 0, 54_000, true), ("--PT5M", 0, -300, true), ("PT", 0, 0, true),
    ("P1DT", 1, 0, true),
  ])
  func durationsAreRead(text: String, days: Int, seconds: Int, isOdd: Bool) throws {
    var notes: [ValueNote] = []
    let value = try property("DURATION:" + text).duration(noting: &notes)
    #expect(value == CalendarDuration(days: days, seconds: seconds))
    #expect(notes.isEmpty != isOdd)
  }

  @Test(arguments: ["", "5", "P", "PTX", "one hour"]) func otherTextIsNoDuration(text: String) throws {
    var notes: [ValueNote] = []
    let value = try property("DURATION:" + text).duration(noting: &notes)
    #expect(value == (text == "P" ? .zero : nil))
  }

  @Test(arguments: [
    ("+0100", 3600), ("-0530", -19_800), ("+01:00", 3600), ("+053420", 20_060), ("0100", 3600), ("-0000", 0),
  ])
  func offsetsAreRead(text: String, seconds: Int) throws {
    #expect(try property("TZOFFSETTO:" + text).utcOffset == UTCOffset(seconds: seconds))
  }

  @Test func otherTypesAreRead() throws {
    #expect(try property("GEO:48.2;16.37").geo == GeoValue(latitude: 48.2, longitude: 16.37))
    #expect(try property("GEO:95;16").geo == nil)
    #expect(try property("GEO:;").geo == nil)
    #expect(try property("PRIORITY: 5 ").integer == 5)
    #expect(try property("PRIORITY:five").integer == nil)
    #expect(try property("X-MICROSOFT-CDO-ALLDAYEVENT:true").boolean == true)
    #expect(try property("REQUEST-STATUS:2.0;Success\\;").fields == ["2.0", "Success;"])
    #expect(try property("ATTACH;VALUE=BINARY;ENCODING=BASE64:QQ==").isBinary)
    #expect(try property("ATTACH:https://example.org/a").isBinary == false)
    #expect(try property("DTSTART;VALUE=date:20261118").valueType == .date)
    #expect(try property("DTSTART:20261118T000000").valueType == .dateTime)
  }

  @Test(arguments: ["plain", "a,b;c:d", "say \"hi\"", "x^y^^", "two\nlines", "会議"])
  func parametersRoundTrip(value: String) throws {
    let made = try #require(
      Property(name: "X-A", parameters: [Parameter(name: "P", values: [value, "q"])], value: "v:w"))
    #expect(made.parameters == [Parameter(name: "P", values: [value, "q"])])
    #expect(made.rawText == "v:w")
  }

  @Test func datesAreWrittenWithWhatTheyNeed() throws {
    let day = try #require(CivilDate(year: 2026, month: 11, day: 18))
    let wall = CivilDateTime(day, .midnight)
    let cases: [(DateValue, String)] = [
      (.date(day), "DTSTART;VALUE=DATE:20261118"), (.floating(wall), "DTSTART:20261118T000000"),
      (.utc(wall), "DTSTART:20261118T000000Z"),
      (.zoned(wall, tzid: "A: B"), "DTSTART;TZID=\"A: B\":20261118T000000"),
    ]
    for (value, line) in cases {
      let made = try #require(Property(name: "DTSTART", date: value))
      #expect(String(decoding: made.line, as: UTF8.self) == line)
      #expect(made.dateValue == value)
    }
  }

  @Test func foldsNeverCutACharacterAtAnyOffset() throws {
    for lead in 0..<80 {
      for letter in ["é", "会", "🎉"] {
        let text = String(repeating: "a", count: lead) + String(repeating: letter, count: 60)
        var writer = CalendarWriter()
        writer.write(try #require(Property(name: "X", text: text)))
        let lines = writer.bytes.split(separator: 10).map { $0.dropLast() }
        #expect(lines.allSatisfy { $0.count <= 75 && String(validating: $0, as: UTF8.self) != nil })
        #expect(lines.dropLast().allSatisfy { $0.count >= 72 })
      }
    }
  }
}
