import CivilTime
import Interchange
import Model
import Recurrence
import Store
import TestSupport
import Testing

@testable import Editing

/// Instants and lengths around the nights on which clocks change, through everything
/// that can be done with an event.
///
/// What must come out is worked out with offsets and whole numbers alone.
@Suite struct FoldTests {
  static let places = [
    "Europe/Berlin", "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/St_Johns",
    "Pacific/Auckland", "Pacific/Chatham", "America/Santiago", "Asia/Jerusalem", "Antarctica/Troll",
  ]
  private static let now = Instant(seconds: 1_790_000_000)
  private static let zones = ZoneDatabase()
  /// The year 2026.
  private static let year = 1_767_225_600..<1_798_761_600

  /// An occurrence as it must be: seconds from 1970, and its title.
  private struct Expected: Hashable, CustomStringConvertible {
    var start, length: Int
    var title = "x"
    var description: String { "\(start) +\(length) \(title)" }
  }

  private struct Place {
    let zone: Zone
    let store: CalendarStore
    let workspace: Workspace
    let zones = FoldTests.zones

    init(_ name: String) throws {
      zone = try #require(zones.zone(named: name))
      store = try CalendarStore.inMemory(zones: zones)
      workspace = Workspace(store, generator: SplitMix64(seed: 3))
      _ = try store.addCalendar(title: "Home", now: FoldTests.now)
      _ = try store.addCalendar(title: "Work", now: FoldTests.now)
    }

    func offset(_ seconds: Int) -> Int { zone.offset(at: Instant(seconds: seconds)).seconds }

    /// The moments at which the clock changes, found by looking every quarter of an hour.
    func changes() -> [Int] {
      stride(from: FoldTests.year.lowerBound, to: FoldTests.year.upperBound, by: 900)
        .filter { offset($0) != offset($0 - 900) }
    }

    /// The moment of a wall time: the first of two, and by the offset before where there is none.
    func moment(_ wall: Int) -> Int {
      let offsets = [offset(wall - 100_000), offset(wall + 100_000)]
      let found = offsets.map { wall - $0 }.filter { $0 + offset($0) == wall }.min()
      return found ?? wall - offsets[0]
    }

    func rows(_ store: CalendarStore) throws -> [Expected] {
      let cursor = try store.events(
        from: Instant(seconds: FoldTests.year.lowerBound - 86_400),
        to: Instant(seconds: FoldTests.year.upperBound + 86_400), viewer: .utc)
      var rows: [Expected] = []
      while let found = try cursor.next() {
        let title = try store.record(found.item)?.title ?? "?"
        rows.append(
          Expected(start: found.start.seconds, length: found.end.seconds - found.start.seconds, title: title))
      }
      return FoldTests.sorted(rows)
    }

    /// Compares what the store has with what it must have, also after a way through a file.
    func check(_ expected: [Expected], _ what: String) throws {
      try #require(try rows(store) == FoldTests.sorted(expected), "\(zone) \(what)")
      var text: [UInt8] = []
      try store.export(.everything) {
        text += $0
        return true
      }
      let other = try CalendarStore.inMemory(zones: zones)
      var rest: [UInt8]? = text
      _ = try other.importCalendars(named: "x.ics", options: ImportOptions(), now: FoldTests.now) {
        defer { rest = nil }
        return rest
      }
      try #require(try rows(other) == FoldTests.sorted(expected), "\(zone) \(what), imported")
    }

    func add(_ start: EventTime, _ length: Int, rule: String? = nil) throws -> ItemTarget {
      var item = Item(kind: .event)
      item.title = "x"
      item.start = start
      item.length = .exact(seconds: length)
      if let rule {
        item.recurrence = RecurrenceSet(
          start: .dateTime(start.wall), rules: [try RecurrenceRule(parsing: rule)], zone: start.zone)
      }
      return try workspace.add(item, to: 1, cause: "add", now: FoldTests.now).target
    }

    @discardableResult
    func save(_ target: ItemTarget, _ span: EditSpan, _ field: ItemField, _ change: (inout Item) -> Void)
      throws -> EditOutcome
    {
      var edit = ItemEdit(.event)
      edit.set(field, change)
      return try workspace.save(edit, to: target, span: span, cause: "edit", now: FoldTests.now)
    }
  }

  private static func sorted(_ rows: [Expected]) -> [Expected] {
    rows.sorted { ($0.start, $0.length, $0.title) < ($1.start, $1.length, $1.title) }
  }

