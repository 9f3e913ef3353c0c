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
  /// The zone of a TZID in these components.
  public let zone: ItemReader.ZoneLookup
  /// The VTIMEZONE of a zone that only these components know; nil for zones of the system.
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
    for id in masters {
      guard let master = try component(id) else { continue }
      var members = [(component: master, definitions: try itemZones.definitions(of: id))]
      for override in try self.overrides(of: id) {
        guard let component = try component(override) else { continue }
        members.append((component, try itemZones.definitions(of: override)))
      }
      if !body(try family(id, members, in: calendar)) { return false }
    }
    return true
  }

  private func family(
    _ id: Int, _ members: [(component: Component, definitions: [Int])], in calendar: Int
  ) throws(StoreError) -> ExportedFamily {
    var naming = ZoneNaming()
    var own: [String: Component] = [:]
    var lookup = try zones(calendar: calendar, definitions: [])
    for number in Set(members.flatMap(\.definitions)).sorted() {
      guard let definition = try itemZones.definition(number), let name = CalendarZones.name(of: definition)
      else { continue }
      lookup = try zones(calendar: calendar, definitions: [number])
      naming.add(number, name, lookup.zone(name)) { zones.hasZone(called: $0) }
      let renamed = naming.renamed(definition, number)
      own[naming.name(of: number) ?? name] = renamed
    }
    if own.count > 1 || naming.renames {
      var zones = try calendarZones(of: calendar)
      for definition in own.values { zones.define(definition) }
      lookup = ComponentZones(zones, [])
    }
    let system = zones
    let components = members.map { naming.renamed($0.component, $0.definitions) }
    return ExportedFamily(
      calendar: calendar, id: id, master: components[0], overrides: Array(components.dropFirst()),
      zone: lookup.zone,
      definition: { zone in
        let isKnown = system.zone(named: zone.identifier)?.hasSameRules(as: zone) ?? false
        if !isKnown { return own[zone.identifier] }
        // What is known here by its rule or offset alone has a name that nobody else knows; the offset tells itself.
        if system.lists(zone) || zone.offsetName != nil { return nil }
        return VTimeZone.component(of: zone, named: zone.identifier, from: 1970, through: 2037)
      })
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
