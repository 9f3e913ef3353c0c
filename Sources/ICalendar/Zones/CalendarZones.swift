import Recurrence

/// The zones of TZIDs: the system's zone if the name is known, else the zone that a VTIMEZONE defines.
public struct CalendarZones {
  private struct Definition {
    var component: Component
    /// The caller's number for the definition.
    var number: Int?
  }

  /// The source of a TZID's meaning.
  public enum Source: Hashable, Sendable {
    /// The system, which has a zone of exactly that name; it beats every definition.
    case system
    /// A VTIMEZONE, and its number if it has one.
    case definition(Int?)
    /// The system, for which the name is an alias.
    case alias
    /// No source; X-WR-TIMEZONE gives the zone if the calendar has it.
    case nothing
  }

  private let database: ZoneDatabase
  private var definitions: [String: Definition] = [:]
  private var known: [String: (zone: Zone?, source: Source)] = [:]
  /// The TZIDs whose VTIMEZONE differs from the known zone of that name; the known zone is used.
  public private(set) var differing: Set<String> = []
  /// The zone of X-WR-TIMEZONE, used for an unknown and undefined TZID; nil when the calendar has none.
  public var fallback: Zone?

  /// Creates the zones of a calendar without definitions.
  public init(database: ZoneDatabase) { self.database = database }

  /// Adds a VTIMEZONE, in place of an earlier one with that TZID; `number` is the caller's number for it.
  public mutating func define(_ component: Component, number: Int? = nil) {
    guard let name = Self.name(of: component) else { return }
    definitions[name] = Definition(component: component, number: number)
    known = [:]
    if let zone = database.zone(named: name), zone.identifier == name, !agrees(zone, component) {
      differing.insert(name)
    }
  }

  /// The zone of a TZID, or `fallback` when neither the system nor a definition knows the TZID.
  public mutating func zone(_ tzid: String) -> Zone? { meaning(of: tzid).zone }

  /// The zone of a TZID, and the source of that meaning.
  public mutating func meaning(of tzid: String) -> (zone: Zone?, source: Source) {
    if let meaning = known[tzid] { return meaning }
    let refused = database.openRefusals.count
    let found = resolve(Self.name(ofTZID: tzid))
    // A file that could not be opened is looked at again.
    if database.openRefusals.count == refused { known[tzid] = found }
    return found
  }

  private func agrees(_ zone: Zone, _ component: Component) -> Bool {
    VTimeZone.zone(component).map { VTimeZone.agree(zone, $0) } ?? true
  }

  private func resolve(_ name: String) -> (zone: Zone?, source: Source) {
    let known = database.zone(named: name) ?? global(name)
    // The IANA name itself beats the file.
    if let known, known.identifier == name { return (known, .system) }
    guard let definition = definitions[name] else {
      return known.map { ($0, .alias) } ?? (fallback, .nothing)
    }
    return (zone(of: definition.component, alias: known), .definition(definition.number))
  }

  private func zone(of component: Component, alias known: Zone?) -> Zone? {
    // An alias means its zone unless the file's definition contradicts it.
    if let known, agrees(known, component) { return known }
    // Some exporters put the real name beside an invented TZID.
    for property in [component.property("X-LIC-LOCATION"), component.property("TZURL")] {
      guard let text = property?.rawText else { continue }
      let last = text.split(separator: "/").suffix(2).joined(separator: "/")
      if let zone = database.zone(named: text) ?? database.zone(named: last) { return zone }
    }
    return VTimeZone.zone(component, before: known)
  }

  /// The zone of a name with its registry, such as `/mozilla.org/20050126_1/Europe/Berlin` (RFC 5545,
  /// 3.8.3.1).
  private func global(_ name: String) -> Zone? {
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    for start in parts.indices.dropFirst() {
      if let zone = database.zone(named: parts[start...].joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// A TZID in the form for comparison: without the blanks that exporters leave around it.
  public static func name(ofTZID tzid: String) -> String {
    String(decoding: ASCII.trimmed(Array(tzid.utf8)[...]), as: UTF8.self)
  }

  /// The name that a VTIMEZONE defines; nil when it has no TZID.
  public static func name(of definition: Component) -> String? {
    definition.property("TZID").map { name(ofTZID: $0.rawText) }
  }
}

extension ZoneDatabase {
  /// Whether a name is a zone's own name rather than an alias.
  public func hasZone(called name: String) -> Bool { zone(named: name)?.identifier == name }
}
