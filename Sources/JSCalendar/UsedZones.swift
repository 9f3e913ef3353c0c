import ICalendar
import JSON
import Model

/// The zones that an object names, with definitions of the zones that IANA does not know (RFC 8984, 4.7.2).
struct UsedZones {
  private let definition: (Zone) -> Component?
  private var own: [String: JSONValue] = [:]

  init(definition: @escaping (Zone) -> Component?) { self.definition = definition }

  /// The TimeZoneId: the IANA name, or a name of the object itself, which begins with a slash.
  func name(of zone: Zone) -> String {
    if definition(zone) != nil || zone.offsetName != nil { return "/" + zone.identifier }
    return zone.identifier == Zone.utc.identifier ? "Etc/UTC" : zone.identifier
  }

  /// Records a zone that the object names.
  mutating func note(_ zone: Zone?) {
    guard let zone, own["/" + zone.identifier] == nil else { return }
    if let component = definition(zone) {
      own["/" + zone.identifier] = Self.zone(component)
    } else if let offset = zone.offsetName {
      own["/" + zone.identifier] = Self.zone(zone.identifier, at: offset)
    }
  }

  mutating func join(_ other: UsedZones) { own.merge(other.own) { mine, _ in mine } }

  /// The TimeZone objects by name; nil when every zone is an IANA zone.
  var definitions: JSONValue? {
    if own.isEmpty { return nil }
    var result = JSONObject()
    for (name, component) in own.sorted(by: { $0.key < $1.key }) { result[name] = component }
    return .object(result)
  }

  /// A TimeZone with a fixed offset.
  private static func zone(_ name: String, at offset: UTCOffset) -> JSONValue {
    let text = ExtendedFormat.text(offset).filter { $0 != ":" }
    let rule = JSONObject([
      "@type": .string("TimeZoneRule"), "start": .string("1970-01-01T00:00:00"), "offsetFrom": .string(text),
      "offsetTo": .string(text),
    ])
    return .object(
      JSONObject([
        "@type": .string("TimeZone"), "tzId": .string(name), "standard": .array([.object(rule)]),
      ]))
  }

  private static func zone(_ component: Component) -> JSONValue {
    var result: JSONObject = JSONObject(["@type": .string("TimeZone")])
    result["tzId"] = component.property("TZID").map { .string($0.rawText) }
    result["url"] = component.property("TZURL").map { .string($0.rawText) }
    for (key, name) in [("standard", "STANDARD"), ("daylight", "DAYLIGHT")] {
      let rules = component.components.filter { $0.name == name }.compactMap(rule)
      if !rules.isEmpty { result[key] = .array(rules) }
    }
    return .object(result)
  }

  /// A TimeZoneRule.
  private static func rule(_ observance: Component) -> JSONValue? {
    guard let start = observance.property("DTSTART")?.dateValue?.wall,
      let from = observance.property("TZOFFSETFROM"), let to = observance.property("TZOFFSETTO")
    else { return nil }
    var result = JSONObject([
      "@type": .string("TimeZoneRule"), "start": .string(LocalTime.text(start)),
      "offsetFrom": .string(from.rawText), "offsetTo": .string(to.rawText),
    ])
    // UNTIL is in UTC here while the onsets are local in the offset before the change: RFC 5545, 3.6.5.
    let clock = from.utcOffset.map { Zone(identifier: "", offset: $0) }
    let rules = observance.properties("RRULE").compactMap { property -> JSONValue? in
      guard let rule = try? RecurrenceRule(parsing: property.rawText) else { return nil }
      return .object(RuleObject.object(rule, zone: clock, isAllDay: false))
    }
    if !rules.isEmpty { result["recurrenceRules"] = .array(rules) }
    var dates = JSONObject()
    for case .some(let period) in observance.properties("RDATE").flatMap(\.periods) {
      dates[LocalTime.text(period.start.wall)] = .object(JSONObject())
    }
    if !dates.isEmpty { result["recurrenceOverrides"] = .object(dates) }
    if let name = observance.property("TZNAME")?.text {
      result["names"] = .object(JSONObject([name: .bool(true)]))
    }
    return .object(result)
  }
}
