import ICalendar
import SyncCore
import Testing

/// Resources: what a file of a folder is read as.
struct CalendarResourceTests {
  static let event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261118T100000Z\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\n"

  @Test func partsAreKeptAndWrittenAgain() throws {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(Self.event)END:VCALENDAR\r\n"
    let resource = try CalendarResource(bytes: Array(text.utf8))
    #expect(resource.uid == "a")
    #expect(resource.header.map(\.name) == ["VERSION", "PRODID"])
    #expect(resource.components.count == 1)
    #expect(String(decoding: resource.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("", ResourceFault.notCalendar),
    ("<html><body>Please log in</body></html>", .notCalendar),
    ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", .empty),
    ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMM", .truncated),
    ("BEGIN:VCALENDAR\r\n" + event, .truncated),
    (
      "BEGIN:VCALENDAR\r\n" + event + "BEGIN:VEVENT\r\nUID:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      .severalItems
    ),
    (
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
      .severalItems
    ),
  ])
  func whatIsNoResourceIsRefused(text: String, fault: ResourceFault) {
    #expect(throws: fault) { try CalendarResource(bytes: Array(text.utf8)) }
  }

  /// A store has one master of a UID, so that both cannot be taken in.
  @Test func aResourceHasOneMasterOfAKind() {
    let twice = "BEGIN:VCALENDAR\r\n\(Self.event)\(Self.event)END:VCALENDAR\r\n"
    #expect(throws: ResourceFault.repeatedItem) { try CalendarResource(bytes: Array(twice.utf8)) }
    let task = Self.event.replacing("VEVENT", with: "VTODO")
    let both = "BEGIN:VCALENDAR\r\n\(Self.event)\(task)END:VCALENDAR\r\n"
    #expect(throws: Never.self) { try CalendarResource(bytes: Array(both.utf8)) }
  }
}
