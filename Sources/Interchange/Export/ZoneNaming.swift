import ICalendar
import Store

/// The names that zone definitions have in one file that is written, where each TZID has
/// one meaning (RFC 5545, 3.6.5).
///
/// A definition keeps its name as long as nothing else in the file is called so; one that says the same
/// shares it. Any other gets the name with a number behind it, in what is written only.
struct ZoneNaming {
  private struct Entry {
    var name: String
    var newName: String?
  }

  private var entries: [Int: Entry] = [:]
  private var taken: Set<String> = []
  /// The name in the file of each clock that a name stands for.
  private var clocks: [String: [Int: String]] = [:]
  /// The last number put behind a name.
  private var counts: [String: Int] = [:]
  /// The definitions to be written: not those that say the same as an earlier one.
  private(set) var own: [Int] = []
  /// Whether any definition has another name.
  private(set) var renames = false

  /// A name that components use without a definition.
  mutating func keep(_ name: String) { taken.insert(name) }

  /// Takes a definition in; `isKnown` tells which names are the system's own, which would beat it.
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

  /// The name that a definition has in the file; nil for one that was not taken in.
  func name(of number: Int) -> String? { entries[number].map { $0.newName ?? $0.name } }

  /// Whether any of these definitions has another name.
  func renames(_ definitions: [Int]) -> Bool { definitions.contains { entries[$0]?.newName != nil } }

  /// A component that is understood by these definitions, with the names that its zones have in the file.
  func renamed(_ component: Component, _ definitions: [Int]) -> Component {
    var names: [String: String] = [:]
    for number in definitions {
      if let entry = entries[number], let new = entry.newName { names[entry.name] = new }
    }
    return names.isEmpty ? component : component.renamingZones(names)
  }

  /// A definition with the name that it has in the file.
  func renamed(_ definition: Component, _ number: Int) -> Component { renamed(definition, [number]) }
}
