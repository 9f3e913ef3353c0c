import CivilTime
import Recurrence
import TestSupport
import Testing

/// The engine against the oracle, which walks every day and shares no code with it.
@Suite struct DifferentialTests {
  /// How many sets each seed makes.
  ///
  /// A sanitizer has nothing to find in the oracle, which is most of the work.
  static let caseCount = Depth.isSanitized ? 50 : 1000

  static let zones: [String: Zone] = {
    var result: [String: Zone] = [:]
    for zone in OracleZone.all {
      func type(_ offset: Int) -> LocalTimeType {
        LocalTimeType(offset: UTCOffset(seconds: offset), isDaylight: false, abbreviation: "X")
      }
      result[zone.name] = Zone(
        identifier: zone.name, initial: type(zone.initial),
        changes: zone.changes.map { (Instant(seconds: $0.at), type($0.offset)) })
    }
    return result
  }()

  /// The same set as the engine reads it, by way of the rules' text.
  static func recurrence(_ set: OracleSet) throws -> RecurrenceSet {
    func wall(_ seconds: Int) -> CivilDateTime { CivilDateTime(clamping: seconds) }
    var result = RecurrenceSet(
      start: set.isDate ? .date(wall(set.start).date) : .dateTime(wall(set.start)),
      zone: set.zone.flatMap { zones[$0.name] }, includesStart: set.includesStart)
    result.rules = try set.rules.map { try RecurrenceRule(parsing: $0.text) }
    result.exceptionRules = try set.exceptionRules.map { try RecurrenceRule(parsing: $0.text) }
    result.dates = set.extras.map {
      ExtraDate(set.isDate ? .date(wall($0).date) : .dateTime(wall($0)))
    }
    result.exceptions = set.exceptions.map { exception in
      switch exception {
      case .day(let day): .wholeDay(wall(day * 86_400).date)
      case .wall(let seconds): .dateTime(wall(seconds))
      case .instant(let seconds): .instant(Instant(seconds: seconds))
      }
    }
    return result
  }

  static func describe(_ set: OracleSet) -> String {
    "start \(OracleCalendar.text(set.start)) date \(set.isDate) zone \(set.zone?.name ?? "-") "
      + "includes \(set.includesStart) rules \(set.rules.map(\.text)) "
      + "exrules \(set.exceptionRules.map(\.text)) "
      + "rdates \(set.extras.map(OracleCalendar.text)) exdates \(set.exceptions)"
  }

  /// How long a window the oracle can bear.
  static func windowLength(_ set: OracleSet) -> Int {
    let shortest = (set.rules + set.exceptionRules).map(\.frequency).min() ?? 3
    return set.isDate ? 300 * 86_400 : [5400, 43_200, 8 * 86_400, 300 * 86_400][min(3, shortest)]
  }

  /// The windows to compare: near the start and about forty years away, as long as the frequency can bear.
  static func windows(_ set: OracleSet, _ random: inout SplitMix64) -> [(from: Int, to: Int)] {
    let shortest = set.isDate ? 3 : set.rules.map(\.frequency).min() ?? 3
    let isCounted = (set.rules + set.exceptionRules).contains {
      if case .count = $0.end { true } else { false }
    }
    let length = windowLength(set)
    var result = [(set.start - 5 * 86_400, set.start + length)]
    if shortest >= 3 || !isCounted {
      let far = set.start + random.pick(13_500...15_500) * 86_400 + random.pick(0...86_400)
      result.append((far, far + length))
      result.append((set.start + length / 3, set.start + length))
    }
    if shortest < 3, !isCounted, let zone = set.zone {
      let near = zone.changes.filter { $0.at > set.start && $0.at < set.start + 40 * 366 * 86_400 }
      if let change = near.randomElement(using: &random) {
        let shown = change.at + change.offset
        result.append((shown - length / 3, shown + length))
      }
    }
    // A window that begins in the middle of a gap or just after it.
    if let zone = set.zone, !isCounted,
      let change = zone.changes.first(where: { $0.at > set.start + 86_400 })
    {
      let shown = change.at + change.offset + random.pick(-4...4) * 900
      result.append((shown, shown + min(length, 40 * 86_400)))
    }
    return result
  }

  @Test(arguments: [20_261_118] + Depth.seeds(usually: 5).map { UInt64($0 + 2) })
  func randomSetsAgreeWithTheOracle(_ seed: UInt64) throws {
    var sets = RandomSets(seed: seed)
    var compared = 0
    var occurrences = 0
    var failures = 0
    for number in 0..<Self.caseCount {
      var set = sets.next()
      if sets.random.chance(30) {
        // Exceptions that hit: some of what would occur, in one of the three forms, and one that misses.
        let length = Self.windowLength(set)
        let walls = set.walls(from: set.start - 86_400, to: set.start + length)
        for wall in walls.shuffled(using: &sets.random).prefix(sets.random.pick(1...4)) {
          let day = (wall - OracleCalendar.mod(wall, 86_400)) / 86_400
          switch sets.random.pick(0...2) {
          case 0: set.exceptions.append(.day(day))
          case 1: set.exceptions.append(.wall(wall))
          default: set.exceptions.append(.instant(set.zone?.instant(wall) ?? wall))
          }
        }
        set.exceptions.append(.wall(set.start + 12_345))
      }
      let compiled = try Self.recurrence(set).compiled()
      let engine =
        number % 2 == 0 ? compiled : try CompiledRecurrence(decoding: compiled.encoded(), zone: compiled.zone)
      for window in Self.windows(set, &sets.random) {
        let expected = set.walls(from: window.from, to: window.to)
        let from = CivilDateTime(clamping: window.from)
        let to = CivilDateTime(clamping: window.to)
        let found = engine.occurrences(from: from, to: to).map(\.start.wallSeconds)
        compared += 1
        occurrences += expected.count
        if found != expected {
          failures += 1
          if failures <= 12 {
            let missing = Set(expected).subtracting(found).sorted().prefix(4).map(OracleCalendar.text)
            let extra = Set(found).subtracting(expected).sorted().prefix(4).map(OracleCalendar.text)
            Issue.record(
              """
              case \(number): \(Self.describe(set))
              window \(from) to \(to): \(found.count) of \(expected.count), missing \(missing), extra \(extra)
              """)
          }
        }
      }
    }
    #expect(failures == 0)
    #expect(occurrences > 20 * Self.caseCount, "the random sets hardly occur")
    print("differential \(seed): \(Self.caseCount) sets, \(compared) windows, \(occurrences) occurrences")
  }
}
