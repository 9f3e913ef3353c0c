import ICalendar

/// The zones of an object's components, for formats that write them in their own way.
public struct ObjectZones {
  /// Looks up the zone of a TZID.
  public let zone: ItemReader.ZoneLookup
  /// The VTIMEZONE of a zone that only these components know; nil for IANA zones.
  public let definition: (Zone) -> Component?

  /// Creates the zones from both lookups.
  public init(
    zone: @escaping ItemReader.ZoneLookup, definition: @escaping (Zone) -> Component? = { _ in nil }
  ) {
    self.zone = zone
    self.definition = definition
  }
}
