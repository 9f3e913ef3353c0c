import CivilTime
import Model
import TestSupport
import Testing

@testable import Interchange
@testable import Store
@testable import StoreTests

@Suite struct ExportTests {
  static let text = calendar(
    """
    BEGIN:VTIMEZONE
    TZID:Berlin copy
    X-LIC-LOCATION:Europe/Berlin
    BEGIN:STANDARD
    DTSTART:16010101T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    END:VTIMEZONE
    """,
    event(
      "b",
      "X-ODD;X-P=\"a;b\":kept\nSUMMARY:Later first\nDTSTART;TZID=Berlin copy:20261118T110000\nX-ODD:twice"),
    "BEGIN:VJOURNAL\nUID:j\nSUMMARY:Diary\nEND:VJOURNAL",
    "BEGIN:X-OWN\nANYTHING:1\nBEGIN:X-INNER\nA:b\nEND:X-INNER\nEND:X-OWN",
    event("a", "SUMMARY:Second\nDTSTART:20261118T100000Z\nRRULE:FREQ=DAILY;COUNT=3"),
    event(
      "a",
      "SUMMARY:Moved\nRECURRENCE-ID:20261119T100000Z\nDTSTART:20261119T150000Z\nBEGIN:VALARM\nTRIGGER:-PT5M\nACTION:AUDIO\nEND:VALARM"
    ),
    event(nil, "SUMMARY:Without UID\nDTSTART:20261118T100000Z"),
    header: "X-WR-CALNAME:Odd\r\nX-UNKNOWN:header\r\n")

  @Test func anImportComesOutAsItWentIn() throws {
    let library = try Library()
    try library.take(Self.text)
    #expect(try exported(library.store, .everything) == Self.text)
    #expect(try exported(library.store, .calendar(1)) == Self.text)
  }

  @Test func exportThenImportIsEqual() throws {
    let first = try Library()
    try first.take(Self.text)
    let second = try Library()
    let summary = try second.take(try exported(first.store, .everything))
    #expect(summary.problems.filter { $0.severity == .error } == [])
    #expect(try exported(second.store, .everything) == Self.text)
    #expect(try second.dump() == first.dump())
  }

  @Test func itemsAreExportedOnceWithTheirFamilyAndZones() throws {
    let library = try Library()
    try library.take(Self.text)
    let override = try #require(try library.store.items(uid: "a").last)
    let master = try #require(try library.store.items(uid: "a").first)
    let text = try exported(library.store, .items([override, master]))
    #expect(text.split(separator: "BEGIN:VEVENT").count == 3)
    #expect(!text.contains("VTIMEZONE"))
    let zoned = try exported(library.store, .items(library.store.items(uid: "b")))
    #expect(zoned.contains("TZID:Berlin copy") && zoned.split(separator: "BEGIN:VEVENT").count == 2)
  }

  @Test func familiesComeOnceWithTheirOverridesAndZones() throws {
    let library = try Library()
    try library.take(Self.text)
    var titles: [[String]] = []
    var zones: [String?] = []
    try library.store.objects(in: .everything) { object, known in
      titles.append(object.members.map { $0.component.property("SUMMARY")?.text ?? "-" })
      zones.append(known.zone("Berlin copy")?.identifier)
      return true
    }
    #expect(titles == [["Later first"], ["Diary"], ["-"], ["Second", "Moved"], ["Without UID"]])
    // A name means something only to those that came with its definition.
    #expect(zones == ["Europe/Berlin", nil, nil, nil, nil])
    var first: [String] = []
    try library.store.objects(in: .items(library.store.items(uid: "a") + library.store.items(uid: "b"))) {
      object, _ in
      first += [object.head?.component.property("UID")?.text ?? "-"]
      return false
    }
    #expect(first == ["b"])
  }

  @Test func zonesOfTheFileAloneComeWithTheirDefinition() throws {
    let library = try Library()
    try library.take(
      calendar(
        """
        BEGIN:VTIMEZONE
        TZID:Our Town
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0130
        TZOFFSETTO:+0130
        END:STANDARD
        END:VTIMEZONE
        """, event("a", "DTSTART;TZID=Our Town:20261118T110000")))
    var found: [Bool] = []
    try library.store.objects(in: .calendar(1)) { _, known in
      let own = known.zone("Our Town")
      found = [
        own.flatMap(known.definition) != nil, known.zone("Europe/Berlin").flatMap(known.definition) != nil,
      ]
      return true
    }
    #expect(found == [true, false])
  }

