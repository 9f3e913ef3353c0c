import ICalendar

/// The zones of an object's components, for formats that write them in their own way.
public struct ObjectZones {
  /// The zone that a TZID means.
  public let zone: ItemReader.ZoneLookup
  /// The VTIMEZONE of a zone that only these components know; nil for zones of IANA's.
  public let definition: (Zone) -> Component?

  /// Zones by both their ways.
  public init(
    zone: @escaping ItemReader.ZoneLookup, definition: @escaping (Zone) -> Component? = { _ in nil }
  ) {
    self.zone = zone
    self.definition = definition
  }
}
