import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

/// Whose steps `undo` takes back, and what it does where others changed the same things since.
@Suite struct RevertTests {
  private let store: CalendarStore
  private let home: CalendarRecord

  init() throws {
    store = try CalendarStore.inMemory(zones: zones)
    home = try store.addCalendar(title: "Home", now: Library.now)
  }

  private func component(_ uid: String, _ lines: String...) throws -> Component {
    let lines = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20261118T090000"] + lines + ["END:VEVENT"]
    return try #require(ComponentText.component(Array(lines.joined(separator: "\n").utf8)))
  }

  @discardableResult
  private func put(_ title: String, _ id: Int? = nil, as client: String = "kal") throws -> Int {
    store.client = client
    defer { store.client = "kal" }
    let change = ItemChange.put(
      id: id, calendar: home.id, component: try component("u-\(id ?? -1)-\(title)", "SUMMARY:\(title)"))
    return try #require(
      try store.apply([change], cause: "put \(title)", now: Library.now).first)
  }

  private func take(_ text: String) throws {
    var pieces = [Array(text.utf8)]
    _ = try store.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
  }

  private func title(_ id: Int) throws -> String? { try store.record(id)?.title }

  private func titles() throws -> Set<String> {
    #expect(try store.verify() == [])
    return Set(
      try all(store.events(from: nil, to: nil, viewer: .utc)).compactMap {
        try store.record($0.series)?.title
      })
  }

  /// A series whose overrides come back apart from each other, and so does the master where it was changed.
  @Test(arguments: [1, 2, 3, 100]) func aStepIsTakenBackInParts(size: Int) throws {
    let days = 19...23
    let overrides = days.map { day in
      event("s", "DTSTART:202611\(day)T140000\nRECURRENCE-ID:202611\(day)T090000\nSUMMARY:On \(day)")
    }
    let others = (0..<3).map { event("o\($0)", "DTSTART:20261118T1\($0)0000\nSUMMARY:Other \($0)") }
    try take(
      calendar(
        event("s", "DTSTART:20261118T090000\nRRULE:FREQ=DAILY;COUNT=9\nSUMMARY:Series"), overrides[0],
        others[0], overrides[1], overrides[2], others[1], overrides[3], others[2], overrides[4]))
    let made = try #require(try store.calendars().last)
    func rows() throws -> [Occurrence] { try all(store.events(from: nil, to: nil, viewer: .utc)) }
    let before = try rows()
    store.revertedTogether = size
    _ = try store.deleteCalendar(made, cause: "delete calendar", now: Library.now)
    try store.undo(.byHand, now: Library.now)
    #expect(try store.verify() == [])
    #expect(try rows() == before)

    let changes = try store.items(uid: "s").map { id -> ItemChange in
      let text = String(decoding: try #require(try store.componentText(id)), as: UTF8.self)
      let later = text.replacing("T090000", with: "T093000")
      return .put(
        id: id, calendar: made.id, component: try #require(ComponentText.component(Array(later.utf8))))
    }
    try store.apply(changes, cause: "move", now: Library.now)
    #expect(try rows() != before)
    try store.undo(.byHand, now: Library.now)
    #expect(try store.verify() == [])
    #expect(try rows() == before)
  }

  @Test func aClientTakesBackItsOwnStepsOnly() throws {
    try put("mine")
    try put("theirs", as: "bar")
    #expect(try store.history().map(\.client) == ["bar", "kal", "kal"])
    #expect(try store.undo(.byHand, now: Library.now).cause == "put mine")
    #expect(try titles() == ["theirs"])
    #expect(try store.redo(now: Library.now).cause == "put mine")
    store.client = "bar"
    #expect(storeError { _ = try store.redo(now: Library.now) }?.code == .nothingToRedo)
    #expect(storeError { _ = try store.undo(.number(2), now: Library.now) }?.code == .foreignStep)
    #expect(try store.undo(.byHand, now: Library.now).cause == "put theirs")
    #expect(storeError { _ = try store.undo(.byHand, now: Library.now) }?.code == .nothingToUndo)
    #expect(try titles() == ["mine"])
  }

  @Test func theOwnerTakesBackAnybodysStepByItsNumber() throws {
    try put("theirs", as: "bar")
    #expect(storeError { _ = try store.plan(.undo, .number(2)) }?.code == .foreignStep)
    #expect(try store.plan(.undo, .number(2), anybodys: true).step.client == "bar")
    try store.revert(.undo, .number(2), now: Library.now, anybodys: true)
    #expect(try titles() == [])
    // Who undid it can do it again; whose step it was did not undo anything.
    store.client = "bar"
    #expect(storeError { _ = try store.redo(now: Library.now) }?.code == .nothingToRedo)
    store.client = "kal"
    try store.redo(now: Library.now)
    #expect(try titles() == ["theirs"])
  }

  @Test func somethingNewSettlesOnlyWhatTheSameClientUndid() throws {
    try put("mine")
    try store.undo(.byHand, now: Library.now)
    try put("theirs", as: "bar")
    #expect(try store.redo(now: Library.now).cause == "put mine")
  }

  @Test func importsAreTakenBackOnlyWhenTheyAreNamed() throws {
    try put("mine")
    try take(calendar(event("a", "SUMMARY:Imported\nDTSTART:20261118T110000Z")))
    #expect(try store.undo(.byHand, now: Library.now).cause == "put mine")
    #expect(storeError { _ = try store.undo(.byHand, now: Library.now) } == nil)
    #expect(try store.undo(.lastImport, now: Library.now).cause == "import x.ics")
    #expect(try store.history().first { $0.cause == "import x.ics" }?.origin == .imported)
  }

  @Test func whatOthersChangedSinceIsNotOverwrittenUnsaid() throws {
    let id = try put("first")
    try put("second", id, as: "bar")
    let plan = try store.plan(.undo, .byHand)
    #expect(plan.since.map(\.cause) == ["put second"] && plan.count == 1)
    let error = storeError { _ = try store.undo(.byHand, now: Library.now) }
    #expect(error?.code == .changedSince)
    #expect(error?.message == "what u2 did was changed since: by u3 of bar, put second")
    #expect(try titles() == ["second"])
    // Agreeing to one change is no agreement to the next.
    try put("third", id, as: "bar")
    #expect(
      storeError { try store.revert(.undo, .byHand, now: Library.now, agreed: [3]) }?.code == .changedSince)
    try store.revert(.undo, .byHand, now: Library.now, agreed: [3, 4])
    #expect(try titles() == [])
  }

  @Test func whatWasChangedAndChangedBackCountsForNothing() throws {
    let id = try put("first")
    try put("second", id, as: "bar")
    store.client = "bar"
    try store.undo(.byHand, now: Library.now)
    store.client = "kal"
    #expect(try store.plan(.undo, .byHand).since == [])
    try store.undo(.byHand, now: Library.now)
    #expect(try titles() == [])
  }

  @Test func anOverrideOfSomebodyElseCountsAsAChange() throws {
    let master = try component("s", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Series")
    _ = try store.apply(
      [.put(id: nil, calendar: home.id, component: master)], cause: "series", now: Library.now)
    store.client = "bar"
    let override = try #require(
      ComponentText.component(
        Array(
          "BEGIN:VEVENT\nUID:s\nRECURRENCE-ID:20261119T090000\nDTSTART:20261119T100000\nSUMMARY:Moved\nEND:VEVENT"
            .utf8)))
    _ = try store.apply(
      [.put(id: nil, calendar: home.id, component: override)], cause: "override", now: Library.now)
    store.client = "kal"
    #expect(try store.plan(.undo, .byHand).since.map(\.cause) == ["override"])
  }

  @Test func aCalendarStaysAsLongAsOthersUseIt() throws {
    try take(calendar(event("a", "SUMMARY:Imported\nDTSTART:20261118T110000Z")))
    let imported = try #require(try store.calendars().last)
    store.client = "bar"
    let own = try store.apply(
      [.put(id: nil, calendar: imported.id, component: try component("own", "SUMMARY:Own"))], cause: "own",
      now: Library.now)
    store.client = "kal"
    let plan = try store.plan(.undo, .lastImport)
    #expect(plan.keptCalendars == [imported.title] && plan.since == [])
    try store.undo(.lastImport, now: Library.now)
    #expect(try titles() == ["Own"])
    #expect(try store.record(own[0])?.calendar == imported.id)
  }

  @Test func whatSomebodyElseOrganizesStays() throws {
    let meeting = """
      SUMMARY:Theirs
      DTSTART:20261118T120000Z
      ORGANIZER:mailto:ann@example.org
      ATTENDEE:mailto:me@example.org
      """
    try take(calendar(event("a", "SUMMARY:Plain\nDTSTART:20261118T110000Z"), event("b", meeting)))
    let plan = try store.plan(.undo, .lastImport, own: ["me@example.org"])
    #expect(plan.count == 1 && plan.items.map(\.title) == ["Plain"] && plan.items.map(\.effect) == [.removed])
    #expect(plan.kept.map(\.title) == ["Theirs"])
    #expect(plan.keptCalendars.count == 1)
    try store.revert(.undo, .lastImport, now: Library.now, own: ["me@example.org"])
    #expect(try titles() == ["Theirs"])
    // What one did oneself to an invitation is one's own to take back.
    let id = try #require(try store.items(uid: "b").first)
    _ = try store.apply([.delete(id)], cause: "delete", now: Library.now)
    try store.revert(.undo, .byHand, now: Library.now, own: ["me@example.org"])
    #expect(try titles() == ["Theirs"])
  }

  @Test func stepsThatCannotBeRevertedSayWhy() throws {
    try put("mine")
    try store.undo(.byHand, now: Library.now)
    func reason(_ number: Int, _ direction: RevertDirection = .undo) -> String? {
      storeError { _ = try store.plan(direction, .number(number)) }?.message
    }
    #expect(reason(99) == "there is no step u99")
    #expect(reason(2) == "u2 cannot be reverted: it is undone already")
    #expect(reason(3) == "u3 cannot be reverted: it is an undo itself")
    #expect(reason(1, .redo) == "u1 cannot be reverted: it was not undone")
    try put("new")
    #expect(reason(2, .redo)?.contains("too much was done since") == true)
  }

  @Test func anItemWhoseCalendarIsGoneDoesNotComeBackWithoutIt() throws {
    let id = try put("mine")
    _ = try store.apply([.delete(id)], cause: "delete", now: Library.now)
    store.client = "bar"
    _ = try store.deleteCalendar(home, cause: "delete calendar", now: Library.now)
    store.client = "kal"
    #expect(storeError { _ = try store.undo(.byHand, now: Library.now) }?.code == .settledStep)
    #expect(try store.verify() == [])
  }

  /// Steps that earlier versions wrote are the owner's.
  @Test func stepsOfBeforeBelongToTheOwner() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    try write(try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-6.sqlite")), to: path)
    let old = try CalendarStore(path: path, access: .write, zones: zones)
    let history = try old.history()
    #expect(!history.isEmpty && history.allSatisfy { $0.client == "kal" })
    #expect(history.filter { $0.cause.hasPrefix("import ") }.allSatisfy { $0.origin == .imported })
  }
}