  @Test func zonesThatTheFileDidNotDefineAreDefined() throws {
    let library = try Library()
    try library.take(
      calendar(event("a", "SUMMARY:A\nDTSTART;TZID=Europe/Berlin:20261118T110000\nDURATION:PT1H")))
    let text = try exported(library.store, .items(library.store.items(uid: "a")))
    #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n"))
    // Whoever does not know the name finds the same times.
    let other = try Library()
    try other.take(text.replacing("Europe/Berlin", with: "Somewhere/Else"))
    #expect(try other.events("20261118", "20261119") == library.events("20261118", "20261119"))
    // A whole calendar stays as it came.
    #expect(!(try exported(library.store, .everything)).contains("VTIMEZONE"))
  }

  @Test func aCalendarMadeHereExportsWhatReadersNeed() throws {
    let library = try Library()
    _ = try library.store.addCalendar(title: "Work, mine", color: "#112233", now: Library.now)
    let text = try exported(library.store, .everything)
    #expect(text.contains("VERSION:2.0\r\n") && text.contains("X-WR-CALNAME:Work\\, mine\r\n"))
    let other = try Library()
    #expect(try other.take(text).parts.map(\.title) == ["Work, mine"])
  }

  @Test func anExportEndsWhenItsReaderHasEnough() throws {
    let library = try Library()
    try library.take(Self.text)
    var calls = 0
    try library.store.export(.everything) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }

  /// The header stays as it came but for a name and a color that are no longer the calendar's.
  @Test func aCalendarIsExportedAsItIsCalledNow() throws {
    let library = try Library()
    let head = "X-WR-CALNAME:Old\r\nX-WR-CALDESC:Kept\r\nX-APPLE-CALENDAR-COLOR:#FF2968FF\r\nX-OWN:1\r\n"
    let text = calendar(event("a", "SUMMARY:A\nDTSTART:20261118T100000Z"), header: head)
    try library.take(text, named: "old.ics")
    let store = library.store
    var record = try #require(try store.calendars().first)
    #expect(record.title == "Old" && record.color == "#FF2968")
    #expect(try exported(store, .calendar(record.id)).contains(head))
    record.color = "#008080"
    try store.update(record, cause: "test", now: Instant(seconds: 0))
    var out = try exported(store, .calendar(record.id))
    #expect(out.contains("X-APPLE-CALENDAR-COLOR:#008080\r\nCOLOR:teal\r\n") && !out.contains("FF2968"))
    #expect(out.contains("X-WR-CALNAME:Old\r\nX-WR-CALDESC:Kept\r\nX-OWN:1\r\n"))
    record.title = "New, name"
    record.color = "#2E8B58"
    try store.update(record, cause: "test", now: Instant(seconds: 0))
    out = try exported(store, .calendar(record.id))
    #expect(out.contains("X-WR-CALNAME:New\\, name\r\n") && !out.contains("Old"))
    #expect(out.contains("X-APPLE-CALENDAR-COLOR:#2E8B58\r\nCOLOR:seagreen\r\n"))
    // What is read back is the color itself, not the nearest that has a name.
    let other = try Library()
    try other.take(out, named: "new.ics")
    let copy = try #require(try other.store.calendars().first)
    #expect(copy.title == "New, name" && copy.color == "#2E8B58")
    record.color = nil
    try store.update(record, cause: "test", now: Instant(seconds: 0))
    #expect(!(try exported(store, .calendar(record.id))).contains("COLOR"))
  }

  /// Files of many exporters: what comes out of a second store is what came out of the first.
  @Test(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
  func foreignFilesKeepEverythingBetweenStores() throws {
    let folder = try #require(ProjectFiles.corpora)
    var imported = 0
    for path in Self.files(below: folder + "/ics") {
      guard let bytes = ProjectFiles.bytes(path) else { continue }
      let first = try Library()
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.count > 400_000 { continue }
      try first.take(text, named: path)
      #expect(try first.store.verify() == [], "\(path)")
      let out = try exported(first.store, .everything)
      let second = try Library()
      try second.take(out, named: path)
      #expect(try exported(second.store, .everything) == out, "\(path)")
      imported += 1
    }
    #expect(imported > 100)
  }

  static func files(below folder: String) -> [String] {
    var result: [String] = []
    for name in TemporaryFolder.names(in: folder) {
      let path = folder + "/" + name
      if name.hasSuffix(".ics") { result.append(path) } else { result += files(below: path) }
    }
    return result
  }
}
