import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// The index against the definition of overlap, row by row.
@Suite struct OverlapTests {
  struct Row {
    var lane: IndexLane
    var row: IndexRow
  }

  static func rows(_ random: inout SplitMix64, count: Int, around: Int) -> [Row] {
    (1...count).map { id in
      let lane = Bool.random(using: &random) ? IndexLane.eventInstant : .eventWall
      let lengths = [0, 1, 1800, 7200, 7201, 86_400, 86_401, 3 * 86_400, 20 * 86_400, 400 * 86_400]
      let isAllDay = lane == .eventWall && Bool.random(using: &random)
      let unit = isAllDay ? 86_400 : 900
      let reach = Bool.random(using: &random) ? 3 * 86_400 : 900 * 86_400
      var start = around + Int.random(in: -reach...reach, using: &random)
      start -= start % unit
      var length = lengths.randomElement(using: &random) ?? 0
      if isAllDay { length = max(86_400, length - length % 86_400) }
      return Row(
        lane: lane,
        row: IndexRow(
          start: start, end: start + length, series: id, key: 0, item: id, calendar: id % 3 + 1,
          flags: isAllDay ? .allDay : []))
    }
  }

  /// What `totals` says of an answer.
  static func totals(of answer: [Occurrence]) -> [Int: OccurrenceTotals] {
    answer.reduce(into: [:]) { totals, occurrence in
      totals[occurrence.calendar, default: OccurrenceTotals()]
        .add(1, seconds: occurrence.axisEnd - occurrence.axisStart)
    }
  }

  /// The order of answers: by start, then series, then key.
  private static func precedes(_ a: Occurrence, _ b: Occurrence) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.series != b.series { return a.series < b.series }
    return OccurrenceCode.key(a.key) < OccurrenceCode.key(b.key)
  }

  static func naive(_ rows: [Row], _ window: TimeWindow, _ viewer: Zone, _ calendars: Set<Int>?)
    -> [Occurrence]
  {
    let viewpoint = Viewpoint(zone: viewer, window: window)
    return rows.filter { calendars?.contains($0.row.calendar) ?? true }
      .map { viewpoint.occurrence($0.row, on: $0.lane.axis) }
      .filter { occurrence in
        let (start, end) = (occurrence.start.seconds, occurrence.end.seconds)
        let a = window.from?.seconds ?? Int.min
        let b = window.to?.seconds ?? Int.max
        return start < b && end > a || start == end && a <= start && start < b
      }
      .sorted(by: precedes)
  }

  /// Zones whose clocks jump by an hour, by half an hour, at midnight, and over a whole day.
  static let viewers = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "America/Sao_Paulo", "UTC",
    "Pacific/Apia",
  ]

  @Test(arguments: viewers)
  func answersAreExactlyTheOverlappingOnesInOrder(_ name: String) throws {
    let viewer = try zone(name)
    // Around clock changes of most of the zones, and Samoa's missing day.
    for (seed, around) in [1_774_746_000, 1_793_498_400, 1_325_203_200, 1_539_486_000].enumerated() {
      var random = SplitMix64(seed: UInt64(seed))
      let store = try CalendarStore.inMemory(zones: zones)
      let rows = Self.rows(&random, count: 400, around: around)
      let writer = try IndexWriter(store.database)
      for row in rows { try writer.add(row.row, lane: row.lane) }
      try writer.finish()
      for _ in 0..<60 {
        let reach = Bool.random(using: &random) ? 2 * 86_400 : 600 * 86_400
        let a = around + Int.random(in: -reach...reach, using: &random)
        let starts = rows.randomElement(using: &random).map { $0.row.start } ?? a
        let from: Int? = [a, starts, nil][Int.random(in: 0..<3, using: &random)]
        let length = [0, 1, 3600, 86_400, 7 * 86_400, 90 * 86_400].randomElement(using: &random) ?? 0
        let to: Int? = Int.random(in: 0..<8, using: &random) == 0 ? nil : (from ?? a) + length
        let window = TimeWindow(from: from.map(Instant.init(seconds:)), to: to.map(Instant.init(seconds:)))
        let calendars: Set<Int>? = Bool.random(using: &random) ? [1, 3] : nil
        let answer = try all(
          store.events(from: window.from, to: window.to, viewer: viewer, calendars: calendars))
        #expect(answer == Self.naive(rows, window, viewer, calendars), "\(name) \(window)")
        let totals = try store.totals(from: window.from, to: window.to, viewer: viewer, calendars: calendars)
        #expect(totals == Self.totals(of: answer), "\(name) \(window)")
      }
    }
  }

  @Test func touchingIsNotOverlapping() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let writer = try IndexWriter(store.database)
    for (id, span) in [
      (1, 0..<100), (2, 100..<200), (3, 100..<100), (4, 200..<200), (5, 200..<300), (6, 0..<900),
    ] {
      let row = IndexRow(
        start: span.lowerBound, end: span.upperBound, series: id, key: 0, item: id, calendar: 1, flags: [])
      try writer.add(row, lane: .eventInstant)
    }
    try writer.finish()
    let window = Instant(seconds: 100)..<Instant(seconds: 200)
    let found = try all(store.events(from: window.lowerBound, to: window.upperBound, viewer: .utc))
    #expect(found.map(\.item) == [6, 2, 3])
  }

  /// Failure 9 of the engines read: one long event made every search look far back.
  @Test func oneLongEventDoesNotMakeSearchesLookFarBack() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let writer = try IndexWriter(store.database)
    let now = 1_800_000_000
    for id in 1...5000 {
      let start = now - id * 3600
      let row = IndexRow(
        start: start, end: start + 1800, series: id, key: 0, item: id, calendar: 1, flags: [])
      try writer.add(row, lane: .eventInstant)
    }
    let decade = IndexRow(
      start: now - 2000 * 86_400, end: now + 2000 * 86_400, series: 9000, key: 0, item: 9000, calendar: 1,
      flags: [])
    try writer.add(decade, lane: .eventInstant)
    try writer.finish()
    let before = store.counters
    let found = try all(
      store.events(from: Instant(seconds: now - 7200), to: Instant(seconds: now), viewer: .utc))
    #expect(found.map(\.item) == [9000, 2, 1])
    #expect(store.counters.ongoingRows - before.ongoingRows <= 2)
    #expect(store.counters.startingRows - before.startingRows == 2)
  }

  @Test func cursorsThatAreDroppedEarlyReleaseTheirStatements() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let writer = try IndexWriter(store.database)
    for id in 1...100 {
      try writer.add(
        IndexRow(start: id, end: id + 1, series: id, key: 0, item: id, calendar: 1, flags: []),
        lane: .eventInstant)
    }
    try writer.finish()
    for _ in 0..<50 {
      let cursor = try store.events(from: nil, to: nil, viewer: .utc)
      #expect(try cursor.next()?.item == 1)
    }
    // A statement still open would keep this from being written.
    try store.database.execute("DROP TABLE occurrence")
  }
}
