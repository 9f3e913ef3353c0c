import CivilTime
import Foundation
import KalendsExtensions
import MapKit
import TestSupport
import Testing

@testable import EventKit

/// What programs for Apple's framework write compiles unchanged and does what it does there.
@Suite struct AppleProgramTests {
  @Test(arguments: ["5", "6"])
  func itCompilesInBothModesOfTheLanguage(mode: String) throws {
    let file = ProjectFiles.root + "/Tests/EventKitTests/AppleProgram.swift"
    let output = try Toolchain.run(
      "swiftc", ["-typecheck", "-swift-version", mode] + BuildFolder.imports + [file])
    #expect(String(decoding: output, as: UTF8.self).isEmpty)
  }

  @Test func errorsAreCaughtByTheirCodes() throws {
    let fixture = try Fixture()
    let incomplete = EKEvent(eventStore: fixture.store)
    incomplete.title = "Nowhere"
    #expect(CaughtErrors.byCode { try fixture.store.save(incomplete, span: .thisEvent) } == "incomplete")
    #expect(CaughtErrors.asNSError { try fixture.store.save(incomplete, span: .thisEvent) } == "1 true")
    let reversed = fixture.event()
    reversed.endDate = reversed.startDate.addingTimeInterval(-60)
    #expect(CaughtErrors.byCode { try fixture.store.save(reversed, span: .thisEvent) } == "reversed")
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    record.isWritable = false
    try raw.update(record, cause: "test", now: .init(seconds: 0))
    #expect(CaughtErrors.byCode { try fixture.store.save(fixture.event(), span: .thisEvent) } == "read-only")
    #expect(
      CaughtErrors.byCode { throw EKError(.invalidSpan) }.hasPrefix("other: EventKit failed with code 13"))
    #expect(CaughtErrors.asNSError { throw CocoaError(.fileNoSuchFile) } == CocoaError.errorDomain)
  }

  @Test(arguments: allCodes)
  func everyErrorIsTheSameAsFoundationsError(code: EKError.Code) {
    let error = EKError(code, userInfo: [NSLocalizedDescriptionKey: "it failed"])
    #expect(CaughtErrors.code(of: error) == code && error.errorCode == code.rawValue)
    #expect(
      error.localizedDescription == "It failed." && (error as any Error).localizedDescription == "It failed.")
    #expect(CaughtErrors.asNSError { throw error }.hasPrefix("\(code.rawValue) "))
    let foundations: any Error = error as NSError
    #expect((foundations as? EKError)?.code == code)
    let back = EKError(_nsError: error as NSError)
    #expect(back.code == code && back.userInfo[NSLocalizedDescriptionKey] as? String == "It failed.")
  }

  @Test func anErrorOfAnUnknownNumberIsAnInternalFailure() {
    let found = EKError(_nsError: NSError(domain: EKErrorDomain, code: 4711))
    #expect(found.code == .internalFailure)
    #expect((NSError(domain: "Others", code: 1) as any Error) as? EKError == nil)
  }

  @Test func everyEnumerationIsSwitchedOver() {
    #expect(
      Switches.access(.writeOnly) == "add" && Switches.person(.tentative, .chair, .person) == "maybe needed")
    #expect(
      Switches.delivery(.delivered) && Switches.time(.free, .canceled, .futureEvents, .event) == "freexall")
    #expect(Switches.place(.calDAV, .subscription) == "there made")
    #expect(
      Switches.alarm(.email, .leave, .high) == "act out!" && Switches.rule(.weekly, .sunday) == "w weekend")
  }

  @Test func eventsAreFetchedSortedAndEnumerated() throws {
    let fixture = try Fixture()
    let model = CalendarModel(store: fixture.store)
    try fixture.store.save(fixture.event("Later", at: "2026-11-20T09:00:00Z"), span: .thisEvent)
    try fixture.store.save(fixture.event("Sooner"), span: .thisEvent)
    let end = noon.addingTimeInterval(7 * 86_400)
    #expect(model.titles(from: noon, to: end) == ["Sooner", "Later"])
    model.chosen = [fixture.work, try fixture.calendar("Work")]
    #expect(model.chosen.count == 1 && model.titles(from: noon, to: end) == ["Sooner", "Later"])
    #expect(["Sooner", "Later"].contains(model.first(from: noon, to: end)))
  }

  @Test func accessIsRequestedInBothForms() async throws {
    let fixture = try Fixture()
    let model = CalendarModel(store: fixture.store)
    let answer = await withCheckedContinuation { continuation in
      model.askWithHandler { continuation.resume(returning: ($0, $1)) }
    }
    #expect(answer == (true, "no error"))
    #expect(await model.ask())
    try fixture.store.save(fixture.reminder(), commit: true)
    #expect(await model.openReminders() == ["Milk"])
  }

  @Test func earlierNamesGoOnWorking() async throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    let program: any EarlierProgram = EarlierNames()
    #expect(
      program.facts(of: event, in: fixture.store)
        == ["Work", "Work", "-1", "none", event.calendarItemExternalIdentifier, "true"])
    #expect(try await program.ask(fixture.store))
  }

  @Test func aStoreOfSomeSourcesHasTheirCalendarsAlone() throws {
    let fixture = try Fixture()
    let sources = fixture.store.sources
    let local = EKEventStore(options: fixture.store.options, sources: [sources[0].record.id])
    #expect(local.sources.map(\.title) == ["Local"])
    #expect(local.calendars(for: .event).map(\.title) == ["Work"])
    let other = EKEventStore(options: fixture.store.options, sources: [sources[1].record.id])
    #expect(other.calendars(for: .event).isEmpty)
  }

  @Test func aPlaceOfAMapIsAPlaceOfAnEvent() {
    let coordinate = CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4)
    let item = MKMapItem(placemark: MKPlacemark(coordinate: coordinate))
    item.name = "Town hall"
    let place = EKStructuredLocation(mapItem: item)
    #expect(place.title == "Town hall" && place.geoLocation?.coordinate.latitude == 52.5)
  }

  @Test func daysAndEndsOfRulesGoThroughAnArchive() throws {
    let day = EKRecurrenceDayOfWeek(.friday, weekNumber: -1)
    let ends = [EKRecurrenceEnd(end: noon), EKRecurrenceEnd(occurrenceCount: 3)]
    let data = try NSKeyedArchiver.archivedData(withRootObject: day, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: EKRecurrenceDayOfWeek.self, from: data) == day)
    for end in ends {
      let data = try NSKeyedArchiver.archivedData(withRootObject: end, requiringSecureCoding: true)
      #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: EKRecurrenceEnd.self, from: data) == end)
    }
  }

  /// What is caught by its short name has the code of that name.
  ///
  /// Row 12.
  @Test(arguments: [
    (EKError.eventNotMutable, EKError.Code.eventNotMutable),
    (EKError.noCalendar, .noCalendar),
    (EKError.noStartDate, .noStartDate),
    (EKError.noEndDate, .noEndDate),
    (EKError.datesInverted, .datesInverted),
    (EKError.internalFailure, .internalFailure),
    (EKError.calendarReadOnly, .calendarReadOnly),
    (EKError.durationGreaterThanRecurrence, .durationGreaterThanRecurrence),
    (EKError.alarmGreaterThanRecurrence, .alarmGreaterThanRecurrence),
    (EKError.startDateTooFarInFuture, .startDateTooFarInFuture),
    (EKError.startDateCollidesWithOtherOccurrence, .startDateCollidesWithOtherOccurrence),
    (EKError.objectBelongsToDifferentStore, .objectBelongsToDifferentStore),
    (EKError.invitesCannotBeMoved, .invitesCannotBeMoved),
    (EKError.invalidSpan, .invalidSpan),
    (EKError.calendarHasNoSource, .calendarHasNoSource),
    (EKError.calendarSourceCannotBeModified, .calendarSourceCannotBeModified),
    (EKError.calendarIsImmutable, .calendarIsImmutable),
    (EKError.sourceDoesNotAllowCalendarAddDelete, .sourceDoesNotAllowCalendarAddDelete),
    (EKError.recurringReminderRequiresDueDate, .recurringReminderRequiresDueDate),
    (EKError.structuredLocationsNotSupported, .structuredLocationsNotSupported),
    (EKError.reminderLocationsNotSupported, .reminderLocationsNotSupported),
    (EKError.alarmProximityNotSupported, .alarmProximityNotSupported),
    (EKError.calendarDoesNotAllowEvents, .calendarDoesNotAllowEvents),
    (EKError.calendarDoesNotAllowReminders, .calendarDoesNotAllowReminders),
    (EKError.sourceDoesNotAllowReminders, .sourceDoesNotAllowReminders),
    (EKError.sourceDoesNotAllowEvents, .sourceDoesNotAllowEvents),
    (EKError.priorityIsInvalid, .priorityIsInvalid),
    (EKError.invalidEntityType, .invalidEntityType),
    (EKError.procedureAlarmsNotMutable, .procedureAlarmsNotMutable),
    (EKError.eventStoreNotAuthorized, .eventStoreNotAuthorized),
    (EKError.osNotSupported, .osNotSupported),
    (EKError.invalidInviteReplyCalendar, .invalidInviteReplyCalendar),
    (EKError.notificationsCollectionFlagNotSet, .notificationsCollectionFlagNotSet),
    (EKError.sourceMismatch, .sourceMismatch),
    (EKError.notificationCollectionMismatch, .notificationCollectionMismatch),
    (EKError.notificationSavedWithoutCollection, .notificationSavedWithoutCollection),
    (EKError.reminderAlarmContainsEmailOrUrl, .reminderAlarmContainsEmailOrUrl),
    (EKError.last, .last),
  ])
  func theShortNameOfACodeIsThatCode(short: EKError.Code, code: EKError.Code) {
    #expect(short == code)
  }

  @Test func allShortNamesOfCodesAreCompared() throws {
    let file = try #require(ProjectFiles.text("Sources/EventKit/Support/EKError+Codes.swift"))
    let tests = try #require(ProjectFiles.text("Tests/EventKitTests/AppleProgramTests.swift"))
    for line in file.split(separator: "\n") where line.contains("static var ") {
      let name = line.split(separator: " ").drop { $0 != "var" }.dropFirst().first?.dropLast() ?? ""
      #expect(tests.contains("(EKError.\(name), "), "\(name)")
    }
  }

  /// Tests of programs stand on stores of their own making.
  @Test func aStoreOfATestAnswersItself() async throws {
    let fixture = try Fixture()
    let store = MockEventStore(options: fixture.store.options)
    let event = fixture.event()
    store.fetched = [event]
    #expect(CalendarModel(store: store).titles(from: noon, to: noon) == ["Review"])
    try store.save(event, span: .thisEvent)
    #expect(store.savedTitles == ["Review"], "the shorter form asks the longer one")
    #expect(try await store.requestFullAccessToEvents())
    store.isGranted = false
    #expect(try await !store.requestFullAccessToEvents(), "the awaited form asks the one that is overridden")
    #expect(code { try store.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
    let earlier: EKEventStore = store
    #expect(earlier.defaultCalendarForNewEvents == nil && earlier.calendars(for: .event).isEmpty)
    #expect(MockEventStore.authorizationStatus(for: .event) == .fullAccess)
    #expect(try fixture.events().isEmpty)
    let (source, person) = (MockSource(), MockParticipant())
    #expect(source.title == "Mock" && source.sourceType == .calDAV && source.calendars(for: .event).isEmpty)
    #expect(person.name == "Ann" && person.participantStatus == .accepted && !person.isCurrentUser)
  }

  /// What is printed of objects and errors says what they are.
  @Test func objectsAndErrorsArePrintedWithTheirValues() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    let rule = EKRecurrenceRule(recurrenceWith: .weekly, interval: 2, end: nil)
    event.addRecurrenceRule(rule)
    let address = String(UInt(bitPattern: ObjectIdentifier(rule)), radix: 16)
    #expect("\(rule)".hasPrefix("EKRecurrenceRule <0x\(address)> RRULE "))
    #expect(
      "\(rule)".hasSuffix("> RRULE FREQ=WEEKLY;INTERVAL=2;WKST=MO")
        || "\(rule)".contains("RRULE FREQ=WEEKLY;INTERVAL=2"))
    #expect("\(event)".contains("{title = Review; calendar = Work; startDate = 2026-11-19 09:00:00 +0000;"))
    #expect("\(fixture.work)".contains("{title = Work; type = local; allowsModify = true; color = #"))
    #expect("\(fixture.store.sources[0])".contains("{title = Local; type = local; identifier = src:"))
    #expect("\(EKAlarm(relativeOffset: -60))".hasSuffix("{relativeOffset = -60.0}"))
    #expect("\(fixture.reminder())".contains("{title = Milk; calendar = Tasks; completed = false}"))
    #expect(
      "\(EKError(.noCalendar, userInfo: [NSLocalizedDescriptionKey: "no calendar"]))"
        == "Error Domain=EKErrorDomain Code=1 \"No calendar.\"")
  }

  /// A store of some sources finds nothing of others by any way.
  @Test func aStoreOfSomeSourcesKnowsNoItemOfOthers() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    let other = EKEventStore(options: fixture.store.options, sources: [fixture.store.sources[1].record.id])
    #expect(other.event(withIdentifier: event.eventIdentifier) == nil)
    #expect(other.calendarItem(withIdentifier: event.calendarItemIdentifier) == nil)
    #expect(other.calendarItems(withExternalIdentifier: event.calendarItemExternalIdentifier).isEmpty)
    #expect(other.defaultCalendarForNewEvents == nil && other.delegateSources.isEmpty)
    let own = EKEventStore(options: fixture.store.options, sources: [fixture.store.sources[0].record.id])
    #expect(own.event(withIdentifier: event.eventIdentifier)?.calendar.title == "Work")
    #expect(own.defaultCalendarForNewEvents?.source.title == "Local")
  }
}
