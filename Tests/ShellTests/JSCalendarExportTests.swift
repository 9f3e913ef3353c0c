import CivilTime
import ICalendar
import JSON
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Settings
@testable import Shell
@testable import Statements

/// JSCalendar as answer and export.
@Suite struct JSCalendarExportTests {
  private func objects(_ text: String) throws -> [JSONValue] {
    let group = try JSONValue(parsing: Array(text.utf8))
    #expect(
      group["@type"]?.string == "Group" && group["uid"]?.string != nil && group["updated"]?.string != nil)
    return try #require(group["entries"]?.array)
  }

  /// The events and reminders of a file: how many families there are, their UIDs, and what else is there.
  private func families(of path: String) throws -> (count: Int, uids: Set<String>, others: Int) {
    var stream = CalendarStream(bytes: try #require(ProjectFiles.bytes(path)))
    var uids: Set<String> = []
    var without = 0
    var others = 0
    while let part = stream.next() {
      guard case .component(let component, _) = part, component.name != "VTIMEZONE" else { continue }
      if !["VEVENT", "VTODO"].contains(component.name) {
        others += 1
      } else if let uid = component.property("UID")?.text {
        uids.insert(uid)
      } else {
        without += 1
      }
    }
    return (uids.count + without, uids, others)
  }

  /// Every sample calendar comes out as valid JSON with an object for each family.
  @Test(arguments: ProjectFiles.files(below: "Samples/calendars", suffix: ".ics"))
  func everySampleCalendarComesOutAsValidJSONWithAnObjectForEach(path: String) throws {
    let sample = try SampleSession(importing: false)
    let file = ProjectFiles.root + "/" + path
    try sample.session.execute("import \"\(file)\"")
    _ = sample.said
    let text = try sample.answer("export all as jscalendar to -")
    let objects = try objects(text)
    let expected = try families(of: file)
    #expect(objects.count == expected.count)
    let uids = Set(objects.compactMap { $0["uid"]?.string })
    #expect(expected.uids.subtracting(uids) == [])
    #expect(sample.said.isEmpty == (expected.others == 0))
    // An object stands on each line, and reads back as what was written.
    #expect(text.split(separator: "\n").count == objects.count + 2)
    for object in objects {
      #expect(["Event", "Task"].contains(object["@type"]?.string) && object["updated"]?.string != nil)
      #expect(object["@type"]?.string == "Task" || object["start"]?.string != nil)
      #expect(text.contains(object.text))
    }
  }

  @Test func aQueryAnswersWithWholeItemsOnceEach() throws {
    let sample = try SampleSession()
    let answer = try objects(try sample.answer("events next week as jscalendar"))
    #expect(!answer.isEmpty && Set(answer.compactMap { $0["uid"]?.string }).count == answer.count)
    #expect(try objects(try sample.answer("events next week", format: "jscalendar")) == answer)
    #expect(
      try sample.answer("events on 1950-01-01 as jscalendar")
        == "{\"@type\":\"Group\",\"prodId\":\"-//Kalends//kal//EN\",\"entries\":[],"
        + "\"uid\":\"kalends-group-cbf29ce484222325\",\"updated\":\"1970-01-01T00:00:00Z\"}\n")
    let tasks = try objects(try sample.answer("reminders as jscalendar"))
    #expect(!tasks.isEmpty && tasks.allSatisfy { $0["@type"]?.string == "Task" })
    #expect(try objects(try sample.answer("export events as jscalendar to -")).count > answer.count)
  }

  /// A calendar's name and color are those of its group, and the same items make the same group.
  @Test func aCalendarsNameAndColorAreThoseOfItsGroup() throws {
    let sample = try SampleSession()
    let text = try sample.answer("export calendar Work as jscalendar to -")
    let group = try JSONValue(parsing: Array(text.utf8))
    #expect(group["title"]?.string == "Work" && group["prodId"]?.string == "-//Kalends//kal//EN")
    let newest = try objects(text).compactMap { $0["updated"]?.string }.max()
    #expect(group["updated"]?.string == newest)
    #expect(try sample.answer("export calendar Work as jscalendar to -") == text)
    let all = try JSONValue(parsing: Array(try sample.answer("export all as jscalendar to -").utf8))
    #expect(all["title"] == nil && all["uid"] != group["uid"])
  }

  @Test func exportsOfCalendarsAndQueriesIntoOneGroup() throws {
    let sample = try SampleSession()
    let all = try objects(try sample.answer("export all as jscalendar to -"))
    let work = try objects(try sample.answer("export calendar Work as jscalendar to -"))
    let both = try objects(try sample.answer("export calendar Work, Home as jscalendar to -"))
    #expect(work.count < both.count && both.count < all.count && Array(both.prefix(work.count)) == work)
    #expect(try sample.answer("export calendar Work as ics to -").hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(try sample.answer("export all to -", format: "jscalendar").hasPrefix("BEGIN:VCALENDAR\r\n"))
  }

  @Test func otherFormatsThanTheTwoAreRefusedWithAHint() throws {
    let sample = try SampleSession(importing: false)
    try sample.session.execute("add calendar \"Work\"")
    do {
      try sample.session.execute("export events as csv to -")
      Issue.record("no error")
    } catch let error as ShellError {
      #expect(error.code == "export-format" && error.exitStatus == 2)
      #expect(error.message == "an export writes ics, jscalendar, invitation or reply, not csv")
      #expect(error.hint?.contains("as jscalendar to") == true)
    }
    #expect(throws: ShellError.self) { try sample.session.execute("export all as csv to -") }
  }

  @Test func whatHasNoFormIsLeftOutAndSaid() throws {
    let sample = try SampleSession(importing: false)
    let path = try sample.file(
      "journal.ics",
      "BEGIN:VCALENDAR\nBEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\nBEGIN:VEVENT\nUID:e\nDTSTART:20260101\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    try sample.session.execute("import \"\(path)\"")
    _ = sample.said
    #expect(try objects(try sample.answer("export all as jscalendar to -")).count == 1)
    #expect(sample.said.hasPrefix("note:  left out 1 item that JSCalendar has no form for"))
  }
}
