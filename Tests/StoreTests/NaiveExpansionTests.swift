import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// The store against an expansion that walks day by day and shares nothing with the engine but civil time.
@Suite struct NaiveExpansionTests {
  private struct Series {
    var uid: String
    var start: CivilDateTime
    var zone: Zone
    var minutes: Int
    var rule: String
    var matches: @Sendable (CivilDate, CivilDate) -> Bool
    var excluded: CivilDate?
    var moved: (from: CivilDate, to: CivilDateTime)?
  }

  private static let kinds: [(rule: String, matches: @Sendable (CivilDate, CivilDate) -> Bool)] = [
    ("FREQ=DAILY", { _, _ in true }),
    ("FREQ=DAILY;INTERVAL=5", { ($1.dayNumber - $0.dayNumber) % 5 == 0 }),
    ("FREQ=WEEKLY", { $0.weekday == $1.weekday }),
    ("FREQ=MONTHLY", { $0.day == $1.day }),
    ("FREQ=YEARLY", { $0.day == $1.day && $0.month == $1.month }),
    // The end lies between the last day of 2026 and the first of 2027 in every zone used here.
    ("FREQ=DAILY;UNTIL=20261231T120000Z", { $1.year < 2027 }),
    ("FREQ=DAILY;COUNT=30", { $1.dayNumber - $0.dayNumber < 30 }),
    ("FREQ=WEEKLY;INTERVAL=2", { $0.weekday == $1.weekday && ($1.dayNumber - $0.dayNumber) % 14 == 0 }),
  ]

  private static func series(_ uid: String, _ random: inout SplitMix64) -> Series {
    let day = CivilDate(dayNumber: 20_400 + Int.random(in: 0..<300, using: &random)) ?? .min
    // Early hours, so that some occurrences meet the clock changes.
    let time = TimeOfDay(secondOfDay: Int.random(in: 0..<16, using: &random) * 900) ?? .midnight
    let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]
    let kind = kinds.randomElement(using: &random) ?? kinds[0]
    var result = Series(
      uid: uid, start: CivilDateTime(day, time),
      zone: names.randomElement(using: &random).flatMap { zones.zone(named: $0) } ?? .utc,
      minutes: [0, 30, 60, 1500, 4000].randomElement(using: &random) ?? 0, rule: kind.rule,
      matches: kind.matches)
    var later: [CivilDate] = []
    for offset in 1..<200 {
      if let date = day.adding(days: offset), kind.matches(day, date) { later.append(date) }
    }
    if Bool.random(using: &random) { result.excluded = later.randomElement(using: &random) }
    if Bool.random(using: &random), let from = later.randomElement(using: &random), from != result.excluded,
      let to = CivilDateTime(from, time).adding(seconds: Int.random(in: -90...90, using: &random) * 7200)
    {
      result.moved = (from, to)
    }
    return result
  }

  private static func text(_ series: Series) -> [String] {
    func value(_ name: String, _ wall: CivilDateTime) -> String {
      "\(name);TZID=\(series.zone.identifier):\(BasicFormat.text(wall))"
    }
    let length = "DURATION:PT\(series.minutes)M"
    var lines = [value("DTSTART", series.start), length, "RRULE:" + series.rule]
    if let date = series.excluded { lines.append(value("EXDATE", CivilDateTime(date, series.start.time))) }
    var result = [event(series.uid, lines.joined(separator: "\n"))]
    if let moved = series.moved {
      let id = value("RECURRENCE-ID", CivilDateTime(moved.from, series.start.time))
      result.append(event(series.uid, [id, value("DTSTART", moved.to), length].joined(separator: "\n")))
    }
    return result
  }

  /// Start and end of every occurrence up to a day.
  private static func spans(_ series: Series, upTo last: Int) -> [(start: Int, end: Int)] {
    var result: [(start: Int, end: Int)] = []
    func add(_ wall: CivilDateTime) {
      let start = series.zone.instant(of: wall).seconds
      result.append((start, start + series.minutes * 60))
    }
    var day = series.start.date
    while day.dayNumber <= last {
      if series.matches(series.start.date, day), day != series.excluded {
        add(
          series.moved?.from == day ? series.moved?.to ?? series.start : CivilDateTime(day, series.start.time)
        )
      }
      guard let next = day.adding(days: 1) else { break }
      day = next
    }
    return result
  }

  @Test(arguments: 1...8)
  func theStoreAgreesWithAWalkDayByDay(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 977)
    let all = (0..<25).map { Self.series("u\($0)", &random) }
    let library = try Library()
    let summary = try library.take(calendar(all.flatMap(Self.text).joined(separator: "\n")))
    #expect(summary.problems.filter { $0.severity == .error } == [])
    let spans = all.map { Self.spans($0, upTo: 21_400) }
    for _ in 0..<40 {
      let from =
        (20_380 + Int.random(in: 0..<900, using: &random)) * 86_400 + Int.random(in: 0..<96, using: &random)
        * 900
      let to = from + ([0, 900, 86_400, 7 * 86_400, 45 * 86_400].randomElement(using: &random) ?? 0)
      var expected: [String] = []
      for (series, spans) in zip(all, spans) {
        for (start, end) in spans
        where start < to && end > from || start == end && from <= start && start < to {
          expected.append("\(start)-\(end) \(series.uid)")
        }
      }
      let cursor = try library.store.events(
        from: Instant(seconds: from), to: Instant(seconds: to), viewer: .utc)
      var found: [String] = []
      while let occurrence = try cursor.next() {
        let uid = try library.store.record(occurrence.series)?.uid ?? "?"
        found.append("\(occurrence.start.seconds)-\(occurrence.end.seconds) \(uid)")
      }
      #expect(found.sorted() == expected.sorted(), "seed \(seed) window \(from) \(to)")
    }
  }
}
