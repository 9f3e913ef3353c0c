import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// Events and reminders as objects.
@Suite struct ItemTests {
  /// Row 21.
  @Test func commonFieldsAreKeptWithStamps() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.notes = "Bring figures"
    event.url = URL(string: "https://example.org/a?b=c")
    event.location = "Room 4"
    event.availability = .free
    #expect(event.creationDate == nil)
    try fixture.store.save(event, span: .thisEvent)
    let found = try #require(event.eventIdentifier.flatMap(fixture.store.event(withIdentifier:)))
    #expect(found.title == "Review" && found.notes == "Bring figures" && found.location == "Room 4")
    #expect(found.url?.absoluteString == "https://example.org/a?b=c" && found.availability == .free)
    #expect(found.creationDate == noon && found.lastModifiedDate == noon)
    #expect(found.hasNotes && !found.hasAlarms && !found.hasAttendees && !found.hasRecurrenceRules)
    #expect(found.status == .none && found.organizer == nil && found.attendees == nil)
    let row = try #require(try fixture.events().first)
    #expect(row.title == "Review" && row.url == found.url && row.hasNotes && row.calendar?.title == "Work")
    #expect(row.startDate == found.startDate && row.endDate == found.endDate)
  }

  /// Row 22.
  @Test func changesAreKnownTakenBackAndMerged() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    #expect(event.isNew && event.hasChanges)
    event.reset()
    #expect(event.title == "Review")
    try fixture.store.save(event, span: .thisEvent)
    #expect(!event.isNew && !event.hasChanges)
    event.title = "Mine"
    #expect(event.hasChanges)
    event.title = "Review"
    #expect(!event.hasChanges)

    let other = try fixture.other()
    let same = try #require(try fixture.events(other).first)
    same.title = "Theirs"
    same.notes = "Theirs"
    try other.save(same, span: .thisEvent)
    event.title = "Mine"
    #expect(event.refresh())
    #expect(event.title == "Mine" && event.notes == "Theirs" && event.hasChanges)
    event.rollback()
    #expect(event.title == "Theirs")
    same.notes = "Newer"
    try other.save(same, span: .thisEvent)
    event.title = "Mine"
    event.reset()
    #expect(event.title == "Theirs" && event.notes == "Newer")
    try other.remove(same, span: .thisEvent)
    #expect(!event.refresh())
  }

  /// An alarm, a rule and a place of an event are parts of it: changing them changes it.
  ///
  /// Row 22.
  @Test func anAlarmARuleAndAPlaceOfAnEventArePartsOfIt() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    let alarm = EKAlarm(relativeOffset: -60)
    event.addAlarm(alarm)
    event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    event.structuredLocation = EKStructuredLocation(
      title: "Park", coordinate: Coordinate(latitude: 1, longitude: 2))
    try fixture.store.save(event, span: .thisEvent)
    event.alarms?.first?.relativeOffset = -120
    #expect(event.hasChanges)
    event.rollback()
    event.recurrenceRules?.first?.recurrenceEnd = EKRecurrenceEnd(occurrenceCount: 3)
    #expect(event.hasChanges)
    event.rollback()
    event.structuredLocation?.radius = 50
    #expect(event.hasChanges)
    // The alarm that was handed in belongs to nothing since it said something else than what was rolled back to.
    event.rollback()
    alarm.relativeOffset = -9
    #expect(!event.hasChanges)
  }

  /// Row 23.
  @Test func savingWhatIsUnchangedDoesNothingAndIsNoError() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    #expect(try fixture.store.save(event, reaching: .thisEvent))
    let state = try fixture.raw().state()
    #expect(try !fixture.store.save(event, reaching: .thisEvent))
    let fetched = try #require(try fixture.events().first)
    #expect(try !fixture.store.save(fetched, reaching: .allEvents))
    #expect(try fixture.raw().state() == state)
  }

  /// Saving what was deleted elsewhere makes it anew; a removed object keeps only its name.
  ///
  /// Row 24.
  @Test func savingWhatWasDeletedElsewhereMakesItAnew() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    let identifier = try #require(event.eventIdentifier)
    let fetched = try #require(try fixture.events().first)
    let other = try fixture.other()
    let same = try #require(other.event(withIdentifier: identifier))
    try other.remove(same, span: .thisEvent)
    #expect(same.title.isEmpty && same.startDate == nil && same.eventIdentifier == identifier && !same.isNew)
    try other.remove(same, span: .thisEvent)
    event.title = "Back"
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.eventIdentifier != identifier)
    #expect(try fixture.events().map(\.title) == ["Back"])
    // One that was only listed yet comes back with what the list told.
    fetched.notes = "Listed"
    try fixture.store.save(fetched, span: .thisEvent)
    #expect(try fixture.events().map(\.title).sorted() == ["Back", "Review"])
    let fresh = fixture.event()
    #expect(try !fixture.store.remove(fresh, reaching: .thisEvent))
    #expect(fresh.title == "Review")
  }

  /// Row 25 and 26.
  @Test func requiredFieldsReversedDatesAndAMissingEndThatIsTheStart() throws {
    let fixture = try Fixture()
    let event = EKEvent(eventStore: fixture.store)
    event.startDate = noon
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .noCalendar)
    event.calendar = fixture.work
    event.startDate = nil
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .noStartDate)
    event.startDate = noon
    event.endDate = noon.addingTimeInterval(-1)
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .datesInverted)
    event.isAllDay = true
    event.endDate = noon.addingTimeInterval(-86_400)
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .datesInverted)
    event.isAllDay = false
    event.endDate = nil
    #expect(event.endDate == noon)
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.endDate == noon && event.title.isEmpty)
    let reminder = fixture.reminder("")
    #expect(code { try fixture.store.save(reminder, commit: true) } == .internalFailure)
    reminder.title = "Milk"
    reminder.calendar = nil
    #expect(code { try fixture.store.save(reminder, commit: true) } == .noCalendar)
  }

  /// Row 27.
  @Test func aWholeDayGoesFromItsFirstMomentToItsLastSecondAndHasNoZone() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.isAllDay = true
    event.endDate = date("2026-11-20T12:00:00Z")
    #expect(event.timeZone == nil)
    #expect(event.startDate == date("2026-11-18T23:00:00Z"))
    #expect(event.endDate == date("2026-11-20T22:59:59Z"))
    try fixture.store.save(event, span: .thisEvent)
    let found = try #require(try fixture.events().first)
    #expect(found.isAllDay && found.startDate == event.startDate && found.endDate == event.endDate)
    #expect(try !fixture.store.save(found, reaching: .thisEvent))
    // The last second set again is the same day.
    event.endDate = event.endDate
    #expect(!event.hasChanges)
    event.isAllDay = false
    #expect(event.timeZone == berlin)
  }

  /// Row 28.
  @Test func zonedFloatingAndWholeDayEventsSurviveAnotherZoneOfTheProcess() throws {
    let fixture = try Fixture()
    let zoned = fixture.event("Zoned")
    let floating = fixture.event("Floating")
    floating.timeZone = nil
    let day = fixture.event("Day")
    day.isAllDay = true
    for event in [zoned, floating, day] { try fixture.store.save(event, span: .thisEvent) }
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let there = try fixture.other(zone: tokyo)
    let events = Dictionary(
      uniqueKeysWithValues: try fixture.events(there).map { ($0.title, $0) })
    #expect(events["Zoned"]?.startDate == date("2026-11-19T09:00:00Z"))
    #expect(events["Zoned"]?.timeZone == berlin)
    #expect(events["Floating"]?.startDate == date("2026-11-19T01:00:00Z"))
    #expect(events["Floating"]?.timeZone == nil)
    #expect(events["Day"]?.startDate == date("2026-11-18T15:00:00Z"))
    #expect(events["Day"]?.endDate == date("2026-11-19T14:59:59Z"))
    // Changing the zone keeps the moment.
    zoned.timeZone = tokyo
    #expect(zoned.startDate == date("2026-11-19T09:00:00Z"))
    try fixture.store.save(zoned, span: .thisEvent)
    #expect(zoned.startDate == date("2026-11-19T09:00:00Z") && zoned.timeZone == tokyo)
  }

  /// Row 29.
  @Test func availabilityIsWhatTheCalendarKnowsElseNotSupported() throws {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    record.availabilities = [AvailabilitySet(.busy)]
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    let event = fixture.event()
    event.availability = .tentative
    // EventKit has no code of its own for it.
    #expect(reason { try fixture.store.save(event, span: .thisEvent) } == "availability-not-supported")
    event.availability = .busy
    try fixture.store.save(event, span: .thisEvent)
    record.availabilities = []
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    #expect(event.availability == .notSupported)
    #expect(try fixture.calendar("Work").supportedEventAvailabilities == [])
  }

  /// Row 30.
  @Test(arguments: [
    ("STATUS:CANCELLED\r\n", EKEventStatus.canceled), ("STATUS:TENTATIVE\r\n", .tentative),
    ("STATUS:CONFIRMED\r\n", .confirmed), ("", .none),
  ])
  func theStatusOfAnEventIsReadAsItsFileSays(line: String, expected: EKEventStatus) throws {
    let fixture = try Fixture()
    try fixture.importing(
      "BEGIN:VEVENT\r\nUID:c\r\nDTSTART:20261119T100000Z\r\n\(line)SUMMARY:Off\r\nEND:VEVENT\r\n")
    #expect(try fixture.events().map(\.status) == [expected])
  }

  /// A reminder's start and due components: whole days, floating, each with its own zone.
  ///
  /// Row 31.
  @Test func aRemindersStartAndDueComponents() throws {
    let fixture = try Fixture()
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let reminder = fixture.reminder()
    reminder.startDateComponents = components(2026, 11, 19, 9, 0, zone: tokyo)
    reminder.dueDateComponents = components(2026, 11, 20, 18, 30, zone: berlin)
    try fixture.store.save(reminder, commit: true)
    #expect(reminder.startDateComponents?.timeZone == tokyo && reminder.startDateComponents?.hour == 9)
    #expect(reminder.dueDateComponents?.timeZone == berlin && reminder.dueDateComponents?.minute == 30)
    #expect(reminder.timeZone == tokyo)
    reminder.startDateComponents = nil
    reminder.dueDateComponents = components(2026, 11, 21)
    try fixture.store.save(reminder, commit: true)
    #expect(reminder.dueDateComponents?.hour == nil && reminder.dueDateComponents?.day == 21)
    reminder.dueDateComponents = components(2026, 11, 21, 8, 0)
    try fixture.store.save(reminder, commit: true)
    #expect(reminder.dueDateComponents?.timeZone == nil && reminder.timeZone == nil)
    var hebrew = components(5787, 1, 1)
    hebrew.calendar = Calendar(identifier: .hebrew)
    reminder.dueDateComponents = hebrew
    reminder.dueDateComponents = components(2026, 2, 30)
    #expect(fixture.store.problems.filter { $0.reason == "bad-components" }.count == 2)
    #expect(reminder.dueDateComponents?.day == 21)
  }

  /// Row 32.
  @Test func completionAndItsDateAreCoupledInAllFourDirections() throws {
    let fixture = try Fixture()
    let reminder = fixture.reminder()
    reminder.isCompleted = true
    #expect(reminder.completionDate == noon)
    reminder.isCompleted = false
    #expect(reminder.completionDate == nil)
    reminder.completionDate = noon.addingTimeInterval(-60)
    #expect(reminder.isCompleted)
    try fixture.store.save(reminder, commit: true)
    #expect(reminder.isCompleted && reminder.completionDate == noon.addingTimeInterval(-60))
    reminder.completionDate = nil
    #expect(!reminder.isCompleted)
    try fixture.store.save(reminder, commit: true)
    #expect(!reminder.isCompleted && reminder.completionDate == nil)
  }

  /// Row 33.
  @Test func prioritiesAre0To9InThreeBandsOthersAreRefused() throws {
    let fixture = try Fixture()
    let reminder = fixture.reminder()
    for priority in 0...9 {
      reminder.priority = priority
      try fixture.store.save(reminder, commit: true)
      #expect(reminder.priority == priority)
    }
    #expect((0...9).map { EKReminderPriority(band: $0).rawValue } == [0, 1, 1, 1, 1, 5, 9, 9, 9, 9])
    for priority in [-1, 10] {
      reminder.priority = priority
      #expect(code { try fixture.store.save(reminder, commit: true) } == .priorityIsInvalid)
    }
  }

  /// Row 29: each availability is saved and read back; one that is none changes nothing.
  @Test(arguments: [EKEventAvailability.busy, .free, .tentative, .unavailable])
  func eachAvailabilityIsKept(availability: EKEventAvailability) throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.availability = availability
    try fixture.store.save(event, span: .thisEvent)
    #expect(try fixture.events().map(\.availability) == [availability])
    event.availability = .notSupported
    #expect(event.availability == availability && !event.hasChanges)
  }

  /// Row 57.
  @Test func whatIsNoIdentifierFindsNothing() throws {
    let fixture = try Fixture()
    let (event, reminder) = (fixture.event(), fixture.reminder())
    try fixture.store.save(event, span: .thisEvent)
    try fixture.store.save(reminder, commit: true)
    #expect(fixture.store.calendarItem(withIdentifier: event.calendarItemIdentifier) is EKEvent)
    #expect(
      fixture.store.calendarItem(withIdentifier: "") == nil && fixture.store.event(withIdentifier: "/") == nil
    )
    let uid = try #require(reminder.calendarItemExternalIdentifier)
    #expect(fixture.store.calendarItems(withExternalIdentifier: uid) == [reminder])
    #expect(fixture.store.calendarItems(withExternalIdentifier: "").isEmpty)
  }

  /// Row 11: once the program takes it back, a calendar of another store is in the way no more.
  @Test func aCalendarOfAnotherStoreIsForgottenWithTheOtherChanges() throws {
    let fixture = try Fixture()
    let other = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    for takeBack in [{ event.rollback() }, { event.reset() }, { _ = event.refresh() }] {
      event.calendar = other.work
      event.title = "Changed"
      #expect(code { try fixture.store.save(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
      takeBack()
      #expect(code { try fixture.store.save(event, span: .thisEvent) } == nil)
    }
  }

  /// Row 40: of several rules that came with an item, the removal of one leaves the others, and of none all.
  @Test func theRemovalOfARuleLeavesTheOthers() throws {
    let fixture = try Fixture()
    try fixture.importing(
      "BEGIN:VEVENT\r\nUID:two\r\nDTSTART:20261119T090000Z\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n"
        + "RRULE:FREQ=MONTHLY;COUNT=2\r\nEND:VEVENT\r\n")
    let event = try #require(try fixture.events().first)
    #expect(event.recurrenceRules?.count == 2)
    event.removeRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    #expect(event.recurrenceRules?.count == 2 && !event.hasChanges)
    let first = try #require(event.recurrenceRules?.first)
    event.removeRecurrenceRule(first)
    #expect(event.recurrenceRules?.map(\.frequency) == [.monthly] && event.hasChanges)
  }

  /// Row 24: an object that was removed is empty, and cannot be saved as if it were the event.
  @Test func whatWasRemovedCannotBeSaved() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    try fixture.store.remove(event, span: .thisEvent)
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .eventNotMutable)
    #expect(code { try fixture.store.remove(event, span: .thisEvent) } == nil)
  }

  /// Row 64: the place is what its text says as soon as that is set.
  @Test func thePlaceFollowsItsText() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.structuredLocation = EKStructuredLocation(
      title: "Office", coordinate: Coordinate(latitude: 1, longitude: 2))
    let held = event.structuredLocation
    event.location = "Elsewhere"
    #expect(event.structuredLocation?.title == "Elsewhere" && event.structuredLocation?.geoLocation == nil)
    held?.title = "Office"
    #expect(event.location == "Elsewhere")
  }
}
