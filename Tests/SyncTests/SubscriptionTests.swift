import Store
import SyncCore
import TestSupport
import Testing
import Transport

@testable import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calendars that are added with an address, and asked when they are due.
@Suite struct SubscriptionTests {
  private let server: WebServer
  private let published: FeedBench.Published
  private let store: CalendarStore
  private let transport: HelperTransport
  private static let start = FeedBench.start

  init() throws {
    let published = FeedBench.Published()
    self.published = published
    server = try WebServer { request in published.reply.withLock { $0 }(request) }
    transport = HelperTransport(program: BuiltProgram.path("kal-sync"), variables: BuiltProgram.variables)
    store = try CalendarStore.inMemory(zones: zones)
  }

  private func answer(_ reply: @escaping @Sendable (WebServer.Request) -> WebServer.Reply) {
    published.reply.withLock { $0 = reply }
  }

  private func publish(_ titles: String..., header: [String] = []) {
    let feed = FeedBench.feed(titles.map { FeedBench.event($0, $0) }, header: header)
    answer { _ in .ok(feed) }
  }

  private func book(_ seconds: Int = 0) -> AccountBook {
    AccountBook(store, now: Self.start.adding(seconds: seconds))
  }

  @discardableResult
  private func subscribe(_ title: String = "Team", _ path: String = "/team.ics") throws -> CalendarRecord {
    try book().subscribe(to: server.url(path), title: title, color: nil, by: transport)
  }

  private func sync(after seconds: Int, asksAll: Bool = false, only: Int? = nil) throws -> AccountReport {
    let source = try #require(try store.sources().first { $0.kind == .subscribed })
    let sync = SubscriptionSync(
      store, source, now: Self.start.adding(seconds: seconds), only: only, asksAll: asksAll)
    let report = try sync.run(by: transport)
    #expect(try store.verify(now: Self.start) == [])
    return report
  }

  private func titles(in calendar: CalendarRecord) throws -> [String] {
    try store.objectNames(in: calendar.id).flatMap { try store.items(of: $0, in: calendar.id) }
      .map { try store.title(ofItem: $0) ?? "" }.sorted()
  }

  @Test func aSubscriptionIsReadOnlyAndFetchedOnce() throws {
    publish("a", "b", header: ["X-APPLE-CALENDAR-COLOR:#ff0000"])
    let calendar = try subscribe()
    #expect(calendar.isSubscribed && !calendar.isWritable && calendar.color == "#FF0000")
    #expect(try titles(in: calendar) == ["a", "b"])
    #expect(server.requests.count == 1)
  }

