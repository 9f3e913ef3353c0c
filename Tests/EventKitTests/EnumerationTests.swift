// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CivilTime
import Editing
import Foundation
import ICalendar
import KalendsExtensions
import Model
import Recurrence
import TestSupport
import Testing

@testable import EventKit

/// Apple's enumerations: their numbers, and what each case stands for, in both directions.
@Suite struct EnumerationTests {
  // MARK: Numbers

  /// The name of the case with a number, by the section of the table.
  private static let names: [String: @Sendable (Int) -> String?] = [
    "EKAuthorizationStatus": name(EKAuthorizationStatus.self), "EKEntityType": name(EKEntityType.self),
    "EKSpan": name(EKSpan.self), "EKEventAvailability": name(EKEventAvailability.self),
    "EKEventStatus": name(EKEventStatus.self), "EKReminderPriority": name(EKReminderPriority.self),
    "EKCalendarType": name(EKCalendarType.self), "EKSourceType": name(EKSourceType.self),
    "EKAlarmProximity": name(EKAlarmProximity.self), "EKAlarmType": name(EKAlarmType.self),
    "EKParticipantType": name(EKParticipantType.self), "EKParticipantRole": name(EKParticipantRole.self),
    "EKParticipantStatus": name(EKParticipantStatus.self),
    "EKParticipantScheduleStatus": name(EKParticipantScheduleStatus.self),
    "EKRecurrenceFrequency": name(EKRecurrenceFrequency.self), "EKWeekday": name(EKWeekday.self),
    "EKError.Code": name(EKError.Code.self),
  ]

  private static func name<Case: RawRepresentable>(_: Case.Type) -> @Sendable (Int) -> String?
  where Case.RawValue: BinaryInteger {
    { number in Case.RawValue(exactly: number).flatMap { Case(rawValue: $0) }.map { "\($0)" } }
  }

  /// All cases of an enumeration, in the order of their numbers.
  private static func cases<Case: RawRepresentable>(_: Case.Type) -> [Case]
  where Case.RawValue: BinaryInteger {
    (-1...40).compactMap { Case.RawValue(exactly: $0).flatMap { Case(rawValue: $0) } }
  }

