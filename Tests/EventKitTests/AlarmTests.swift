import CivilTime
import EventKit
import Foundation
import KalendsExtensions
import Model
import Store
import Testing

/// Alarms, places and people.
@Suite struct AlarmTests {
  /// Relative and absolute alarms exclude each other, and may lie after the start.
  ///
  /// Row 60.
  @Test func relativeAndAbsoluteAlarmsExcludeEachOther() throws {
    let alarm = EKAlarm(relativeOffset: 32_400)
    #expect(alarm.relativeOffset == 32_400 && alarm.absoluteDate == nil)
    alarm.absoluteDate = noon
    #expect(alarm.relativeOffset == 0 && alarm.absoluteDate == noon)
    alarm.relativeOffset = -60
    #expect(alarm.absoluteDate == nil)
    let fixture = try Fixture()
    let event = fixture.event()
    event.alarms = [EKAlarm(relativeOffset: 32_400), EKAlarm(absoluteDate: noon)]
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.alarms?.map(\.relativeOffset) == [32_400, 0])
    #expect(event.alarms?.last?.absoluteDate == noon)
    event.removeAlarm(try #require(event.alarms?.first))
    event.removeAlarm(EKAlarm(absoluteDate: noon))
    #expect(event.alarms == nil && event.hasChanges)
    event.removeAlarm(EKAlarm(relativeOffset: 1))
  }

