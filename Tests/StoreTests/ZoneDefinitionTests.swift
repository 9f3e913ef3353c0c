import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

/// Zone definitions belong to the components that came with them.
@Suite struct ZoneDefinitionTests {
  let library: Library

  init() throws { library = try Library() }

  static func zone(_ name: String, _ offset: String, from: String = "20000101T000000", more: String = "")
    -> String
  {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    \(more)BEGIN:STANDARD
    DTSTART:\(from)
    TZOFFSETFROM:\(offset)
    TZOFFSETTO:\(offset)
    END:STANDARD
    END:VTIMEZONE
    """
  }

  static func noon(_ uid: String?, _ title: String, _ name: String = "Town", _ more: String = "") -> String {
    event(uid, "SUMMARY:\(title)\nDTSTART;TZID=\(name):20261120T120000\nDURATION:PT1H\(more)")
  }

  /// What is on that day, which is noon in each of the towns.
  private func day(_ library: Library? = nil) throws -> [String] {
    try (library ?? self.library).events("20261120", "20261121")
  }

  private func isSound(_ library: Library? = nil) throws {
    let store = (library ?? self.library).store
    #expect(try store.verify(now: Library.now) == [])
    try store.rebuild(now: Library.now)
    #expect(try store.verify(now: Library.now) == [])
  }

  /// Writes an item's component again with another title.
  private func retitle(_ uid: String, _ title: String, into calendar: Int? = nil) throws {
    let store = library.store
    let changes = try store.items(uid: uid).map { id -> ItemChange in
      let text = String(decoding: try #require(try store.componentText(id)), as: UTF8.self)
      let lines = text.split(separator: "\n").map {
        $0.hasPrefix("SUMMARY:") ? "SUMMARY:\(title)" : String($0)
      }
      let component = try #require(
        ComponentText.component(Array((lines.joined(separator: "\n") + "\n").utf8)))
      let place = try #require(try store.record(id)).calendar
      return .put(id: id, calendar: calendar ?? place, component: component)
    }
    _ = try store.apply(changes, cause: "edit", now: Library.now)
  }

  private static let both = [
    "2026-11-20T07:00:00Z Second", "2026-11-20T11:00:00Z First",
  ]

  private func takeBoth() throws {
    try library.take(calendar(Self.zone("Town", "+0100"), Self.noon("a", "First")))
    try library.take(calendar(Self.zone("Town", "+0500"), Self.noon("b", "Second")))
  }

  // MARK: In the store

  @Test func twoFilesMayDefineANameDifferently() throws {
    try takeBoth()
    #expect(try day() == Self.both)
    try isSound()
    try retitle("a", "First again")
    let edited = ["2026-11-20T07:00:00Z Second", "2026-11-20T11:00:00Z First again"]
    #expect(try day() == edited)
    try isSound()
    _ = try library.store.undo(.latest, now: Library.now)
    #expect(try day() == Self.both)
    _ = try library.store.undo(.latest, now: Library.now)
    #expect(try day() == ["2026-11-20T11:00:00Z First"])
    _ = try library.store.redo(now: Library.now)
    _ = try library.store.redo(now: Library.now)
    #expect(try day() == edited)
    try isSound()
  }

  @Test func whatIsDeletedComesBackWithItsZone() throws {
    try takeBoth()
    let items = try library.store.items(uid: "a")
    _ = try library.store.apply(items.map { .delete($0) }, cause: "delete", now: Library.now)
    try library.take(calendar(Self.zone("Town", "+0900"), Self.noon("c", "Third")))
    #expect(try day() == ["2026-11-20T03:00:00Z Third", "2026-11-20T07:00:00Z Second"])
    _ = try library.store.undo(.latest, now: Library.now)
    _ = try library.store.undo(.latest, now: Library.now)
    #expect(try day() == Self.both)
    try isSound()
  }

  @Test func anItemTakesItsZoneIntoAnotherCalendar() throws {
    try takeBoth()
    try library.take(calendar(Self.zone("Town", "-0300"), Self.noon("c", "Third")), named: "other.ics")
    try retitle("a", "First", into: 2)
    #expect(try day() == Self.both + ["2026-11-20T15:00:00Z Third"])
    try isSound()
    let other = try Library()
    try other.take(try exported(library.store, .calendar(2)))
    #expect(try day(other) == ["2026-11-20T11:00:00Z First", "2026-11-20T15:00:00Z Third"])
  }

  @Test func anOverrideMayHaveAnotherZoneOfTheSameNameThanItsMaster() throws {
    let master = event(
      "a", "SUMMARY:Master\nDTSTART;TZID=Town:20261118T120000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5")
    let moved = event(
      "a",
      "SUMMARY:Moved\nDTSTART;TZID=Town:20261120T140000\nDURATION:PT1H\nRECURRENCE-ID;TZID=Town:20261120T120000"
    )
    try library.take(calendar(Self.zone("Town", "+0100"), master))
    try library.take(calendar(Self.zone("Town", "+0500"), moved))
    let expected = ["2026-11-20T09:00:00Z Moved"]
    #expect(try day() == expected)
    try isSound()
    try retitle("a", "Both")
    #expect(try day() == ["2026-11-20T09:00:00Z Both"])
    _ = try library.store.undo(.latest, now: Library.now)
    for selection in [ExportSelection.everything, .items([1])] {
      let other = try Library()
      try other.take(try exported(library.store, selection))
      #expect(try day(other) == expected)
    }
    try library.store.objects(in: .calendar(1)) { object, known in
      let start = object.overrides[0].component.property("DTSTART")?.parameter("TZID")
      #expect(start == "Town (2)")
      #expect(known.zone("Town (2)")?.offset(at: Library.now).seconds == 18_000)
      #expect(known.zone("Town")?.offset(at: Library.now).seconds == 3_600)
      #expect(known.zone("Town (2)").flatMap(known.definition)?.property("TZID")?.rawText == "Town (2)")
      return true
    }
  }

  @Test func itemsWithoutUIDAreTwoWhereTheirZonesDiffer() throws {
    try library.take(calendar(Self.zone("Town", "+0100"), Self.noon(nil, "Noon")))
    let second = calendar(Self.zone("Town", "+0500"), Self.noon(nil, "Noon"))
    #expect(try library.take(second).added == 1)
    #expect(try library.take(second).unchanged == 1)
    #expect(try day() == ["2026-11-20T07:00:00Z Noon", "2026-11-20T11:00:00Z Noon"])
    #expect(try library.store.duplicates().isEmpty)
  }

  // MARK: The next import of a file

  @Test func aCorrectedDefinitionMovesWhatComesWithIt() throws {
    try library.take(calendar(Self.zone("Town", "+0100"), Self.noon("a", "Noon")))
    let summary = try library.take(calendar(Self.zone("Town", "+0200"), Self.noon("a", "Noon")))
    #expect(summary.updated == 1 && summary.unchanged == 0)
    #expect(try day() == ["2026-11-20T10:00:00Z Noon"])
    let text = try exported(library.store, .everything)
    #expect(text == calendar(Self.zone("Town", "+0200"), Self.noon("a", "Noon")))
    _ = try library.store.undo(.latest, now: Library.now)
    #expect(try day() == ["2026-11-20T11:00:00Z Noon"])
    #expect(
      try exported(library.store, .everything)
        == calendar(Self.zone("Town", "+0100"), Self.noon("a", "Noon")))
    try isSound()
  }

  @Test func aDefinitionInOtherWordsChangesNothing() throws {
    try library.take(calendar(Self.zone("Town", "+0100"), Self.noon("a", "Noon")))
    for stamp in ["A", "B", "C"] {
      let text = calendar(Self.zone("Town", "+0100", more: "X-STAMP:\(stamp)\n"), Self.noon("a", "Noon"))
      #expect(try library.take(text).unchanged == 1)
      #expect(try exported(library.store, .everything) == text)
    }
    #expect(try library.take(calendar(Self.noon("a", "Noon"))).unchanged == 1)
    #expect(try day() == ["2026-11-20T11:00:00Z Noon"])
  }

  // MARK: Two definitions in one file

  private static let twice = calendar(
    zone("Town", "+0100"), noon("a", "First"), zone("Town", "+0500"), noon("b", "Second"),
    event("c", "SUMMARY:Series\nDTSTART;TZID=Town:20261120T130000\nRRULE:FREQ=DAILY;COUNT=2"))

  @Test func eachItemTakesTheDefinitionBeforeItAndThatIsSaid() throws {
    let summary = try library.take(Self.twice)
    #expect(
      summary.problems.map(\.text) == [
        "the VTIMEZONE Town stands twice and differs; each item takes the last one before it, in the file's order"
      ])
    #expect(summary.problems.first?.line == 18)
    let expected = [
      "2026-11-20T07:00:00Z Second", "2026-11-20T08:00:00Z Series", "2026-11-20T11:00:00Z First",
    ]
    #expect(try day() == expected)
    try isSound()
    // In what is written each name has one meaning.
    let text = try exported(library.store, .everything)
    #expect(text.contains("TZID:Town\r\n") && text.contains("TZID:Town (2)\r\n"))
    let other = try Library()
    #expect(try other.take(text).problems == [])
    #expect(try day(other) == expected)
    #expect(try exported(other.store, .everything) == text)
    #expect(try library.take(Self.twice).unchanged == 3)
  }

  @Test func aDefinitionMayStandAfterWhatUsesIt() throws {
    try library.take(
      calendar(
        Self.noon("a", "Town"), Self.noon("b", "Alias", "Eastern Standard Time"), Self.zone("Town", "+0300"),
        Self.zone("Eastern Standard Time", "-0330")))
    #expect(try day() == ["2026-11-20T09:00:00Z Town", "2026-11-20T15:30:00Z Alias"])
  }

  // MARK: Names that the system knows

  @Test func aKnownNameBeatsTheDefinitionWithAWarning() throws {
    let summary = try library.take(
      calendar(Self.zone("Europe/Berlin", "+0500"), Self.noon("a", "Berlin", "Europe/Berlin")))
    #expect(try day() == ["2026-11-20T11:00:00Z Berlin"])
    #expect(summary.problems.map(\.severity) == [.warning])
    #expect(try library.store.itemZones.definitions(of: 1) == [])
    try isSound()
  }

  @Test func beforeItsFirstOnsetADefinitionMeansWhatItsNameStandsFor() throws {
    let old = { (uid: String, name: String, year: Int) in
      event(uid, "SUMMARY:\(uid)\nDTSTART;TZID=\(name):\(year)0720T120000")
    }
    // New York is at -04:00 in July; the definition's own clock begins in 2010.
    let zone = { Self.zone($0, "-0330", from: "20100101T000000") }
    try library.take(
      calendar(
        zone("Eastern Standard Time"), zone("Town"), old("old", "Eastern Standard Time", 2005),
        old("new", "Eastern Standard Time", 2015), old("town", "Town", 2005)))
    #expect(
      try library.events("20050720", "20050721") == ["2005-07-20T15:30:00Z town", "2005-07-20T16:00:00Z old"])
    #expect(try library.events("20150720", "20150721") == ["2015-07-20T15:30:00Z new"])
    try isSound()
  }

  @Test func anAliasIsKeptApartFromADefinitionOfThatName() throws {
    let name = "Eastern Standard Time"
    try library.take(calendar(Self.noon("a", "Alias", name)))
    try library.take(calendar(Self.zone(name, "+0500"), Self.noon("b", "Own", name)))
    try library.take(calendar(Self.noon("c", "Unknown", "Nowhere")))
    try library.take(calendar(Self.zone("Nowhere", "+0400"), Self.noon("d", "Known", "Nowhere")))
    let expected = [
      "2026-11-20T07:00:00Z Own", "2026-11-20T08:00:00Z Known", "2026-11-20T12:00:00Z Unknown",
      "2026-11-20T17:00:00Z Alias",
    ]
    #expect(try day() == expected)
    try isSound()
    for selection in [ExportSelection.everything, .items([1, 2, 3, 4])] {
      let other = try Library()
      try other.take(try exported(library.store, selection))
      #expect(try day(other) == expected)
    }
  }

  // MARK: Any order

  /// Files, edits, moves, deletions and undo in any order: nothing but what is changed moves.
  @Test(arguments: 0..<12) func nothingMovesWhateverIsDone(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(7_000 + seed))
    let store = library.store
    let offsets = ["+0100", "+0500", "-0330", "+0900"]
    let names = ["Town", "Eastern Standard Time", "Customized Time Zone"]
    var next = 0
    // Each title tells where it must be.
    func check() throws {
      let found = try day()
      for line in found {
        let words = line.split(separator: " ")
        #expect(words[0] == words[1].dropFirst(words[1].hasPrefix("x") ? 1 : 0), "\(line), seed \(seed)")
      }
      #expect(try store.verify(now: Library.now) == [])
    }
    func file() throws -> String {
      var parts: [String] = []
      for name in names where random.chance(60) {
        let offset = random.pick(offsets)
        parts.append(Self.zone(name, offset))
        for _ in 0..<random.pick(1...2) {
          next += 1
          let sign = offset.hasPrefix("-") ? -1 : 1
          let (hours, minutes) = (Int(offset.dropFirst().prefix(2)) ?? 0, Int(offset.suffix(2)) ?? 0)
          let start = try Library.instant("20261120").seconds + 43_200 - sign * (hours * 3600 + minutes * 60)
          let title = Instant(seconds: start).description
          let rule = random.chance(40) ? "\nRRULE:FREQ=DAILY;COUNT=3" : ""
          parts.append(Self.noon(random.chance(80) ? "u\(next)" : nil, title, name, rule))
        }
      }
      var text = "BEGIN:VCALENDAR\r\n"
      for part in parts { text += part.split(separator: "\n").joined(separator: "\r\n") + "\r\n" }
      return text + "END:VCALENDAR\r\n"
    }
    for _ in 0..<25 {
      let ids = try store.numbers("SELECT id FROM item ORDER BY id", { _ in })
      let calendars = try store.calendars().map(\.id)
      switch random.below(6) {
      case 0, 1: try library.take(try file(), named: random.pick(["work.ics", "home.ics"]))
      case 2 where !ids.isEmpty:
        let id = random.pick(ids)
        let text = String(decoding: try #require(try store.componentText(id)), as: UTF8.self)
        let new = text.replacing("SUMMARY:2", with: "SUMMARY:x2")
        let component = try #require(ComponentText.component(Array(new.utf8)))
        _ = try store.apply(
          [.put(id: id, calendar: random.pick(calendars), component: component)], cause: "edit",
          now: Library.now)
      case 3 where !ids.isEmpty:
        _ = try store.apply([.delete(random.pick(ids))], cause: "delete", now: Library.now)
      case 4:
        for _ in 0..<random.pick(1...3) { _ = try? store.undo(.latest, now: Library.now) }
        for _ in 0..<random.pick(0...3) { _ = try? store.redo(now: Library.now) }
      default: try store.rebuild(now: Library.now)
      }
      try check()
    }
    let other = try Library()
    try other.take(try exported(store, .everything))
    // Of what begins at once, the first is the one that was stored first.
    #expect(try day(other).sorted() == day().sorted(), "seed \(seed)")
    #expect(try other.store.verify(now: Library.now) == [])
  }

  // MARK: Zones of the system that are gone

  @Test func nothingIsWrittenOfItemsWhoseZoneIsGone() throws {
    let folder = try TemporaryFolder()
    let home = try TemporaryFolder()
    let path = home.path + "/store.sqlite"
    let berlin = try putPlace(in: folder, store: path, rule: "RRULE:FREQ=DAILY")
    // Damaged, and then not there at all.
    for bytes in [Array(berlin.prefix(30)), nil] {
      unlinkFile(folder.path + "/Place")
      if let bytes { try write(bytes, to: folder.path + "/Place") }
      let zones = ZoneDatabase(directory: folder.path)
      #expect((zones.damagedFile(named: "Place") != nil) == (bytes != nil))
      let store = try CalendarStore(path: path, access: .write, zones: zones)
      let text = try #require(try store.componentText(1))
      let changed = try #require(
        ComponentText.component(
          Array(String(decoding: text, as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:B").utf8)))
      let errors = [
        storeError {
          _ = try store.apply([.put(id: 1, calendar: 1, component: changed)], cause: "edit", now: Library.now)
        }, storeError { try store.rebuild(now: Library.now) },
        storeError {
          _ = try all(store.events(from: Library.now, to: Library.now.adding(seconds: 1), viewer: .utc))
        },
      ]
      #expect(errors.map { $0?.code } == [.zoneMissing, .zoneMissing, .zoneMissing])
      // Whoever says so may answer without the series.
      #expect(try store.unknownZones() == ["Place"])
      store.leavesOutUnknownZones = true
      let left = try all(store.events(from: nil, to: Library.now.adding(seconds: 864_000), viewer: .utc))
      #expect(left.map(\.item) == [1] && !left[0].isRecurring)
      let series = try #require(try store.items(uid: "s").first)
      #expect(try all(store.occurrences(of: series, from: nil, to: Library.now, viewer: .utc)).isEmpty)
      store.leavesOutUnknownZones = false
      #expect(
        errors[0]?.message
          == "the system does not know the time zone Place, which items are in, or its file is damaged")
    }
    try write(berlin, to: folder.path + "/Place")
    let store = try CalendarStore(path: path, access: .write, zones: ZoneDatabase(directory: folder.path))
    #expect(try store.verify(now: Library.now) == [])
  }
}
