import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// The store object.
@Suite struct StoreObjectTests {
  /// Row 1.
  @Test func itsIdentitySurvivesReopeningAndIsAnotherForAStoreMadeAnew() throws {
    let fixture = try Fixture()
    let identity = fixture.store.eventStoreIdentifier
    #expect(identity.count == 32)
    #expect(try fixture.other().eventStoreIdentifier == identity)
    #expect(try Fixture().store.eventStoreIdentifier != identity)
  }

  /// Row 1.
  @Test func objectsKeepTheirStoreAlive() throws {
    let fixture = try Fixture()
    var event: EKEvent?
    do {
      let store = try fixture.other()
      event = EKEvent(eventStore: store)
      event?.calendar = try fixture.calendar("Work", in: store)
    }
    event?.startDate = noon
    let kept = try #require(event)
    #expect(try kept.store.save(kept, reaching: .thisEvent))
  }

  /// Row 1.
  @Test func useAfterCloseIsAReportedError() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    fixture.store.close()
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .internalFailure)
    #expect(fixture.store.calendars(for: .event).isEmpty)
    #expect(!event.refresh())
    #expect(!fixture.store.problems.isEmpty)
  }

  /// What is saved without commit becomes one transaction, seen by others only then.
  ///
  /// Row 8.
  @Test func whatIsSavedWithoutCommitBecomesOneTransaction() throws {
    let fixture = try Fixture()
    let other = try fixture.other()
    try fixture.store.save(fixture.event("A"), span: .thisEvent, commit: false)
    try fixture.store.save(fixture.event("B"), span: .thisEvent, commit: false)
    #expect(try fixture.events().map(\.title).sorted() == ["A", "B"])
    #expect(try fixture.events(other).isEmpty)
    try fixture.store.commit()
    #expect(try fixture.events(other).count == 2)
    let steps = try fixture.raw().history(limit: 1)
    #expect(steps.first?.added == 2)
    try fixture.store.commit()
  }

  /// Row 9.
  @Test func aSaveThatFailsTakesBackAllThatWaitedAndTheObjectsWithIt() throws {
    let fixture = try Fixture()
    let waiting = fixture.event("Waiting")
    try fixture.store.save(waiting, span: .thisEvent, commit: false)
    #expect(!waiting.isNew)
    let bad = fixture.event("Bad", hours: -1)
    #expect(code { try fixture.store.save(bad, span: .thisEvent, commit: true) } == .datesInverted)
    #expect(try fixture.events().isEmpty)
    #expect(waiting.isNew && waiting.title == "Waiting" && waiting.eventIdentifier == nil)
    try fixture.store.save(waiting, span: .thisEvent)
    #expect(try fixture.events().map(\.title) == ["Waiting"])
  }

  /// Row 9.
  @Test func aBadItemWithoutCommitMakesTheCommitFailAndTheFileStaysAsItWas() throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.event("Good"), span: .thisEvent, commit: false)
    #expect(
      code { try fixture.store.save(fixture.event("Bad", hours: -1), span: .thisEvent, commit: false) }
        == .datesInverted)
    #expect(code { try fixture.store.commit() } == .datesInverted)
    #expect(try fixture.events().isEmpty)
    try fixture.store.save(fixture.event("Next"), span: .thisEvent)
    #expect(try fixture.events().count == 1)
  }

  /// Rollback takes back what waits and the objects with it; a removed one is itself again.
  ///
  /// Row 8.
  @Test func rollbackTakesBackWhatWaitsAndTheObjectsWithIt() throws {
    let fixture = try Fixture()
    let event = fixture.event("Kept")
    try fixture.store.save(event, span: .thisEvent)
    try fixture.store.remove(event, span: .thisEvent, commit: false)
    #expect(event.title.isEmpty)
    fixture.store.rollback()
    #expect(event.title == "Kept" && event.refresh())
  }

  /// After reset objects are invalid: reading is noted, saving refused, unsaved changes are lost.
  ///
  /// Row 10.
  @Test func afterResetObjectsAreInvalid() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent, commit: false)
    fixture.store.reset()
    #expect(try fixture.events().isEmpty)
    #expect(event.title.isEmpty)
    #expect(fixture.store.problems.contains { $0.reason == "invalidated" })
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .internalFailure)
    #expect(!event.refresh())
    fixture.store.clearProblems()
    #expect(fixture.store.problems.isEmpty)
  }

  /// Row 11.
  @Test func objectsCalendarsAndPredicatesOfAnotherStoreAreRefused() throws {
    let fixture = try Fixture()
    let other = try fixture.other()
    let event = fixture.event()
    #expect(code { try other.save(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
    #expect(code { try other.remove(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
    #expect(code { try other.saveCalendar(fixture.work, commit: true) } == .objectBelongsToDifferentStore)
    let predicate = fixture.store.predicateForEvents(withStart: noon, end: noon, calendars: nil)
    #expect(code { _ = try other.checkedEvents(matching: predicate) } == .objectBelongsToDifferentStore)
    let mixed = other.predicateForEvents(withStart: noon, end: noon, calendars: [fixture.work])
    #expect(code { _ = try other.checkedEvents(matching: mixed) } == .objectBelongsToDifferentStore)
    let own = EKEvent(eventStore: other)
    own.startDate = noon
    own.calendar = fixture.work
    #expect(code { try other.save(own, span: .thisEvent) } == .objectBelongsToDifferentStore)
  }

  /// Row 1.
  @Test func aStoreForOneKindOfItemHasNothingOfTheOther() throws {
    let fixture = try Fixture()
    let store = try fixture.other(kinds: .reminder)
    #expect(store.calendars(for: .event).isEmpty)
    #expect(store.calendars(for: .reminder).map(\.title) == ["Tasks"])
    #expect(store.access(to: .event) == .denied)
  }

  /// Row 1.
  @Test func threadsCanUseOneStoreAtATime() async throws {
    let fixture = try Fixture()
    let store = fixture.store
    let calendar = fixture.work.calendarIdentifier
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let event = EKEvent(eventStore: store)
          event.title = "Event \(number)"
          event.startDate = noon
          event.calendar = store.calendar(withIdentifier: calendar)
          _ = try? store.save(event, span: .thisEvent)
        }
      }
    }
    #expect(try fixture.events().count == 8)
  }
}
