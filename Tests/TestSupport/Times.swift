import CivilTime
import Testing

/// What a test says that cannot be read.
private struct Unreadable: Error { let text: String }

/// The wall time that is written as in a calendar file: `20261118T143000`.
public func wall(_ text: String) throws -> CivilDateTime {
  guard let found = BasicFormat.dateTime(text.utf8) else { throw Unreadable(text: text) }
  return found.value
}

/// The moment at which the clock of a zone shows a time, as in `2026-11-18T14:30`.
public func instant(_ text: String, in zone: Zone) throws -> Instant {
  guard let found = ExtendedFormat.dateTime(text.utf8) else { throw Unreadable(text: text) }
  return zone.instant(of: found)
}

/// The zones of the system.
public let zones = ZoneDatabase()

/// A zone of the system, by its name.
public func zone(_ name: String) throws -> Zone { try #require(zones.zone(named: name)) }
