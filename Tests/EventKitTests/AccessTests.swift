import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// Access of programs to a store.
@Suite struct AccessTests {
  /// Whoever makes the store owns it; another client begins undetermined and reads nothing.
  ///
  /// Rows 2 and 3.
  @Test func whoeverMakesTheStoreOwnsIt() throws {
    let fixture = try Fixture()
    #expect(fixture.store.access(to: .event) == .full)
    try fixture.store.save(fixture.event(), span: .thisEvent)
    let program = try fixture.other(client: "app", reason: "Plans")
    #expect(program.access(to: .event) == .notDetermined)
    #expect(
      fixture.status(.event) == .notDetermined)
    #expect(program.calendars(for: .event).isEmpty && program.sources.isEmpty)
    #expect(program.defaultCalendarForNewEvents == nil)
    #expect(try fixture.events(program).isEmpty)
    // None of that asked the owner for anything.
    for kind in [ItemKind.event, .reminder] {
      #expect(try fixture.raw().access(of: "app", to: kind) == nil)
    }
    let made = fixture.folder.appendingPathComponent("own.sqlite").path
    #expect(try EKEventStore(path: made, client: "app").access(to: .reminder) == .full)
  }

  /// Row 2: EventKit's five, and one that only reads.
  @Test(arguments: AccessStatus.allCases)
  func eachStateIsKeptAndReadByEveryStoreObject(status: AccessStatus) throws {
    let fixture = try Fixture()
    try fixture.store.setAccess(status, ofClient: "app", to: .event)
    #expect(try fixture.other(client: "app").access(to: .event) == status)
    #expect(fixture.status(.event) == status.appleStatus)
    #expect(
      fixture.status(.reminder)
        == .notDetermined)
  }

  /// A request waits for the owner's answer; a store that was read before shows nothing until reset.
  ///
  /// Rows 4 and 10.
  @Test func aRequestWaitsForTheOwnersAnswer() async throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.event(), span: .thisEvent)
    let program = try fixture.other(client: "app", reason: "Plans", timeout: 20)
    #expect(try fixture.events(program).isEmpty)
    async let answer = program.requestFullAccessToEvents()
    let raw = try fixture.raw()
    while try raw.access(of: "app", to: .event)?.requested == nil {
      try await Task.sleep(nanoseconds: 2_000_000)
    }
    #expect(try raw.access(of: "app", to: .event)?.reason == "Plans")
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    #expect(try await answer)
    #expect(program.access(to: .event) == .full)
    #expect(try fixture.events(program).isEmpty)
    program.reset()
    #expect(try fixture.events(program).count == 1)
    #expect(program.access(to: .reminder) == .notDetermined)
  }

  /// Denied is false without an error, restricted is an error, on whatever thread the callback comes.
  ///
  /// Rows 2 and 5.
  @Test func deniedIsFalseWithoutAnError() async throws {
    let fixture = try Fixture()
    let program = try fixture.other(client: "app", reason: "Plans")
    func ask(_ type: EKEntityType) async -> (Bool, EKError?) {
      await withCheckedContinuation { continuation in
        program.requestAccess(to: type) { continuation.resume(returning: ($0, $1 as? EKError)) }
      }
    }
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    let denied = await ask(.event)
    #expect(!denied.0 && denied.1 == nil)
    try fixture.store.setAccess(.restricted, ofClient: "app", to: .reminder)
    let restricted = await ask(.reminder)
    #expect(!restricted.0 && restricted.1?.code == .eventStoreNotAuthorized)
    #expect(restricted.1?.reason == "access-restricted")
    // Nobody answers: false, and asking goes on another time.
    let silent = try fixture.other(client: "other", reason: "Plans")
    #expect(try await silent.requestFullAccessToReminders() == false)
    // The owner is not asked.
    #expect(try await fixture.store.requestWriteOnlyAccessToEvents())
  }

  /// Row 3.
  @Test func aRequestWithoutAReasonIsRefused() async throws {
    let fixture = try Fixture()
    let program = try fixture.other(client: "app", reason: "  ")
    await #expect(throws: EKError.self) { try await program.requestFullAccessToEvents() }
    #expect(try fixture.raw().access(of: "app", to: .event) == nil)
  }

  /// Rows 2 and 6.
  @Test func whatTheOwnerChangesTakesEffectAtOnceOthersCannotDecide() throws {
    let fixture = try Fixture()
    try fixture.store.save(fixture.event(), span: .thisEvent)
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    let program = try fixture.other(client: "app")
    let event = try #require(try fixture.events(program).first)
    event.title = "Changed"
    try fixture.store.setAccess(.readOnly, ofClient: "app", to: .event)
    #expect(try fixture.events(program).count == 1)
    #expect(code { try program.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
    #expect(code { try program.remove(event, span: .thisEvent) } == .eventStoreNotAuthorized)
    #expect(
      code { try program.saveCalendar(EKCalendar(for: .event, eventStore: program), commit: true) } != nil)
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    #expect(try fixture.events(program).isEmpty)
    #expect(!event.refresh())
    #expect(
      code { try program.setAccess(.full, ofClient: "app", to: .event) }
        == .eventStoreNotAuthorized)
  }

  /// Row 7.
  @Test func writeOnlyAddingWorksReadsAreEmptyOneCalendarStandsForAll() throws {
    let fixture = try Fixture()
    try fixture.store.setAccess(.writeOnly, ofClient: "app", to: .event)
    let program = try fixture.other(client: "app")
    let calendars = program.calendars(for: .event)
    #expect(calendars.map(\.title) == ["Calendar"] && program.sources.count == 1)
    #expect(program.calendars(for: .reminder).isEmpty)
    let event = EKEvent(eventStore: program)
    event.title = "Added"
    event.startDate = noon
    event.calendar = program.defaultCalendarForNewEvents
    try program.save(event, span: .thisEvent)
    #expect(event.calendar?.title == "Calendar")
    #expect(try fixture.events(program).isEmpty)
    #expect(event.eventIdentifier.flatMap(program.event(withIdentifier:)) == nil)
    #expect(try fixture.events().map(\.title) == ["Added"])
    event.title = "Changed"
    #expect(code { try program.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
    #expect(
      code { try fixture.store.setAccess(.writeOnly, ofClient: "app", to: .reminder) }
        == .invalidEntityType)
  }

  /// With access to one kind alone, removing a calendar of both takes that kind's items.
  ///
  /// Row 17.
  @Test func withAccessToOneKindAlone() throws {
    let fixture = try Fixture()
    let mixed = try fixture.raw().addCalendar(
      title: "Mixed", kinds: [.events, .reminders], now: Instant(seconds: 0))
    let event = fixture.event()
    event.calendar = try fixture.calendar("Mixed")
    try fixture.store.save(event, span: .thisEvent)
    let reminder = fixture.reminder()
    reminder.calendar = try fixture.calendar("Mixed")
    try fixture.store.save(reminder, commit: true)
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    let program = try fixture.other(client: "app")
    try program.removeCalendar(try fixture.calendar("Mixed", in: program), commit: true)
    #expect(try fixture.events().isEmpty)
    #expect(reminder.refresh())
    #expect(fixture.store.calendar(withIdentifier: mixed.publicID)?.allowedEntityTypes == .reminder)
  }

  /// M68.
  @Test func aCanceledRequestEndsAtOnceLongBeforeItsTime() async throws {
    let fixture = try Fixture()
    let program = try fixture.other(client: "app", reason: "Plans", timeout: 1e9)
    let answers = Box<[Bool]>([])
    let task = Task {
      let answer = try await program.requestFullAccessToEvents()
      answers.change { $0.append(answer) }
    }
    let raw = try fixture.raw()
    #expect(try await comes { try raw.access(of: "app", to: .event)?.requested != nil })
    task.cancel()
    let ends = try await comes { !answers.value.isEmpty }
    #expect(ends && answers.value == [false])
    // Where the cancel does nothing the owner's answer ends it, so that nothing waits for ever.
    if !ends { try fixture.store.setAccess(.denied, ofClient: "app", to: .event) }
    try await task.value
  }

  /// Whether a condition comes to hold, without keeping the thread that could bring it about.
  ///
  /// Given up after so many looks and not after a time: where all other tests take the threads,
  /// both sides wait for them alike.
  private func comes(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<5_000 {
      if try condition() { return true }
      try await Task.sleep(nanoseconds: 2_000_000)
    }
    return false
  }

  /// What was fetched while it was allowed is not read anew once it is not.
  ///
  /// Row 6.
  @Test func nothingIsReadAnewOnceAccessIsTakenBack() throws {
    let fixture = try Fixture()
    let saved = fixture.event()
    saved.addAlarm(EKAlarm(relativeOffset: -60))
    try fixture.store.save(saved, span: .thisEvent)
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    let program = try fixture.other(client: "app")
    let (event, other) = (try #require(try fixture.events(program).first), try fixture.events(program)[0])
    #expect(event.alarms?.count == 1)
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    saved.title = "Secret"
    try fixture.store.save(saved, span: .thisEvent)
    event.title = "Mine"
    event.reset()
    #expect(event.title == "Review" && !event.hasChanges)
    #expect(other.alarms == nil && other.notes == nil, "details are not loaded any more")
    #expect(program.calendarItem(withIdentifier: event.calendarItemIdentifier) == nil)
  }
}