  @Test(arguments: places) func aSingleEventKeepsItsMomentsAndItsLength(name: String) throws {
    var random = SplitMix64(seed: 41)
    let changes = try Place(name).changes()
    try #require(changes.count >= 2)
    for change in changes {
      for _ in 0..<6 {
        let place = try Place(name)
        var row = Expected(
          start: change + 900 * (random.below(25) - 12), length: 900 * (1 + random.below(16)))
        let target = try place.add(EventTime(Instant(seconds: row.start), in: place.zone), row.length)
        try place.check([row], "add")
        let before = row
        switch random.below(3) {
        case 0:
          row.title = "y"
          try place.save(target, .all, .title) { $0.title = "y" }
        case 1:
          row.length += 900 * (1 + random.below(8))
          let length = row.length
          try place.save(target, .all, .length) { item in
            item.length = .exact(seconds: length)
            item.end = nil
          }
        default:
          row.start += 900 * (random.chance(50) ? 1 + random.below(8) : -1 - random.below(8))
          let start = EventTime(Instant(seconds: row.start), in: place.zone)
          try place.save(target, .all, .start) { $0.start = start }
        }
        try place.check([row], "edit")
        _ = try place.store.undo(.latest, now: Self.now)
        try place.check([before], "undo")
        _ = try place.store.redo(now: Self.now)
        _ = try place.workspace.move(target, into: 2, span: .all, cause: "move", now: Self.now)
        try place.check([row], "move")
        let copy = Expected(start: change + 900 * random.below(9), length: row.length, title: row.title)
        _ = try place.workspace.duplicate(
          target, start: EventTime(Instant(seconds: copy.start), in: place.zone), into: nil, cause: "copy",
          now: Self.now)
        try place.check([row, copy], "duplicate")
      }
    }
  }

  @Test(arguments: places) func aSeriesKeepsItsMomentsAndLengthsWithEachSpan(name: String) throws {
    var random = SplitMix64(seed: 43)
    let changes = try Place(name).changes()
    for change in changes {
      for turn in 0..<9 {
        let place = try Place(name)
        let span = EditSpan.allCases[turn % 3]
        let night = change + place.offset(change - 1)
        // Two days before, at a time about the one at which the clock changes.
        let first = night - 2 * 86_400 + 900 * (random.below(21) - 10)
        let length = 900 * (1 + random.below(12))
        let walls = (0..<6).map { first + $0 * 86_400 }
        let start = EventTime.zoned(CivilDateTime(clamping: first), place.zone)
        let series = try place.add(start, length, rule: "FREQ=DAILY;COUNT=6")
        var rows = walls.map { Expected(start: place.moment($0), length: length) }
        try place.check(rows, "add a series")
        let index = 1 + random.below(4)
        let target = ItemTarget(
          item: series.item, key: OccurrenceKey(wallSeconds: walls[index], isDate: false))
        let reached: Range<Int> =
          switch span {
          case .this: index..<index + 1
          case .future: index..<6
          case .all: 0..<6
          }
        let before = rows
        let what: String
        switch random.below(3) {
        case 0:
          what = "title \(span)"
          try place.save(target, span, .title) { $0.title = "y" }
          for place in reached { rows[place].title = "y" }
        case 1:
          what = "length \(span)"
          let new = length + 900
          try place.save(target, span, .length) { item in
            item.length = .exact(seconds: new)
            item.end = nil
          }
          for place in reached { rows[place].length = new }
        default:
          what = "start \(span)"
          // One occurrence goes to any moment, a series to another time of its clock.
          let by = 900 * (1 + random.below(8))
          let moment = rows[index].start + by
          let wall = EventTime.zoned(CivilDateTime(clamping: walls[index] + by), place.zone)
          let new = span == .this ? EventTime(Instant(seconds: moment), in: place.zone) : wall
          try place.save(target, span, .start) { $0.start = new }
          for number in reached {
            rows[number].start = span == .this ? moment : place.moment(walls[number] + by)
          }
        }
        try place.check(rows, what)
        // A copy of the occurrence as it was lasts as long.
        _ = try place.store.undo(.latest, now: Self.now)
        try place.check(before, "undo \(what)")
        _ = try place.workspace.duplicate(target, start: nil, into: nil, cause: "copy", now: Self.now)
        try place.check(before + [before[index]], "duplicate an occurrence")
        #expect(try place.store.verify() == [])
      }
    }
  }

  /// Hours are the same for start and due date, days are those of the clock, and the
  /// start is a time that there is.
  @Test(arguments: places) func aReminderMovesAsAWhole(name: String) throws {
    var random = SplitMix64(seed: 47)
    let place = try Place(name)
    for change in place.changes() {
      for turn in 0..<200 {
        let begin = change + 900 * (random.below(40) - 20)
        let end = begin + 900 * random.below(20)
        var item = Item(kind: .reminder)
        item.start = EventTime(Instant(seconds: begin), in: place.zone)
        item.due = EventTime(Instant(seconds: end), in: place.zone)
        let isNamed = item.start?.zone == place.zone && item.due?.zone == place.zone
        var expected: (start: Int, due: Int)
        let new: EventTime
        if turn % 2 == 0 || !isNamed {
          let by = 900 * (random.below(60) - 30)
          expected = (begin + by, end + by)
          new = EventTime(Instant(seconds: end + by), in: place.zone)
        } else {
          let days = 86_400 * (random.below(2) * 2 - 1)
          let (first, last) = (begin + place.offset(begin) + days, end + place.offset(end) + days)
          expected = (place.moment(first), place.moment(last))
          new = EventTime(Instant(seconds: expected.due), in: place.zone)
          let isSkipped = expected.start + place.offset(expected.start) != first
          let isLastSkipped = expected.due + place.offset(expected.due) != last
          if isSkipped || isLastSkipped || expected.start > expected.due {
            // What is left is that the two stay apart by no more than a change of the clock.
            item.moveReminder(to: new)
            let start = try #require(item.start?.axisSeconds)
            #expect(start <= expected.due, "\(name) \(begin) \(end)")
            #expect(abs(expected.due - start - (end - begin)) <= 7_200, "\(name) \(begin) \(end)")
            continue
          }
        }
        item.moveReminder(to: new)
        #expect(item.start?.axisSeconds == expected.start, "\(name) \(begin) \(end) to \(new)")
        #expect(item.due?.axisSeconds == expected.due, "\(name) \(begin) \(end) to \(new)")
        #expect(!item.isDueBeforeStart)
        if case .zoned(let wall, let zone)? = item.start {
          #expect(zone.civil(at: zone.instant(of: wall)) == wall, "\(name) \(begin) \(end) to \(new)")
        }
      }
    }
  }

