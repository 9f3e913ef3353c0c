import CivilTime
import Testing

@testable import LoadGenerator

/// Load generator.
@Suite struct LoadGeneratorTests {
  private func text(_ shape: CalendarShape, _ items: Int, seed: UInt64 = 1) throws -> String {
    let today = try #require(CivilDate(year: 2026, month: 11, day: 18))
    let result = Collected()
    try GeneratedCalendar(shape: shape, items: items, seed: seed, today: today).write { result.bytes += $0 }
    return try #require(String(validating: result.bytes, as: UTF8.self))
  }

  private final class Collected {
    var bytes: [UInt8] = []
  }

  private func count(_ text: String, where isCounted: (Substring) -> Bool) -> Int {
    text.split(separator: "\r\n").count(where: isCounted)
  }

  @Test(arguments: CalendarShape.allCases)
  func theSameSeedGivesTheSameFileAnotherSeedAnother(shape: CalendarShape) throws {
    let first = try text(shape, 500)
    #expect(try text(shape, 500) == first)
    #expect(try text(shape, 500, seed: 2) != first)
  }

  @Test(arguments: CalendarShape.allCases, [0, 1, 10, 3_000])
  func thereAreExactlyAsManyItemsAsAskedFor(shape: CalendarShape, items: Int) throws {
    let text = try text(shape, items)
    var inside: [Substring] = []
    var masters = 0
    for line in text.split(separator: "\r\n") {
      if line == "BEGIN:VEVENT" || line == "BEGIN:VTODO" { inside = [] }
      inside.append(line)
      if line == "END:VEVENT" || line == "END:VTODO",
        !inside.contains(where: { $0.hasPrefix("RECURRENCE-ID") })
      {
        masters += 1
      }
    }
    #expect(masters == items)
  }

  @Test(arguments: CalendarShape.allCases)
  func noLineNeedsFoldingAndNoTextNeedsEscaping(shape: CalendarShape) throws {
    for line in try text(shape, 2_000).split(separator: "\r\n") {
      #expect(line.utf8.count <= 75 && line.utf8.allSatisfy { (32..<127).contains($0) }, "\(line)")
      if line.hasPrefix("SUMMARY") || line.hasPrefix("DESCRIPTION") {
        #expect(!line.contains { ",;\\".contains($0) }, "\(line)")
      }
    }
  }

  @Test func theShapeOfThePeersHasItsExactShares() throws {
    let text = try text(.peers, 10_000)
    #expect(count(text) { $0.hasPrefix("RRULE:FREQ=") && !$0.contains("BYMONTH=") } == 1_000)
    #expect(
      count(text) { $0.hasPrefix("RRULE:FREQ=") && !$0.contains("COUNT") && !$0.contains("BYMONTH=") } == 200)
    #expect(count(text) { $0.hasPrefix("RECURRENCE-ID") } == 200)
    #expect(count(text) { $0.hasPrefix("EXDATE") } == 300)
    #expect(count(text) { $0 == "BEGIN:VALARM" } == 2_500)
    #expect(count(text) { $0.hasPrefix("DTSTART;VALUE=DATE") } == 900)
    #expect(count(text) { $0.hasPrefix("SUMMARY:Dentist") && !$0.hasSuffix("(moved)") } == 657)
    #expect(count(text) { $0 == "DESCRIPTION:" + Words.searchedNote } == 283)
  }

  @Test func theLoadMixIsNearItsWeights() throws {
    let text = try text(.load, 20_000)
    func near(_ value: Int, _ expected: Double) -> Bool { abs(Double(value) / 20_000 - expected) < 0.012 }
    #expect(near(count(text) { $0.hasPrefix("RRULE:FREQ=") && !$0.contains("BYMONTH=") }, 0.5))
    #expect(near(count(text) { $0 == "RRULE:FREQ=WEEKLY" }, 0.2))
    #expect(near(count(text) { $0 == "RRULE:FREQ=DAILY" }, 0.1))
    #expect(near(count(text) { $0 == "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" }, 0.1))
    #expect(near(count(text) { $0 == "RRULE:FREQ=WEEKLY;COUNT=4" }, 0.05))
    #expect(near(count(text) { $0 == "RRULE:FREQ=DAILY;COUNT=14" }, 0.02))
    #expect(near(count(text) { $0.hasPrefix("EXDATE") }, 0.05))
    #expect(near(count(text) { $0.hasPrefix("RECURRENCE-ID") }, 0.02))
    #expect(count(text) { $0.hasPrefix("BEGIN:VTIMEZONE") } == 30)
  }

  @Test func aStepLeadsToAnOccurrenceOfTheRule() throws {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 18))
    let start = CivilDateTime(date, .midnight)
    func day(_ step: RepeatPattern.Step, _ number: Int) -> String? {
      RepeatPattern(rule: "", step: step).occurrence(number, from: start)?.date.description
    }
    #expect(day(.days(7), 2) == "2026-12-02")
    #expect(day(.months(1), 3) == "2027-02-18")
    // The third Wednesday: 16 December, 20 January.
    #expect(day(.monthsOnWeekday(1), 1) == "2026-12-16")
    #expect(day(.monthsOnWeekday(1), 2) == "2027-01-20")
  }

  @Test func aQuotaTakesExactlyItsNumber() {
    var random = SplitMix64(seed: 7)
    var quota = Quota(37, of: 1_000)
    var taken = 0
    for _ in 0..<1_000 where quota.take(&random) { taken += 1 }
    #expect(taken == 37)
    let extra = quota.take(&random)
    #expect(!extra)
  }
}
