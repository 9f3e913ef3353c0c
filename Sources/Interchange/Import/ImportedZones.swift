import ICalendar
import Store

/// The meanings of the TZIDs of a file's components.
///
/// RFC 5545 (3.6.5) allows one VTIMEZONE for each TZID of a file. When a file has several that differ, as
/// after a merge by hand, a component takes the last one before it, else the last of all. TZIDs that the file
/// does not define have the system's meaning; only TZIDs unknown to the system take the meaning of the
/// calendar's earlier files.
struct ImportedZones {
  private let store: CalendarStore
  private let calendar: Int
  private var zones: CalendarZones
  /// The file's definitions in file order, each text once.
  private(set) var defined: [CalendarStore.NewZone] = []
  private var numbers: [String: Set<Int>] = [:]
  /// Whether the file defines names that the system does not have.
  private(set) var definesOwn = false
  /// The TZIDs whose VTIMEZONE differs from the system's zone of that name.
  var differing: Set<String> { zones.differing }
  /// The zone of X-WR-TIMEZONE.
  var fallback: Zone? {
    get { zones.fallback }
    set { zones.fallback = newValue }
  }

  init(_ store: CalendarStore, calendar: Int) throws(StoreError) {
    self.store = store
    self.calendar = calendar
    zones = try store.calendarZones(of: calendar)
  }

  /// Takes a VTIMEZONE in; the answer is a warning where the file had a different one of that name.
  mutating func define(_ component: Component, position: Int) throws(StoreError) -> String? {
    guard let name = CalendarZones.name(of: component) else { return nil }
    let number = try store.itemZones.number(of: component)
    let isFirst = numbers[name] == nil
    if numbers[name, default: []].insert(number).inserted {
      defined.append(CalendarStore.NewZone(name: name, number: number, position: position))
    }
    let isSystem = store.zones.hasZone(called: name)
    if !isSystem { definesOwn = true }
    let before = zones.zone(name)
    zones.define(component, number: number)
    guard !isSystem, !isFirst, let before, let after = zones.zone(name),
      !after.hasSameRules(as: before)
    else { return nil }
    return
      "the VTIMEZONE \(name) stands twice and differs; each item takes the last one before it, in the file's order"
  }

  /// Takes the calendar's earlier definitions for names that neither the file nor the system knows.
  mutating func adopt() throws(StoreError) {
    for zone in try store.zoneList(of: calendar) where zone.isPrivate {
      guard case .nothing = zones.meaning(of: zone.name).source,
        let component = try store.itemZones.definition(zone.definition)
      else { continue }
      zones.define(component, number: zone.definition)
      definesOwn = true
    }
  }

  /// The result of reading a component.
  struct Reading {
    var item: Item
    var problems: [ItemProblem]
    /// The definitions that the component uses.
    var definitions: [Int]
    /// Whether the component names a zone that a later VTIMEZONE may define.
    var isUndecided: Bool
  }

  mutating func read(_ component: Component) -> Reading {
    var isUndecided = false
    let (item, problems) = ItemReader.read(component) { tzid in
      let (zone, source) = zones.meaning(of: tzid)
      if source == .alias || source == .nothing { isUndecided = true }
      return zone
    }
    var used: Set<Int> = []
    if definesOwn {
      for name in component.zoneNames {
        if case .definition(let number?) = zones.meaning(of: name).source { used.insert(number) }
      }
    }
    return Reading(item: item, problems: problems, definitions: used.sorted(), isUndecided: isUndecided)
  }
}
