import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

/// Steps, taking them back, doing them again, and what others learn of them.
@Suite struct JournalTests {
  private let store: CalendarStore

  init() throws { store = try CalendarStore.inMemory(zones: zones) }

  private func component(_ lines: String...) throws -> Component {
    try #require(
      ComponentText.component(
        Array((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\n").utf8)))
  }

  private func take(_ text: String) throws {
    var pieces = [Array(text.utf8)]
    _ = try store.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
  }

  /// All that a store holds that is not derived and not the journal itself, and all that is derived.
  private func contents() throws -> [String] {
    #expect(try store.verify() == [])
    var text: [UInt8] = []
    try store.export(.everything) {
      text += $0
      return true
    }
    return [String(decoding: text, as: UTF8.self)] + (try store.calendars()).map { "\($0)" }
      + (try store.sources()).map { "\($0)" }
  }

  @Test func everyStepIsTakenBackAndDoneAgain() throws {
    var states = [try contents()]
    func did(_ body: () throws -> Void) throws {
      try body()
      states.append(try contents())
    }
    try did {
      try take(
        calendar(
          event("a", "DTSTART:20261118T090000\nRRULE:FREQ=DAILY;COUNT=5"),
          event("a", "DTSTART:20261119T100000\nRECURRENCE-ID:20261119T090000"),
          event("b", "DTSTART;VALUE=DATE:20261120")))
    }
    let id = try #require(try store.items(uid: "b").first)
    let home = try #require(try store.calendars().first)
    try did {
      _ = try store.apply(
        [
          .put(
            id: id, calendar: home.id,
            component: try component("UID:b", "DTSTART:20261121T090000", "SUMMARY:New")
          ),
          .put(id: nil, calendar: home.id, component: try component("UID:c", "DTSTART:20261122T090000")),
        ], cause: "two", now: Library.now)
    }
    var other: CalendarRecord?
    try did { other = try store.addCalendar(title: "Other", color: "#102030", now: Library.now) }
    let target = try #require(other)
    try did {
      let family = try store.items(uid: "a")
      _ = try store.apply(
        try family.map { id in
          let text = try #require(try store.componentText(id))
          return .put(id: id, calendar: target.id, component: try #require(ComponentText.component(text)))
        }, cause: "move", now: Library.now)
    }
    try did {
      let override = try #require(try store.items(uid: "a").last)
      _ = try store.apply([.delete(override)], cause: "delete one", now: Library.now)
    }
    try did {
      var renamed = target
      renamed.title = "Renamed"
      renamed.isHidden = true
      try store.update(renamed, cause: "rename", now: Library.now)
    }
    try did { try store.setDefaultCalendar(target.id, for: .event, now: Library.now) }
    #expect(try store.defaultCalendar(for: .event)?.id == target.id)
    try did {
      let calendar = try #require(try store.calendars().last)
      #expect(try store.deleteCalendar(calendar, cause: "delete calendar", now: Library.now) == 1)
    }
    #expect(try store.defaultCalendar(for: .event) == nil)
    try did {
      try take(
        calendar(event("b", "DTSTART:20261201T090000\nSEQUENCE:3"), event("d", "DTSTART:20261202T090000")))
    }

    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        _ = try store.undo(.latest, now: Library.now)
        #expect(try contents() == state)
      }
      #expect(storeError { _ = try store.undo(.latest, now: Library.now) }?.code == .nothingToUndo)
      for state in states.dropFirst() {
        _ = try store.redo(now: Library.now)
        #expect(try contents() == state)
      }
      #expect(storeError { _ = try store.redo(now: Library.now) }?.code == .nothingToRedo)
    }
  }

  @Test func somethingNewEndsWhatCouldBeRedone() throws {
    try take(calendar(event("a", "DTSTART:20261118T090000")))
    try take(calendar(event("b", "DTSTART:20261118T090000")))
    #expect(try store.undo(.latest, now: Library.now).cause == "import x.ics")
    try take(calendar(event("c", "DTSTART:20261118T090000")))
    #expect(storeError { _ = try store.redo(now: Library.now) }?.code == .nothingToRedo)
    #expect(try store.history().map(\.state) == [.inForce, .inForce, .settled, .inForce])
    #expect(try store.history().map(\.kind) == [.done, .undo, .done, .done])
    _ = try store.undo(.latest, now: Library.now)
    _ = try store.undo(.latest, now: Library.now)
    #expect(try store.items(uid: "a").isEmpty)
    #expect(storeError { _ = try store.undo(.latest, now: Library.now) }?.code == .nothingToUndo)
  }

  @Test func anUnchangedImportIsNoStep() throws {
    let text = calendar(event("a", "DTSTART:20261118T090000"))
    try take(text)
    try take(text)
    #expect(try store.history().map(\.added) == [1])
  }

  @Test func aBatchIsOneStepSeenByItsOwnerAtOnce() throws {
    let home = try store.addCalendar(title: "Home", now: Library.now)
    let before = try contents()
    try store.beginBatch(cause: "batch", now: Library.now)
    let made = try store.apply(
      [.put(id: nil, calendar: home.id, component: try component("UID:a", "DTSTART:20261118T090000"))],
      cause: "1",
      now: Library.now)
    let id = try #require(made.first)
    #expect(try store.record(id)?.uid == "a")
    // A part that fails takes back itself alone.
    #expect(
      storeError {
        _ = try store.apply(
          [
            .put(id: id, calendar: home.id, component: try component("UID:z", "DTSTART:20261118T090000")),
            .delete(99),
          ], cause: "2", now: Library.now)
      }?.code == .itemGone)
    #expect(try store.record(id)?.uid == "a")
    #expect(storeError { try store.beginBatch(cause: "x", now: Library.now) }?.code == .batchOpen)
    #expect(storeError { _ = try store.undo(.latest, now: Library.now) }?.code == .batchOpen)
    _ = try store.apply([.delete(id)], cause: "3", now: Library.now)
    _ = try store.apply(
      [.put(id: nil, calendar: home.id, component: try component("UID:b", "DTSTART:20261118T090000"))],
      cause: "4",
      now: Library.now)
    try store.commitBatch()
    #expect(try store.items(uid: "b").count == 1)
    _ = try store.undo(.latest, now: Library.now)
    #expect(try contents() == before)

    try store.beginBatch(cause: "batch", now: Library.now)
    _ = try store.addCalendar(title: "Gone", now: Library.now)
    #expect(try store.calendars().count == 2)
    try store.rollbackBatch()
    #expect(try contents() == before)
    #expect(storeError { try store.commitBatch() }?.code == .noBatch)
  }

  @Test func aBatchWhoseFirstPartFailsGoesOn() throws {
    let home = try store.addCalendar(title: "Home", now: Library.now)
    try store.beginBatch(cause: "batch", now: Library.now)
    let new = try component("UID:a", "DTSTART:20261118T090000")
    #expect(
      storeError {
        _ = try store.apply(
          [.put(id: nil, calendar: home.id, component: new), .delete(99)], cause: "1", now: Library.now)
      }?.code == .itemGone)
    _ = try store.inOneStep("2", now: Library.now, keeping: false) { () throws(StoreError) in
      try store.apply([.put(id: nil, calendar: home.id, component: new)], cause: "2", now: Library.now)
    }
    #expect(try store.items(uid: "a").isEmpty)
    _ = try store.apply([.put(id: nil, calendar: home.id, component: new)], cause: "3", now: Library.now)
    try store.commitBatch()
    #expect(try store.history().map(\.cause) == ["batch", "add calendar Home"])
    #expect(try store.history().map(\.added) == [1, 0])
    // A batch in which nothing was kept is no step.
    try store.beginBatch(cause: "empty", now: Library.now)
    try store.commitBatch()
    #expect(try store.history().count == 2)
  }

