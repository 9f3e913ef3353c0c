import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// Values that no program should give.
@Suite struct HostileTests {
  @Test(
    arguments: ["P999999999999W", "P999999999999Y", "-P999999999999Y", "PT999999999999H", "P999999999999D"],
    ["DURATION", "TRIGGER"])
  func lengthsAndAlarmsBeyondAllTimeAreReadShownAndSavedWithoutHarm(text: String, property: String) throws {
    let fixture = try Fixture()
    let length = property == "DURATION" ? "DURATION:\(text)\r\n" : ""
    let body = "ACTION:DISPLAY\r\nTRIGGER:\(text)\r\n"
    let alarm = property == "TRIGGER" ? "BEGIN:VALARM\r\n\(body)END:VALARM\r\n" : ""
    try fixture.importing(
      "BEGIN:VEVENT\r\nUID:h\r\nDTSTART:20261119T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\n"
        + length + alarm + "END:VEVENT\r\n")
    let event = try #require(try fixture.events().first)
    event.title = "Named"
    _ = event.alarms?.map(\.relativeOffset)
    _ = event.endDate
    _ = try? fixture.store.save(event, reaching: .allEvents)
    _ = try? fixture.store.save(event, span: .thisEvent)
    #expect(try !fixture.events().isEmpty)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e14])
  func datesOutsideTheCalendarAreRefused(seconds: Double) throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.startDate = Date(timeIntervalSince1970: seconds)
    event.endDate = nil
    #expect(event.hasChanges)
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .startDateTooFarInFuture)
    event.isAllDay = true
    #expect(event.endDate != nil)
    let alarm = EKAlarm(relativeOffset: seconds)
    alarm.absoluteDate = Date(timeIntervalSince1970: seconds)
    let fine = fixture.event()
    fine.addAlarm(alarm)
    fine.addAlarm(EKAlarm(relativeOffset: seconds))
    try fixture.store.save(fine, span: .thisEvent)
    let predicate = fixture.store.predicateForEvents(
      withStart: Date(timeIntervalSince1970: seconds), end: noon, calendars: nil)
    _ = fixture.store.events(matching: predicate)
    _ = try fixture.store.explanation(of: predicate)
  }

  @Test func aCountBeyondAllTimeEndsWithTheCalendar() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.addRecurrenceRule(
      EKRecurrenceRule(
        recurrenceWith: .yearly, interval: Int.max, end: EKRecurrenceEnd(occurrenceCount: Int.max)))
    try fixture.store.save(event, span: .thisEvent)
    #expect(try fixture.events().count == 1)
  }
}
