import CivilTime
import Recurrence

/// The zones that a calendar's TZIDs mean: the system's where the name is known, else the file's own VTIMEZONE.
public struct CalendarZones {
  private let database: ZoneDatabase
  private var definitions: [String: Component] = [:]
  private var known: [String: Zone?] = [:]
  /// The TZIDs whose VTIMEZONE differs from the known zone of that name; the known zone is used.
  public private(set) var differing: Set<String> = []
  /// The zone of X-WR-TIMEZONE, used where a TZID is unknown and undefined; nil when the calendar has none.
  public var fallback: Zone?

  /// The zones of a calendar that has not said anything yet.
  public init(database: ZoneDatabase) { self.database = database }

  /// Takes note of a VTIMEZONE of the calendar.
  public mutating func define(_ component: Component) {
    guard let tzid = component.property("TZID")?.rawText else { return }
    let name = Self.cleaned(tzid)
    definitions[name] = component
    known[name] = nil
    if let zone = database.zone(named: name), zone.identifier == name, !agrees(zone, component) {
      differing.insert(name)
    }
  }

  /// The zone that a TZID means; nil when neither the system nor the file knows it.
  public mutating func zone(_ tzid: String) -> Zone? {
    let name = Self.cleaned(tzid)
    if let zone = known[name] { return zone }
    let found = resolve(name)
    known[name] = .some(found)
    return found
  }

  private func agrees(_ zone: Zone, _ component: Component) -> Bool {
    VTimeZone.zone(component).map { VTimeZone.agree(zone, $0) } ?? true
  }

  private func resolve(_ name: String) -> Zone? {
    let known = database.zone(named: name) ?? global(name)
    guard let component = definitions[name] else { return known ?? fallback }
    // The IANA name itself beats the file; a name that only stands for one does as long as the file does not object.
    if let known, known.identifier == name || agrees(known, component) { return known }
    // Some exporters put the real name beside an invented TZID.
    for property in [component.property("X-LIC-LOCATION"), component.property("TZURL")] {
      guard let text = property?.rawText else { continue }
      let last = text.split(separator: "/").suffix(2).joined(separator: "/")
      if let zone = database.zone(named: text) ?? database.zone(named: last) { return zone }
    }
    return VTimeZone.zone(component)
  }

  /// The zone of a name that tells its registry, such as `/mozilla.org/20050126_1/Europe/Berlin` (RFC 5545, 3.8.3.1).
  private func global(_ name: String) -> Zone? {
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    for start in parts.indices.dropFirst() {
      if let zone = database.zone(named: parts[start...].joined(separator: "/")) { return zone }
    }
    return nil
  }

  private static func cleaned(_ tzid: String) -> String {
    String(decoding: ASCII.trimmed(Array(tzid.utf8)[...]), as: UTF8.self)
  }
}

/// Reads a VTIMEZONE as a zone (RFC 5545, 3.6.5).
public enum VTimeZone {
  /// The last year for which clock changes of a rule without end are worked out.
  private static let horizon = 2200
  /// The most clock changes that one observance may have: four a year over six centuries.
  private static let mostOnsets = 2400

  /// The private zone that a VTIMEZONE describes; nil when it has no readable observance.
  public static func zone(_ component: Component) -> Zone? {
    guard let tzid = component.property("TZID")?.rawText else { return nil }
    var changes: [(at: Instant, type: LocalTimeType)] = []
    var earliest: (at: Instant, type: LocalTimeType)?
    for observance in component.components {
      guard observance.name == "STANDARD" || observance.name == "DAYLIGHT",
        let from = offset(observance, "TZOFFSETFROM"), let to = offset(observance, "TZOFFSETTO"),
        let start = wall(observance.property("DTSTART"))
      else { continue }
      let name = observance.property("TZNAME")?.text ?? tzid
      let type = LocalTimeType(offset: to, isDaylight: observance.name == "DAYLIGHT", abbreviation: name)
      for onset in onsets(observance, start: start, from: from) {
        let at = Instant(seconds: onset.wallSeconds - from.seconds)
        changes.append((at, type))
        if earliest.map({ at < $0.at }) ?? true {
          earliest = (at, LocalTimeType(offset: from, isDaylight: false, abbreviation: name))
        }
      }
    }
    guard let initial = earliest?.type else { return nil }
    return Zone(identifier: tzid, initial: initial, changes: changes)
  }

  /// The local times, in the offset before the change, at which an observance begins.
  private static func onsets(_ observance: Component, start: CivilDateTime, from: UTCOffset)
    -> [CivilDateTime]
  {
    var rules: [RecurrenceRule] = []
    var dates: [ExtraDate] = []
    for property in observance.properties {
      if property.isNamed("RRULE") {
        // No clock changes by the day: a rule that says so is nonsense, or means harm.
        if var rule = try? RecurrenceRule(parsing: property.rawText), rule.frequency >= .monthly {
          // UNTIL is in UTC here while the onsets are local: RFC 5545, 3.6.5.
          if case .utc(let instant) = rule.until {
            rule.until = .floating(CivilDateTime(clamping: instant.seconds + from.seconds))
          }
          rules.append(rule)
        }
      } else if property.isNamed("RDATE") {
        for case .some(let period) in property.periods {
          switch period.start {
          case .date(let date): dates.append(ExtraDate(.dateTime(CivilDateTime(date, start.time))))
          case .floating(let wall), .zoned(let wall, _): dates.append(ExtraDate(.dateTime(wall)))
          case .utc(let utc):
            dates.append(ExtraDate(.dateTime(CivilDateTime(clamping: utc.wallSeconds + from.seconds))))
          }
        }
      }
    }
    let set = RecurrenceSet(start: .dateTime(start), rules: rules, dates: dates)
    let end = CivilDate(year: horizon, month: 1, day: 1).map { CivilDateTime($0, .midnight) }
    return set.occurrences(to: end).prefix(mostOnsets).map(\.start)
  }

  private static func offset(_ component: Component, _ name: StaticString) -> UTCOffset? {
    component.property(name)?.utcOffset
  }

  private static func wall(_ property: Property?) -> CivilDateTime? {
    switch property?.dateValue {
    case .date(let date): CivilDateTime(date, .midnight)
    case .floating(let wall), .utc(let wall), .zoned(let wall, _): wall
    case nil: nil
    }
  }

  /// Whether two zones show the same local time from 2008 to 2037, looked at twice a month.
  ///
  /// Exporters write the rules in force today as if they had always held, so earlier years prove nothing; 2008 is the
  /// first whole year under the present rules of Europe and North America.
  static func agree(_ known: Zone, _ own: Zone) -> Bool {
    let first = max(1_199_145_600, own.segment(at: Instant(seconds: Int.min)).end.seconds)
    var at = first
    while at < 2_145_916_800 {
      if known.offset(at: Instant(seconds: at)) != own.offset(at: Instant(seconds: at)) { return false }
      at += 15 * 86_400
    }
    return true
  }
}
