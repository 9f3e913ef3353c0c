import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// A limit is told to the index, which reads as many rows and one ahead: not batches
/// that grow until there are enough.
@Suite struct LimitReadingTests {
  @Test(arguments: [(1, 0), (33, 0), (70, 0), (20, 13)])
  func theIndexIsAskedForAsManyRowsAsTheLimit(limit: Int, offset: Int) throws {
    let context = try exampleContext(isChecking: false)
    let store = try CalendarStore.inMemory(zones: zones)
    let events = (0..<200).map { number in
      let minute = number % 60
      return """
        BEGIN:VEVENT\r\nUID:e\(number)\r\nSUMMARY:Event\r
        DTSTART:202612\(10 + number / 60)T12\(minute < 10 ? "0" : "")\(minute)00Z\r\nEND:VEVENT\r\n
        """
    }
    try store.take("BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n")
    let before = store.counters
    let found = try rows("events from 2026-12-01 limit \(limit) offset \(offset)", context, store)
    #expect(found.count == limit)
    #expect(store.counters.startingRows - before.startingRows == limit + offset + 1)
  }

  /// Series are found among series, whatever else there is, and records are read of those
  /// that are shown or asked about.
  @Test(arguments: [
    ("series limit 5", 5), ("count series", 0), ("series where title contains event", 10),
    ("count series where rule contains DAILY", 10),
  ])
  func seriesAreLookedForAmongSeries(text: String, records: Int) throws {
    let context = try exampleContext(isChecking: false)
    let store = try CalendarStore.inMemory(zones: zones)
    let events = (0..<300).map { number in
      let rule = number % 30 == 0 ? "RRULE:FREQ=DAILY\r\n" : ""
      return
        "BEGIN:VEVENT\r\nUID:e\(number)\r\nSUMMARY:Event\r\nDTSTART:20261210T120000Z\r\n\(rule)END:VEVENT\r\n"
    }
    try store.take("BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n")
    let before = store.counters
    let found = try rows(text, context, store)
    #expect(found.count == (text.hasPrefix("count") ? 1 : text.contains("limit") ? 5 : 10))
    #expect(store.counters.itemsScanned - before.itemsScanned == 10)
    #expect(store.counters.recordsRead - before.recordsRead == records)
  }
}
