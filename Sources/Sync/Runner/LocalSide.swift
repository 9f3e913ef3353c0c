import ICalendar
import Interchange
import Store
import SyncCore

/// A calendar of the store as one side of a sync.
struct LocalSide {
  let store: CalendarStore
  let calendar: Int

  /// The content of an object; nil when there is none.
  ///
  /// The header is that of `base`, and so are the VTIMEZONEs that it has of the same names, so that content
  /// which was not edited here is the base's word for word.
  func resource(
    _ name: ObjectName, base: CalendarResource?
  ) throws(StoreError) -> CalendarResource? {
    let items = try store.items(of: name, in: calendar)
    if items.isEmpty { return nil }
    let parts = try store.resourceParts(of: items, in: calendar)
    if parts.components.isEmpty { return nil }
    guard let base else {
      return CalendarResource(header: Self.header, zones: parts.zones, components: parts.components)
    }
    var zones = base.zones
    let known = Set(zones.compactMap { CalendarZones.name(of: $0) })
    let used = parts.components.reduce(into: Set<String>()) { $0.formUnion($1.zoneNames) }
    for zone in parts.zones {
      guard let name = CalendarZones.name(of: zone), used.contains(name), !known.contains(name) else {
        continue
      }
      zones.append(zone)
    }
    return CalendarResource(
      header: base.header, zones: zones, components: Self.ordered(parts.components, as: base.components))
  }

  /// The properties of a new resource (RFC 5545, 3.6).
  private static let header = [
    Property(name: "VERSION", value: "2.0"), Property(name: "PRODID", value: "-//Kalends//kal//EN"),
  ].compactMap { $0 }

  /// The components in the order of the base's: an unchanged one keeps its place.
  private static func ordered(_ components: [Component], as base: [Component]) -> [Component] {
    if components == base { return base }
    var left = components
    var result: [Component?] = base.map { component in
      left.firstIndex(of: component).map { left.remove(at: $0) }
    }
    // What was edited takes the places that are free.
    for place in result.indices where result[place] == nil && !left.isEmpty {
      result[place] = left.removeFirst()
    }
    return result.compactMap { $0 } + left
  }
}

/// Writes objects of the other side into a calendar.
struct LocalWriting {
  private let store: CalendarStore
  private let calendar: Int
  private var replacement: ObjectReplacement
  /// The numbers of VTIMEZONEs already looked at, by their text.
  private var definitions: [Component: Int] = [:]

  init(_ store: CalendarStore, _ writer: ObjectWriter, calendar: Int) {
    (self.store, self.calendar) = (store, calendar)
    replacement = ObjectReplacement(store, writer, calendar: calendar)
  }

  /// Puts an object; the answer is its head's number.
  mutating func put(_ resource: CalendarResource, in place: [Int]) throws(StoreError) -> Int? {
    var numbers: [Int] = []
    for zone in resource.zones { if let number = try number(of: zone) { numbers.append(number) } }
    return try replacement.put(resource.components, definitions: numbers, in: place)
  }

  mutating func remove(_ items: [Int]) throws(StoreError) { try replacement.remove(items) }

  mutating func write() throws(StoreError) { try replacement.write() }

  /// The number of a definition; nil for a name of the system's, which beats any definition.
  private mutating func number(of zone: Component) throws(StoreError) -> Int? {
    guard let name = CalendarZones.name(of: zone), !store.zones.hasZone(called: name) else { return nil }
    if let known = definitions[zone] { return known }
    let number = try store.itemZones.number(of: zone)
    definitions[zone] = number
    return number
  }
}
