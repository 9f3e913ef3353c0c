import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

/// What a store does for itself, and what imports do with what is there.
@Suite struct UpkeepTests {
  private let store: CalendarStore

  init() throws { store = try CalendarStore.inMemory(zones: zones) }

  private func take(_ text: String, _ conflict: ImportConflict = .newer) throws -> ImportSummary {
    var pieces = [Array(text.utf8)]
    var options = ImportOptions()
    options.conflict = conflict
    return try store.importCalendars(named: "x.ics", options: options, now: Library.now) { pieces.popLast() }
  }

  private func titles() throws -> [String] {
    try store.numbers("SELECT id FROM item ORDER BY id", { _ in }).map { try store.record($0)?.title ?? "" }
  }

  // MARK: Conflicts

  private static let present = calendar(
    event("a", "SUMMARY:there\nSEQUENCE:2\nDTSTART:20261118T090000\nRRULE:FREQ=DAILY;COUNT=5"),
    event("a", "SUMMARY:moved\nSEQUENCE:2\nDTSTART:20261119T100000\nRECURRENCE-ID:20261119T090000"),
    event("b", "SUMMARY:same\nDTSTART:20261120T090000"))
  private static let incoming = calendar(
    event("a", "SUMMARY:older\nSEQUENCE:1\nDTSTART:20261118T093000\nRRULE:FREQ=DAILY;COUNT=5"),
    event("a", "SUMMARY:older moved\nSEQUENCE:1\nDTSTART:20261119T110000\nRECURRENCE-ID:20261119T093000"),
    event("b", "SUMMARY:same\nDTSTART:20261120T090000"), event("c", "SUMMARY:new\nDTSTART:20261121T090000"))

  @Test func theNewerOneIsKept() throws {
    _ = try take(Self.present)
    let summary = try take(Self.incoming)
    #expect([summary.added, summary.updated, summary.skipped, summary.unchanged] == [1, 0, 2, 1])
    #expect(try titles() == ["same", "there", "moved", "new"])
    #expect(try store.verify() == [])
  }

  @Test func skipLeavesWhatIsThereHoweverOld() throws {
    _ = try take(Self.incoming)
    let summary = try take(Self.present, .skip)
    #expect(summary.updated == 0)
    #expect(try titles().contains("older"))
    #expect(try !titles().contains("there"))
  }

  @Test func replaceTakesTheFilesHoweverOld() throws {
    _ = try take(Self.present)
    let summary = try take(Self.incoming, .replace)
    #expect(summary.updated >= 1)
    #expect(try titles().contains("older"))
    #expect(try !titles().contains("there"))
    #expect(try store.verify() == [])
  }

  @Test func copyPutsTheFilesBesideWithItsFamily() throws {
    _ = try take(Self.present)
    let summary = try take(Self.incoming, .copy)
    #expect(summary.added == 3)
    #expect(summary.unchanged == 1)
    #expect(try titles() == ["same", "there", "moved", "new", "older", "older moved"])
    let copy = try #require(try store.record(5))
    #expect(copy.uid != "a")
    #expect(try store.record(6)?.master == 5)
    #expect(try store.verify() == [])
    _ = try store.undo(.latest, now: Library.now)
    #expect(try titles() == ["same", "there", "moved"])
  }

  // MARK: Birthdays

  private func birthday(_ uid: String, _ title: String) throws -> Component {
    let lines = [
      "BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(title)", "DTSTART;VALUE=DATE:19850412", "RRULE:FREQ=YEARLY",
    ]
    let text = (lines + ["X-KALENDS-BIRTHDAY-CONTACT:\(uid)", "END:VEVENT"]).joined(separator: "\n") + "\n"
    return try #require(ComponentText.component(Array(text.utf8)))
  }

  @Test func birthdaysGoIntoACalendarThatNobodyEdits() throws {
    let ann = try birthday("ann", "Ann's birthday")
    let first = try store.importBirthdays(
      [ann, try birthday("bob", "Bob's birthday")], cause: "x", now: Library.now)
    #expect(first.added == 2 && first.isNew)
    let calendar = try #require(try store.calendars().first)
    #expect(!calendar.isWritable && calendar.isImmutable)
    #expect(try store.sources().last?.kind == .birthdays)
    let second = try store.importBirthdays(
      [ann, try birthday("bob", "Robert's birthday")], cause: "x", now: Library.now)
    #expect(second.added == 0 && second.updated == 1 && second.unchanged == 1 && !second.isNew)
    #expect(try store.record(1)?.birthdayContact == "ann")
    let found = try all(
      store.events(from: Library.instant("20270401"), to: Library.instant("20270501"), viewer: .utc))
    #expect(found.count == 2)
    #expect(storeError { _ = try take(calendarNamed("Birthdays")) }?.code == nil)
    _ = try store.undo(.latest, now: Library.now)
    _ = try store.undo(.latest, now: Library.now)
    _ = try store.undo(.latest, now: Library.now)
    #expect(try store.calendars().isEmpty)
    #expect(try store.sources().count == 2)
  }