  /// RFC 5545, 3.3.5 and 3.8.2.5: the second of two equal times is written in UTC, and a
  /// length where only the end is one.
  @Test func whatHasNoNameInItsZoneIsWrittenInAnotherWay() throws {
    let bench = try Workbench()
    let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
    func text(_ start: EventTime, _ minutes: Int) throws -> String {
      var item = Item(kind: .event)
      item.start = start
      item.length = .exact(seconds: minutes * 60)
      let target = try bench.workspace.add(item, to: 1, cause: "x", now: Workbench.now).target
      return try bench.text(target.item).split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") || $0.hasPrefix("DURATION") }
        .joined(separator: " ")
    }
    let quarter = try wall("20261025T021500")
    #expect(
      try text(.zoned(quarter, berlin), 45) == "DTSTART;TZID=Europe/Berlin:20261025T021500 DURATION:PT45M")
    #expect(
      try text(.zoned(quarter, berlin), 120)
        == "DTSTART;TZID=Europe/Berlin:20261025T021500 DTEND;TZID=Europe/Berlin:20261025T031500")
    let second = EventTime(berlin.instant(of: quarter, .later), in: berlin)
    #expect(second == .zoned(try wall("20261025T011500"), .utc))
    #expect(try text(second, 45) == "DTSTART:20261025T011500Z DTEND:20261025T020000Z")
  }

  /// What other programs write, and what was written before there was a way: the second
  /// of two equal times as wall time.
  @Test func anEndThatSeemsToLieBeforeItsStartIsTheSecondOfTwo() throws {
    let bench = try Workbench()
    func minutes(_ start: String, _ end: String) throws -> Int {
      let item = try bench.put(
        "UID:\(start)", "DTSTART;TZID=Europe/Berlin:\(start)", "DTEND;TZID=Europe/Berlin:\(end)")
      let found = try bench.workspace.item(ItemTarget(item: item))
      guard case .exact(let seconds) = found.length else { return -1 }
      return seconds / 60
    }
    #expect(try minutes("20261025T021500", "20261025T020000") == 45)
    #expect(try minutes("20261025T013000", "20261025T023000") == 60)
    // In the hour that the clock skips a start moves on, and its length stays.
    #expect(try minutes("20260329T023000", "20260329T030000") == 30)
    #expect(try minutes("20261126T100000", "20261126T090000") == 0)
  }

  @Test func aSeriesDoesNotLeaveItsClockForTheSakeOfOneNight() throws {
    let bench = try Workbench()
    let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
    let item = try bench.put(
      "UID:a", "SUMMARY:Night", "DTSTART;TZID=Europe/Berlin:20261023T020000", "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=5")
    let target = try bench.target(item, "20261025T020000")
    let second = EventTime(
      berlin.instant(of: try wall("20261025T023000"), .later), in: berlin)
    _ = try bench.workspace.save(
      bench.edit([(.start, { $0.start = second })]), to: target, span: .all, cause: "x", now: Workbench.now)
    #expect(
      try bench.rows() == [
        "2026-10-23 02:30 Night", "2026-10-24 02:30 Night", "2026-10-25 02:30 Night",
        "2026-10-26 02:30 Night", "2026-10-27 02:30 Night",
      ])
    #expect(try bench.text(item).contains("DTSTART;TZID=Europe/Berlin:20261023T023000"))
  }

  @Test func remindersAreDueAtTheMomentThatWasSaid() throws {
    let bench = try Workbench()
    let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
    let moment = berlin.instant(of: try wall("20261025T023000"), .later)
    var item = Item(kind: .reminder)
    item.title = "Pills"
    item.due = EventTime(moment, in: berlin)
    let target = try bench.workspace.add(item, to: 1, cause: "x", now: Workbench.now).target
    #expect(try bench.text(target.item).contains("DUE:20261025T013000Z"))
    // A length from the start reaches it too (RFC 5545, 3.6.2).
    let other = try bench.put(
      "UID:b", "SUMMARY:x", "DTSTART;TZID=Europe/Berlin:20261025T003000", "DURATION:PT3H", kind: "VTODO")
    #expect(
      try bench.workspace.item(ItemTarget(item: other)).due?.axisSeconds
        == moment.seconds)
  }
}
