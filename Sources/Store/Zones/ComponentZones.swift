import ICalendar

/// What the TZIDs of a component mean: by the definitions it came with, and by the system
/// and its calendar for the rest.
public final class ComponentZones {
  private var zones: CalendarZones
  /// The numbers of the component's own definitions.
  package let definitions: [Int]

  /// What a calendar's zones tell of a component with these definitions.
  package init(_ zones: CalendarZones, _ definitions: [Int]) {
    self.zones = zones
    self.definitions = definitions
  }

  /// The zone that a TZID means; nil where nothing tells.
  public func zone(_ tzid: String) -> Zone? { zones.zone(tzid) }

  /// The same without what X-WR-TIMEZONE says for names that nothing tells of.
  func known(_ tzid: String) -> Zone? {
    let (zone, source) = zones.meaning(of: tzid)
    return source == .nothing ? nil : zone
  }

  /// The component's own definition that tells what a TZID means; nil where the
  /// system's name or the calendar does.
  public func definition(_ tzid: String) -> Int? {
    guard case .definition(let number) = zones.meaning(of: tzid).source else { return nil }
    return number
  }

  /// The first zone of a row that nothing knows any more; nil where all are known.
  func missing(of record: ItemRecord) -> String? {
    for time in [record.start, record.end, record.due] {
      if let name = time?.zone, known(name) == nil { return name }
    }
    return nil
  }

  /// Reads a component under a number, with those of its definitions that are of names that it uses.
  func member(_ id: Int, _ component: Component) -> CalendarObject.Member {
    let used = definitions.isEmpty ? [] : Set(component.zoneNames.compactMap(definition)).sorted()
    return CalendarObject.Member(id: id, reading: component, zone: zone, definitions: used)
  }
}

/// Which lookups a store has made already.
struct KnownZones {
  struct Scope: Hashable {
    var calendar: Int
    var definitions: [Int]
  }

  static let most = 2_000
  var lookups: [Scope: ComponentZones] = [:]
  var calendars: [Int: CalendarZones] = [:]
  /// By name alone.
  var named: [String: Zone?] = [:]
  /// The system's own, by their names.
  var system: [String: Zone] = [:]
}

extension CalendarStore {
  /// What the TZIDs of a component mean that is in a calendar and has these definitions.
  public func zones(calendar: Int, definitions: [Int]) throws(StoreError) -> ComponentZones {
    let scope = KnownZones.Scope(calendar: calendar, definitions: definitions)
    if let known = knownZones.lookups[scope] { return known }
    var zones = try calendarZones(of: calendar)
    for number in definitions {
      if let component = try itemZones.definition(number) { zones.define(component, number: number) }
    }
    if knownZones.lookups.count >= KnownZones.most { knownZones.lookups = [:] }
    let lookup = ComponentZones(zones, definitions)
    knownZones.lookups[scope] = lookup
    return lookup
  }

  /// What the TZIDs of an item's component mean.
  public func zones(of item: Int, in calendar: Int) throws(StoreError) -> ComponentZones {
    try zones(calendar: calendar, definitions: itemZones.definitions(of: item))
  }

  /// The zone of a name that an item's times are in, as its row has it; nil when unknown.
  ///
  /// Where the definition can't be read, the zone is as unknown as without one; reading on will say why.
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

  /// The zone of a name: the system's, or the first that some component of the
  /// store came with; nil when unknown.
  ///
  /// What the name means in an item tells `zone(named:of:)`.
  public func zone(named name: String) -> Zone? {
    if let known = knownZones.named[name] { return known }
    let refused = zones.openRefusals.count
    let system = zones.zone(named: name)
    let zone = system.flatMap { $0.identifier == name ? $0 : nil } ?? (try? ownZone(name)) ?? system
    // What could not be looked at is looked at again.
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

  /// What TZIDs mean in a calendar where a component does not tell: names that the system had
  /// when they came, and X-WR-TIMEZONE.
  package func calendarZones(of calendar: Int) throws(StoreError) -> CalendarZones {
    if let known = knownZones.calendars[calendar] { return known }
    var result = CalendarZones(database: zones)
    for zone in try zoneList(of: calendar) where !zone.isPrivate {
      if let component = try itemZones.definition(zone.definition) { result.define(component) }
    }
    let header = try database.with("SELECT header FROM calendar WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, calendar).step() ? row.bytes(0) : []
    }
    for line in header.split(separator: 10) {
      guard let property = Property(line: line), property.isNamed("X-WR-TIMEZONE") else { continue }
      result.fallback = zones.zone(named: property.text)
    }
    knownZones.calendars[calendar] = result
    return result
  }

  /// The numbers of zone definitions, which are kept where they were not there; the caller
  /// holds a transaction that writes.
  public func definitionNumbers(of definitions: [Component]) throws(StoreError) -> [Int] {
    var numbers: [Int] = []
    for definition in definitions where CalendarZones.name(of: definition) != nil {
      numbers.append(try itemZones.number(of: definition))
    }
    return numbers
  }

  /// The number of the definition that was kept last.
  public func lastDefinition() throws(StoreError) -> Int {
    try database.number("SELECT coalesce(max(id), 0) FROM zone_definition")
  }

  /// Forgets the definitions that were kept after another in the transaction that the caller
  /// holds, as nothing came of them.
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

  /// A VTIMEZONE in a calendar's list: what its files had, in their order.
  package struct ListedZone {
    var id: Int
    package var definition: Int
    package var name: String
    /// Whether the name was none of the system's own when it came.
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

  /// The definitions that components of a calendar hold.
  package func usedDefinitions(in calendar: Int) throws(StoreError) -> Set<Int> {
    Set(
      try numbers(
        "SELECT DISTINCT definition FROM item_zone JOIN item ON item.id = item_zone.item WHERE item.calendar = ?1"
      ) { $0.bind(1, calendar) })
  }
}