  private func calendarNamed(_ name: String) -> String {
    "BEGIN:VCALENDAR\nX-WR-CALNAME:\(name)\n" + event("z", "DTSTART:20261118T090000") + "\nEND:VCALENDAR"
  }

  // MARK: Duplicates and copies

  @Test func duplicatesAreFoundByUIDAndByTitleAndTime() throws {
    _ = try take(
      calendar(
        event("a", "SUMMARY:One\nDTSTART:20261118T090000"),
        event("b", "SUMMARY:One\nDTSTART:20261118T090000"),
        event("c", "SUMMARY:One\nDTSTART:20261118T091500"), event("d", "SUMMARY:Two\nDTSTART:20261118T090000")
      ))
    _ = try take(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Other\n" + event("d", "SUMMARY:Two\nDTSTART:20261119T090000")
        + "\nEND:VCALENDAR")
    let groups = try store.duplicates()
    #expect(groups.map(\.reason) == [.titleAndTime, .uid])
    #expect(groups.map(\.items) == [[1, 2], [4, 5]])
    #expect(try store.duplicates(in: [1]).map(\.items) == [[1, 2]])
  }

  @Test func aBackupIsAWholeStoreOfItsOwn() throws {
    let folder = try TemporaryFolder()
    _ = try take(Self.present)
    let path = folder.path + "/copy.sqlite"
    try store.backUp(to: path)
    let copy = try CalendarStore(path: path, access: .write, zones: zones)
    #expect(try copy.verify() == [])
    #expect(try copy.items(uid: "a").count == 2)
    #expect(storeError { try store.backUp(to: path) }?.code == .fileExists)
    #expect(storeError { try store.backUp(to: folder.path + "/no/copy") }?.code == .cannotCreate)
  }

  // MARK: Zone rules

  @Test func onlyItemsInChangedZonesArePlacedAnew() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let system = try #require(ZoneDatabase().directory)
    func database(_ index: Int, _ release: String, _ place: String) throws -> ZoneDatabase {
      let path = folders[index].path
      try write(try #require(ProjectFiles.bytes(system + "/" + place)), to: path + "/Place")
      try write(try #require(ProjectFiles.bytes(system + "/Europe/Paris")), to: path + "/Other")
      try write(Array("# version \(release)\n# more\n".utf8), to: path + "/tzdata.zi")
      return ZoneDatabase(directory: path)
    }
    let home = try TemporaryFolder()
    let path = home.path + "/store.sqlite"
    let old = try CalendarStore(path: path, access: .create, zones: database(0, "2026a", "Europe/Berlin"))
    var pieces = [
      Array(
        calendar(
          event("a", "DTSTART;TZID=Place:20261118T120000\nRRULE:FREQ=DAILY;COUNT=9"),
          event("b", "DTSTART;TZID=Other:20261118T120000"), event("c", "DTSTART:20261118T120000")
        ).utf8)
    ]
    _ = try old.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
    let state = try old.state()
    let new = try CalendarStore(path: path, access: .write, zones: database(1, "2026b", "Asia/Tokyo"))
    #expect(try new.changedZoneRules()?.present == "2026b")
    _ = try new.apply([], cause: "any write", now: Library.now)
    #expect(try new.changedZoneRules() == nil)
    // The shift is in the journal and the change feed, and is no step that an undo takes back.
    #expect(try new.changes(since: state).changes.map(\.subject) == [.item(3, .event)])
    let upkeep = try #require(try new.history().first)
    #expect(upkeep.kind == .upkeep && upkeep.changed == 1)
    #expect(upkeep.cause == "zone rules 2026a to 2026b: Place")
    #expect(try new.undo(.latest, now: Library.now).cause == "import x.ics")
    _ = try new.redo(now: Library.now)
    #expect(try new.verify() == [])
    let found = try all(
      new.events(from: Library.instant("20261118"), to: Library.instant("20261119"), viewer: .utc))
    #expect(
      found.map(\.start.description) == [
        "2026-11-18T03:00:00Z", "2026-11-18T11:00:00Z", "2026-11-18T12:00:00Z",
      ])
  }
}