  @Test func whatBringsNoCalendarIsNotAdded() throws {
    answer { _ in .ok("<!DOCTYPE html><html></html>") }
    let host = "127.0.0.1:\(server.port)"
    #expect(throws: AccountError.feed(.webPage(host: host))) { try subscribe() }
    #expect(throws: AccountError.feed(.invalidAddress("ftp://x/y"))) {
      try book().subscribe(to: "ftp://x/y", title: "X", color: nil, by: transport)
    }
    #expect(try store.calendars().isEmpty && store.accounts().isEmpty)
  }

  @Test func oneAddressIsOneCalendar() throws {
    publish("a")
    try subscribe()
    #expect(throws: AccountError.alreadySubscribed(calendar: "Team")) { try subscribe("Other") }
    #expect(throws: AccountError.store(StoreError(.calendarExists, "team"))) {
      try subscribe("team", "/other.ics")
    }
  }

  @Test func anAddressIsAskedWhenItIsDueOrNamed() throws {
    publish("a")
    let calendar = try subscribe()
    let early = try sync(after: 60)
    #expect(early.notDue["Team"] == Self.start.adding(seconds: 6 * 3_600) && server.requests.count == 1)
    #expect(early.collections.isEmpty)
    publish("a", "c")
    #expect(try sync(after: 60, asksAll: true).collections.map(\.takenIn) == [1])
    #expect(try sync(after: 60 + 6 * 3_600).collections.count == 1)
    #expect(try titles(in: calendar) == ["a", "c"])
  }

  @Test func oneThatFailsKeepsWhatItHasAndTheOthersGoOn() throws {
    publish("a")
    let first = try subscribe()
    try subscribe("Second", "/second.ics")
    answer { $0.path == "/team.ics" ? .status(500) : .ok(FeedBench.feed([FeedBench.event("x", "X")])) }
    let report = try sync(after: 10, asksAll: true)
    #expect(report.collections.count { $0.fault != nil } == 1)
    #expect(report.collections.count { $0.takenIn == 1 } == 1)
    #expect(try titles(in: first) == ["a"])
    #expect(
      try AccountLine.all(in: store).first { $0.kind == "subscriptions" }?.state.contains("failed") == true)
  }

  @Test func anAddressThatMovedForGoodIsFollowed() throws {
    publish("a")
    try subscribe()
    let place = server.url("/new.ics")
    answer { request in
      request.path == "/new.ics"
        ? .ok(FeedBench.feed([FeedBench.event("a", "A")])) : .redirect(301, to: place)
    }
    let report = try sync(after: 10, asksAll: true)
    #expect(report.collections.first?.notes.first?.kind == .moved(to: place))
    #expect(try store.collections().map(\.name) == [place])
  }

  @Test func aCalendarThatIsDeletedHereIsForgotten() throws {
    publish("a")
    try store.deleteCalendar(try subscribe(), cause: "delete", now: Self.start)
    #expect(try store.collections().isEmpty)
    let report = try sync(after: 10, asksAll: true)
    #expect(report.collections.isEmpty && server.requests.count == 1)
    // With an undo it comes back with its address.
    try store.undo(.byHand, now: Self.start)
    publish("a", "b")
    #expect(try sync(after: 20).collections.map(\.takenIn) == [1])
    #expect(try store.calendars().filter(\.isSubscribed).map(\.title) == ["Team"])
  }

  @Test func oneUndoTakesASubscriptionBackWithItsItems() throws {
    publish("a")
    try subscribe()
    try store.undo(.byHand, now: Self.start)
    #expect(try store.calendars().isEmpty && store.accounts().isEmpty && store.collections().isEmpty)
    try store.redo(now: Self.start)
    let calendar = try #require(try store.calendars().first)
    #expect(try titles(in: calendar) == ["a"])
    #expect(try !sync(after: 10).isChanged)
    publish("a", "b")
    #expect(try sync(after: 20, asksAll: true).collections.map(\.takenIn) == [1])
    // The calendar has items of a later sync, and an address to which nothing can be sent.
    #expect(throws: StoreError.self) { try store.undo(.byHand, now: Self.start) }
  }

  /// A watch of folders goes on while a server is slow.
  @Test func answersAreFetchedAhead() throws {
    publish("a")
    let calendar = try subscribe()
    publish("a", "b")
    let source = try #require(try store.sources().first { $0.kind == .subscribed })
    let due = SubscriptionSync(store, source, now: Self.start.adding(seconds: 100_000))
    let requests = try due.requests()
    #expect(requests.map(\.url) == [try server.url("/team.ics")])
    #expect(try SubscriptionSync(store, source, now: Self.start.adding(seconds: 1)).requests().isEmpty)
    let (program, variables) = (BuiltProgram.path("kal-sync"), BuiltProgram.variables)
    let ahead = AnswersAhead(requests) { HelperTransport(program: program, variables: variables) }
    while !ahead.isDone { usleep(1_000) }
    #expect(server.requests.count == 2)
    #expect(try due.run(by: ahead).isChanged)
    #expect(try titles(in: calendar) == ["a", "b"] && server.requests.count == 2)
    // What was fetched is given once.
    _ = try ahead.answer(try #require(requests.first))
    #expect(server.requests.count == 3)
  }

  /// What the store has of a subscription is a copy: an undo of a sync does not part it from its address.
  @Test func anUndoneSyncIsTakenInAnew() throws {
    publish("a", "b")
    let calendar = try subscribe()
    let feed = FeedBench.feed([FeedBench.event("a", "other"), FeedBench.event("c", "c")])
    answer { request in
      request.headers["if-none-match"] == "\"2\"" ? .status(304) : .ok(feed, ["ETag: \"2\""])
    }
    #expect(try sync(after: 100, asksAll: true).isChanged)
    #expect(try titles(in: calendar) == ["c", "other"])
    try store.undo(.lastSync, now: Self.start)
    #expect(try titles(in: calendar) == ["a", "b"])
    let report = try sync(after: 110)
    #expect(report.collections.map(\.rejected) == [0] && report.collections.map(\.held) == [0])
    #expect(try titles(in: calendar) == ["c", "other"])
    #expect(try !sync(after: 10_000).isChanged)
  }
}
