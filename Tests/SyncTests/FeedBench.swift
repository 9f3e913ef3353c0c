import Locking
import Store
import SyncCore
import TestSupport
import Testing
import Transport

@testable import Sync

/// A store with a calendar that is subscribed to a server of the test's own, through the real helper.
struct FeedBench {
  let server: WebServer
  let store: CalendarStore
  let calendar: CalendarRecord
  let collection: CollectionRecord
  let transport: HelperTransport
  private let published: Published
  static let start = Instant(seconds: 1_795_000_000)

  /// What the server answers, which a test changes.
  final class Published: Sendable {
    let reply = Mutex<@Sendable (WebServer.Request) -> WebServer.Reply>({ _ in .status(404) })
  }

  init() throws {
    let published = Published()
    self.published = published
    server = try WebServer { request in published.reply.withLock { $0 }(request) }
    transport = HelperTransport(program: BuiltProgram.path("kal-sync"), variables: BuiltProgram.variables)
    store = try CalendarStore.inMemory(zones: zones)
    let source = try store.addSource(title: "Feeds", kind: .local, now: Self.start)
    try store.addAccount(
      AccountRecord(source: source.id, kind: .subscriptions, address: ""), cause: "subscribe", now: Self.start
    )
    calendar = try store.addCalendar(title: "Team", source: source.id, now: Self.start)
    collection = try store.addCollection(
      account: source.id, calendar: calendar.id, name: server.url("/team.ics"), cause: "subscribe",
      now: Self.start)
  }

  /// Has the server answer this way from now on.
  func answer(_ reply: @escaping @Sendable (WebServer.Request) -> WebServer.Reply) {
    published.reply.withLock { $0 = reply }
  }

  func answer(_ reply: WebServer.Reply) { answer { _ in reply } }

  /// Has the server publish a calendar with these items.
  func publish(_ items: [String], header: [String] = [], headers: [String] = []) {
    answer(.ok(Self.feed(items, header: header), headers))
  }

  /// Syncs once; the store's own rules hold afterwards.
  @discardableResult
  func sync(after seconds: Int = 0, isDryRun: Bool = false) throws -> FeedReport {
    let now = Self.start.adding(seconds: seconds)
    var step = GrowingStep("sync Feeds", now: now, origin: .synced)
    let report = try FeedSync(
      store, collection, account: "Feeds", title: "Team", addresses: [], now: now, isDryRun: isDryRun
    ).run(by: transport, &step)
    try store.close(step)
    #expect(try store.verify(now: now) == [])
    return report
  }

  var state: CollectionState { get throws { try store.state(ofCollection: collection.id) } }

  /// The titles of all items in the store, sorted.
  var titles: [String] {
    get throws {
      try store.objectNames(in: calendar.id).flatMap { try store.items(of: $0, in: calendar.id) }
        .map { try store.title(ofItem: $0) ?? "" }.sorted()
    }
  }

  /// The text of a calendar.
  static func feed(_ items: [String], header: [String] = []) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"] + header + items + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  /// An event.
  static func event(_ uid: String?, _ title: String, stamp: String = "20261118T000000Z", _ more: String...)
    -> String
  {
    let lines = uid.map { ["UID:" + $0] } ?? []
    return
      (["BEGIN:VEVENT"] + lines + ["DTSTAMP:" + stamp, "DTSTART:20261118T100000Z", "SUMMARY:" + title] + more
      + ["END:VEVENT"]).joined(separator: "\r\n")
  }
}
