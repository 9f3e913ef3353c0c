import ICalendar

/// The meanings of the TZIDs of a component: from its own definitions, else from the system and its calendar.
public final class ComponentZones {
  private var zones: CalendarZones
  /// The numbers of the component's own definitions.
  package let definitions: [Int]
  /// The calendar.
  private let calendar: Int

  /// What a calendar's zones tell of a component with these definitions.
  fileprivate init(_ zones: CalendarZones, _ definitions: [Int], in calendar: Int) {
    self.zones = zones
    self.definitions = definitions
    self.calendar = calendar
  }

  /// The zone of a TZID; nil when unknown.
  public func zone(_ tzid: String) -> Zone? { zones.zone(tzid) }

  /// The zone of a TZID without the default from X-WR-TIMEZONE; nil when unknown.
  func known(_ tzid: String) -> Zone? {
    let (zone, source) = zones.meaning(of: tzid)
    return source == .nothing ? nil : zone
  }

  /// The component's own definition of a TZID; nil when the TZID is the system's or the calendar's.
  public func definition(_ tzid: String) -> Int? {
    guard case .definition(let number) = zones.meaning(of: tzid).source else { return nil }
    return number
  }

  /// The first unknown zone of a row; nil when all are known.
  func missing(of record: ItemRecord) -> String? {
    for time in [record.start, record.end, record.due] {
      if let name = time?.zone, known(name) == nil { return name }
    }
    return nil
  }

  /// Reads a component, by all the definitions.
  package func read(
    _ component: Component, id: Int?, revision: Int = 0, key: OccurrenceKey? = nil
  ) -> CalendarObject.Member {
    CalendarObject.Member(
      id: id, revision: revision, reading: component, zone: zone, key: key, definitions: definitions,
      in: calendar)
  }

  /// A member as it stands in the calendar, with those of the definitions that are of names that it uses.
  ///
  /// It is read unless it was read by these very zones.
  func settled(_ member: CalendarObject.Member) -> CalendarObject.Member {
    let isRead = member.place == calendar && member.definitions == definitions
    let read = isRead ? member : read(member.component, id: member.id)
    if definitions.isEmpty { return read }
    return read.narrowed(to: Set(member.component.zoneNames.compactMap(definition)).sorted())
  }
}

/// The cached lookups of a store.
struct KnownZones {
  struct Scope: Hashable {
    var calendar: Int
    var definitions: [Int]
  }

  static let most = 2_000
  var lookups: [Scope: ComponentZones] = [:]
  var calendars: [Int: CalendarZones] = [:]
  /// Zones by name alone.
  var named: [String: Zone?] = [:]
  /// The system's zones, by their names.
  var system: [String: Zone] = [:]
}

extension CalendarStore {
  /// The meanings of TZIDs for a component in a calendar with these definitions.
  public func zones(calendar: Int, definitions: [Int]) throws(StoreError) -> ComponentZones {
    let scope = KnownZones.Scope(calendar: calendar, definitions: definitions)
    if let known = knownZones.lookups[scope] { return known }
    let refused = self.zones.openRefusals.count
    var zones = try calendarZones(of: calendar)
    for number in definitions {
      if let component = try itemZones.definition(number) { zones.define(component, number: number) }
    }
    // What could not be looked at is looked at again.
    if self.zones.openRefusals.count > refused { return ComponentZones(zones, definitions, in: calendar) }
    if knownZones.lookups.count >= KnownZones.most { knownZones.lookups = [:] }
    let lookup = ComponentZones(zones, definitions, in: calendar)
    knownZones.lookups[scope] = lookup
    return lookup
  }

  /// The meanings of TZIDs for an item's component.
  public func zones(of item: Int, in calendar: Int) throws(StoreError) -> ComponentZones {
    try zones(calendar: calendar, definitions: itemZones.definitions(of: item))
  }

  /// The zone with a name in an item's row; nil when unknown.
  ///
  /// An unreadable definition counts as unknown here; later reads report the error.
  public func zone(named name: String, of item: Int) -> Zone? {
    if let known = knownZones.system[name] { return known }
    if let zone = zones.zone(named: name), zone.identifier == name {
      knownZones.system[name] = zone
      return zone
    }
    guard let record = try? record(item), let lookup = try? zones(of: item, in: record.calendar) else {
      return zone(named: name)
    }
    return lookup.known(name)
  }

