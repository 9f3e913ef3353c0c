/// The components that Kalends knows by name (RFC 5545, 3.6, RFC 7953 and RFC 9073).
public enum ComponentKind: UInt8, CaseIterable, Sendable {
  /// `VCALENDAR`.
  case vcalendar
  /// `VEVENT`.
  case vevent
  /// `VTODO`.
  case vtodo
  /// `VJOURNAL`.
  case vjournal
  /// `VFREEBUSY`.
  case vfreebusy
  /// `VTIMEZONE`.
  case vtimezone
  /// `VAVAILABILITY`.
  case vavailability
  /// `STANDARD`.
  case standard
  /// `DAYLIGHT`.
  case daylight
  /// `VALARM`.
  case valarm
  /// `AVAILABLE`.
  case available
  /// `PARTICIPANT`.
  case participant
  /// `VLOCATION`.
  case vlocation
  /// `VRESOURCE`.
  case vresource
  /// A component that this table does not name.
  case other

  private static let names: [(StaticString, Self)] = [
    ("VCALENDAR", .vcalendar),
    ("VEVENT", .vevent),
    ("VTODO", .vtodo),
    ("VJOURNAL", .vjournal),
    ("VFREEBUSY", .vfreebusy),
    ("VTIMEZONE", .vtimezone),
    ("VAVAILABILITY", .vavailability),
    ("STANDARD", .standard),
    ("DAYLIGHT", .daylight),
    ("VALARM", .valarm),
    ("AVAILABLE", .available),
    ("PARTICIPANT", .participant),
    ("VLOCATION", .vlocation),
    ("VRESOURCE", .vresource),
  ]
  private static let index = NameIndex(names, other: .other)

  /// The name in capital letters; empty for `.other`.
  public var name: String { self == .other ? "" : Self.names[Int(rawValue)].0.description }

  init(named bytes: UnsafeBufferPointer<UInt8>) { self = Self.index.find(bytes) }

  /// Whether the component stands directly in a VCALENDAR, or is one, and never inside another component.
  public var isTopLevel: Bool {
    switch self {
    case .vcalendar, .vevent, .vtodo, .vjournal, .vfreebusy, .vtimezone, .vavailability: true
    case .standard, .daylight, .valarm, .available, .participant, .vlocation, .vresource, .other: false
    }
  }
}
