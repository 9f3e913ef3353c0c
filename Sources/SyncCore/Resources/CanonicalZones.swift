import ICalendar
import Model

/// What the TZIDs of a resource mean, where a VTIMEZONE says it.
enum CanonicalZones {
  /// The first and the last moment of the years that are compared: exporters write today's rules as if they
  /// had always held, so that earlier years prove nothing.
  private static let (first, last) = (Instant(seconds: 1_199_145_600), Instant(seconds: 2_145_916_800))

  /// The clocks of the zones in use that the system does not know; empty for most resources.
  static func text(of resource: CalendarResource, _ database: ZoneDatabase) -> [UInt8] {
    if resource.zones.isEmpty { return [] }
    var result: [UInt8] = []
    for (name, zone) in own(of: resource, database) { result += Array("TZ:\(name)\n".utf8) + clock(of: zone) }
    return result
  }

  /// The zones in use, by TZID and sorted, that a VTIMEZONE defines otherwise than the system.
  static func own(of resource: CalendarResource, _ database: ZoneDatabase) -> [(name: String, zone: Zone)] {
    let used = names(in: resource.components).filter { !database.hasZone(called: $0) }
    if used.isEmpty { return [] }
    var meanings = CalendarZones(database: database)
    for zone in resource.zones where CalendarZones.name(of: zone).map(used.contains) == true {
      meanings.define(zone)
    }
    var system = CalendarZones(database: database)
    return used.sorted().compactMap { name in
      guard let zone = meanings.zone(name), zone != system.zone(name) else { return nil }
      return (name, zone)
    }
  }

  /// The TZIDs in components.
  static func names(in components: [Component]) -> Set<String> {
    components.reduce(into: []) { $0.formUnion($1.zoneNames) }
  }

  /// The offsets of a zone from 2008 to 2037, with the moments from which they hold.
  static func clock(of zone: Zone) -> [UInt8] {
    var result = ""
    var segment = zone.segment(at: first)
    var offset: UTCOffset?
    while true {
      if segment.offset != offset {
        offset = segment.offset
        result += "\(max(segment.start, first).seconds):\(segment.offset.seconds)\n"
      }
      if segment.end >= last { break }
      segment = zone.segment(at: segment.end)
    }
    return Array(result.utf8)
  }
}