  /// Row 12 for the codes of errors.
  @Test(arguments: names.keys.sorted())
  func theNumbersAreThoseOfTheTable(section: String) throws {
    let name = try #require(Self.names[section])
    var expected: [Int: String] = [:]
    for row in InterfaceTable.load().rows where row.section == section && row.declaration.hasPrefix("case ") {
      let words = row.declaration.split(separator: " ").map(String.init)
      expected[try #require(words.last.flatMap { Int($0) })] = words[1]
    }
    #expect(!expected.isEmpty)
    for number in -2...40 { #expect(name(number) == expected[number], "\(section) \(number)") }
  }

  @Test func everyEnumerationOfTheTableIsComparedWithIt() {
    let sections = InterfaceTable.load().rows.filter {
      $0.module == "EventKit" && $0.declaration.hasPrefix("case ")
    }.map(\.section)
    #expect(Set(sections) == Set(Self.names.keys))
  }

  @Test func setsHaveABitForEachMember() {
    #expect(EKEntityMask.event.rawValue == 1 && EKEntityMask.reminder.rawValue == 2)
    let masks: [EKCalendarEventAvailabilityMask] = [.busy, .free, .tentative, .unavailable]
    #expect(masks.map(\.rawValue) == [1, 2, 4, 8])
  }

  @Test func fullAccessHasItsEarlierNameStill() {
    #expect(EKAuthorizationStatus(rawValue: 3) == .fullAccess)
    #expect((EKAuthorizationStatus.self as any Earlier.Type).authorized == .fullAccess)
    #expect((EKWeekday.self as any EarlierDays.Type).days == Self.cases(EKWeekday.self))
  }

  // MARK: What the cases stand for

  @Test func spans() {
    #expect(Self.cases(EKSpan.self).map(\.span) == [.this, .future])
  }

  @Test func kindsOfItem() {
    #expect(Self.cases(EKEntityType.self).map(\.kind) == [.event, .reminder])
    #expect(Self.cases(EKEntityType.self).map(\.kinds) == [.events, .reminders])
    let kinds: [EntityKinds] = [[], .events, .reminders, [.events, .reminders]]
    let masks: [EKEntityMask] = [[], .event, .reminder, [.event, .reminder]]
    #expect(kinds.map { EKEntityMask($0) } == masks)
    #expect(masks.map(\.kinds) == kinds)
  }

  /// Row 2.
  @Test func levelsOfAccess() {
    let statuses: [EKAuthorizationStatus] = [
      .notDetermined, .restricted, .denied, .fullAccess, .writeOnly, .fullAccess,
    ]
    #expect(AccessLevel.allCases.map { EKAuthorizationStatus($0) } == statuses)
  }

  @Test func weekdays() {
    let days: [Weekday] = [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
    #expect(Self.cases(EKWeekday.self).map(\.weekday) == days)
    #expect(days.map { EKWeekday($0) } == Self.cases(EKWeekday.self))
  }

  @Test func frequencies() {
    let own: [Frequency] = [.daily, .weekly, .monthly, .yearly]
    #expect(Self.cases(EKRecurrenceFrequency.self).map(\.frequency) == own)
    #expect(own.map { EKRecurrenceFrequency($0) } == Self.cases(EKRecurrenceFrequency.self))
    let shorter: [Frequency] = [.secondly, .minutely, .hourly]
    #expect(shorter.map { EKRecurrenceFrequency($0) } == [.daily, .daily, .daily])
  }

  /// Row 29.
  @Test func availabilities() {
    let own: [Availability?] = [nil, .busy, .free, .tentative, .unavailable]
    #expect(Self.cases(EKEventAvailability.self).map(\.value) == own)
    #expect(
      own.compactMap { $0.map { EKEventAvailability($0) } }
        == Array(Self.cases(EKEventAvailability.self).dropFirst()))
  }

  /// Row 30.
  @Test func statusesOfEvents() {
    let own: [EventStatus] = [.none, .confirmed, .tentative, .cancelled]
    #expect(own == EventStatus.allCases)
    #expect(own.map { EKEventStatus($0) } == Self.cases(EKEventStatus.self))
  }

  /// Row 62.
  @Test func actionsOfAlarms() {
    let own: [Alarm.Action] = [.display, .audio, .procedure, .email]
    #expect(Set(own) == Set(Alarm.Action.allCases))
    #expect(own.map { EKAlarmType($0) } == Self.cases(EKAlarmType.self))
  }

  /// Row 63.
  @Test func proximities() {
    for proximity in Self.cases(EKAlarmProximity.self) {
      let alarm = EKAlarm(relativeOffset: -60)
      alarm.proximity = proximity
      #expect(alarm.proximity == proximity)
      #expect(alarm.relativeOffset == (proximity == .none ? -60 : 0))
      guard case .proximity(let isEntering, _) = alarm.value.trigger else { continue }
      #expect(isEntering == (proximity == .enter))
    }
  }

  /// Row 13.
  @Test func typesOfSources() {
    let own: [SourceRecord.Kind] = [.local, .exchange, .calDAV, .mobileMe, .subscribed, .birthdays]
    #expect(own.map { EKSourceType($0) } == Self.cases(EKSourceType.self))
  }

  /// Rows 14 and 16.
  @Test func typesOfCalendars() {
    let sources: [SourceRecord.Kind] = [.local, .calDAV, .exchange, .subscribed, .birthdays, .mobileMe]
    let types = Self.cases(EKCalendarType.self)
    #expect(sources.map { EKCalendarType($0, isSubscribed: false) } == types + [.calDAV])
    #expect(EKCalendarType(.local, isSubscribed: true) == .subscription)
  }

  /// Row 66.
  @Test func wordsOfParticipants() {
    let statuses = [
      nil, "needs-action", "accepted", "declined", "tentative", "delegated", "completed", "in-process",
    ]
    #expect(statuses.map { EKParticipantStatus(word: $0) } == Self.cases(EKParticipantStatus.self))
    let roles = [nil, "req-participant", "opt-participant", "chair", "non-participant"]
    #expect(roles.map { EKParticipantRole(word: $0) } == Self.cases(EKParticipantRole.self))
    let types = [nil, "individual", "room", "resource", "group"]
    #expect(types.map { EKParticipantType(word: $0) } == Self.cases(EKParticipantType.self))
    #expect(EKParticipantStatus(word: "x-late") == .unknown && EKParticipantRole(word: "x-cook") == .unknown)
    #expect(EKParticipantType(word: "x-robot") == .unknown)
  }

  /// Row 37.
  @Test func bandsOfPriorities() {
    let bands: [EKReminderPriority] = [
      .none, .high, .high, .high, .high, .medium, .low, .low, .low, .low, .none,
    ]
    #expect((0...10).map { EKReminderPriority(band: $0) } == bands)
    #expect(EKReminderPriority(band: -1) == .none)
  }

  /// Row 29.
  @Test func availabilitiesOfACalendar() throws {
    let fixture = try Fixture()
    let raw = try fixture.raw()
    var record = try raw.calendar(.title("Work"))
    let masks: [Availability: EKCalendarEventAvailabilityMask] = [
      .busy: .busy, .free: .free, .tentative: .tentative, .unavailable: .unavailable,
    ]
    for availability in Availability.allCases {
      record.availabilities = AvailabilitySet(availability)
      try raw.update(record, cause: "test", now: Instant(seconds: 0))
      record = try raw.calendar(.title("Work"))
      #expect(try fixture.calendar("Work").supportedEventAvailabilities == masks[availability])
    }
  }
}

/// The earlier name of a status, reached without a warning.
private protocol Earlier { static var authorized: EKAuthorizationStatus { get } }
extension EKAuthorizationStatus: Earlier {}

/// The earlier names of weekdays, reached without a warning.
private protocol EarlierDays {
  static var EKSunday: EKWeekday { get }
  static var EKMonday: EKWeekday { get }
  static var EKTuesday: EKWeekday { get }
  static var EKWednesday: EKWeekday { get }
  static var EKThursday: EKWeekday { get }
  static var EKFriday: EKWeekday { get }
  static var EKSaturday: EKWeekday { get }
}
extension EarlierDays {
  static var days: [EKWeekday] {
    [EKSunday, EKMonday, EKTuesday, EKWednesday, EKThursday, EKFriday, EKSaturday]
  }
}
extension EKWeekday: EarlierDays {}
