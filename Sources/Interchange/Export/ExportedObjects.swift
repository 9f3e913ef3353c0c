import ICalendar
import Store

extension CalendarStore {
  /// Returns an object with the zone names of the output, and the zones that these names stand for.
  func written(_ object: CalendarObject) throws(StoreError) -> (CalendarObject, ObjectZones) {
    var naming = ZoneNaming()
    var own: [String: Component] = [:]
    var lookup: ItemReader.ZoneLookup = try zones(calendar: object.calendar, definitions: []).zone
    for number in Set(object.members.flatMap(\.definitions)).sorted() {
      guard let definition = try itemZones.definition(number), let name = CalendarZones.name(of: definition)
      else { continue }
      lookup = try zones(calendar: object.calendar, definitions: [number]).zone
      naming.add(number, name, lookup(name)) { zones.hasZone(called: $0) }
      let renamed = naming.renamed(definition, number)
      own[naming.name(of: number) ?? name] = renamed
    }
    var result = object
    if own.count > 1 || naming.renames {
      var zones = try calendarZones(of: object.calendar)
      for definition in own.values { zones.define(definition) }
      lookup = { zones.zone($0) }
      result = object.mapMembers { member in
        let component = naming.renamed(member.component, member.definitions)
        member = CalendarObject.Member(
          id: member.id, revision: member.revision, reading: component, zone: lookup, key: member.key,
          definitions: member.definitions)
      }
    }
    let system = zones
    let known = ObjectZones(zone: lookup) { zone in
      let isKnown = system.zone(named: zone.identifier)?.hasSameRules(as: zone) ?? false
      if !isKnown { return own[zone.identifier] }
      // A zone known only by its rule or offset has a name that no other program knows. The name of an offset
      // zone states the offset.
      if system.lists(zone) || zone.offsetName != nil { return nil }
      return VTimeZone.component(of: zone, named: zone.identifier, from: 1970, through: 2037)
    }
    return (result, known)
  }
}
