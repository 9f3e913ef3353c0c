import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Recurrence
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngineTests

/// Random rules go to words and back.
@Suite struct RepeatRoundTripTests {
  @Test(arguments: Depth.seeds(usually: 60)) func aRuleSurvivesItsPhrase(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var context = try exampleContext()
    var never = 0
    for _ in 0..<60 {
      context.weekStart = random.pick([Weekday.monday, .sunday])
      let start = try self.start(&random)
      let rule = self.rule(start, &random)
      let syntax = RecurrencePhrase.syntax(rule, start: start, weekStart: context.weekStart)
      let isWorded = !syntax.prose.contains("FREQ")
      // Only weeks that begin on another day are beyond words here.
      if rule.weekStart == .monday, context.weekStart == .monday { #expect(isWorded, "\(rule)") }
      for text in [syntax.prose, syntax.description] {
        let parsed = try SyntaxFragment.repetition(text)
        #expect(parsed == syntax, "\(rule): \(text)")
        do {
          #expect(try bindRepeat(parsed, start: start, context: context).rule == rule, "\(text)")
        } catch QueryError.rejected(let diagnostic) {
          never += 1
          #expect(diagnostic.message == "no date ever matches this", "\(rule): \(text)")
        }
      }
    }
    #expect(never < 60)
  }

  private func start(_ random: inout SplitMix64) throws -> EventTime {
    let date = CivilDate(dayNumber: Int.random(in: 20_800...22_000, using: &random)) ?? .min
    let wall = CivilDateTime(
      clamping: date.dayNumber * 86_400 + Int.random(in: 0..<1440, using: &random) * 60)
    let names = ["Europe/Berlin", "America/New_York", "UTC", "Asia/Tokyo"]
    let zone = try #require(zones.zone(named: random.pick(names)))
    return random.pick([.date(date), .floating(wall), .zoned(wall, zone), .zoned(wall, zone)])
  }

  private func some<Element>(_ values: [Element], _ random: inout SplitMix64) -> [Element] {
    Array(values.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
  }

  /// Positions from the start and from the end.
  private func positions(_ limit: Int, _ random: inout SplitMix64) -> [Int] {
    some(Array(1...limit) + Array(-limit ... -1) + [1, -1], &random)
  }

  private func rule(_ start: EventTime, _ random: inout SplitMix64) -> RecurrenceRule {
    let frequencies = start.isAllDay ? Frequency.allCases.filter { !$0.isSubDaily } : Frequency.allCases
    var parts = RuleParts(frequency: random.pick(frequencies), interval: random.pick([1, 1, 1, 2, 3, 12]))
    let months = random.chance(30) ? some(Array(1...12), &random) : []
    switch parts.frequency {
    case .secondly, .minutely, .hourly, .daily, .weekly:
      parts.byMonth = months
      if random.chance(60) { parts.byDay = some(Weekday.allCases, &random).map { WeekdayNumber($0) } }
      if random.chance(10) {
        parts.byDay = random.pick([Weekday.workdays, Weekday.weekendDays]).map { WeekdayNumber($0) }
      }
      if parts.frequency == .weekly, parts.interval > 1 {
        let first = random.pick([Weekday.monday, .sunday])
        if first.groups(parts.byDay.map(\.weekday) + [start.wall.date.weekday], unlike: .monday) {
          parts.weekStart = first
        }
      }
    case .monthly:
      parts.byMonth = months
      if random.chance(80) { days(31, 5, &parts, &random) }
    case .yearly: yearly(months, &parts, &random)
    }
    return ended(parts.rule, start, &random)
  }

  private func yearly(_ months: [Int], _ parts: inout RuleParts, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: parts.byMonth = months
    case 1:
      parts.byWeekNumber = positions(53, &random)
      if random.chance(50) { parts.byDay = some(Weekday.allCases, &random).map { WeekdayNumber($0) } }
    case 2: parts.byYearDay = positions(366, &random)
    case 3:
      parts.byMonth = [Int.random(in: 1...12, using: &random)]
      days(31, 5, &parts, &random)
    default:
      parts.byDay = some(Weekday.allCases, &random).flatMap { weekday in
        positions(53, &random).map { WeekdayNumber(weekday, ordinal: $0) }
      }
    }
  }

  private func days(_ day: Int, _ weekday: Int, _ parts: inout RuleParts, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: parts.byMonthDay = positions(day, &random)
    case 1: parts.byDay = some(Weekday.allCases, &random).map { WeekdayNumber($0) }
    case 2:
      parts.byDay = some(Weekday.allCases, &random).map { weekday in
        WeekdayNumber(weekday, ordinal: random.pick([1, 2, 3, 4, 5, -1, -2]))
      }
    case 3:
      parts.byDay = Weekday.workdays.map { WeekdayNumber($0) }
      parts.bySetPosition = positions(20, &random)
    default:
      parts.byDay = Weekday.weekendDays.map { WeekdayNumber($0) }
      parts.bySetPosition = positions(8, &random)
    }
  }

  /// With an end as the binder writes it.
  private func ended(_ rule: RecurrenceRule, _ start: EventTime, _ random: inout SplitMix64) -> RecurrenceRule
  {
    var rule = rule
    switch Int.random(in: 0..<3, using: &random) {
    case 0: rule.count = Int.random(in: 1...400, using: &random)
    case 1:
      let last = start.wall.date.adding(days: Int.random(in: 0...900, using: &random)) ?? .max
      let wall =
        rule.frequency.isSubDaily
        ? CivilDateTime(clamping: last.dayNumber * 86_400 + Int.random(in: 60_000...86_399, using: &random))
        : CivilDateTime(last, start.wall.time)
      switch start {
      case .date: rule.until = .date(last)
      case .floating: rule.until = .floating(wall)
      case .zoned(_, let zone): rule.until = .utc(zone.instant(of: wall))
      }
    default: break
    }
    return rule
  }
}
