import ICalendar
import Model

/// One version of a component: its entries by the units in which they are merged.
struct ComponentVersion {
  let component: Component?
  let entries: [ComponentEntry]
  /// The places of each unit's entries.
  let places: [MergeUnit: [Int]]
  /// The units in the order of their first entries.
  let units: [MergeUnit]

  init(_ component: Component?, isInner: Bool) {
    self.component = component
    entries = component?.entries ?? []
    var places: [MergeUnit: [Int]] = [:]
    var units: [MergeUnit] = []
    for (index, entry) in entries.enumerated() {
      let unit = MergeUnit(entry, isInner: isInner)
      if places[unit] == nil { units.append(unit) }
      places[unit, default: []].append(index)
    }
    (self.places, self.units) = (places, units)
  }

  func entries(of unit: MergeUnit) -> [ComponentEntry] { places[unit]?.map { entries[$0] } ?? [] }

  /// The entries of a unit that can be read as properties, in order.
  func properties(of unit: MergeUnit) -> [Property] { entries(of: unit).compactMap(\.property) }
}

extension ComponentEntry {
  var property: Property? { if case .property(let property) = self { property } else { nil } }
  var component: Component? { if case .component(let component) = self { component } else { nil } }
}

/// Changes to the entries of a component; entries without a change keep their place and their bytes.
struct EntryEdits {
  let version: ComponentVersion
  private var replaced: [Int: [ComponentEntry]] = [:]
  private var following: [Int: [ComponentEntry]] = [:]
  private var added: [ComponentEntry] = []

  init(_ version: ComponentVersion) { self.version = version }

  /// Whether nothing is changed.
  var isEmpty: Bool { replaced.isEmpty && following.isEmpty && added.isEmpty }

  /// Puts other entries in the place of one; none removes it.
  mutating func replace(_ place: Int, with entries: [ComponentEntry]) { replaced[place] = entries }

  /// Adds entries behind the last one of their unit, else behind the other properties or components.
  mutating func add(_ entries: [ComponentEntry], to unit: MergeUnit) {
    if let last = version.places[unit]?.last {
      following[last, default: []] += entries
    } else {
      added += entries
    }
  }

  /// Makes the entries of a unit those of another version; equal ones stay where they are, and a property
  /// takes the place of one with its name.
  mutating func take(_ entries: [ComponentEntry], for unit: MergeUnit) {
    var free = version.places[unit] ?? []
    var rest: [ComponentEntry] = []
    for entry in entries {
      if let kept = free.firstIndex(where: { version.entries[$0] == entry }) {
        free.remove(at: kept)
      } else {
        rest.append(entry)
      }
    }
    var loose: [ComponentEntry] = []
    for entry in rest {
      let kind = entry.property?.kind
      if let near = free.firstIndex(where: { version.entries[$0].property?.kind == kind }) {
        replaced[free.remove(at: near)] = [entry]
      } else {
        loose.append(entry)
      }
    }
    for (place, entry) in zip(free, loose) { replaced[place] = [entry] }
    for place in free.dropFirst(loose.count) { replaced[place] = [] }
    add(Array(loose.dropFirst(free.count)), to: unit)
  }

  /// The entries with the changes.
  var result: [ComponentEntry] {
    var result: [ComponentEntry] = []
    for (index, entry) in version.entries.enumerated() {
      result += replaced[index] ?? [entry]
      result += following[index] ?? []
    }
    let end = result.firstIndex { $0.component != nil } ?? result.count
    result += added.filter { $0.component != nil }
    result.insert(contentsOf: added.filter { $0.component == nil }, at: end)
    return result
  }

  /// The component with the changes.
  var component: Component? {
    guard let component = version.component else { return nil }
    return isEmpty ? component : Component(name: component.name, entries: result)
  }
}