  @Test func changesSinceAStateAreToldOnce() throws {
    let start = try store.state()
    #expect(start == "s0")
    try take(calendar(event("a", "DTSTART:20261118T090000"), event("b", "DTSTART:20261118T090000")))
    let middle = try store.state()
    let (a, b) = (
      try #require(try store.items(uid: "a").first), try #require(try store.items(uid: "b").first)
    )
    _ = try store.apply([.delete(b)], cause: "x", now: Library.now)
    _ = try store.apply(
      [
        .put(id: a, calendar: 1, component: try component("UID:a", "DTSTART:20261118T100000")),
        .put(id: nil, calendar: 1, component: try component("UID:c", "DTSTART:20261118T100000")),
      ], cause: "x", now: Library.now)
    let c = try #require(try store.items(uid: "c").first)
    let (since, now) = try store.changes(since: middle)
    #expect(since.map(\.kind) == [.deleted, .updated, .created])
    #expect(since.map(\.subject) == [.item(b, .event), .item(a, .event), .item(c, .event)])
    #expect(try store.changes(since: now).changes.isEmpty)
    // What came and went is not told.
    #expect(
      try store.changes(since: start).changes.map(\.subject) == [
        .calendar(1), .item(a, .event), .item(c, .event),
      ])
    for state in ["41", "s", "s-1", "s99", "x0"] {
      #expect(storeError { _ = try store.changes(since: state) }?.code == .badToken)
    }
  }

  @Test func aCalendarHoldsAUIDOnce() throws {
    try take(calendar(event("a", "DTSTART:20261118T090000")))
    let new = ItemChange.put(
      id: nil, calendar: 1, component: try component("UID:a", "DTSTART:20261119T090000"))
    #expect(storeError { _ = try store.apply([new], cause: "x", now: Library.now) }?.code == .duplicateUID)
  }
}