  /// Row 61.
  @Test func moreAlarmsThanTheAccountKeepsAreLeftOutAndThatIsSaid() throws {
    let fixture = try Fixture()
    let exchange = try fixture.calendar(limits: [], mostAlarms: 1)
    let event = fixture.event()
    event.calendar = exchange
    event.alarms = [EKAlarm(relativeOffset: -60), EKAlarm(relativeOffset: -120)]
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.alarms?.count == 1)
    #expect(fixture.store.warnings.count == 1)
  }

  /// What an alarm does follows from its sound, address or URL, which exclude each other.
  ///
  /// Row 62.
  @Test func whatAnAlarmDoesFollowsFromItsSound() throws {
    let alarm = EKAlarm(relativeOffset: 0)
    #expect(alarm.type == .display)
    alarm.soundName = "Basso"
    #expect(alarm.type == .audio)
    alarm.emailAddress = "a@example.org"
    #expect(alarm.type == .email && alarm.soundName == nil)
    alarm.url = URL(string: "https://example.org")
    #expect(alarm.type == .procedure && alarm.emailAddress == nil)
    alarm.url = nil
    #expect(alarm.type == .display)
    for isCompatible in [false, true] {
      let fixture = try Fixture(compatibility: isCompatible)
      let event = fixture.event()
      let opening = EKAlarm(relativeOffset: 0)
      opening.url = URL(string: "https://example.org/x")
      event.addAlarm(opening)
      let found = code { try fixture.store.save(event, span: .thisEvent) }
      #expect(found == (isCompatible ? .procedureAlarmsNotMutable : nil))
      if !isCompatible { #expect(event.alarms?.first?.url == opening.url) }
    }
  }

  /// Row 63.
  @Test func anAlarmForReachingOrLeavingAPlaceRadius0IsAHundredMeters() throws {
    let fixture = try Fixture()
    let reminder = fixture.reminder()
    let alarm = EKAlarm(relativeOffset: 0)
    let place = EKStructuredLocation(
      title: "Shop", coordinate: Coordinate(latitude: -33.9, longitude: -70.5))
    #expect(place.radius == 0 && place.effectiveRadius == 100)
    alarm.structuredLocation = place
    alarm.proximity = .leave
    reminder.addAlarm(alarm)
    alarm.structuredLocation?.radius = 250
    place.radius = 40
    try fixture.store.save(reminder, commit: true)
    let kept = try #require(reminder.alarms?.first)
    #expect(kept.proximity == .leave && kept.structuredLocation?.title == "Shop")
    #expect(kept.structuredLocation?.effectiveRadius == 250)
    #expect(kept.structuredLocation?.coordinate == Coordinate(latitude: -33.9, longitude: -70.5))
    kept.proximity = .none
    #expect(kept.structuredLocation != nil && reminder.hasChanges)
  }

  /// Row 64.
  @Test func theTextOfAPlaceAndThePlaceItselfKeepStep() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    event.location = "Room 4"
    #expect(event.structuredLocation?.title == "Room 4" && event.structuredLocation?.coordinate == nil)
    event.structuredLocation = EKStructuredLocation(
      title: "Town hall", coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
    #expect(event.location == "Town hall")
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.structuredLocation?.coordinate?.latitude == 52.5 && event.location == "Town hall")
    event.location = "Elsewhere"
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.structuredLocation?.coordinate == nil && event.structuredLocation?.title == "Elsewhere")
    event.structuredLocation = EKStructuredLocation(
      title: "Nowhere", coordinate: Coordinate(latitude: .nan, longitude: 200))
    #expect(event.location == "Nowhere")
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.structuredLocation?.coordinate == nil)
    event.structuredLocation = nil
    try fixture.store.save(event, span: .thisEvent)
    #expect(event.location == nil && event.structuredLocation == nil)
  }

  /// A new timed event takes its calendar's alert, unless it has alarms of its own or is a whole day.
  ///
  /// Row 65.
  @Test func aNewTimedEventTakesItsCalendarsAlert() throws {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    record.defaultAlarm = -900
    try raw.update(record, cause: "test", now: Instant(seconds: 0))
    let work = try fixture.calendar("Work")
    let plain = fixture.event("Plain")
    let own = fixture.event("Own")
    let none = fixture.event("None")
    let day = fixture.event("Day")
    own.addAlarm(EKAlarm(relativeOffset: -60))
    none.alarms = []
    day.isAllDay = true
    for event in [plain, own, none, day] {
      event.calendar = work
      try fixture.store.save(event, span: .thisEvent)
    }
    let offsets = [plain, own, none, day].map { $0.alarms?.map(\.relativeOffset) ?? [] }
    #expect(offsets == [[-900], [-60], [], []])
  }

  private static let invitation = """
    BEGIN:VEVENT\r
    UID:i\r
    SUMMARY:Invited\r
    DTSTART:20261119T100000Z\r
    ORGANIZER;CN=Ada:mailto:ada@example.org\r
    ATTENDEE;CN=Me;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT;CUTYPE=INDIVIDUAL:mailto:me@example.org\r
    ATTENDEE;PARTSTAT=DECLINED;ROLE=CHAIR;CUTYPE=ROOM:mailto:room@example.org\r
    ATTENDEE:urn:uuid:1\r
    END:VEVENT\r

    """

  /// Row 66.
  @Test func peopleHaveStatusRoleAndTypeWhatIsNotToldIsUnknown() throws {
    let fixture = try Fixture()
    fixture.store.ownAddresses = ["ME@example.org"]
    try fixture.importing(Self.invitation)
    let event = try #require(try fixture.events().first)
    #expect(event.hasAttendees && event.organizer?.name == "Ada" && event.organizer?.isCurrentUser == false)
    let people = try #require(event.attendees)
    #expect(people.map(\.participantStatus) == [.accepted, .declined, .unknown])
    #expect(people.map(\.participantRole) == [.required, .chair, .unknown])
    #expect(people.map(\.participantType) == [.person, .room, .unknown])
    #expect(people.map(\.isCurrentUser) == [true, false, false])
    #expect(
      people[0].url.absoluteString == "mailto:me@example.org" && people[2].emailAddress == "urn:uuid:1")
  }

  /// Row 66.
  @Test(arguments: [
    (
      "PARTSTAT=NEEDS-ACTION", EKParticipantStatus.pending, EKParticipantRole.required,
      EKParticipantType.person
    ),
    ("PARTSTAT=ACCEPTED", .accepted, .required, .person),
    ("PARTSTAT=DECLINED", .declined, .required, .person),
    ("PARTSTAT=TENTATIVE", .tentative, .required, .person),
    ("PARTSTAT=DELEGATED", .delegated, .required, .person),
    ("PARTSTAT=COMPLETED", .completed, .required, .person),
    ("PARTSTAT=IN-PROCESS", .inProcess, .required, .person),
    ("PARTSTAT=X-LATER", .unknown, .required, .person),
    ("ROLE=REQ-PARTICIPANT", .unknown, .required, .person),
    ("ROLE=OPT-PARTICIPANT", .unknown, .optional, .person),
    ("ROLE=CHAIR", .unknown, .chair, .person), ("ROLE=NON-PARTICIPANT", .unknown, .nonParticipant, .person),
    ("ROLE=X-GUEST", .unknown, .unknown, .person),
    ("CUTYPE=INDIVIDUAL", .unknown, .required, .person), ("CUTYPE=ROOM", .unknown, .required, .room),
    ("CUTYPE=RESOURCE", .unknown, .required, .resource), ("CUTYPE=GROUP", .unknown, .required, .group),
    ("CUTYPE=X-ROBOT", .unknown, .required, .unknown),
  ])
  func eachStatusRoleAndTypeOfAPersonIsReadAsItIsWritten(
    parameter: String, status: EKParticipantStatus, role: EKParticipantRole, type: EKParticipantType
  ) throws {
    // What is not in question is said, so that only the one parameter decides.
    var parameters = ["ROLE=REQ-PARTICIPANT", "CUTYPE=INDIVIDUAL"]
    let name = parameter.prefix { $0 != "=" }
    parameters.removeAll { $0.hasPrefix(name) }
    let fixture = try Fixture()
    try fixture.importing(
      "BEGIN:VEVENT\r\nUID:p\r\nDTSTART:20261119T100000Z\r\nATTENDEE;\(parameter);"
        + parameters.joined(separator: ";") + ":mailto:ann@example.org\r\nEND:VEVENT\r\n")
    let person = try #require(try fixture.events().first?.attendees?.first)
    #expect(person.participantStatus == status)
    #expect(person.participantRole == role)
    #expect(person.participantType == type)
  }

  /// Row 67.
  @Test func anInvitationIsAnsweredAndNeitherChangedNorMoved() throws {
    let fixture = try Fixture()
    fixture.store.ownAddresses = ["me@example.org"]
    try fixture.importing(Self.invitation)
    let event = try #require(try fixture.events().first)
    event.title = "Mine"
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .eventNotMutable)
    event.rollback()
    let other = EKCalendar(for: .event, eventStore: fixture.store)
    other.title = "Other"
    other.source = fixture.store.sources.first
    try fixture.store.saveCalendar(other, commit: true)
    event.calendar = other
    #expect(code { try fixture.store.save(event, span: .thisEvent) } == .invitesCannotBeMoved)
    event.rollback()
    #expect(try fixture.store.answer(event, with: .declined, reaching: .thisEvent))
    #expect(event.attendees?.first { $0.isCurrentUser }?.participantStatus == .declined)
    #expect(try !fixture.store.answer(event, with: .declined, reaching: .thisEvent))
    #expect(
      code { try fixture.store.answer(event, with: .delegated, reaching: .thisEvent) } == .eventNotMutable)
    fixture.store.ownAddresses = ["somebody@example.org"]
    #expect(
      code { try fixture.store.answer(event, with: .declined, reaching: .thisEvent) } == .eventNotMutable)
  }

  /// A place is copied, as Apple's setters copy it, so that one may be given to several.
  @Test func aPlaceThatIsGivenToTwoIsTheOwnOfEach() throws {
    let fixture = try Fixture()
    let place = EKStructuredLocation(title: "Park", coordinate: Coordinate(latitude: 1, longitude: 2))
    let (one, other) = (fixture.event("One"), fixture.event("Other"))
    one.structuredLocation = place
    other.structuredLocation = place
    place.radius = 70
    try fixture.store.save(one, span: .thisEvent)
    #expect(one.structuredLocation?.radius == 0)
    other.structuredLocation?.radius = 50
    try fixture.store.save(other, span: .thisEvent)
    #expect(try fixture.events().map { $0.structuredLocation?.radius } == [0, 50])
    one.structuredLocation?.radius = 60
    #expect(one.hasChanges && other.structuredLocation?.radius == 50)
  }

  /// One alarm, and one rule, for several events, as programs write it.
  @Test func anAlarmAndARuleMayBeGivenToTwo() throws {
    let fixture = try Fixture()
    let alarm = EKAlarm(relativeOffset: -900)
    let rule = EKRecurrenceRule(
      recurrenceWith: .weekly, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 2))
    let (one, other) = (fixture.event("One"), fixture.event("Other"))
    for event in [one, other] {
      event.addAlarm(alarm)
      event.addRecurrenceRule(rule)
      try fixture.store.save(event, span: .thisEvent)
    }
    #expect(one.alarms == [alarm] && other.alarms == [alarm] && one.alarms?.first === alarm)
    alarm.relativeOffset = -60
    #expect(one.hasChanges && !other.hasChanges)
    try fixture.store.save(one, span: .thisEvent)
    #expect(one.alarms?.first?.relativeOffset == -60 && other.alarms?.first?.relativeOffset == -900)
    rule.recurrenceEnd = nil
    #expect(one.hasChanges && !other.hasChanges)
  }

  /// The objects that a program holds stay the item's over a save.
  @Test func whatAProgramHoldsStaysTheItemsOverASave() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    let alarm = EKAlarm(relativeOffset: -900)
    event.addAlarm(alarm)
    try fixture.store.save(event, span: .thisEvent)
    alarm.relativeOffset = -1_800
    #expect(event.hasChanges)
    try fixture.store.save(event, span: .thisEvent)
    #expect(try fixture.events().first?.alarms?.map(\.relativeOffset) == [-1_800])
    event.removeAlarm(alarm)
    #expect(event.alarms == nil && event.hasChanges)
    alarm.relativeOffset = -5
    #expect(event.alarms == nil)
  }

  @Test func aCopyOfAnAlarmHasItsPlace() throws {
    let alarm = EKAlarm(relativeOffset: 0)
    alarm.structuredLocation = EKStructuredLocation(title: "Shop")
    let copy = try #require(alarm.copy() as? EKAlarm)
    #expect(copy.structuredLocation?.title == "Shop" && copy == alarm)
    copy.structuredLocation?.title = "Bank"
    #expect(alarm.structuredLocation?.title == "Shop" && copy != alarm)
  }

  /// Rows 62 and 63: each action and each way across a place, stored and read.
  @Test func eachActionAndEachProximityIsKept() throws {
    let fixture = try Fixture()
    let event = fixture.event()
    let (sound, mail) = (EKAlarm(relativeOffset: -60), EKAlarm(relativeOffset: -120))
    sound.soundName = "Glass"
    mail.emailAddress = "ann@example.org"
    for alarm in [sound, mail, EKAlarm(relativeOffset: -180)] { event.addAlarm(alarm) }
    try fixture.store.save(event, span: .thisEvent)
    let kept = try #require(try fixture.events().first?.alarms)
    #expect(kept.map(\.type) == [.audio, .email, .display])
    #expect(kept[0].soundName == "Glass" && kept[1].emailAddress == "ann@example.org")
    for proximity in [EKAlarmProximity.enter, .leave] {
      let reminder = fixture.reminder("Milk \(proximity.rawValue)")
      let alarm = EKAlarm()
      alarm.structuredLocation = EKStructuredLocation(
        title: "Shop", coordinate: Coordinate(latitude: 1, longitude: 2))
      alarm.proximity = proximity
      reminder.addAlarm(alarm)
      try fixture.store.save(reminder, commit: true)
      let found = fixture.store.calendarItem(withIdentifier: reminder.calendarItemIdentifier)
      #expect(found?.alarms?.first?.proximity == proximity)
    }
  }
}
