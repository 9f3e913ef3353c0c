import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// Feeds split into objects.
@Suite struct FeedContentTests {
  private func content(_ text: String) throws -> FeedContent {
    try FeedContent(Array(text.utf8), from: "example.com")
  }

  private func zone(_ name: String) -> String {
    [
      "BEGIN:VTIMEZONE", "TZID:" + name, "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0130",
      "TZOFFSETTO:+0130", "END:STANDARD", "END:VTIMEZONE",
    ].joined(separator: "\r\n")
  }

  @Test func componentsOfAUIDAreOneObject() throws {
    let found = try content(
      FeedBench.feed([
        FeedBench.event("a", "A", "RRULE:FREQ=DAILY"), FeedBench.event("b", "B"),
        FeedBench.event("a", "A2", "RECURRENCE-ID:20261119T100000Z"),
      ]))
    #expect(found.objects.map(\.uid) == ["a", "b"])
    #expect(found.objects.map { $0.resource.components.count } == [2, 1])
    for object in found.objects {
      let again = try CalendarResource(bytes: object.resource.bytes)
      #expect(again.uid == object.uid && again.isEquivalent(to: object.resource, zones: zones))
    }
  }

  @Test func anObjectHasTheZonesThatItNames() throws {
    func event(_ uid: String, _ zone: String) -> String {
      FeedBench.event(uid, uid).replacing("DTSTART:20261118T100000Z", "DTSTART;TZID=\(zone):20261118T100000")
    }
    let found = try content(
      FeedBench.feed([zone("One"), event("a", "One"), event("b", "Two"), zone("Two"), event("c", "Three")]))
    let names = found.objects.map { $0.resource.zones.compactMap { $0.property("TZID")?.rawText } }
    #expect(names == [["One"], ["Two"], []])
  }

  @Test func severalCalendarsInOneFeedHaveTheirOwnZones() throws {
    let event = FeedBench.event("a", "A").replacing("DTSTART:2026", "DTSTART;TZID=One:2026")
    let other = event.replacing("UID:a", "UID:b")
    let first = FeedBench.feed([zone("One"), event], header: ["NAME:First"])
    let second = FeedBench.feed(
      [zone("One").replacing("TZOFFSETTO:+0130", "TZOFFSETTO:+0200"), other], header: ["NAME:Second"])
    let found = try content(first + second)
    #expect(found.title == "First")
    #expect(found.objects.count == 2)
    let offsets = found.objects.map { object in
      object.resource.zones.first?.components.first?.property("TZOFFSETTO")?.rawText
    }
    #expect(offsets == ["+0130", "+0200"])
  }

  @Test func aMessageIsKeptAsAnItemAndTheCalendarsOwnPropertiesStayOutOfIt() throws {
    let found = try content(
      FeedBench.feed(
        [FeedBench.event("a", "A")], header: ["METHOD:PUBLISH", "X-WR-CALNAME:T", "CALSCALE:GREGORIAN"]))
    #expect(found.objects[0].resource.header.map(\.name) == ["VERSION", "PRODID", "CALSCALE"])
  }

