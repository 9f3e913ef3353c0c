import ICalendar
import Store

/// The names of zone definitions in one exported file, where each TZID has one meaning (RFC 5545, 3.6.5).
///
/// A definition keeps its name while nothing else in the file has that name; a definition with the same rules
/// shares it. Any other definition gets the name with a number appended, in the output only.
struct ZoneNaming {
  private struct Entry {
    var name: String
    var newName: String?
  }

  private var entries: [Int: Entry] = [:]
  private var taken: Set<String> = []
  /// The file's name for each clock fingerprint, by original name.
  private var clocks: [String: [Int: String]] = [:]
  /// The last number appended to a name.
  private var counts: [String: Int] = [:]
  /// The definitions to write, without those that have the same rules as an earlier one.
  private(set) var own: [Int] = []
  /// Whether any definition has a new name.
  private(set) var renames = false

  /// Reserves a name that components use without a definition.
  mutating func keep(_ name: String) { taken.insert(name) }

  /// Adds a definition; `isKnown` returns whether the system has a zone of that name, which would win over
  /// it.
  mutating func add(_ number: Int, _ name: String, _ zone: Zone?, isKnown: (String) -> Bool) {
    if entries[number] != nil { return }
    let shared = zone.flatMap { clocks[name]?[$0.fingerprint] }
    var candidate = shared ?? name
    if shared == nil {
      var count = counts[name] ?? 1
      while taken.contains(candidate) || candidate != name && isKnown(candidate) {
        count += 1
        candidate = "\(name) (\(count))"
      }
      counts[name] = count
      taken.insert(candidate)
      if let zone { clocks[name, default: [:]][zone.fingerprint] = candidate }
      own.append(number)
    }
    entries[number] = Entry(name: name, newName: candidate == name ? nil : candidate)
    if candidate != name { renames = true }
  }

  /// The name that a definition has in the file; nil for a definition not added.
  func name(of number: Int) -> String? { entries[number].map { $0.newName ?? $0.name } }

  /// Whether any of these definitions has a new name.
  func renames(_ definitions: [Int]) -> Bool { definitions.contains { entries[$0]?.newName != nil } }

  /// Returns a component that uses these definitions, with the zone names of the file.
  func renamed(_ component: Component, _ definitions: [Int]) -> Component {
    var names: [String: String] = [:]
    for number in definitions {
      if let entry = entries[number], let new = entry.newName { names[entry.name] = new }
    }
    return names.isEmpty ? component : component.renamingZones(names)
  }

  /// Returns a definition with its name in the file.
  func renamed(_ definition: Component, _ number: Int) -> Component { renamed(definition, [number]) }
}
