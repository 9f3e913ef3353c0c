import ICalendar
import JSON
import Model

/// What RFC 8984 has no place for, kept in the arrays of jCal (RFC 7265), so that nothing is lost.
///
/// TEXT is unescaped; other values stand as RFC 5545 writes them.
struct KeptProperties {
  /// The key under which the properties stand.
  static let key = "kalends.app:properties"

  private let unplaced: Set<String>
  private(set) var properties: [JSONValue] = []
  private(set) var components: [JSONValue] = []

  /// Properties named in `unplaced` are kept although they usually have a place.
  init(unplaced: Set<String>) { self.unplaced = unplaced }

  /// The properties that have a place of their own, by name.
  private static let placed = Dictionary(
    uniqueKeysWithValues: (ObjectBuilder.plainProperties + ObjectBuilder.placesAndLinks).map { ($0.name, $0) }
  )

  /// Keeps what of an item's component has no place.
  mutating func collect(_ component: Component) {
    var seen: Set<String> = []
    for property in component.properties {
      let name = property.name
      let isFurther = !seen.insert(name).inserted && Self.placed[name]?.isRepeated != true
      if isFurther || unplaced.contains(name) || !Self.isPlaced(property) {
        properties.append(Self.value(property))
      }
    }
    for inner in component.components {
      if inner.name == "VALARM", AlarmReader.read(inner) != nil { continue }
      components.append(Self.value(inner))
    }
  }

  /// Keeps what of an alarm has no place.
  mutating func collectAlarm(_ component: Component) {
    for property in component.properties {
      switch property.name {
      case "TRIGGER", "ACKNOWLEDGED", "UID": break
      case "ACTION" where !unplaced.contains("ACTION"): break
      default: properties.append(Self.value(property))
      }
    }
  }

  private static func isPlaced(_ property: Property) -> Bool {
    guard let known = placed[property.name] else { return false }
    return property.parameters.allSatisfy { $0.name == "VALUE" || known.parameters.contains($0.name) }
  }

  /// `["x-mood", {}, "text", "calm"]`.
  static func value(_ property: Property) -> JSONValue {
    var parameters = JSONObject()
    for parameter in property.parameters where parameter.name != "VALUE" {
      let values = parameter.values.map { JSONValue.string($0) }
      parameters[parameter.name.lowercased()] = values.count == 1 ? values[0] : .array(values)
    }
    let type = property.valueType
    var result: [JSONValue] = [.string(property.name.lowercased()), .object(parameters)]
    // A name that nobody knows may have any type: its value must stay as it is.
    let isText = type == .text && (property.kind != .other || property.parameter("VALUE") != nil)
    let isUnknown = !isText && (type == .text || type == .other)
    result.append(.string(isUnknown ? "unknown" : type.name.lowercased()))
    if isText, property.name == "CATEGORIES" || property.name == "RESOURCES" {
      result += property.texts.map { .string($0) }
    } else {
      result.append(.string(isText ? property.text : property.rawText))
    }
    return .array(result)
  }

  /// `["vlocation", [properties], [components]]`.
  private static func value(_ component: Component) -> JSONValue {
    .array([
      .string(component.name.lowercased()), .array(component.properties.map(value)),
      .array(component.components.map(value)),
    ])
  }
}

/// A property that has a place of its own in an object.
struct PlacedProperty {
  let name: String
  /// The parameters that have one too.
  let parameters: Set<String>
  /// Whether an object takes any number of them.
  let isRepeated: Bool

  init(_ name: String, _ parameters: Set<String> = [], isRepeated: Bool = false) {
    (self.name, self.parameters, self.isRepeated) = (name, parameters, isRepeated)
  }
}

extension ObjectBuilder {
  /// Those of which an object says what, when, how and who.
  fileprivate static let plainProperties =
    [
      "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "DESCRIPTION", "DURATION",
      "ESTIMATED-DURATION", "STATUS", "TRANSP", "CLASS", "PRIORITY", "PERCENT-COMPLETE", "COMPLETED", "COLOR",
    ].map { PlacedProperty($0) } + ["DTSTART", "DTEND", "DUE"].map { PlacedProperty($0, ["TZID"]) }
    + ["RDATE", "EXDATE"].map { PlacedProperty($0, ["TZID"], isRepeated: true) }
    + ["RRULE", "EXRULE", "CATEGORIES"].map { PlacedProperty($0, isRepeated: true) } + [
      PlacedProperty("RECURRENCE-ID", ["TZID", "RANGE"]),
      PlacedProperty("ORGANIZER", ["CN", "EMAIL", "CUTYPE"]),
      PlacedProperty(
        "ATTENDEE",
        ["CN", "EMAIL", "CUTYPE", "ROLE", "PARTSTAT", "RSVP", "DELEGATED-TO", "DELEGATED-FROM", "MEMBER"],
        isRepeated: true),
    ]
}