  /// The zone with a name: the system's, or the first of the store's definitions; nil when unknown.
  ///
  /// `zone(named:of:)` returns the zone that the name has in an item.
  public func zone(named name: String) -> Zone? {
    if let known = knownZones.named[name] { return known }
    let refused = zones.openRefusals.count
    let system = zones.zone(named: name)
    let zone = system.flatMap { $0.identifier == name ? $0 : nil } ?? (try? ownZone(name)) ?? system
    // Files that could not be opened are tried again.
    if zone != nil || zones.openRefusals.count == refused { knownZones.named[name] = .some(zone) }
    return zone
  }

  private func ownZone(_ name: String) throws(StoreError) -> Zone? {
    let found = try numbers("SELECT min(id) FROM zone_definition WHERE name = ?1 HAVING count(*) > 0") {
      $0.bind(1, name)
    }
    return try found.first.flatMap { (number) throws(StoreError) in
      try zones(calendar: 0, definitions: [number]).zone(name)
    }
  }

  /// The meanings of TZIDs in a calendar for names that a component does not define: names that the system
  /// had when they came, and X-WR-TIMEZONE.
  package func calendarZones(of calendar: Int) throws(StoreError) -> CalendarZones {
    if let known = knownZones.calendars[calendar] { return known }
    let refused = zones.openRefusals.count
    var result = CalendarZones(database: zones)
    for zone in try zoneList(of: calendar) where !zone.isPrivate {
      if let component = try itemZones.definition(zone.definition) { result.define(component) }
    }
    for line in try header(of: calendar).split(separator: 10) {
      guard let property = Property(line: line), property.isNamed("X-WR-TIMEZONE") else { continue }
      result.fallback = zones.zone(named: property.text)
    }
    if zones.openRefusals.count == refused { knownZones.calendars[calendar] = result }
    return result
  }

  /// The numbers of zone definitions; missing ones are added, and the caller holds a write transaction.
  public func definitionNumbers(of definitions: [Component]) throws(StoreError) -> [Int] {
    var numbers: [Int] = []
    for definition in definitions where CalendarZones.name(of: definition) != nil {
      numbers.append(try itemZones.number(of: definition))
    }
    return numbers
  }

  /// The number of the definition added last.
  public func lastDefinition() throws(StoreError) -> Int {
    try database.number("SELECT coalesce(max(id), 0) FROM zone_definition")
  }

  /// Deletes unused definitions added after another one in the caller's transaction.
  public func discardDefinitions(after number: Int) throws(StoreError) {
    if try lastDefinition() <= number { return }
    try database.with(
      """
      DELETE FROM zone_definition WHERE id > ?1 AND id NOT IN (SELECT definition FROM item_zone)
        AND id NOT IN (SELECT definition FROM calendar_zone)
      """
    ) { (row) throws(StoreError) in try row.bind(1, number).run() }
    invalidateOwnReads()
  }

  /// A VTIMEZONE in a calendar's list: those of its files, in their order.
  package struct ListedZone {
    var id: Int
    package var definition: Int
    package var name: String
    /// Whether the system did not have the name when it came.
    package var isPrivate: Bool
  }

  package func zoneList(of calendar: Int) throws(StoreError) -> [ListedZone] {
    try database.with(
      """
      SELECT z.id, z.definition, d.name, z.is_private FROM calendar_zone z
      JOIN zone_definition d ON d.id = z.definition WHERE z.calendar = ?1 ORDER BY z.position, z.id
      """
    ) { (row) throws(StoreError) in
      row.bind(1, calendar)
      var result: [ListedZone] = []
      while try row.step() {
        result.append(
          ListedZone(id: row.int(0), definition: row.int(1), name: row.text(2), isPrivate: row.bool(3)))
      }
      return result
    }
  }

  /// The definitions that components of a calendar use.
  package func usedDefinitions(in calendar: Int) throws(StoreError) -> Set<Int> {
    Set(
      try numbers(
        "SELECT DISTINCT definition FROM item_zone JOIN item ON item.id = item_zone.item WHERE item.calendar = ?1"
      ) { $0.bind(1, calendar) })
  }
}
