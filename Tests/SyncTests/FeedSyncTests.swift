import Store
import Sync
import SyncCore
import TestSupport
import Testing
import Transport

/// The sync of a calendar with a published one.
@Suite struct FeedSyncTests {
  private let bench: FeedBench

  init() throws { bench = try FeedBench() }

  private static let two = [FeedBench.event("a", "A"), FeedBench.event("b", "B")]

  /// A server that knows validators.
  private func publish(_ items: [String], tag: String, modified: String? = nil) {
    bench.answer { request in
      let headers = ["ETag: " + tag] + (modified.map { ["Last-Modified: " + $0] } ?? [])
      return request.headers["if-none-match"] == tag
        ? .status(304, headers) : .ok(FeedBench.feed(items), headers)
    }
  }

  @Test func aFeedIsTakenInAndItsChangesAreToo() throws {
    bench.publish(Self.two)
    let first = try #require(try bench.sync().sync)
    #expect(first.takenIn == 2 && first.fault == nil)
    bench.publish([FeedBench.event("a", "A2"), FeedBench.event("c", "C")])
    let second = try #require(try bench.sync().sync)
    #expect(second.takenIn == 2 && second.deletedHere == 1)
    #expect(try bench.titles == ["A2", "C"])
  }

  @Test func anUnchangedFeedIsNotSentAgain() throws {
    publish(Self.two, tag: "\"1\"", modified: "Wed, 18 Nov 2026 10:00:00 GMT")
    try bench.sync()
    let report = try bench.sync(after: 60)
    #expect(report.isUnchanged && report.fault == nil)
    let headers = try #require(bench.server.requests.last?.headers)
    #expect(headers["if-none-match"] == "\"1\"")
    #expect(headers["if-modified-since"] == "Wed, 18 Nov 2026 10:00:00 GMT")
    #expect(bench.server.requests.first?.headers["if-none-match"] == nil)
    #expect(try bench.titles == ["A", "B"])
    #expect(try bench.state.nextTry == FeedBench.start.adding(seconds: 60 + 6 * 3_600))
  }

  @Test func aFeedWithADateAloneIsAskedByIt() throws {
    let date = "Wed, 18 Nov 2026 10:00:00 GMT"
    bench.answer { request in
      request.headers["if-modified-since"] == date
        ? .status(304) : .ok(FeedBench.feed(Self.two), ["Last-Modified: " + date])
    }
    try bench.sync()
    #expect(try bench.sync().isUnchanged)
  }

  @Test func anAnswerThatNothingIsNewToAPlainRequestIsAFault() throws {
    bench.answer(.status(304))
    #expect(try bench.sync().fault == .oddAnswer(host: "127.0.0.1:\(bench.server.port)", status: 304))
  }

  @Test func aFeedThatIsMadeAnewAtEachRequestCausesNoWrites() throws {
    bench.publish([FeedBench.event("a", "A"), FeedBench.event("b", "B", "SEQUENCE:0")])
    try bench.sync()
    let change = try bench.store.lastChange()
    bench.publish(
      [
        FeedBench.event("b", "B", stamp: "20270101T000000Z"),
        FeedBench.event("a", "A", stamp: "20270101T000000Z"),
      ],
      header: ["X-WR-CALNAME:New"])
    let report = try bench.sync(after: 60)
    #expect(report.sync?.isChanged == false && report.title == "New")
    #expect(try bench.store.lastChange() == change)
  }

  @Test func newUIDsAtEachRequestCauseNoWritesEither() throws {
    bench.publish((0..<20).map { FeedBench.event("first-\($0)", "Title \($0)") })
    try bench.sync()
    let change = try bench.store.lastChange()
    for round in 0..<2 {
      bench.publish((0..<20).reversed().map { FeedBench.event("\(round)-\($0)", "Title \($0)") })
      #expect(try bench.sync().sync?.isChanged == false)
    }
    #expect(try bench.store.lastChange() == change)
    // A change beside it is a change of one item.
    bench.publish((0..<20).map { FeedBench.event("third-\($0)", $0 == 3 ? "Other" : "Title \($0)") })
    let report = try #require(try bench.sync().sync)
    #expect(report.takenIn == 1 && report.deletedHere == 1)
    #expect(try bench.titles.contains("Other"))
    #expect(try bench.titles.count == 20)
  }

