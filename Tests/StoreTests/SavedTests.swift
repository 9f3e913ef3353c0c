import CivilTime
import TestSupport
import Testing

@testable import Store

@Suite struct SavedTests {
  private let store: CalendarStore
  private let now: Instant

  init() throws {
    store = try CalendarStore.inMemory(zones: ZoneDatabase())
    now = try Library.instant("20261118")
  }

  @Test func aViewIsFoundByItsNameInAnyCaseAndReplacedUnderIt() throws {
    #expect(try store.saveView(named: "Ausflüge", "first", language: 3, cause: "a", now: now) == false)
    #expect(try store.savedView(named: "AUSFLÜGE")?.text == "first")
    #expect(try store.saveView(named: "ausflüge", "second", language: 3, cause: "b", now: now) == true)
    #expect(try store.savedViews().map(\.text) == ["second"])
    #expect(try store.savedView(named: "Ausfluge") == nil)
  }

  @Test func everyWriteIsOneStepThatUndoTakesBack() throws {
    _ = try store.saveView(named: "v", "first", language: 3, cause: "save", now: now)
    _ = try store.saveView(named: "v", "second", language: 3, cause: "save again", now: now)
    try store.dropView(try #require(try store.savedView(named: "v")), cause: "drop", now: now)
    #expect(try store.history().map(\.cause) == ["drop", "save again", "save"])
    var texts: [String?] = []
    for _ in 0..<3 {
      _ = try store.undo(.latest, now: now)
      texts.append(try store.savedView(named: "v")?.text)
    }
    #expect(texts == ["second", "first", nil])
    for _ in 0..<3 { _ = try store.redo(now: now) }
    #expect(try store.savedViews().isEmpty)
    #expect(try store.verify() == [])
  }

  @Test func aSetKeepsNumbersSoThatDeletedCalendarsComeBackIntoIt() throws {
    let work = try store.addCalendar(title: "Work", now: now)
    let home = try store.addCalendar(title: "Home", now: now)
    #expect(
      try store.saveCalendarSet(named: "all days", [home.id, work.id], cause: "save", now: now) == false)
    try store.deleteCalendar(work, cause: "delete", now: now)
    #expect(try store.calendarSets().map(\.calendars) == [[home.id, work.id]])
    _ = try store.undo(.latest, now: now)
    #expect(try store.calendars().map(\.title).sorted() == ["Home", "Work"])
    // A number is never given twice, so that a new calendar never slips into a set.
    try store.deleteCalendar(home, cause: "delete", now: now)
    let other = try store.addCalendar(title: "Other", now: now)
    #expect(try store.calendarSets().first?.calendars.contains(other.id) == false)
    let set = try #require(try store.calendarSets().first)
    try store.dropCalendarSet(set, cause: "drop", now: now)
    #expect(try store.calendarSets().isEmpty)
    _ = try store.undo(.latest, now: now)
    #expect(try store.calendarSets() == [set])
  }

  @Test func aBatchTakesThemAlong() throws {
    try store.beginBatch(cause: "batch", now: now)
    _ = try store.saveView(named: "v", "text", language: 3, cause: "save", now: now)
    _ = try store.saveCalendarSet(named: "s", [1], cause: "save", now: now)
    try store.rollbackBatch()
    #expect(try store.savedViews().isEmpty)
    #expect(try store.calendarSets().isEmpty)
    #expect(try store.history().isEmpty)
  }
}
