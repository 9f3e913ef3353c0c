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

  /// The parameters that each property with a place of its own may have there.
  private static let placed: [String: Set<String>] = [
    "UID": [], "DTSTAMP": [], "CREATED": [], "LAST-MODIFIED": [], "SEQUENCE": [], "SUMMARY": [],
    "DESCRIPTION": [], "LOCATION": [], "URL": [], "DTSTART": ["TZID"], "DTEND": ["TZID"], "DUE": ["TZID"],
    "DURATION": [], "ESTIMATED-DURATION": [], "RECURRENCE-ID": ["TZID", "RANGE"], "RRULE": [], "EXRULE": [],
    "RDATE": ["TZID"], "EXDATE": ["TZID"], "STATUS": [], "TRANSP": [], "CLASS": [], "PRIORITY": [],
    "PERCENT-COMPLETE": [], "COMPLETED": [], "CATEGORIES": [], "GEO": [], "COLOR": [],
    "RELATED-TO": ["RELTYPE"],
    "ORGANIZER": ["CN", "EMAIL", "CUTYPE"],
    "ATTENDEE": [
      "CN", "EMAIL", "CUTYPE", "ROLE", "PARTSTAT", "RSVP", "DELEGATED-TO", "DELEGATED-FROM", "MEMBER",
    ],
    "ATTACH": ["FMTTYPE", "FILENAME", "X-FILENAME", "SIZE", "ENCODING"],
    "IMAGE": ["FMTTYPE", "DISPLAY", "ENCODING"], "CONFERENCE": ["FEATURE", "LABEL"],
  ]
  /// Those of which an object takes any number.
  private static let repeated: Set<String> = [
    "RRULE", "EXRULE", "RDATE", "EXDATE", "CATEGORIES", "RELATED-TO", "ATTENDEE", "ATTACH", "IMAGE",
    "CONFERENCE",
  ]

  /// Keeps what of an item's component has no place.
  mutating func collect(_ component: Component) {
    var seen: Set<String> = []
    for property in component.properties {
      let name = property.name
      let isFurther = !seen.insert(name).inserted && !Self.repeated.contains(name)
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
    return property.parameters.allSatisfy { $0.name == "VALUE" || known.contains($0.name) }
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
    result.append(
      .string(isText ? "text" : type == .other || type == .text ? "unknown" : type.name.lowercased()))
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
