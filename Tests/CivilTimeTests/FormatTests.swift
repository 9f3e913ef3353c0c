import CivilTime
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test func datesAndTimesReadBack() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<5000 {
      let wall = Int.random(in: CivilDateTime.min.wallSeconds...CivilDateTime.max.wallSeconds, using: &random)
      let value = try #require(CivilDateTime(wallSeconds: wall))
      #expect(ExtendedFormat.dateTime(value.description.utf8) == value)
      #expect(ExtendedFormat.date(value.date.description.utf8) == value.date)
      #expect(ExtendedFormat.time(value.time.description.utf8) == value.time)
      let basic = BasicFormat.text(value)
      #expect(basic.utf8.count == 15)
      let local = try #require(BasicFormat.dateTime(basic.utf8))
      #expect(local.value == value && !local.isUTC)
      let utc = try #require(BasicFormat.dateTime((basic + "Z").utf8))
      #expect(utc.value == value && utc.isUTC)
      #expect(BasicFormat.date(BasicFormat.text(value.date).utf8) == value.date)
      let offset = UTCOffset(seconds: Int.random(in: -86_399...86_399, using: &random))
      #expect(ExtendedFormat.offset(offset.description.utf8) == offset)
    }
  }

  @Test func lengthsReadBack() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<5000 {
      var length = CalendarDuration(
        months: Int.random(in: 0...30, using: &random), days: Int.random(in: 0...400, using: &random),
        seconds: Int.random(in: 0...200_000, using: &random))
      if Bool.random(using: &random) { length = -length }
      #expect(BasicFormat.duration(BasicFormat.text(length).utf8) == length)
    }
    #expect(BasicFormat.duration("P2W".utf8) == CalendarDuration(days: 14))
    // What is longer than all the years there are would overflow sums.
    #expect(BasicFormat.duration("P9999Y".utf8) == CalendarDuration(months: 119_988))
    for text in ["P10000Y", "P999999999999W", "PT999999999999H", "P999999999999M"] {
      #expect(BasicFormat.duration(text.utf8) == nil)
    }
    #expect(BasicFormat.duration("-PT15M".utf8) == CalendarDuration(seconds: -900))
    #expect(BasicFormat.duration("+P1DT2H".utf8) == CalendarDuration(days: 1, seconds: 7200))
  }

  @Test(arguments: [
    "", "P", "PT", "1D", "P1", "P1H", "PT1D", "P-1D", "P1DT", "P1D1", "--P1D", "P99999999999999999999D",
    "PTT1H",
  ])
  func whatIsNoLengthIsRefused(_ text: String) {
    #expect(BasicFormat.duration(text.utf8) == nil)
  }

  @Test(arguments: [
    "", "2026", "20260231T000000", "20261301T000000", "20260101T240000", "20260101T006000", "20260101T000061",
    "20260101 000000", "00000101T000000", "2026-01-01T00:00:00", "20260101T0000000", "20260101T00000Z0",
    "２0260101",
    "20260101T000000ZZ", "+0260101T000000",
  ])
  func whatIsNoDateTimeIsRefused(_ text: String) {
    #expect(BasicFormat.dateTime(text.utf8) == nil)
  }

  @Test func randomBytesAreReadOrRefused() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("0123456789-:+TZPWDHMS .".utf8)
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      _ = BasicFormat.duration(bytes)
      if let found = BasicFormat.dateTime(bytes) {
        #expect(CivilDateTime(wallSeconds: found.value.wallSeconds) != nil)
      }
      if let date = ExtendedFormat.date(bytes) { #expect(Array(date.description.utf8) == bytes) }
      _ = ExtendedFormat.dateTime(bytes)
      _ = ExtendedFormat.time(bytes)
      _ = ExtendedFormat.offset(bytes)
    }
  }

  @Test func aLeapSecondReadsAsTheSecondBefore() {
    #expect(BasicFormat.dateTime("20161231T235960Z".utf8)?.value.description == "2016-12-31T23:59:59")
    #expect(BasicFormat.dateTime("20161231T2359".utf8)?.value.description == "2016-12-31T23:59:00")
  }

  @Test func aMomentInUTCReadsAsItIsWritten() {
    let moment = Instant(seconds: 1_795_000_000)
    #expect(ExtendedFormat.instant(moment.description.utf8) == moment)
    for text in ["", "Z", "2026-11-18T08:15:00", "2026-11-18T08:15:00+01:00", "2026-11-18Z", "soonZ"] {
      #expect(ExtendedFormat.instant(text.utf8) == nil, "\(text)")
    }
  }

  @Test func arithmeticEndsAtTheEdgesOfTheCalendar() {
    #expect(CivilDateTime.max.adding(seconds: 1) == nil)
    #expect(CivilDateTime.min.adding(seconds: -1) == nil)
    #expect(CivilDateTime.max.adding(seconds: Int.max) == nil)
    #expect(CivilDateTime.min.adding(CalendarDuration(months: Int.min, days: 1)) == nil)
    #expect(CivilDateTime(clamping: Int.max) == .max)
    #expect(Instant(seconds: Int.max).adding(seconds: 1).seconds == Int.max)
    #expect((-CalendarDuration(months: Int.min)).months != 0)
  }

  /// RFC 3339 has no seconds in offsets: the clock is moved with the offset, so
  /// that the moment stays what it is.
  @Test(arguments: [
    ("America/St_Johns", "1933-01-01T00:00:00", "1933-01-01T00:00:52-03:30"),
    ("Europe/Berlin", "1890-01-01T00:00:00", "1890-01-01T00:00:32+00:54"),
    ("Europe/Berlin", "2026-11-18T09:15:00", "2026-11-18T09:15:00+01:00"),
    ("America/St_Johns", "2026-11-18T09:15:00", "2026-11-18T09:15:00-03:30"),
  ])
  func offsetsOfOldKeepTheirMoment(name: String, wall: String, text: String) throws {
    let zone = try #require(ZoneDatabase().zone(named: name))
    let moment = zone.instant(of: try #require(ExtendedFormat.dateTime(wall.utf8)))
    #expect(ExtendedFormat.text(moment, in: zone) == text)
    let offset = try #require(ExtendedFormat.offset(Array(text.utf8.suffix(6))))
    let shown = try #require(ExtendedFormat.dateTime(Array(text.utf8.prefix(19))))
    #expect(shown.wallSeconds - offset.seconds == moment.seconds)
  }
}
