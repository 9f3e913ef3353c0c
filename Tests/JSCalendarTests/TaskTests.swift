import CivilTime
import ICalendar
import JSCalendar
import Model
import Testing

/// JSCalendar tasks.
@Suite struct TaskTests {
  private static let head = "UID:a\nDTSTAMP:20260101T000000Z\n"

  @Test(arguments: [
    ("SUMMARY:Do something", "{\"title\":\"Do something\"}"),
    (
      "DTSTART;TZID=America/New_York:20260102T130000\nDUE;TZID=America/New_York:20260119T180000\n"
        + "ESTIMATED-DURATION:PT1H",
      "{\"start\":\"2026-01-02T13:00:00\",\"due\":\"2026-01-19T18:00:00\",\"timeZone\":\"America/New_York\","
        + "\"estimatedDuration\":\"PT1H\"}"
    ),
    ("DUE;VALUE=DATE:20260119", "{\"showWithoutTime\":true,\"due\":\"2026-01-19T00:00:00\"}"),
    (
      "DTSTART:20260102T130000\nDURATION:P1D",
      "{\"start\":\"2026-01-02T13:00:00\",\"due\":\"2026-01-03T13:00:00\",\"estimatedDuration\":\"P1D\"}"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260102T130000\nDUE:20260102T130000Z",
      "{\"start\":\"2026-01-02T13:00:00\",\"due\":\"2026-01-02T14:00:00\",\"timeZone\":\"Europe/Berlin\"}"
    ),
    (
      "STATUS:COMPLETED\nCOMPLETED:20260103T080000Z\nPERCENT-COMPLETE:100",
      "{\"progress\":\"completed\",\"progressUpdated\":\"2026-01-03T08:00:00Z\",\"percentComplete\":100}"
    ),
    ("STATUS:COMPLETED", "{\"progress\":\"completed\"}"),
    (
      "COMPLETED:20260103T080000Z",
      "{\"progress\":\"completed\",\"progressUpdated\":\"2026-01-03T08:00:00Z\"}"
    ),
    ("STATUS:IN-PROCESS\nPERCENT-COMPLETE:30", "{\"progress\":\"in-process\",\"percentComplete\":30}"),
    ("STATUS:NEEDS-ACTION", "{\"progress\":\"needs-action\"}"),
    ("STATUS:CANCELLED\nPRIORITY:1", "{\"priority\":1,\"progress\":\"cancelled\"}"),
  ])
  func timesAndProgress(lines: String, expected: String) throws {
    let task = try object(Self.head + lines, kind: "VTODO")
    #expect(task["@type"]?.string == "Task")
    #expect(rest(task) == expected)
  }

  @Test func aRepeatingTaskIsPatchedByItsDueTime() throws {
    let task = try object(
      Self.head + "DUE;TZID=Europe/Berlin:20260105T180000\nRRULE:FREQ=DAILY",
      Self.head + "RECURRENCE-ID;TZID=Europe/Berlin:20260106T180000\nDUE;TZID=Europe/Berlin:20260106T180000\n"
        + "STATUS:COMPLETED\nCOMPLETED:20260106T100000Z",
      Self.head + "RECURRENCE-ID;TZID=Europe/Berlin:20260107T180000\nDUE;TZID=Europe/Berlin:20260109T180000",
      Self.head + "RECURRENCE-ID;TZID=Europe/Berlin:20260108T180000\nSUMMARY:Without a time",
      kind: "VTODO")
    #expect(
      task["recurrenceOverrides"]?.text == """
        {"2026-01-06T18:00:00":{"progress":"completed","progressUpdated":"2026-01-06T10:00:00Z"},\
        "2026-01-07T18:00:00":{"due":"2026-01-09T18:00:00"},"2026-01-08T18:00:00":{"title":"Without a time"}}
        """)
  }

  /// Alarms of a task without a start count from its due time; its people have their own progress.
  @Test func alarmsOfATaskWithoutAStartCountFromItsDueTime() throws {
    let task = try object(
      Self.head
        + "DUE:20260105T180000\nATTENDEE;PARTSTAT=IN-PROCESS:mailto:b@example.org\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM",
      kind: "VTODO")
    #expect(task["alerts"]?["1"]?["trigger"]?["relativeTo"]?.string == "end")
    #expect(task["participants"]?["1"]?["progress"]?.string == "in-process")
    #expect(task["participants"]?["1"]?["participationStatus"]?.string == "accepted")
  }
}
