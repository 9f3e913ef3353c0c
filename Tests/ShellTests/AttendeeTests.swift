import JSON
import Testing

@testable import Shell
@testable import Statements

@Suite struct AttendeeTests {
  private static let meeting = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Test//EN
    BEGIN:VEVENT
    UID:meeting@example.org
    DTSTAMP:20260101T000000Z
    DTSTART:20261124T100000Z
    SUMMARY:Plans
    ATTENDEE;CN=Ann;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:ann@example.org
    ATTENDEE;CN=Bob;PARTSTAT=DECLINED:mailto:bob@example.org
    END:VEVENT
    END:VCALENDAR

    """

  /// A list that is given anew tells who is invited, not what they answered.
  @Test(arguments: [
    (
      "= \"Ann@example.org\", \"carl@example.org\"", ["Ann accepted chair", "- needs-action req-participant"]
    ),
    ("= \"Anna <ann@example.org>\"", ["Anna accepted chair"]),
    ("+= \"Robert <bob@example.org>\"", ["Ann accepted chair", "Bob declined -"]),
    ("-= \"bob@example.org\"", ["Ann accepted chair"]),
  ]) func whoStaysKeepsAnswerAndRole(change: String, expected: [String]) throws {
    let shell = try SampleSession(importing: false)
    let file = try shell.file("meeting.ics", Self.meeting)
    _ = try shell.answer("import \"\(file)\"")
    let id = try shell.answer("events 2026-11-24", format: "ids").split(separator: "\n")[0]
    _ = try shell.answer("edit \(id) set attendees \(change)")
    let rows = try JSONValue.values(of: Array(shell.answer("events 2026-11-24", format: "jsonl").utf8))
    let people = try #require(rows.first?.value.object?["attendees"]?.array).map { person in
      ["name", "status", "role"].map { person.object?[$0]?.string ?? "-" }.joined(separator: " ")
    }
    #expect(people == expected)
  }

  @Test(arguments: ["\"a@x.org\",\"b@x.org\"", "a@x.org,b@x.org", "<a@x.org", "a b@x.org", "ann"])
  func whatIsNoAddressIsRefused(text: String) throws {
    let shell = try SampleSession(importing: false)
    _ = try shell.answer("add calendar \"Work\"")
    _ = try shell.answer("add event \"Plans\" 2026-11-24 10:00")
    let error = #expect(throws: ShellError.self) {
      try shell.answer("edit last set attendees = '\(text)'")
    }
    #expect(error?.code == "bad-value")
    #expect(error?.hint?.contains("ann@example.org") == true, "\(error?.hint ?? "")")
  }
}