  @Test func anItemThatStandsTwiceIsThereOnce() throws {
    let found = try content(
      FeedBench.feed([
        FeedBench.event("a", "First", "SEQUENCE:2"), FeedBench.event("a", "Second", "SEQUENCE:1"),
        FeedBench.event("b", "First"), FeedBench.event("b", "Second"),
      ]))
    #expect(
      found.objects.map { $0.resource.components.compactMap { $0.property(.summary)?.text } } == [
        ["First"], ["Second"],
      ])
  }

  @Test func whatTheFeedSaysOfItself() throws {
    let plain = try content(FeedBench.feed([]))
    #expect(plain.objects.isEmpty && plain.title == nil && plain.interval == nil && plain.color == nil)
    let said = try content(
      FeedBench.feed(
        [], header: ["NAME:N", "COLOR:red", "X-APPLE-CALENDAR-COLOR:#112233FF", "X-PUBLISHED-TTL:P1D"]))
    #expect(said.title == "N" && said.color == "#112233FF" && said.interval == 86_400)
    #expect(try content(FeedBench.feed([], header: ["REFRESH-INTERVAL:often"])).interval == nil)
  }

  @Test(arguments: ["\u{FEFF}", "\r\n  \t", "\u{FEFF}\n"])
  func whatWritersPutBeforeACalendarIsLeftOut(_ text: String) throws {
    #expect(try content(text + FeedBench.feed([FeedBench.event("a", "A")])).objects.count == 1)
  }

  @Test(arguments: ["", "\n\n", "\u{0}\u{0}", "\u{1A}", "  "])
  func whatWritersPutBehindACalendarIsLeftOut(_ text: String) throws {
    let feed = FeedBench.feed([FeedBench.event("a", "A")])
    #expect(try content(feed + text).objects.count == 1)
    #expect(try content(feed.lowercasedEnds + text).objects.count == 1)
  }

  @Test func anEndThatIsMissingSomewhereIsTruncation() throws {
    let feed = Array(FeedBench.feed([FeedBench.event("a", "A")]).utf8)
    // The line end behind the last line may be missing.
    for count in 15..<feed.count - 2 {
      #expect(throws: FeedFault.truncated(host: "x")) {
        try FeedContent(Array(feed.prefix(count)), from: "x")
      }
    }
    #expect(try FeedContent(feed.dropLast(2), from: "x").objects.count == 1)
    for count in 0..<15 {
      #expect(throws: FeedFault.notCalendar(host: "x")) {
        try FeedContent(Array(feed.prefix(count)), from: "x")
      }
    }
  }

  @Test func sixteenBitsAreRefused() {
    let feed = Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf16)
    let little: [UInt8] = feed.flatMap { [UInt8($0), 0] }
    let big: [UInt8] = feed.flatMap { [0, UInt8($0)] }
    let texts: [[UInt8]] = [little, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big]
    for bytes in texts {
      #expect(throws: FeedFault.wrongEncoding(host: "x")) { try FeedContent(bytes, from: "x") }
    }
  }

  @Test func anItemOfWhichALineIsLostIsMarked() throws {
    let long = "DESCRIPTION:" + String(repeating: "x", count: 17 << 20)
    let found = try content(
      FeedBench.feed([
        FeedBench.event("a", "A"), FeedBench.event("b", "B", long), FeedBench.event("c", "C"),
        FeedBench.event(nil, "D", long),
      ]))
    #expect(found.objects.map(\.uid) == ["a", "b", "c", nil, nil])
    #expect(found.objects.map { $0.fault == nil } == [true, false, true, true, false])
  }

  @Test func linesTellTheItemsThatLostSome() {
    let feed = FeedBench.feed([
      FeedBench.event("a", "A"),
      FeedBench.event("folded", "B").replacing("UID:folded", "uid;X=1:fol\r\n ded"),
      FeedBench.event("c\\, d", "C"), FeedBench.event(nil, "D"),
    ])
    let lines = feed.split(separator: "\r\n").map { String($0) }
    func losses(_ texts: String...) -> [String?] {
      FeedLines.losses(texts.map { (lines.firstIndex(of: $0) ?? -2) + 1 }, in: Array(feed.utf8))
    }
    #expect(losses("SUMMARY:B") == ["folded"])
    #expect(losses("SUMMARY:C", "UID:a", "SUMMARY:A", "SUMMARY:D") == ["a", "c, d", nil])
    #expect(FeedLines.losses([10_000], in: Array(feed.utf8)) == [nil])
    #expect(FeedLines.losses([], in: Array(feed.utf8)) == [])
  }

  @Test func damagedFeedsAreAFaultOrObjectsAndNeverATrap() throws {
    var random = SplitMix64(seed: 7)
    let feed = Array(
      FeedBench.feed([
        zone("One"), FeedBench.event("a", "A"), FeedBench.event("b", "B"), FeedBench.event(nil, "C"),
      ]).utf8)
    for _ in 0..<2_000 {
      var bytes = feed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 15..<bytes.count - 16, using: &random)] =
          Bool.random(using: &random) ? 10 : UInt8.random(in: 0...255, using: &random)
      }
      let found = try FeedContent(bytes, from: "x")
      let collection = FeedCollection(found, zones: zones)
      let entries = try collection.entries()
      #expect(Set(entries.map(\.href)).count == entries.count)
      for entry in entries { _ = try? collection.read(entry.href) }
    }
  }

  @Test func aLargeFeedTakesTimeInProportion() throws {
    func time(_ count: Int) throws -> Duration {
      let text = FeedBench.feed(
        [zone("One")] + (0..<count).map { FeedBench.event("uid-\($0)", "Title \($0)") })
      let bytes = Array(text.utf8)
      return try ProcessorTime.measure {
        let collection = FeedCollection(try FeedContent(bytes, from: "x"), zones: zones)
        #expect(try collection.entries().count == count)
      }
    }
    let (small, large) = (try time(5_000), try time(40_000))
    #expect(large < small * 20)
  }
}

extension String {
  func replacing(_ text: String, _ other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }

  /// The text with its first and last lines in lower case.
  fileprivate var lowercasedEnds: String {
    replacing("BEGIN:VCALENDAR", "begin:vcalendar").replacing("END:VCALENDAR", "end:vcalendar")
  }
}
