import CivilTime
import Model
import Testing

/// Ends that do not go with their starts: how they are read, and what is said.
@Suite struct EndTests {
  @Test(arguments: [
    // The clock of Berlin skips 02:00 to 03:00 on 29 March 2026; a start there moves forward.
    ("20260329T023000", "20260329T030000", 1800, "20260329T040000"),
    ("20260329T020000", "20260329T025959", 3599, "20260329T035959"),
    ("20260329T023000", "20260329T033000", 3600, "20260329T043000"),
    ("20260329T023000", "20260329T034500", 900, "20260329T034500"),
    ("20260329T013000", "20260329T033000", 3600, "20260329T033000"),
    ("20260329T033000", "20260329T040000", 1800, "20260329T040000"),
  ])
  func aStartInAGapKeepsItsLength(_ start: String, _ end: String, _ seconds: Int, _ ends: String) throws {
    let (event, problems) = try item(
      "DTSTART;TZID=Europe/Berlin:\(start)\nDTEND;TZID=Europe/Berlin:\(end)")
    #expect(event.length == .exact(seconds: seconds) && problems == [])
    let moment = try #require(event.effectiveEnd)
    #expect(moment.axisSeconds == event.start.map { $0.axisSeconds + seconds })
    // As the clock shows it, which may not be as it is written.
    let berlin = try #require(ZoneDatabase().zone(named: "Europe/Berlin"))
    #expect(BasicFormat.text(berlin.civil(at: moment.instant(in: berlin))) == ends, "\(start)")
  }

  @Test func anEndBeforeItsStartStaysOne() throws {
    let (event, problems) = try item(
      "DTSTART;TZID=Europe/Berlin:20260329T040000\nDTEND;TZID=Europe/Berlin:20260329T033000")
    #expect(event.length == .zero && problems.map(\.kind) == [.endsBeforeStart])
  }

  @Test(arguments: [
    (
      "DTSTART:20261118T090000Z\nDTEND;VALUE=DATE:20261119",
      "DTEND: it is a day and DTSTART has a time; it was taken to end as that day begins"
    ),
    (
      "DTSTART:20261118T090000\nDTEND;VALUE=DATE:20261119",
      "DTEND: it is a day and DTSTART has a time; it was taken to end as that day begins"
    ),
    (
      "DTSTART;VALUE=DATE:20261118\nDTEND:20261119T120000Z",
      "DTEND: it has a time and DTSTART is a day; its day was taken"
    ),
    (
      "DTSTART:20261118T090000Z\nDTEND:20261118T100000",
      "DTEND: it has no zone and DTSTART has one; it was read in that zone"
    ),
    (
      "DTSTART:20261118T090000\nDTEND:20261118T100000Z",
      "DTEND: it has a zone and DTSTART has none; its clock time was taken"
    ),
    (
      "DTSTART:20261118T090000Z\nDTEND:20261118T100000Z\nDURATION:PT2H",
      "DTEND: there is a DURATION beside it, which was passed over"
    ),
  ])
  func anEndUnlikeItsStartIsSaid(_ lines: String, _ text: String) throws {
    let (event, problems) = try item(lines)
    #expect(problems.map(\.message) == [text])
    #expect(problems.allSatisfy { $0.code == "end-unlike-start" && !$0.isError })
    #expect(event.length != .zero)
  }

  @Test func aDueDateUnlikeItsStartIsSaid() throws {
    let (_, problems) = try item("DTSTART:20261118T090000Z\nDUE;VALUE=DATE:20261119", kind: "VTODO")
    #expect(problems.map(\.property) == ["DUE"])
    #expect(try item("DTSTART:20261118T090000Z\nDUE:20261119T090000Z", kind: "VTODO").problems == [])
  }
}