  @Test func itemsWithoutUIDKeepTheirPlace() throws {
    bench.publish([FeedBench.event(nil, "A"), FeedBench.event(nil, "A"), FeedBench.event(nil, "B")])
    #expect(try bench.sync().sync?.takenIn == 3)
    let change = try bench.store.lastChange()
    bench.publish([FeedBench.event(nil, "B"), FeedBench.event(nil, "A"), FeedBench.event(nil, "A")])
    #expect(try bench.sync().sync?.isChanged == false)
    #expect(try bench.store.lastChange() == change)
    #expect(try bench.titles == ["A", "A", "B"])
  }

  @Test func whatTheFeedSaysOfItselfIsInTheReport() throws {
    bench.publish(
      Self.two,
      header: [
        "X-WR-CALNAME:Team\\, all", "NAME:Other", "COLOR:red", "X-WR-CALDESC:What we do",
        "REFRESH-INTERVAL;VALUE=DURATION:PT2H", "X-PUBLISHED-TTL:PT1H",
      ])
    let report = try bench.sync()
    #expect(report.title == "Team, all" && report.color == "red" && report.description == "What we do")
    #expect(try bench.state.nextTry == FeedBench.start.adding(seconds: 7_200))
    #expect(try bench.state.succeeded == FeedBench.start && bench.state.fault == nil)
  }

  // MARK: Faults

  @Test(arguments: [404, 410, 401, 403, 400, 418, 500, 503, 429])
  func aFaultOfTheServerKeepsTheCalendar(_ status: Int) throws {
    publish(Self.two, tag: "\"1\"")
    try bench.sync()
    bench.answer(.status(status))
    let report = try bench.sync(after: 60)
    let fault = try #require(report.fault)
    #expect(report.sync == nil && fault.message.contains("\(status)") && fault.hint != nil)
    #expect(try bench.titles == ["A", "B"])
    let state = try bench.state
    #expect(state.tag == "\"1\"" && state.fault == fault.message)
    #expect(state.succeeded == FeedBench.start)
    #expect(state.nextTry == FeedBench.start.adding(seconds: 60 + 15 * 60))
    publish(Self.two, tag: "\"1\"")
    #expect(try bench.sync(after: 1_000).isUnchanged)
    #expect(try bench.state.fault == nil)
  }

  @Test func aServerThatFailsIsAskedLessOftenUntilOnceADay() throws {
    bench.answer(.status(500))
    var waits: [Int] = []
    var now = 0
    for _ in 0..<9 {
      try bench.sync(after: now)
      let next = try #require(try bench.state.nextTry)
      waits.append((next.seconds - FeedBench.start.seconds - now) / 60)
      now = next.seconds - FeedBench.start.seconds
    }
    #expect(waits == [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440])
  }

  @Test(arguments: [
    ("3600", 3_600), ("0", 60), ("999999999999", 86_400), ("99999999999999999999999999", 86_400),
    ("Thu, 19 Nov 2026 00:26:40 GMT", 48_000), ("Sun, 06 Nov 1994 08:49:37 GMT", 60), ("soon", 900),
    ("", 900),
  ])
  func aServerMaySayWhenItIsToBeAsked(_ text: String, seconds: Int) throws {
    for status in [429, 503] {
      let bench = try FeedBench()
      bench.answer(.status(status, ["Retry-After: " + text]))
      try bench.sync()
      let wait = try #require(try bench.state.nextTry).seconds - FeedBench.start.seconds
      #expect(wait == seconds, "\(text)")
    }
  }

  @Test func aWebPageInPlaceOfTheCalendarKeepsIt() throws {
    bench.publish(Self.two)
    try bench.sync()
    let host = "127.0.0.1:\(bench.server.port)"
    for (text, fault) in [
      ("<!DOCTYPE html><html>Log in</html>", FeedFault.webPage(host: host)),
      ("\n <HTML></HTML>", .webPage(host: host)), ("{}", .notCalendar(host: host)),
      ("", .notCalendar(host: host)), ("BEGIN:VCARD\r\nEND:VCARD\r\n", .notCalendar(host: host)),
      (String(FeedBench.feed(Self.two).dropLast(20)), .truncated(host: host)),
    ] {
      bench.answer(.ok(text))
      #expect(try bench.sync().fault == fault)
      #expect(try bench.titles == ["A", "B"])
    }
  }

