import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Sync
import Testing

/// What observers of the notification center hear, and the refresh of sources that they hear of.
@Suite struct NotificationTests {
  /// Counts the notifications of a store while it lives.
  private final class Ear {
    let heard = Box(0)
    private var observer: (any NSObjectProtocol)?

    init(_ store: EKEventStore) {
      let heard = heard
      observer = NotificationCenter.default.addObserver(
        forName: .EKEventStoreChanged, object: store, queue: nil
      ) { _ in heard.change { $0 += 1 } }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    /// Whether it hears something, given up after so many looks.
    func hears(moreThan count: Int = 0) async throws -> Bool {
      for _ in 0..<5_000 where heard.value <= count { try await Task.sleep(nanoseconds: 2_000_000) }
      return heard.value > count
    }
  }

  /// Row 69: own saves, saves of another store object and of another connection, and a change of access.
  @Test func observersHearOfEveryKindOfChange() async throws {
    let fixture = try Fixture()
    let ear = Ear(fixture.store)
    try fixture.store.save(fixture.event("Own"), span: .thisEvent)
    #expect(try await ear.hears())
    let other = try fixture.other()
    let event = EKEvent(eventStore: other)
    event.startDate = noon
    event.calendar = try fixture.calendar("Work", in: other)
    var count = ear.heard.value
    try other.save(event, span: .thisEvent)
    #expect(try await ear.hears(moreThan: count))
    count = ear.heard.value
    try fixture.importing("BEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261119T100000Z\r\nEND:VEVENT\r\n")
    #expect(try await ear.hears(moreThan: count))
    count = ear.heard.value
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    #expect(try await ear.hears(moreThan: count))
  }

  /// A program that asks for access has changed nothing; what is decided is a change, also before the first look.
  @Test func aRequestIsNoChangeAndItsAnswerIsOne() async throws {
    let fixture = try Fixture()
    let program = try fixture.other(client: "app", reason: "Plans", timeout: 1e9)
    let ear = Ear(program)
    let answer = Task { try await program.requestFullAccessToEvents() }
    let raw = try fixture.raw()
    while try raw.access(of: "app", to: .event)?.requested == nil {
      try await Task.sleep(nanoseconds: 2_000_000)
    }
    // Longer than some looks take.
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(ear.heard.value == 0)
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    #expect(try await answer.value)
    #expect(try await ear.hears())
    let later = try fixture.other(client: "app")
    let other = Ear(later)
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    #expect(try await other.hears())
  }

  /// A change between the opening of the store and the first look of its watch is told too.
  @Test func nothingIsMissedBeforeTheFirstLook() async throws {
    let fixture = try Fixture()
    let store = try fixture.other()
    let ear = Ear(store)
    _ = try fixture.raw().addCalendar(title: "At once", now: Instant(seconds: 0))
    #expect(try await ear.hears())
  }

  @Test func aStoreThatIsLeftAloneTellsNothingAndDoesNotLiveOn() async throws {
    let fixture = try Fixture()
    weak var left: EKEventStore?
    do {
      let store = try fixture.other()
      left = store
      let ear = Ear(store)
      try await Task.sleep(nanoseconds: 100_000_000)
      #expect(ear.heard.value == 0)
    }
    for _ in 0..<500 where left != nil { try await Task.sleep(nanoseconds: 2_000_000) }
    #expect(left == nil)
  }

  // MARK: Refreshing

  /// A folder that is an account of the store, with one event in it.
  private func account(_ fixture: Fixture) throws {
    let folder = fixture.folder.appendingPathComponent("dav")
    let team = folder.appendingPathComponent("team")
    try FileManager.default.createDirectory(at: team, withIntermediateDirectories: true)
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:f\r\nDTSTAMP:20261118T100000Z\r\n"
      + "DTSTART:20261119T100000Z\r\nSUMMARY:From a folder\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    try Data(text.utf8).write(to: team.appendingPathComponent("f.ics"))
    let raw = try fixture.raw()
    let (_, step) = try AccountBook(raw, now: Instant(seconds: 1_795_012_200)).add("DAV", path: folder.path)
    try raw.close(step)
  }

  @Test func aRefreshBringsInWhatTheFolderOfAnAccountHolds() async throws {
    let fixture = try Fixture()
    try account(fixture)
    #expect(fixture.store.sources.map(\.title).contains("DAV"))
    #expect(try fixture.events().isEmpty)
    let ear = Ear(fixture.store)
    let before = ear.heard.value
    fixture.store.refreshSourcesIfNecessary()
    for _ in 0..<5_000 where try fixture.events().isEmpty { try await Task.sleep(nanoseconds: 2_000_000) }
    #expect(try fixture.events().map(\.title) == ["From a folder"])
    #expect(try await ear.hears(moreThan: before))
    #expect(fixture.store.problems.isEmpty)
  }

  @Test func aRefreshOfAFolderThatIsGoneIsAProblemOfTheStore() async throws {
    let fixture = try Fixture()
    try account(fixture)
    try FileManager.default.removeItem(at: fixture.folder.appendingPathComponent("dav"))
    fixture.store.refreshSourcesIfNecessary()
    for _ in 0..<5_000 where fixture.store.problems.isEmpty { try await Task.sleep(nanoseconds: 2_000_000) }
    #expect(fixture.store.problems.first?.reason == "sync-incomplete")
    #expect(fixture.store.problems.first?.message.hasPrefix("DAV: ") == true)
  }

  /// Who may read nothing brings nothing in, and what it may read later is not lost by it.
  @Test func aRefreshWithoutAccessDoesNothing() async throws {
    let fixture = try Fixture()
    try account(fixture)
    let program = try fixture.other(client: "app", reason: "Plans")
    program.refreshSourcesIfNecessary()
    try await Task.sleep(nanoseconds: 100_000_000)
    #expect(try fixture.events().isEmpty && program.problems.isEmpty)
    try fixture.store.setAccess(.full, ofClient: "app", to: .event)
    program.refreshSourcesIfNecessary()
    for _ in 0..<5_000 where try fixture.events().isEmpty { try await Task.sleep(nanoseconds: 2_000_000) }
    #expect(try fixture.events(program).map(\.title) == ["From a folder"])
  }
}
