import ICalendar
import JSON
import Model

/// The data that has no place in RFC 8984, kept in the arrays of jCal (RFC 7265), so that nothing is lost.
///
/// TEXT is unescaped; other values keep their RFC 5545 form.
struct KeptProperties {
  /// The key of the properties.
  static let key = "kalends.app:properties"

  private let unplaced: Set<String>
  private(set) var properties: [JSONValue] = []
  private(set) var components: [JSONValue] = []

  /// Properties named in `unplaced` are kept although they usually have a place.
  init(unplaced: Set<String>) { self.unplaced = unplaced }

  /// The properties that have a place in an object, by name.
  private static let placed = Dictionary(
    uniqueKeysWithValues: (ObjectBuilder.plainProperties + ObjectBuilder.placesAndLinks).map { ($0.name, $0) }
  )

  /// Keeps the parts of an item's component that have no place.
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

  /// Keeps the parts of an alarm that have no place.
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
    // A property outside the table may have any type: its value must stay unchanged.
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

/// A property that has a place in an object.
struct PlacedProperty {
  let name: String
  /// The parameters that have a place, too.
  let parameters: Set<String>
  /// Whether an object can contain the property several times.
  let isRepeated: Bool

  init(_ name: String, _ parameters: Set<String> = [], isRepeated: Bool = false) {
    (self.name, self.parameters, self.isRepeated) = (name, parameters, isRepeated)
  }
}

extension ObjectBuilder {
  /// The properties of an object's content, times, state and people.
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