  @Test func anAnswerThatBreaksOffKeepsTheCalendar() throws {
    publish(Self.two, tag: "\"1\"")
    try bench.sync()
    let half = Array(FeedBench.feed(Self.two).utf8.prefix(100))
    bench.answer(
      WebServer.Reply([.bytes(WebServer.Reply.head(200, ["Content-Length: 5000"]) + half), .close]))
    guard case .transport(let fault) = try bench.sync().fault else {
      Issue.record("no fault")
      return
    }
    #expect(fault.code == .connectionLost)
    #expect(try bench.titles == ["A", "B"] && bench.state.tag == "\"1\"")
  }

  @Test func aFaultOfTheNetworkIsTriedAgainAndAMissingProgramIsNotTheServers() throws {
    let (store, collection) = (bench.store, bench.collection)
    var step = GrowingStep("sync", now: FeedBench.start, origin: .synced)
    let sync = FeedSync(
      store, collection, account: "Feeds", title: "Team", addresses: [], now: FeedBench.start)
    let gone = HelperTransport(program: "/nonexistent/kal-sync", variables: [:])
    let report = try sync.run(by: gone, &step)
    #expect(report.fault?.codeText == "helper-failed" && report.fault?.hint != nil)
    #expect(try bench.state.nextTry == nil && bench.state.fault != nil)
  }

  // MARK: Care

  @Test func anEmptiedFeedIsHeldAndAskedForAgain() throws {
    publish((0..<5).map { FeedBench.event("\($0)", "T\($0)") }, tag: "\"1\"")
    try bench.sync()
    publish([], tag: "\"2\"")
    #expect(try bench.sync().sync?.held == 5)
    #expect(try bench.titles.count == 5 && bench.state.tag == nil)
    #expect(try bench.sync().sync?.held == 5)
    var state = try bench.state
    state.condition = .allowed
    try bench.store.set(state, ofCollection: bench.collection.id)
    #expect(try bench.sync().sync?.deletedHere == 5)
    #expect(try bench.titles.isEmpty && bench.state.tag == "\"2\"")
    #expect(try bench.sync().isUnchanged)
  }

  @Test func aBrokenItemStaysAsItIsKnownAndHarmsNoOther() throws {
    bench.publish(Self.two + [FeedBench.event("c", "C")])
    try bench.sync()
    let deep = Array(repeating: "BEGIN:X-A", count: 70) + Array(repeating: "END:X-A", count: 70)
    let broken = FeedBench.event("b", "B2").replacing(
      "END:VEVENT", deep.joined(separator: "\r\n") + "\r\nEND:VEVENT")
    bench.publish([FeedBench.event("a", "A2"), broken])
    let report = try #require(try bench.sync().sync)
    #expect(report.takenIn == 1 && report.deletedHere == 1 && report.unreadable == 1)
    #expect(report.notes.map(\.href) == ["b"])
    #expect(try bench.titles == ["A2", "B"])
    bench.publish([FeedBench.event("a", "A2"), FeedBench.event("b", "B2")])
    try bench.sync()
    #expect(try bench.titles == ["A2", "B2"])
  }

  @Test func aDryRunWritesNothing() throws {
    publish(Self.two, tag: "\"1\"")
    let report = try bench.sync(isDryRun: true)
    #expect(report.sync?.takenIn == 2)
    #expect(try bench.titles.isEmpty && bench.state == CollectionState())
    bench.answer(.status(500))
    #expect(try bench.sync(isDryRun: true).fault != nil)
    #expect(try bench.state == CollectionState())
  }

  @Test func aNewAddressForGoodIsTold() throws {
    let feed = FeedBench.feed(Self.two)
    bench.answer { $0.path == "/new.ics" ? .ok(feed) : .redirect(301, to: "/new.ics") }
    #expect(try bench.sync().movedTo == bench.server.url("/new.ics"))
    #expect(try bench.titles == ["A", "B"])
    bench.answer { $0.path == "/new.ics" ? .ok(feed) : .redirect(302, to: "/new.ics") }
    #expect(try bench.sync().movedTo == nil)
  }

  @Test func theHelperHasTheVersionOfTheProgram() { #expect(HelperTransport.version == StoreFormat.writer) }

  @Test func aFeedIsDueWhenItsTimeHasCome() throws {
    bench.publish(Self.two)
    #expect(FeedSchedule.isDue(try bench.state, FeedBench.start))
    try bench.sync()
    #expect(!FeedSchedule.isDue(try bench.state, FeedBench.start.adding(seconds: 6 * 3_600 - 1)))
    #expect(FeedSchedule.isDue(try bench.state, FeedBench.start.adding(seconds: 6 * 3_600)))
  }
}
