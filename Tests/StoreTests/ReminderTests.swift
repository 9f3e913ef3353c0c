import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

@Suite struct ReminderTests {
  let library: Library

  init() throws { library = try Library() }

  private func due(_ from: String, _ to: String, in zone: Zone = .utc) throws -> [String] {
    let cursor = try library.store.reminders(
      dueFrom: Library.instant(from), to: Library.instant(to), viewer: zone)
    return try all(cursor).map {
      "\($0.start) \(try library.store.record($0.item)?.title ?? "?") \($0.key?.text ?? "-")"
    }
  }

  private func completed() throws -> [String] {
    try all(library.store.reminders(completedFrom: nil, to: nil, viewer: .utc))
      .map { "\($0.start) \(try library.store.record($0.item)?.title ?? "?")" }
  }

  private func titles(_ cursor: ItemCursor) throws -> [String] {
    var result: [String] = []
    while let occurrence = try cursor.next() {
      result.append(
        (try library.store.record(occurrence.item)?.title ?? "?") + (occurrence.isUndated ? " undated" : ""))
    }
    return result
  }

  /// From the day on that a THISANDFUTURE override begins, what is next to be done is due when that says.
  @Test func theNextOneIsDueAsAllLaterOnesAre() throws {
    let range = todo(
      "r",
      """
      SUMMARY:Later
      RECURRENCE-ID;RANGE=THISANDFUTURE:20261120T080000Z
      DTSTART:20261120T100000Z
      DUE:20261120T110000Z
      """)
    let done = ["18", "19", "20"].map { day in
      todo(
        "r",
        """
        SUMMARY:Done
        RECURRENCE-ID:202611\(day)T080000Z
        DUE:202611\(day)T090000Z
        STATUS:COMPLETED
        COMPLETED:202611\(day)T090000Z
        """)
    }
    let master = todo(
      "r", "SUMMARY:Daily\nDTSTART:20261118T080000Z\nDUE:20261118T090000Z\nRRULE:FREQ=DAILY;COUNT=9")
    try library.take(calendar(master, range, done[0], done[1]))
    #expect(try due("20261118", "20261130") == ["2026-11-20T11:00:00Z Later 20261120T080000"])
    try library.take(calendar(done[2]))
    #expect(try due("20261118", "20261130") == ["2026-11-21T11:00:00Z Later 20261121T080000"])
    #expect(try library.store.verify() == [])
  }

  @Test func eachIsFoundByItsDueDate() throws {
    try library.take(
      calendar(
        todo("1", "SUMMARY:Timed\nDUE;TZID=Europe/Berlin:20261120T090000"),
        todo("2", "SUMMARY:Day\nDUE;VALUE=DATE:20261120"), todo("3", "SUMMARY:Never"),
        todo("4", "SUMMARY:Floating\nDUE:20261120T060000"),
        todo("5", "SUMMARY:Done\nDUE:20261120T070000Z\nSTATUS:COMPLETED\nCOMPLETED:20261119T100000Z")))
    #expect(
      try due("20261120", "20261121", in: zone("America/New_York")) == [
        "2026-11-20T05:00:00Z Day -", "2026-11-20T07:00:00Z Done -", "2026-11-20T08:00:00Z Timed -",
        "2026-11-20T11:00:00Z Floating -",
      ])
    #expect(try due("20261121", "20261122") == [])
    #expect(try titles(library.store.undatedReminders()) == ["Never undated"])
    #expect(try completed() == ["2026-11-19T10:00:00Z Done"])
    #expect(
      try titles(library.store.storedItems(kind: .reminder, viewer: .utc)) == [
        "Timed", "Day", "Never undated", "Floating", "Done",
      ])
    #expect(try library.store.statistics().undatedReminders == 1)
  }

  private static let water = todo(
    "w", "SUMMARY:Water\nDTSTART;VALUE=DATE:20261102\nDUE;VALUE=DATE:20261103\nRRULE:FREQ=WEEKLY")

  @Test func aRepeatingOneStandsAtItsFirstOpenOccurrence() throws {
    try library.take(calendar(Self.water))
    #expect(try due("20261101", "20270101") == ["2026-11-03T00:00:00Z Water 20261102"])
    let done = todo(
      "w",
      "SUMMARY:Watered\nRECURRENCE-ID;VALUE=DATE:20261109\nDTSTART;VALUE=DATE:20261109\nDUE;VALUE=DATE:20261110\nSTATUS:COMPLETED\nCOMPLETED:20261110T080000Z"
    )
    try library.take(calendar(done))
    #expect(try due("20261101", "20270101") == ["2026-11-17T00:00:00Z Water 20261116"])
    #expect(try completed() == ["2026-11-10T08:00:00Z Watered"])
    let moved = todo(
      "w",
      "SUMMARY:Later\nRECURRENCE-ID;VALUE=DATE:20261116\nDTSTART;VALUE=DATE:20261118\nDUE;VALUE=DATE:20261119"
    )
    try library.take(calendar(moved))
    #expect(try due("20261101", "20270101") == ["2026-11-19T00:00:00Z Later 20261116"])
    #expect(try titles(library.store.storedItems(kind: .reminder, viewer: .utc)) == ["Later"])
    #expect(try library.store.verify() == [])
  }

  @Test func aCancelledOccurrenceIsPassedOver() throws {
    let off = todo(
      "w",
      "RECURRENCE-ID;VALUE=DATE:20261102\nDTSTART;VALUE=DATE:20261102\nDUE;VALUE=DATE:20261103\nSTATUS:CANCELLED"
    )
    try library.take(calendar(Self.water, off))
    #expect(try due("20261101", "20270101") == ["2026-11-10T00:00:00Z Water 20261109"])
    #expect(try library.store.verify() == [])
  }

  @Test func completedOnTheMasterClosesTheSeries() throws {
    try library.take(
      calendar(
        Self.water.replacing("RRULE", with: "STATUS:COMPLETED\nCOMPLETED:20261115T080000Z\nRRULE")))
    #expect(try due("20261101", "20270101") == ["2026-11-03T00:00:00Z Water 20261102"])
    #expect(try completed() == ["2026-11-15T08:00:00Z Water"])
  }

  @Test func aSeriesWithNothingOpenStandsAtItsLast() throws {
    let once = Self.water.replacing("FREQ=WEEKLY", with: "FREQ=WEEKLY;COUNT=1")
    let done = todo(
      "w",
      "SUMMARY:Watered\nRECURRENCE-ID;VALUE=DATE:20261102\nDTSTART;VALUE=DATE:20261102\nDUE;VALUE=DATE:20261103\nCOMPLETED:20261103T080000Z\nSTATUS:COMPLETED"
    )
    try library.take(calendar(once, done))
    #expect(try due("20261101", "20270101") == ["2026-11-03T00:00:00Z Watered 20261102"])
  }

  @Test func singleOccurrencesCanBeAskedFor() throws {
    try library.take(calendar(Self.water))
    let id = try #require(try library.store.items(uid: "w").first)
    let key = try #require(OccurrenceKey(text: "20261123"))
    let found = try #require(try library.store.occurrence(of: id, key: key, viewer: .utc))
    #expect(found.key == key && found.isRecurring && found.item == id)
    #expect(
      try library.store.occurrence(of: id, key: #require(OccurrenceKey(text: "20261124")), viewer: .utc)
        == nil)
  }
}
