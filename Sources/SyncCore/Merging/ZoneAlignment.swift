import ICalendar
import Model

/// The zones of a resource's TZIDs.
final class ResourceZones {
  private var meanings: CalendarZones

  init(_ resource: CalendarResource?, _ database: ZoneDatabase) {
    meanings = CalendarZones(database: database)
    for zone in resource?.zones ?? [] {
      // A name of the system needs no definition, and reading one takes time.
      guard let name = CalendarZones.name(of: zone), !database.hasZone(called: name) else { continue }
      meanings.define(zone)
    }
  }

  func zone(_ tzid: String) -> Zone? { meanings.zone(tzid) }
}

/// Makes a TZID mean the same in all versions of a resource, and one zone have one TZID.
enum ZoneAlignment {
  /// The versions with renamed zones in mine and base, so that a line means the same in each of them.
  static func align(
    base: CalendarResource?, mine: CalendarResource, theirs: CalendarResource, _ database: ZoneDatabase
  ) -> (base: CalendarResource?, mine: CalendarResource) {
    let (base, mine) = separating(base: base, mine: mine, theirs: theirs, database)
    return renaming(base: base, mine: mine, like: theirs, database)
  }

  /// Gives zones of mine and base the TZIDs that theirs has for them, such as `W. Europe Standard Time` for
  /// `Europe/Berlin`: another name of a zone is no other time.
  private static func renaming(
    base: CalendarResource?, mine: CalendarResource, like theirs: CalendarResource, _ database: ZoneDatabase
  ) -> (base: CalendarResource?, mine: CalendarResource) {
    let present = CanonicalZones.names(in: theirs.components)
    func renamed(_ resource: CalendarResource) -> CalendarResource {
      let strange = CanonicalZones.names(in: resource.components).subtracting(present)
      if strange.isEmpty || present.isEmpty { return resource }
      let (own, other) = (ResourceZones(resource, database), ResourceZones(theirs, database))
      var names: [String: String] = [:]
      for name in strange {
        guard let zone = own.zone(name) else { continue }
        names[name] = present.sorted().first { other.zone($0) == zone }
      }
      return self.renamed(resource, names)
    }
    return (base.map(renamed), renamed(mine))
  }

  /// Gives zones that have the same TZID on both sides but not the same clock names of their own.
  private static func separating(
    base: CalendarResource?, mine: CalendarResource, theirs: CalendarResource, _ database: ZoneDatabase
  ) -> (base: CalendarResource?, mine: CalendarResource) {
    if mine.zones.isEmpty, theirs.zones.isEmpty || mine.zones == theirs.zones { return (base, mine) }
    let shared = CanonicalZones.names(in: mine.components)
      .intersection(CanonicalZones.names(in: theirs.components))
      .filter { !database.hasZone(called: $0) }
    if shared.isEmpty { return (base, mine) }
    let (old, own, other) = (
      ResourceZones(base, database), ResourceZones(mine, database), ResourceZones(theirs, database)
    )
    var taken = (base.map { CanonicalZones.names(in: $0.components) } ?? []).union(shared)
    taken.formUnion((mine.zones + theirs.zones).compactMap(CalendarZones.name))
    var (ofBase, ofMine): ([String: String], [String: String]) = ([:], [:])
    for name in shared.sorted() {
      guard let zone = own.zone(name), let second = other.zone(name) else { continue }
      let clock = CanonicalZones.clock(of: zone)
      let otherClock = CanonicalZones.clock(of: second)
      if clock == otherClock { continue }
      let fresh = freshName(name, &taken)
      ofMine[name] = fresh
      let oldClock = old.zone(name).map(CanonicalZones.clock)
      if oldClock == clock { ofBase[name] = fresh }
      // A base that agrees with neither makes both sides changed.
      if oldClock != clock, oldClock != otherClock { ofBase[name] = freshName(name, &taken) }
    }
    return (base.map { renamed($0, ofBase) }, renamed(mine, ofMine))
  }

  private static func freshName(_ name: String, _ taken: inout Set<String>) -> String {
    var number = 2
    while !taken.insert("\(name) \(number)").inserted { number += 1 }
    return "\(name) \(number)"
  }

  private static func renamed(_ resource: CalendarResource, _ names: [String: String]) -> CalendarResource {
    if names.isEmpty { return resource }
    return CalendarResource(
      header: resource.header, zones: resource.zones.map { $0.renamingZones(names) },
      components: resource.components.map { $0.renamingZones(names) })
  }

  /// The definitions for components: all of the first list, and those of the second that the components need
  /// and that are not in the first.
  static func definitions(
    _ zones: [Component], and others: [Component], for components: [Component]
  ) -> [Component] {
    if others.isEmpty { return zones }
    var known = Set(zones.compactMap(CalendarZones.name))
    let used = CanonicalZones.names(in: components)
    return zones
      + others.filter { zone in
        guard let name = CalendarZones.name(of: zone), used.contains(name) else { return false }
        return known.insert(name).inserted
      }
  }
}
