import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// Feeds as the other side of a sync.
@Suite struct FeedCollectionTests {
  private func collection(
    _ items: [String], known: Set<String> = [], missing: [String: Int] = [:]
  ) throws -> FeedCollection {
    FeedCollection(
      try FeedContent(Array(FeedBench.feed(items).utf8), from: "x"), zones: zones, known: known,
      missing: missing)
  }

  private func identity(_ item: String) throws -> Int {
    try CalendarResource(bytes: Array(FeedBench.feed([item]).utf8)).contentIdentity
  }

  @Test func resourcesAreNamedByTheirUIDsAndReadAsTheyAreListed() throws {
    let feed = try collection([FeedBench.event("a", "A"), FeedBench.event("b", "B")])
    let entries = try feed.entries()
    #expect(entries.map(\.href) == ["a", "b"] && feed.isPublished)
    for entry in entries {
      let content = try feed.read(entry.href)
      #expect(content.stamp == entry.stamp)
      #expect(try CalendarResource(bytes: content.bytes).uid == entry.href)
    }
    #expect(throws: RemoteFault.gone("c")) { try feed.read("c") }
  }

  @Test func stampsAreNoPartOfAState() throws {
    func tag(_ item: String) throws -> String { try collection([item]).entries()[0].stamp.tag }
    let first = try tag(FeedBench.event("a", "A"))
    #expect(try tag(FeedBench.event("a", "A", stamp: "20300101T000000Z")) == first)
    #expect(try tag(FeedBench.event("a", "A", "LAST-MODIFIED:20300101T000000Z")) == first)
    #expect(try tag(FeedBench.event("a", "B")) != first)
    #expect(try tag(FeedBench.event("b", "A")) != first)
  }

  @Test func zonesThatTheSystemKnowsAreNotCopiedIntoEachItem() throws {
    func zone(_ name: String) -> String {
      "BEGIN:VTIMEZONE\r\nTZID:\(name)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0130\r\n"
        + "TZOFFSETTO:+0130\r\nEND:STANDARD\r\nEND:VTIMEZONE"
    }
    let times = ["Europe/Berlin", "Own"].map { "X-TIME;TZID=\($0):20261118T100000" }
    let feed = try collection([
      zone("Own"), zone("Europe/Berlin"), FeedBench.event("a", "A", times[0], times[1]),
    ])
    let found = try CalendarResource(bytes: feed.read("a").bytes)
    #expect(found.zones.map { $0.property("TZID")?.rawText } == ["Own"])
  }

  @Test func nothingIsWritten() throws {
    let feed = try collection([FeedBench.event("a", "A")])
    let reason = "a subscription is only read"
    #expect(throws: RemoteFault.notPermitted("a", reason: reason)) {
      try feed.write([], to: "a", replacing: nil, partial: nil)
    }
    #expect(throws: RemoteFault.notPermitted("a", reason: reason)) {
      try feed.delete("a", ResourceStamp(), partial: nil)
    }
    #expect(throws: RemoteFault.self) { try feed.set(CollectionProperties(title: "x")) }
    #expect(feed.partialName(for: "a") == nil)
  }

  @Test func anItemWithoutUIDIsNamedByItsContent() throws {
    func names(_ items: [String]) throws -> Set<String> { Set(try collection(items).entries().map(\.href)) }
    let (a, b) = (FeedBench.event(nil, "A"), FeedBench.event(nil, "B"))
    #expect(try names([a, b]) == names([b, a]))
    #expect(try names([a, a, b]).count == 3)
    #expect(try names([a, a, b]).isSuperset(of: names([a, b])))
    #expect(try names([FeedBench.event(nil, "A", stamp: "20300101T000000Z")]) == names([a]))
  }

  @Test func aNewUIDWithKnownContentKeepsTheOldOne() throws {
    let (a, b) = (FeedBench.event("old-a", "A"), FeedBench.event("old-b", "B"))
    let feed = try collection(
      [FeedBench.event("1", "B"), FeedBench.event("2", "A", "URL:https://x/2"), FeedBench.event("3", "C")],
      known: ["old-a", "old-b"], missing: ["old-a": identity(a), "old-b": identity(b)])
    #expect(try feed.entries().map(\.href) == ["old-b", "old-a", "3"])
    #expect(try CalendarResource(bytes: feed.read("old-a").bytes).uid == "old-a")
  }

  @Test func anItemWithItsOwnUIDIsNeverTakenForAnother() throws {
    let a = FeedBench.event("old", "A")
    let feed = try collection(
      [FeedBench.event("kept", "A"), FeedBench.event("new", "A"), FeedBench.event("newer", "A")],
      known: ["old", "kept"], missing: ["old": identity(a)])
    #expect(try feed.entries().map(\.href) == ["kept", "old", "newer"])
  }

  @Test func equalItemsWithNewUIDsAreGivenOutOnceEach() throws {
    let number = try identity(FeedBench.event("x", "A"))
    let feed = try collection(
      ["1", "2", "3"].map { FeedBench.event($0, "A") }, known: ["a", "b"],
      missing: ["a": number, "b": number])
    #expect(try feed.entries().map(\.href) == ["a", "b", "3"])
  }
}
