import EventKit
import Foundation
import KalendsExtensions
import Testing

/// Equality and hashing: two objects are equal when they stand for the same stored thing.
@Suite struct EqualityTests {
  @Test func occurrencesOfASeriesDifferAndTheSameOneFetchedTwiceIsEqual() throws {
    let fixture = try Fixture()
    let series = try fixture.series()
    let (first, second) = (try fixture.events(), try fixture.events())
    #expect(first == second && Set(first + second).count == 5)
    #expect(first[0] != first[1] && first[0].hash != first[1].hash)
    // Looked up by its identifier a series is its first occurrence.
    #expect(fixture.store.event(withIdentifier: series.eventIdentifier) == first[0])
    let other = try fixture.other()
    #expect(try fixture.events(other)[0] != first[0])
  }

  @Test func whatWasNeverSavedEqualsItselfAlone() throws {
    let fixture = try Fixture()
    let (one, two) = (fixture.event(), fixture.event())
    #expect(one == one && one != two && Set([one, two]).count == 2)
    try fixture.store.save(one, span: .thisEvent)
    #expect(try fixture.events() == [one])
    one.title = "Changed and not saved"
    #expect(try fixture.events() == [one])
  }

  @Test func calendarsAndSourcesAreEqualByWhatTheyAre() throws {
    let fixture = try Fixture()
    let calendars = fixture.store.calendars(for: .event)
    #expect(Set(calendars) == Set(fixture.store.calendars(for: .event)))
    #expect(calendars.contains(fixture.work) && !calendars.contains(fixture.list))
    #expect(fixture.work.source == fixture.list.source)
    #expect(fixture.store.sources.contains(fixture.work.source))
    let event = fixture.event()
    #expect(event.calendar == fixture.work)
  }

  @Test func partsAreEqualWhenTheySayTheSame() throws {
    let alarm = EKAlarm(relativeOffset: -600)
    #expect(alarm == EKAlarm(relativeOffset: -600) && alarm != EKAlarm(relativeOffset: -60))
    #expect(EKAlarm(absoluteDate: noon) == EKAlarm(absoluteDate: noon))
    let copy = try #require(alarm.copy() as? EKAlarm)
    copy.relativeOffset = 0
    #expect(alarm.relativeOffset == -600 && copy != alarm)
    let rule = EKRecurrenceRule(
      recurrenceWith: .monthly, interval: 2, daysOfTheWeek: [EKRecurrenceDayOfWeek(.monday, weekNumber: -1)],
      daysOfTheMonth: [1, 15], monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil,
      setPositions: [1], end: EKRecurrenceEnd(occurrenceCount: 3))
    let same = try #require(rule.copy() as? EKRecurrenceRule)
    #expect(same == rule && same.hash == rule.hash && same.daysOfTheMonth == [1, 15])
    same.recurrenceEnd = nil
    #expect(same != rule && rule.recurrenceEnd == EKRecurrenceEnd(occurrenceCount: 3))
    #expect(EKRecurrenceEnd(end: noon) != EKRecurrenceEnd(occurrenceCount: 3))
    #expect(EKRecurrenceDayOfWeek(.friday) == EKRecurrenceDayOfWeek(.friday, weekNumber: 0))
    let place = EKStructuredLocation(title: "Park")
    place.geoLocation = CLLocation(latitude: 52.5, longitude: -13.4)
    place.radius = 50
    let there = try #require(place.copy() as? EKStructuredLocation)
    #expect(there == place && there.geoLocation?.coordinate.longitude == -13.4)
    there.radius = 60
    #expect(there != place)
  }

  @Test func endsAndWeekdaysGoThroughAnArchive() throws {
    for end in [EKRecurrenceEnd(end: noon), EKRecurrenceEnd(occurrenceCount: 7)] {
      let data = try NSKeyedArchiver.archivedData(withRootObject: end, requiringSecureCoding: true)
      #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: EKRecurrenceEnd.self, from: data) == end)
    }
    let day = EKRecurrenceDayOfWeek(.tuesday, weekNumber: -2)
    let data = try NSKeyedArchiver.archivedData(withRootObject: day, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: EKRecurrenceDayOfWeek.self, from: data) == day)
  }

  @Test func aColorGoesThereAndBackWithoutItsOpacity() throws {
    let fixture = try Fixture()
    for code in ["#000000", "#FFFFFF", "#336699", "#0A0B0C", "#7F8081"] {
      fixture.work.colorCode = code
      try fixture.store.saveCalendar(fixture.work, commit: true)
      let seen = try #require(try fixture.calendar("Work").cgColor)
      #expect(seen.description == code && seen.alpha == 1 && seen.numberOfComponents == 4)
    }
    fixture.work.cgColor = CGColor(red: 2, green: -1, blue: .nan, alpha: 0.5)
    #expect(fixture.work.colorCode == "#FF0000")
  }
}
