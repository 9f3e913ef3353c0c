import CivilTime
import ICalendar
import Model

/// A master or single item with its overrides as components: what other formats than iCalendar are written from.
public struct ExportedFamily {
  /// The calendar's row.
  public let calendar: Int
  /// The item's row.
  public let id: Int
  /// The master, a single item, or an override that stands alone.
  public let master: Component
  /// The overrides by the occurrence they override.
  public let overrides: [Component]
  /// The zone of a TZID in its calendar.
  public let zone: ItemReader.ZoneLookup
  /// The VTIMEZONE of a zone that only its calendar knows; nil for zones of the system.
  public let definition: (Zone) -> Component?
}

extension CalendarStore {
  /// Goes through the families of a selection, once each, by calendar and in the order they came.
  ///
  /// False from `body` ends it.
  public func families(
    _ selection: ExportSelection, _ body: (ExportedFamily) -> Bool
  ) throws(StoreError) {
    try withReadTransaction { () throws(StoreError) in
      switch selection {
      case .everything:
        for calendar in try calendars() {
          if try !visit(masters(in: calendar.id), in: calendar.id, body) { return }
        }
      case .calendar(let id): _ = try visit(masters(in: id), in: id, body)
      case .items(let items):
        for (calendar, masters) in try masters(of: items) {
          if try !visit(masters, in: calendar, body) { return }
        }
      }
    }
  }

  private func visit(
    _ masters: [Int], in calendar: Int, _ body: (ExportedFamily) -> Bool
  ) throws(StoreError) -> Bool {
    var zones = try calendarZones(of: calendar)
    let definitions = try zoneDefinitions(of: calendar)
    let system = self.zones
    var own: [String: Component?] = [:]
    let zone = { (tzid: String) in zones.zone(tzid) }
    let definition = { (zone: Zone) -> Component? in
      if let known = own[zone.identifier] { return known }
      let isKnown = system.zone(named: zone.identifier)?.hasSameRules(as: zone) ?? false
      let found = isKnown ? nil : definitions.first { $0.property("TZID")?.rawText == zone.identifier }
      own[zone.identifier] = .some(found)
      return found
    }
    for id in masters {
      guard let master = try component(id) else { continue }
      var overrides: [Component] = []
      for override in try self.overrides(of: id) {
        if let component = try component(override) { overrides.append(component) }
      }
      let family = ExportedFamily(
        calendar: calendar, id: id, master: master, overrides: overrides, zone: zone, definition: definition)
      if !body(family) { return false }
    }
    return true
  }

  private func component(_ id: Int) throws(StoreError) -> Component? {
    try componentText(id).flatMap(ComponentText.component)
  }

  private func masters(in calendar: Int) throws(StoreError) -> [Int] {
    try numbers("SELECT id FROM item WHERE calendar = ?1 AND master IS NULL ORDER BY position, id") {
      $0.bind(1, calendar)
    }
  }

  /// The masters that items belong to, once each.
  private func masters(of items: [Int]) throws(StoreError) -> [(calendar: Int, masters: [Int])] {
    var seen: Set<Int> = []
    var found: [Int: [(position: Int, id: Int)]] = [:]
    for item in items {
      guard let record = try record(item), seen.insert(record.master ?? record.id).inserted else { continue }
      let master = record.master ?? record.id
      let position = try numbers("SELECT position FROM item WHERE id = ?1") { $0.bind(1, master) }.first ?? 0
      found[record.calendar, default: []].append((position, master))
    }
    return found.sorted { $0.key < $1.key }.map { calendar, masters in
      (calendar, masters.sorted { ($0.position, $0.id) < ($1.position, $1.id) }.map(\.id))
    }
  }
}
