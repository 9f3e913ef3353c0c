import CivilTime
import Interchange
import Model
import Store
import Testing

@testable import Editing

/// Edits of items whose zones their own files defined, two of them under one name.
@Suite struct PrivateZoneTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static func file(_ offset: String, _ uid: String, _ title: String) -> String {
    """
    BEGIN:VCALENDAR
    X-WR-CALNAME:Home
    BEGIN:VTIMEZONE
    TZID:Town
    BEGIN:STANDARD
    DTSTART:20000101T000000
    TZOFFSETFROM:\(offset)
    TZOFFSETTO:\(offset)
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:\(uid)
    SUMMARY:\(title)
    DTSTART;TZID=Town:20261120T120000
    DURATION:PT1H
    RRULE:FREQ=DAILY;COUNT=4
    END:VEVENT
    BEGIN:VEVENT
    UID:\(uid)
    SUMMARY:\(title) moved
    DTSTART;TZID=Town:20261121T130000
    DURATION:PT1H
    RECURRENCE-ID;TZID=Town:20261121T120000
    END:VEVENT
    END:VCALENDAR
    """
  }

  /// The first at 12:00 of +01:00, which is Berlin's in winter, the second at 12:00 of +05:00.
  private func take() throws -> [Int] {
    for (offset, uid, title) in [("+0100", "a", "First"), ("+0500", "b", "Second")] {
      var pieces = [Array(Self.file(offset, uid, title).utf8)]
      _ = try bench.store.importCalendars(named: "x.ics", now: Workbench.now) { pieces.popLast() }
    }
    return try ["a", "b"].map { try #require(try bench.store.items(uid: $0).first) }
  }

  private func times() throws -> [String] { try bench.rows().map { String($0.prefix(16)) } }

  private func isSound() throws {
    #expect(try bench.store.verify(now: Workbench.now) == [])
    let before = try bench.rows()
    try bench.store.rebuild(now: Workbench.now)
    #expect(try bench.rows() == before)
  }

  @Test(arguments: EditSpan.allCases) func aNewTitleMovesNothing(_ span: EditSpan) throws {
    let items = try take()
    let before = try times()
    #expect(before.count == 8)
    for item in items {
      _ = try bench.workspace.save(
        bench.edit([(.title, { $0.title = "New" })]), to: try bench.target(item, "20261122T120000"),
        span: span, cause: "edit", now: Workbench.now)
      #expect(try times() == before)
    }
    try isSound()
    while (try? bench.store.undo(.latest, now: Workbench.now)) != nil {}
    #expect(try bench.rows() == [])
  }

  @Test func whatIsMovedOrCopiedKeepsItsZone() throws {
    let items = try take()
    let other = try bench.store.addCalendar(title: "Other", now: Workbench.now)
    let before = try times()
    for item in items {
      _ = try bench.workspace.move(
        try bench.target(item), into: other.id, span: .all, cause: "move", now: Workbench.now)
      #expect(try times() == before)
    }
    for item in items {
      _ = try bench.workspace.duplicate(
        try bench.target(item), start: nil, into: 1, cause: "copy", now: Workbench.now)
    }
    // The copy of a series is one of its rule alone: at noon on the second day too.
    let rows = try bench.rows()
    #expect(rows.count { $0.contains(" 12:00 ") } == 3 + 4 && rows.count { $0.contains(" 08:00 ") } == 3 + 4)
    try isSound()
  }

  @Test func anOccurrenceThatIsMovedStaysInItsZone() throws {
    let items = try take()
    for item in items {
      let target = try bench.target(item, "20261123T120000")
      var edit = ItemEdit(of: try bench.workspace.item(target))
      edit.set(.start) { item in
        item.start = item.start.map { $0.with(wall: CivilDateTime(clamping: $0.wall.wallSeconds + 3600)) }
      }
      _ = try bench.workspace.save(edit, to: target, span: .this, cause: "edit", now: Workbench.now)
    }
    let rows = try bench.rows().filter { $0.hasPrefix("2026-11-23") }
    #expect(rows == ["2026-11-23 09:00 Second", "2026-11-23 13:00 First"])
    try isSound()
  }
}
