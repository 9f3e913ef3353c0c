import Editing
import Foundation

// All conversions between Foundation's types and the project's are in this file.

extension Date {
  /// The moment, without fractions of a second.
  init(_ instant: Instant) { self.init(timeIntervalSince1970: TimeInterval(instant.seconds)) }
}

extension Instant {
  /// The second that contains a date.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // Dates beyond these limits are far outside the years 1 to 9999; NaN fails the comparisons.
    self.init(seconds: seconds > -1e15 && seconds < 1e15 ? Int(seconds) : seconds < 0 ? -1 << 50 : 1 << 50)
  }

  /// The first second not before a date.
  init(roundingUp date: Date) {
    let floor = Instant(date)
    self = Date(floor) < date ? floor.adding(seconds: 1) : floor
  }

  /// Whether the moment lies within the supported years.
  var isInCalendar: Bool {
    seconds >= CivilDateTime.min.wallSeconds && seconds <= CivilDateTime.max.wallSeconds
  }
}

extension TimeZone {
  /// Foundation's zone of the same name; for zones defined by calendars a fixed zone with the present offset.
  init(_ zone: Zone, at instant: Instant) {
    let fixed = TimeZone(secondsFromGMT: zone.offset(at: instant).seconds)
    self = TimeZone(identifier: zone.identifier) ?? fixed ?? .gmt
  }
}

extension Zone {
  /// The database's zone of the same name, else one with a fixed offset.
  init(_ zone: TimeZone, zones: ZoneDatabase, at date: Date) {
    self =
      zones.zone(named: zone.identifier)
      ?? Zone(identifier: zone.identifier, offset: UTCOffset(seconds: zone.secondsFromGMT(for: date)))
  }
}

extension EventTime {
  /// The time of components: a day without hour, a floating time without zone; nil when they name no day.
  init?(_ components: DateComponents, zones: ZoneDatabase) {
    guard let year = components.year, let month = components.month, let day = components.day,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    guard components.hour != nil || components.minute != nil || components.second != nil else {
      self = .date(date)
      return
    }
    guard
      let time = TimeOfDay(
        hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0)
    else { return nil }
    let wall = CivilDateTime(date, time)
    guard let zone = components.timeZone else {
      self = .floating(wall)
      return
    }
    let moment = Date(timeIntervalSince1970: TimeInterval(wall.wallSeconds))
    self = .zoned(wall, Zone(zone, zones: zones, at: moment))
  }

  /// The time as components of the Gregorian calendar; a day has no hour, a floating time no zone.
  var components: DateComponents {
    var result = DateComponents()
    result.calendar = Calendar(identifier: .gregorian)
    let parts = wall.date.parts
    (result.year, result.month, result.day) = (parts.year, parts.month, parts.day)
    if isAllDay { return result }
    (result.hour, result.minute, result.second) = (wall.time.hour, wall.time.minute, wall.time.second)
    if let zone { result.timeZone = TimeZone(zone, at: zone.instant(of: wall)) }
    return result
  }
}
