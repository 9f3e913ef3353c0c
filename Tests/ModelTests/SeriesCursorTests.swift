import CivilTime
import Model
import Recurrence
import TestSupport
import Testing

/// Series over changes of the clock, against what sorting all of their occurrences gives.
@Suite struct SeriesCursorTests {
  private static let zones = ZoneDatabase()
  private static let names = [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia",
    "Africa/Casablanca",
    "America/Santiago", "Asia/Kathmandu", "Antarctica/Troll", "Asia/Tehran",
  ]

  private struct Case {
    var random: SplitMix64

    mutating func series() throws -> (series: Series, start: CivilDateTime) {
      let zone = try #require(SeriesCursorTests.zones.zone(named: random.pick(SeriesCursorTests.names)))
      // A few days before a change of the clock, where there is one.
      let year = random.pick(1995...2040)
      var moment = try #require(
        CivilDateTime(wallSeconds: CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400))
      let segment = zone.segment(at: Instant(seconds: moment.wallSeconds))
      if segment.end.seconds < Int.max {
        moment = CivilDateTime(clamping: segment.end.seconds - random.pick(0...40_000))
      }
      let rule = random.pick([
        "FREQ=SECONDLY;INTERVAL=\(random.pick([1, 7, 60, 601, 1800, 5000]))",
        "FREQ=MINUTELY;INTERVAL=\(random.pick(1...90))",
        "FREQ=HOURLY;INTERVAL=\(random.pick(1...30))", "FREQ=DAILY;INTERVAL=\(random.pick(1...4))",
        "FREQ=HOURLY;BYMINUTE=0,20,40", "FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=30",
        "FREQ=MINUTELY;COUNT=\(random.pick(1...5000))",
        "FREQ=WEEKLY;BYDAY=SA,SU,MO",
      ])
      let zoned = random.pick(0...3) > 0
      let set = RecurrenceSet(
        start: .dateTime(moment), rules: [try RecurrenceRule(parsing: rule)], zone: zoned ? zone : nil,
        includesStart: true)
      let length: EventLength = random.pick([
        .zero, .exact(seconds: 1), .exact(seconds: 3600), .nominal(CalendarDuration(seconds: 1800)),
        .nominal(CalendarDuration(days: 1)), .exact(seconds: 100_000),
      ])
      return (Series(set: set.compiled(), form: zoned ? .zoned(zone) : .floating, length: length), moment)
    }
  }

  /// All occurrences of a stretch of days around a window, one by one and then put in order.
  private func walked(_ series: Series, _ start: CivilDateTime, from: Int, to: Int) -> [SeriesOccurrence] {
    let end = CivilDateTime(clamping: to + 30 * 3600)
    var result: [SeriesOccurrence] = []
    let moved = series.ranges.map(\.shift).min() ?? 0
    for generated in series.set.occurrences(from: nil, to: end.adding(seconds: -min(0, moved))) {
      let key = OccurrenceKey(wallSeconds: generated.start.wallSeconds, isDate: false)
      guard let found = series.occurrence(key) else { continue }
      if found.start < to, found.end > from || (found.start == found.end && found.start >= from) {
        result.append(found)
      }
    }
    return result.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func windowsAreThoseOfAWalk(seed: UInt64) throws {
    var random = Case(random: SplitMix64(seed: seed))
    for _ in 0..<40 {
      let (series, start) = try random.series()
      let from = start.wallSeconds + random.random.pick(-40_000...60_000)
      let to = from + random.random.pick([1, 3600, 20_000])
      let expected = walked(series, start, from: from, to: to)
      #expect(Array(series.occurrences(from: from, to: to)) == expected, "\(series.set.start) \(series.form)")
      if let totals = series.totals(from: from, to: to) {
        #expect(totals.count == expected.count, "\(series.set.start) \(series.form) \(from) \(to)")
        #expect(totals.seconds == expected.reduce(0) { $0 + $1.end - $1.start })
      }
    }
  }

  /// Stretches that THISANDFUTURE overrides move past one another come in order.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func movedStretchesAreThoseOfAWalk(seed: UInt64) throws {
    var random = Case(random: SplitMix64(seed: 100 + seed))
    for _ in 0..<25 {
      let (plain, start) = try random.series()
      let slots = Array(plain.set.occurrences(from: nil, to: start.adding(seconds: 200_000)).prefix(400))
      let ranges = (0..<random.random.pick(1...3)).map { number in
        RangeOverride(
          key: OccurrenceKey(wallSeconds: random.random.pick(slots).start.wallSeconds, isDate: false),
          shift: random.random.pick([-90_000, -3600, 0, 1800, 7200, 100_000]),
          length: random.random.pick([.zero, .exact(seconds: 1800), .nominal(CalendarDuration(days: 1))]),
          item: 10 + number)
      }
      let series = Series(set: plain.set, form: plain.form, length: plain.length, ranges: ranges)
      let from = start.wallSeconds + random.random.pick(-40_000...160_000)
      let to = from + random.random.pick([1, 3600, 20_000])
      let found = Array(series.occurrences(from: from, to: to))
      #expect(
        found == walked(series, start, from: from, to: to), "\(plain.set.start) \(plain.form) \(ranges)")
    }
  }

  /// A move far ahead is not waited for by keeping all that lies between.
  @Test func aMoveFarAheadIsNotBuffered() throws {
    let start = try #require(
      CivilDateTime(wallSeconds: CivilDate.dayNumber(year: 2026, month: 1, day: 1) * 86_400))
    let set = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY")], includesStart: true)
    let range = RangeOverride(
      key: OccurrenceKey(wallSeconds: start.wallSeconds + 1_000, isDate: false), shift: 400 * 86_400,
      length: .zero, item: 2)
    let series = Series(set: set.compiled(), form: .floating, length: .zero, ranges: [range])
    let looks = Looks()
    var cursor = series.occurrences(
      from: start.wallSeconds + 990, to: nil, isStopped: { looks.count() > 3 })
    var found: [Int] = []
    while found.count < 20, let next = cursor.next() { found.append(next.start - start.wallSeconds) }
    #expect(found == Array(990..<1_000) + (0..<10).map { 400 * 86_400 + 1_000 + $0 })
  }

  /// A rule whose last start lies in a gap of the clock has no later start there that is one with it.
  @Test(arguments: names) func whatEndsInAGapIsCountedAsItIsWalked(name: String) throws {
    var random = SplitMix64(seed: 11)
    let zone = try #require(Self.zones.zone(named: name))
    var segment = zone.segment(
      at: Instant(seconds: CivilDate.dayNumber(year: 2008, month: 1, day: 1) * 86_400))
    var gaps = 0
    while segment.end.seconds < 2_000_000_000, gaps < 6 {
      let next = zone.segment(at: segment.end)
      defer { segment = next }
      let length = next.offset.seconds - segment.offset.seconds
      guard length > 0 else { continue }
      gaps += 1
      let gap = segment.end.seconds + segment.offset.seconds
      for _ in 0..<40 {
        let first = gap + 60 * random.pick(-150...100)
        let step = random.pick([1, 5, 7, 10, 15, 20, 30, 60])
        let end =
          random.chance(50)
          ? "COUNT=\(random.pick(1...240))"
          : "UNTIL=\(BasicFormat.text(CivilDateTime(clamping: segment.end.seconds + 60 * random.pick(-60...130))))Z"
        let set = RecurrenceSet(
          start: .dateTime(CivilDateTime(clamping: first)),
          rules: [try RecurrenceRule(parsing: "FREQ=MINUTELY;INTERVAL=\(step);\(end)")], zone: zone,
          includesStart: false)
        let series = Series(set: set.compiled(), form: .zoned(zone), length: .zero)
        let walked = Array(series.occurrences(from: nil, to: nil))
        // Of none there is nothing to tell.
        guard let totals = series.totals(from: nil, to: nil) else {
          #expect(walked.isEmpty)
          continue
        }
        #expect(totals.count == walked.count, "\(name) \(set.start) every \(step) \(end)")
        let from = segment.end.seconds + 60 * random.pick(-100...100)
        let to = from + 60 * random.pick(1...100)
        #expect(
          series.totals(from: from, to: to)?.count == walked.count { $0.start >= from && $0.start < to },
          "\(name) \(set.start) every \(step) \(end) from \(from) to \(to)")
      }
    }
  }

  @Test func countingNeedsNoWalk() throws {
    let zone = try #require(Self.zones.zone(named: "Europe/Berlin"))
    let start = try #require(
      CivilDateTime(wallSeconds: CivilDate.dayNumber(year: 1990, month: 1, day: 1) * 86_400))
    let set = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY")], zone: zone,
      includesStart: true)
    let series = Series(set: set.compiled(), form: .zoned(zone), length: .exact(seconds: 1))
    let totals = try #require(series.totals(from: nil, to: nil))
    // Every second to the end of year 9999 but for the second passes of autumn.
    #expect(totals.count > 252_000_000_000)
    #expect(totals.seconds == totals.count - 1 || totals.seconds == totals.count)
  }

  /// The first occurrence of a window does not wait for a day's worth of others.
  @Test func theFirstOccurrenceComesAtOnce() throws {
    let zone = try #require(Self.zones.zone(named: "Europe/Berlin"))
    let start = try #require(
      CivilDateTime(wallSeconds: CivilDate.dayNumber(year: 2026, month: 1, day: 1) * 86_400))
    let set = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY")], zone: zone,
      includesStart: true)
    let series = Series(set: set.compiled(), form: .zoned(zone), length: .exact(seconds: 1))
    let looks = Looks()
    var cursor = series.occurrences(
      from: start.wallSeconds + 40 * 86_400, to: nil, isStopped: { looks.count() > 2 })
    let next = cursor.next()
    let first = try #require(next)
    #expect(first.end > start.wallSeconds + 40 * 86_400)
    var count = 1
    while count < 1000, cursor.next() != nil { count += 1 }
    #expect(count == 1000)
  }

  /// Three times as many rows cost three times as much, and not their square.
  @Test func rowsOfASeriesInAZoneCostWhatTheyAre() throws {
    let zone = try #require(Self.zones.zone(named: "Europe/Berlin"))
    let start = try #require(
      CivilDateTime(wallSeconds: CivilDate.dayNumber(year: 2026, month: 1, day: 1) * 86_400))
    let set = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY")], zone: zone,
      includesStart: true)
    let series = Series(set: set.compiled(), form: .zoned(zone), length: .exact(seconds: 1))
    let from = start.wallSeconds + 40 * 86_400
    func cost(_ rows: Int) -> Duration {
      // The least of a few: what other work adds is no cost of the rows.
      (0..<3).map { _ in
        ProcessorTime.measure {
          #expect(series.occurrences(from: from, to: from + rows).reduce(0) { count, _ in count + 1 } == rows)
        }
      }.min() ?? .zero
    }
    _ = cost(1_000)
    let (few, many) = (cost(28_800), cost(86_400))
    #expect(many < few * 4.5, "\(few) and \(many)")
  }

  /// An EXRULE that removes everything is searched until somebody ends it.
  @Test func aSearchInVainIsStopped() throws {
    let start = try #require(CivilDateTime(wallSeconds: 0))
    let set = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY;BYSECOND=1,2,3")],
      exceptionRules: [try RecurrenceRule(parsing: "FREQ=SECONDLY")], includesStart: false)
    let looks = Looks()
    var cursor = Series(set: set.compiled(), form: .floating, length: .zero)
      .occurrences(from: nil, to: nil, isStopped: { looks.count() >= 3 })
    let found = cursor.next()
    #expect(found == nil)
    #expect(looks.count() == 4)
  }
}

/// How often somebody asked.
private final class Looks: @unchecked Sendable {
  private var looks = 0
  func count() -> Int {
    looks += 1
    return looks
  }
}
