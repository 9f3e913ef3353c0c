import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import Store

/// Steps of the journal that grow over several transactions, as a sync's do.
@Suite struct GrowingStepTests {
  private let store: CalendarStore
  private let home: CalendarRecord

  init() throws {
    store = try CalendarStore.inMemory(zones: zones)
    home = try store.addCalendar(title: "Home", now: Library.now)
  }

  @discardableResult
  private func put(_ uid: String, _ title: String) throws(StoreError) -> Int {
    let lines = "BEGIN:VEVENT\nUID:\(uid)\nDTSTART:20261118T090000\nSUMMARY:\(title)\nEND:VEVENT\n"
    guard let component = ComponentText.component(Array(lines.utf8)) else { return 0 }
    let id = try store.items(uid: uid).first
    let change = ItemChange.put(id: id, calendar: home.id, component: component)
    return try store.apply([change], cause: "put \(title)", now: Library.now).first ?? 0
  }

  private func grow(_ step: inout GrowingStep, _ uid: String, _ title: String) throws {
    try store.inStep(&step) { () throws(StoreError) in _ = try put(uid, title) }
  }

  private func titles() throws -> [String] {
    #expect(try store.verify() == [])
    return try all(store.events(from: nil, to: nil, viewer: .utc)).compactMap {
      try store.record($0.series)?.title
    }.sorted()
  }

  private func sync() -> GrowingStep { GrowingStep("sync Home", now: Library.now, origin: .synced) }

  @Test func severalTransactionsAreOneStep() throws {
    var step = sync()
    try grow(&step, "a", "A")
    try grow(&step, "b", "B")
    try grow(&step, "a", "A again")
    let found = try #require(try store.history().first)
    #expect(found.id == step.number)
    #expect([found.added, found.changed, found.deleted] == [2, 1, 0])
    #expect(found.state == .growing && found.origin == .synced && found.cause == "sync Home")
    try store.close(step)
    #expect(try store.history().first?.state == .inForce)
    #expect(try store.undo(.lastSync, now: Library.now).id == step.number)
    #expect(try titles() == [])
    try store.redo(now: Library.now)
    #expect(try titles() == ["A again", "B"])
  }

  @Test func aStepWithoutChangesLeavesNoRow() throws {
    var step = sync()
    let before = try store.history()
    try store.inStep(&step) { () throws(StoreError) in _ = try store.calendars() }
    try store.close(step)
    #expect(step.number == nil)
    #expect(try store.history() == before)
  }

  @Test func aFailedTransactionKeepsWhatTheStepHasDone() throws {
    var step = sync()
    try grow(&step, "a", "A")
    #expect(throws: StoreError.self) {
      try store.inStep(&step) { () throws(StoreError) in
        try put("b", "B")
        throw StoreError(.interrupted, "")
      }
    }
    #expect(try titles() == ["A"])
    #expect(try store.history().first?.added == 1)
    try grow(&step, "c", "C")
    try store.close(step)
    #expect(try store.history().first?.added == 2)
    try store.undo(.lastSync, now: Library.now)
    #expect(try titles() == [])
  }

  @Test func aFirstTransactionThatFailsLeavesNoStep() throws {
    var step = sync()
    let before = try store.history()
    #expect(throws: StoreError.self) {
      try store.inStep(&step) { () throws(StoreError) in
        try put("b", "B")
        throw StoreError(.interrupted, "")
      }
    }
    #expect(step.number == nil)
    #expect(try store.history() == before)
    try grow(&step, "a", "A")
    try store.close(step)
    #expect(try titles() == ["A"])
  }

  @Test func aStepThatIsNotClosedIsNotUndone() throws {
    var step = sync()
    try grow(&step, "a", "A")
    let number = try #require(step.number)
    #expect(throws: StoreError(.nothingToUndo, "memory")) {
      try store.undo(.lastSync, now: Library.now)
    }
    #expect(throws: StoreError(.settledStep, "u\(number)", detail: "it is not finished")) {
      try store.undo(.number(number), now: Library.now)
    }
    // The program that extended it is gone.
    #expect(try store.closeGrowingSteps() == 1)
    #expect(try store.closeGrowingSteps() == 0)
    try store.undo(.number(number), now: Library.now)
    #expect(try titles() == [])
  }

  @Test func plainUndoTakesNoSync() throws {
    try put("mine", "Mine")
    var step = sync()
    try grow(&step, "a", "A")
    try store.close(step)
    #expect(try store.undo(.byHand, now: Library.now).cause == "put Mine")
    #expect(try titles() == ["A"])
  }

  /// Between two transactions of a sync another program may write.
  @Test func whatOthersChangedMeanwhileIsTold() throws {
    try put("a", "A")
    var step = sync()
    try grow(&step, "a", "A synced")
    try grow(&step, "b", "B")
    try put("a", "A by hand")
    let byHand = try #require(try store.history().first)
    try grow(&step, "c", "C")
    try store.close(step)
    #expect(try store.plan(.undo, .lastSync).since.map(\.id) == [byHand.id])
    #expect(throws: StoreError.self) { try store.undo(.lastSync, now: Library.now) }
    #expect(try titles() == ["A by hand", "B", "C"])
    // The sync changed it once more.
    try grow(&step, "a", "A merged")
    try store.closeGrowingSteps()
    #expect(try store.plan(.undo, .lastSync).since.map(\.id) == [byHand.id])
  }

  @Test func whatOthersChangedBeforeItsTurnIsNoLaterChange() throws {
    try put("a", "A")
    var step = sync()
    try grow(&step, "b", "B")
    try put("a", "A by hand")
    try grow(&step, "a", "A merged")
    try store.close(step)
    #expect(try store.plan(.undo, .lastSync).since == [])
    try store.undo(.lastSync, now: Library.now)
    #expect(try titles() == ["A by hand"])
  }

  @Test func aStepDoesNotGrowInsideABatch() throws {
    try store.beginBatch(cause: "begin", now: Library.now)
    var step = sync()
    #expect(throws: StoreError(.batchOpen, "memory")) {
      try store.inStep(&step) { () throws(StoreError) in _ = try put("a", "A") }
    }
    try store.rollbackBatch()
  }

  /// What was undone before a sync cannot be redone over it.
  @Test func aClosedStepSettlesWhatWasUndone() throws {
    try put("a", "A")
    try store.undo(.byHand, now: Library.now)
    var step = sync()
    try grow(&step, "b", "B")
    #expect(try store.plan(.redo, .latest).step.cause == "put A")
    try store.close(step)
    #expect(throws: StoreError(.nothingToRedo, "memory")) { try store.redo(now: Library.now) }
  }
}
