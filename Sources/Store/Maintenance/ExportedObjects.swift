import CivilTime
import ICalendar
import Model

extension CalendarStore {
  /// Goes through the objects of a selection, once each, by calendar and in the order they came.
  ///
  /// False from `body` ends it.
  public func objects(
    in selection: ExportSelection, _ body: (CalendarObject, ObjectZones) -> Bool
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
    _ masters: [Int], in calendar: Int, _ body: (CalendarObject, ObjectZones) -> Bool
  ) throws(StoreError) -> Bool {
    for id in masters {
      guard let object = try object(of: id) else { continue }
      let (written, zones) = try written(object)
      if !body(written, zones) { return false }
    }
    return true
  }

  /// An object with the names that its zones have in what is written, and what these names mean there.
  private func written(_ object: CalendarObject) throws(StoreError) -> (CalendarObject, ObjectZones) {
    var naming = ZoneNaming()
    var own: [String: Component] = [:]
    var lookup = try zones(calendar: object.calendar, definitions: [])
    for number in Set(object.members.flatMap(\.definitions)).sorted() {
      guard let definition = try itemZones.definition(number), let name = CalendarZones.name(of: definition)
      else { continue }
      lookup = try zones(calendar: object.calendar, definitions: [number])
      naming.add(number, name, lookup.zone(name)) { zones.hasZone(called: $0) }
      let renamed = naming.renamed(definition, number)
      own[naming.name(of: number) ?? name] = renamed
    }
    var result = object
    if own.count > 1 || naming.renames {
      var zones = try calendarZones(of: object.calendar)
      for definition in own.values { zones.define(definition) }
      lookup = ComponentZones(zones, [])
      result = object.mapMembers { member in
        let component = naming.renamed(member.component, member.definitions)
        member = CalendarObject.Member(
          id: member.id, revision: member.revision, reading: component, zone: lookup.zone, key: member.key,
          definitions: member.definitions)
      }
    }
    let system = zones
    let known = ObjectZones(zone: lookup.zone) { zone in
      let isKnown = system.zone(named: zone.identifier)?.hasSameRules(as: zone) ?? false
      if !isKnown { return own[zone.identifier] }
      // What is known here by its rule or offset alone has a name that nobody else knows; the offset tells itself.
      if system.lists(zone) || zone.offsetName != nil { return nil }
      return VTimeZone.component(of: zone, named: zone.identifier, from: 1970, through: 2037)
    }
    return (result, known)
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
