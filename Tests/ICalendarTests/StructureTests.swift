import ICalendar
import Testing

/// Structure that is broken, and the quirks of real exporters.
@Suite struct StructureTests {
  private func uids(_ reading: Reading) -> [String?] {
    reading.components.map { $0.property("UID")?.text }
  }

  @Test func anUnclosedAlarmEndsWithItsEvent() {
    let reading = Reading(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VEVENT\nEND:VCALENDAR\n")
    #expect(uids(reading) == ["1"])
    #expect(reading.components[0].components.map(\.kind) == [.valarm])
    #expect(reading.codes == ["6:missing-end"])
  }

  @Test func aMisspelledBeginCostsOnlyItsOwnComponent() {
    let reading = Reading(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVEN
      UID:1
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      END:VEVENT
      END:VCALENDAR

      """)
    #expect(uids(reading) == ["2"])
    #expect(reading.codes == ["2:truncated"])
  }

  @Test func anUnknownComponentThatNeverEndsGivesBackWhatItHolds() {
    let reading = Reading(
      "BEGIN:VCALENDAR\nBEGIN:X-BOX\nA:1\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n")
    #expect(uids(reading) == ["1"])
    #expect(reading.codes == ["2:truncated"])
  }

  @Test func anUnknownComponentMayHoldEvents() {
    let reading = Reading(
      "BEGIN:VCALENDAR\nBEGIN:VPOLL\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VPOLL\nEND:VCALENDAR\n")
    #expect(reading.components.map(\.name) == ["VPOLL"])
    #expect(reading.components[0].components.map(\.kind) == [.vevent])
    #expect(reading.problems.isEmpty)
  }

  @Test(arguments: [
    "BEGIN:VCALENDAR\r\r\nBEGIN:VEVENT\r\r\nSUMMARY:a\r\r\n b\r\r\nEND:VEVENT\r\r\nEND:VCALENDAR\r\r\n",
    "BEGIN:VCALENDAR\n\nBEGIN:VEVENT\n\nSUMMARY:a\n\n b\n\nEND:VEVENT\n\nEND:VCALENDAR",
    "begin:vcalendar\nBegin:VEvent \nSummary:a\n\tb\nend:vevent\nend:VCALENDAR\t\n",
    "\u{FEFF}BEGIN:VCALENDAR\nEND:VCALENDAR\n\u{FEFF}BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:ab\nEND:VEVENT\nEND:VCALENDAR\n",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY :ab\nEND:VEVENT\nEND:VCALENDAR\n",
  ])
  func quirksOfExportersAreRead(text: String) {
    let reading = Reading(text)
    #expect(reading.components.map(\.name) == ["VEVENT"])
    #expect(reading.components.first?.property("SUMMARY")?.text == "ab")
    #expect(reading.problems.isEmpty)
  }

  @Test func orderAndUnknownThingsSurvive() throws {
    let lines = [
      "BEGIN:VEVENT", "X-B;X-P=\"a;b\",c:1", "BEGIN:X-THING", "y:z", "END:X-THING", "not a property",
      "X-A:2", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM", "uid:last", "END:VEVENT",
    ]
    let reading = Reading("BEGIN:VCALENDAR\n" + lines.joined(separator: "\n") + "\nEND:VCALENDAR\n")
    let event = try #require(reading.components.first)
    #expect(String(decoding: event.text, as: UTF8.self) == lines.joined(separator: "\n") + "\n")
    #expect(Component(name: "VEVENT", entries: event.entries) == event)
    #expect(event.properties.map(\.name) == ["X-B", "X-A", "UID"])
    #expect(event.properties.map(\.kind) == [.other, .other, .uid])
    #expect(event.properties.map(\.lineNumber) == [3, 8, 12])
    #expect(event.properties[0].parameters == [Parameter(name: "X-P", values: ["a;b", "c"])])
  }

  @Test func entriesCanBeChangedAndPutTogetherAgain() throws {
    let event = try #require(Reading(CalendarStreamTests.plain).components.first)
    let location = try #require(Property(name: "LOCATION", text: "Hall 1; door"))
    let changed = Component(name: event.name, entries: event.entries + [.property(location)])
    #expect(changed.property("LOCATION")?.text == "Hall 1; door")
    #expect(changed.property("UID")?.text == "1")
    #expect(ComponentText.component(ComponentText.bytes(changed)) == changed)
  }

  @Test func anEntryCannotBreakTheStructure() {
    let line = Array("END:VEVENT".utf8)[...]
    let component = Component(name: "VEVENT", entries: [.unreadable(line)])
    #expect(component.entries == [.unreadable(line)])
    #expect(Property(name: "SUMMARY", value: "a\r\nEND:VEVENT")?.rawText == "aEND:VEVENT")
  }

  @Test(arguments: [
    "", "BEGIN:VEVENT\n", "UID:1\n", "BEGIN:VEVENT\nEND:VTODO\n", "END:VEVENT\n",
    "BEGIN:VEVENT\nEND:VEVENT\nUID:1\n",
  ])
  func otherTextIsNoStoredComponent(text: String) {
    #expect(ComponentText.component(Array(text.utf8)) == nil)
  }

  @Test func everyKnownNameIsFound() {
    for kind in PropertyKind.allCases where kind != .other {
      #expect(kind.row.kind == kind)
      #expect(PropertyKind(named: kind.name.lowercased()) == kind)
    }
    #expect(PropertyKind(named: "X-NOBODY-KNOWS") == .other)
  }
}
