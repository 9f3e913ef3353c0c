import CivilTime
import TestSupport
import Testing

@testable import Store

/// What a window costs grows with its answer and not with the store: counted in rows read, not in time.
@Suite struct CostTests {
  /// A store with 100 events and 100 reminders in one week of 2026, and many others in other years.
  private static func library(others: Int) throws -> Library {
    var random = SplitMix64(seed: 7)
    var components: [String] = []
    func add(_ number: Int, on day: Int) {
      let date = BasicFormat.text(CivilDate(dayNumber: day) ?? .min)
      let length = ["PT0S", "PT1H", "P1D", "P10D", "P100D"].randomElement(using: &random) ?? "PT1H"
      let hour = Int.random(in: 10...19, using: &random)
      components.append(
        "BEGIN:VEVENT\r\nUID:e\(number)\r\nDTSTART:\(date)T\(hour)0000Z\r\nDURATION:\(length)\r\nEND:VEVENT")
      components.append("BEGIN:VTODO\r\nUID:t\(number)\r\nDUE:\(date)T\(hour)0000Z\r\nEND:VTODO")
    }
    let monday = CivilDate.dayNumber(year: 2026, month: 11, day: 16)
    for number in 0..<100 { add(number, on: monday + number % 7) }
    for number in 0..<others {
      // From thirty years before to a year before, and from a month after to thirty years after.
      let distance = Int.random(in: 0...10_000, using: &random)
      add(100 + number, on: number % 2 == 0 ? monday - 365 - distance : monday + 30 + distance)
    }
    let library = try Library()
    try library.take(
      "BEGIN:VCALENDAR\r\n" + components.joined(separator: "\r\n") + "\r\nEND:VCALENDAR\r\n")
    return library
  }

  @Test func aWeekCostsTheSameInAStoreTenTimesLarger() throws {
    for library in try [500, 5_000].map(Self.library) {
      let store = library.store
      let from = try Library.instant("20261116")
      let to = try Library.instant("20261123")
      let before = store.counters
      let events = try all(store.events(from: from, to: to, viewer: .utc))
      let between = store.counters
      let due = try all(store.reminders(dueFrom: from, to: to, viewer: .utc))
      let after = store.counters
      #expect(events.count == 100)
      #expect(due.count == 100)
      #expect(between.startingRows - before.startingRows == 100)
      #expect(between.ongoingRows == before.ongoingRows)
      #expect(after.startingRows - between.startingRows == 100)
      #expect(after.recordsRead == before.recordsRead)
    }
  }

  @Test func theFirstRowsOfALongAnswerReadNoMore() throws {
    let library = try Self.library(others: 2_000)
    let before = library.store.counters
    let cursor = try library.store.events(
      from: try Library.instant("19960101"), to: nil, viewer: .utc, expecting: 21)
    for _ in 0..<20 { #expect(try cursor.next() != nil) }
    cursor.close()
    // One row is read ahead.
    #expect(library.store.counters.startingRows - before.startingRows <= 21)
  }
}
