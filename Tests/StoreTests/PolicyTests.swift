import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// Answers must not depend on what is indexed: three policies, and a plain expansion beside them.
@Suite struct PolicyTests {
  static let policies: [IndexingPolicy] = [.nothing, .standard, .everythingWithin(years: 5)]
  static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;COUNT=400", "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270301T000000Z",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=HOURLY;INTERVAL=7;BYDAY=SA", "FREQ=MINUTELY;INTERVAL=50;BYHOUR=2,3", "FREQ=DAILY;COUNT=5",
    "FREQ=WEEKLY;COUNT=3",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=HOURLY;INTERVAL=1000",
  ]

  /// A file of random items: single, repeating, moved, cancelled, excluded; in zones, floating, whole days.
  static func file(_ random: inout SplitMix64, count: Int) -> String {
    var result = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    for id in 0..<count {
      let day = CivilDate(dayNumber: 20_600 + Int.random(in: -1500...400, using: &random)) ?? .min
      let time = TimeOfDay(secondOfDay: Int.random(in: 0..<96, using: &random) * 900) ?? .midnight
      let wall = CivilDateTime(day, time)
      let form = Int.random(in: 0..<5, using: &random)
      let zone =
        ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"].randomElement(using: &random) ?? ""
      func value(_ name: String, _ wall: CivilDateTime) -> String {
        switch form {
        case 0: name + ";VALUE=DATE:" + BasicFormat.text(wall.date)
        case 1: name + ":" + BasicFormat.text(wall)
        case 2: name + ":" + BasicFormat.text(wall) + "Z"
        default: name + ";TZID=" + zone + ":" + BasicFormat.text(wall)
        }
      }
      let length = form == 0 ? ["P1D", "P3D", "P20D"] : ["PT0S", "PT45M", "PT9H", "P1D", "P2DT3H", "P30D"]
      let lines = [
        value("DTSTART", wall), "DURATION:" + (length.randomElement(using: &random) ?? "P1D"),
      ]
      var master = lines
      let repeats = Int.random(in: 0..<3, using: &random) > 0
      if repeats {
        var rule = rules.randomElement(using: &random) ?? ""
        if form == 0, rule.contains("HOURLY") || rule.contains("MINUTELY") { rule = "FREQ=DAILY" }
        if form == 0 || form == 1 {
          rule = rule.replacing("20270301T000000Z", with: form == 0 ? "20270301" : "20270301T000000")
        }
        master.append("RRULE:" + rule)
        if Bool.random(using: &random), let extra = wall.adding(seconds: 86_400 * 17 + 3600) {
          master.append(value("RDATE", extra))
        }
        if Bool.random(using: &random), let gone = wall.adding(seconds: 86_400 * 7) {
          master.append(value("EXDATE", gone))
        }
      }
      func add(_ lines: [String]) {
        result += "BEGIN:VEVENT\r\nUID:u\(id)\r\n" + lines.joined(separator: "\r\n") + "\r\nEND:VEVENT\r\n"
      }
      add(master)
      guard repeats else { continue }
      for slot in [0, 14, 28] where Int.random(in: 0..<3, using: &random) == 0 {
        guard let original = wall.adding(seconds: slot * 86_400),
          let moved = original.adding(seconds: Int.random(in: -40...40, using: &random) * 21_600)
        else { continue }
        add([value("RECURRENCE-ID", original), value("DTSTART", moved), "DURATION:P1D"])
      }
      if Int.random(in: 0..<6, using: &random) == 0, let from = wall.adding(seconds: 21 * 86_400),
        let moved = from.adding(seconds: 5400)
      {
        add([
          value("RECURRENCE-ID;RANGE=THISANDFUTURE", from), value("DTSTART", form == 0 ? from : moved),
          "DURATION:P1D",
        ])
      }
    }
    return result + "END:VCALENDAR\r\n"
  }

  @Test(arguments: 1...6)
  func answersAreTheSameUnderEveryPolicy(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = Self.file(&random, count: 60)
    let libraries = try Self.policies.map { policy in
      let library = try Library()
      try library.take(text, policy: policy)
      return library
    }
    let crowded = try Self.crowded(text)
    #expect(try libraries[0].store.statistics().indexed == [:])
    #expect(
      try crowded.store.statistics().partlyMaterialized != libraries[1].store.statistics().partlyMaterialized)
    for viewer in try ["Europe/Berlin", "Pacific/Apia", "America/Sao_Paulo"].map(zone) {
      for _ in 0..<25 {
        // Near and far: from before the first to forty years after the last, at random and at starts.
        let years = [0, 0, 1, -6, 40].randomElement(using: &random) ?? 0
        let from = Instant(
          seconds: (20_600 + years * 365 + Int.random(in: -400...400, using: &random)) * 86_400
            + Int.random(in: 0..<96, using: &random) * 900)
        let length = [0, 900, 86_400, 7 * 86_400, 90 * 86_400].randomElement(using: &random) ?? 0
        let to = from.adding(seconds: length)
        let answers = try libraries.map { try all($0.store.events(from: from, to: to, viewer: viewer)) }
        #expect(answers[0] == answers[1], "seed \(seed) \(viewer) \(from) \(to)")
        #expect(answers[0] == answers[2], "seed \(seed) \(viewer) \(from) \(to)")
        for library in libraries {
          #expect(
            try library.store.totals(from: from, to: to, viewer: viewer)
              == OverlapTests.totals(of: answers[0]),
            "seed \(seed) \(viewer) \(from) \(to)")
        }
        // Items came in another order there, and have other numbers.
        let other = try all(crowded.store.events(from: from, to: to, viewer: viewer))
        #expect(
          try Self.names(other, crowded) == Self.names(answers[0], libraries[0]), "seed \(seed) \(from) \(to)"
        )
      }
    }
  }

  private static func names(_ found: [Occurrence], _ library: Library) throws -> [String] {
    try found.map {
      "\($0.start) \($0.end) \(try library.store.record($0.item)?.uid ?? "") \($0.key?.text ?? "")"
    }.sorted()
  }

  /// A store where some series are sought and others indexed for different stretches of time.
  private static func crowded(_ text: String) throws -> Library {
    let library = try Library()
    let half = text.range(of: "BEGIN:VEVENT\r\nUID:u30\r\n")?.lowerBound ?? text.endIndex
    try library.take(
      String(text[..<half]) + "END:VCALENDAR\r\n", now: Library.now.adding(seconds: -200 * 86_400), crowd: 3)
    try library.take(text, crowd: 3)
    return library
  }

  @Test func aWindowInsideWhatIsIndexedLooksAtSoughtSeriesOnly() throws {
    let library = try Library()
    let series = (0..<50).map {
      event("s\($0)", "DTSTART:20200101T0\($0 % 10)0000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY")
    }
    try library.take(
      "BEGIN:VCALENDAR\r\n" + series.joined(separator: "\n").replacing("\n", with: "\r\n")
        + "\r\nEND:VCALENDAR\r\n", crowd: 20)
    func considered(_ from: String, _ to: String) throws -> (rows: Int, series: Int) {
      let before = library.store.counters.seriesConsidered
      let rows = try library.events(from, to).count
      return (rows, library.store.counters.seriesConsidered - before)
    }
    #expect(try considered("20261118", "20261119") == (50, 20))
    #expect(try considered("20560101", "20560102") == (50, 50))
    // Long ago, and across the beginning of what is indexed.
    #expect(try considered("20210101", "20210102") == (50, 50))
    #expect(try considered("20251110", "20251125") == (750, 50))
    #expect(try library.store.verify() == [])
  }

  @Test(arguments: 1...4)
  func windowsAreCutFromTheWholeExpansion(_ seed: UInt64) throws {
    var random = SplitMix64(seed: 100 + seed)
    let library = try Library()
    try library.take(Self.file(&random, count: 30))
    let viewer = try zone("Europe/Berlin")
    let begin = Instant(seconds: 19_000 * 86_400)
    let end = Instant(seconds: 21_500 * 86_400)
    // One long window is the plain expansion; every short one must be cut out of it exactly.
    let whole = try all(library.store.events(from: begin, to: end, viewer: viewer))
    #expect(whole.count > 1000)
    for _ in 0..<40 {
      let from = Instant(seconds: (19_100 + Int.random(in: 0..<2300, using: &random)) * 86_400)
      let to = from.adding(seconds: [0, 3600, 86_400, 30 * 86_400].randomElement(using: &random) ?? 0)
      let window = TimeWindow(from: from, to: to)
      let expected = whole.filter { window.overlaps($0.start, $0.end) }
      #expect(try all(library.store.events(from: from, to: to, viewer: viewer)) == expected)
    }
  }

  @Test func everyPolicyVerifies() throws {
    var random = SplitMix64(seed: 9)
    let text = Self.file(&random, count: 40)
    for policy in Self.policies {
      let library = try Library()
      try library.take(text, policy: policy)
      #expect(try library.store.verify(policy: policy) == [])
      try library.store.rebuild(policy: .standard, now: Library.now)
      #expect(try library.store.verify() == [])
    }
    #expect(try Self.crowded(text).store.verify() == [])
  }

  /// A rule that can't be sought by arithmetic is indexed around the clock, which moves on with later writes.
  @Test func theIndexedStretchMovesWithTheClockOnWritesOnly() throws {
    let library = try Library()
    let hard = event(
      "h", "SUMMARY:Hard\nDTSTART:20200101T020000Z\nRRULE:FREQ=MINUTELY;INTERVAL=1007;BYHOUR=2")
    try library.take(calendar(hard))
    func materializedEnd() throws -> Int {
      try library.store.database.number("SELECT max(indexed_to) FROM series")
    }
    let first = try materializedEnd()
    #expect(first > Library.now.seconds)
    let before = try library.events("20310101", "20310301")
    #expect(!before.isEmpty)
    #expect(try materializedEnd() == first)
    let later = Library.now.adding(seconds: 4 * 366 * 86_400)
    try library.take(calendar(event("o", "SUMMARY:Other\nDTSTART:20200101T020000Z")), now: later)
    #expect(try materializedEnd() > later.seconds)
    #expect(try library.events("20310101", "20310301") == before)
    #expect(try library.store.verify() == [])
    // An edit moves it as an import does.
    let evenLater = later.adding(seconds: 4 * 366 * 86_400)
    let other = try #require(try library.store.items(uid: "o").first)
    _ = try library.store.apply([.delete(other)], cause: "delete", now: evenLater)
    #expect(try materializedEnd() > evenLater.seconds)
    #expect(try library.events("20310101", "20310301") == before)
    #expect(try library.store.verify() == [])
  }
}
