import EventKit
import Foundation
import KalendsExtensions
import Testing

/// Drafts apart from stored events.
@Suite struct DraftTests {
  /// Row 34.
  @Test func aDraftIsUntitledTodayAndAllDayWithANameForTheTimeBeing() throws {
    let draft = EventDraft(now: noon)
    #expect(draft.title == "Untitled" && draft.isAllDay && draft.startDate == noon)
    #expect(draft.id.hasPrefix("new:") && draft.id != EventDraft(now: noon).id)
  }

  /// Row 34.
  @Test func copyAndApplyCarryEverythingOverAndApplyTouchesOnlyWhatDiffers() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.location = "Hall"
    event.alarms = [EKAlarm(relativeOffset: -60), EKAlarm(absoluteDate: noon)]
    try fixture.store.save(event, span: .thisEvent)
    var draft = EventDraft(copying: event)
    #expect(draft.id == event.eventIdentifier && draft.title == "Review" && draft.alarmOffsets == [-60])
    draft.apply(to: event)
    #expect(!event.hasChanges)
    draft.title = "Other"
    draft.coordinate = Coordinate(latitude: 1, longitude: 2)
    draft.alarmOffsets = [-120]
    draft.availability = .free
    draft.notes = "n"
    draft.url = URL(string: "https://example.org")
    draft.apply(to: event)
    try fixture.store.save(event, span: .thisEvent)
    #expect(
      event.title == "Other" && event.location == "Hall"
        && event.structuredLocation?.coordinate?.longitude == 2)
    #expect(event.alarms?.contains { $0.absoluteDate == noon } == true)
    #expect(event.alarms?.filter { $0.absoluteDate == nil }.map(\.relativeOffset) == [-120])
    #expect(event.alarms?.count == 2 && event.availability == .free && event.hasNotes)
    #expect(event.startDate == date("2026-11-19T09:00:00Z"))
    let copy = EKEvent(eventStore: fixture.store)
    draft.apply(to: copy)
    copy.calendar = fixture.work
    try fixture.store.save(copy, span: .thisEvent)
    #expect(copy.startDate == event.startDate && copy.endDate == event.endDate && !copy.isAllDay)
  }

  /// Row 35.
  @Test(arguments: [(52.5, 13.4), (-33.9, -70.7), (0, 0)])
  func anEventIsBuiltFromAnotherProgramsNumbers(latitude: Double, longitude: Double) throws {
    let fixture = try Fixture()
    let draft = EventDraft(
      title: "Talk", startMilliseconds: 1_795_080_600_500, endMilliseconds: nil, isAllDay: false,
      alarmMinutesBefore: 15, latitude: latitude, longitude: longitude, location: "Stage")
    let event = EKEvent(eventStore: fixture.store)
    draft.apply(to: event)
    event.calendar = fixture.work
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.startDate == Date(timeIntervalSince1970: 1_795_080_600) && event.endDate == event.startDate)
    #expect(event.alarms?.map(\.relativeOffset) == [-900])
    #expect(event.structuredLocation?.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    let odd = EventDraft(
      title: "", startMilliseconds: 0, endMilliseconds: 1000, isAllDay: true, latitude: 91, longitude: 0)
    #expect(odd.title == "Untitled" && odd.coordinate == nil && odd.alarmOffsets.isEmpty)
  }
}
