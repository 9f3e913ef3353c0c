/// The kind of an item's component.
public enum ItemKind: Int, Sendable, Hashable, CaseIterable {
  /// A VEVENT.
  case event = 0
  /// A VTODO.
  case reminder = 1
  /// A VJOURNAL or a component of another name: stored and exported, not queried.
  case other = 2
}

/// The status of an event (RFC 5545, 3.8.1.11, as EventKit names it).
public enum EventStatus: Int, Sendable, Hashable, CaseIterable {
  case none = 0
  case confirmed, tentative, cancelled

  /// The status's name in queries and JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .confirmed: "confirmed"
    case .tentative: "tentative"
    case .cancelled: "cancelled"
    }
  }
}

/// The availability during an event (EventKit's availability).
public enum Availability: Int, Sendable, Hashable, CaseIterable {
  case busy = 0
  case free, tentative, unavailable

  /// The availability's name in queries and JSON.
  public var name: String {
    switch self {
    case .busy: "busy"
    case .free: "free"
    case .tentative: "tentative"
    case .unavailable: "unavailable"
    }
  }
}

/// The bands of a reminder's priority, in the order queries compare them.
public enum PriorityBand: Int, Sendable, Hashable, CaseIterable, Comparable {
  case none = 0
  case low, medium, high

  /// The band of an RFC 5545 PRIORITY: 1–4 high, 5 medium, 6–9 low, else none.
  public init(priority: Int) {
    switch priority {
    case 1...4: self = .high
    case 5: self = .medium
    case 6...9: self = .low
    default: self = .none
    }
  }

  /// The band's name in queries and JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  /// Orders bands from none to high.
  public static func < (a: PriorityBand, b: PriorityBand) -> Bool { a.rawValue < b.rawValue }
}

/// An attendee or the organizer of an item (RFC 5545, 3.8.4.1 and 3.8.4.3).
public struct Participant: Hashable, Sendable {
  /// The common name; nil when not given.
  public var name: String?
  /// The calendar address, usually `mailto:…`.
  public var address: String
  /// PARTSTAT in lower case, such as `accepted`; nil when not given.
  public var status: String?
  /// ROLE in lower case, such as `req-participant`; nil when not given.
  public var role: String?
  /// CUTYPE in lower case, such as `individual`; nil when not given.
  public var type: String?

  /// Creates a participant.
  public init(
    name: String?, address: String, status: String? = nil, role: String? = nil, type: String? = nil
  ) {
    self.name = name
    self.address = address
    self.status = status
    self.role = role
    self.type = type
  }

  /// The address without a leading `mailto:`.
  public var email: String {
    address.utf8.count > 7 && address.prefix(7).lowercased() == "mailto:"
      ? String(address.dropFirst(7)) : address
  }

  /// What somebody is known by: the address, whose letter case makes no difference.
  package var identity: String { email.lowercased() }

  /// Whether two are the same person, by their addresses.
  package func isSame(as other: Participant) -> Bool { identity == other.identity }

  /// Whether this is somebody with one of these addresses, which are in lower case.
  public func isOne(of addresses: Set<String>) -> Bool { addresses.contains(identity) }
}

/// A place with coordinates (RFC 5545 GEO; Apple's structured location).
public struct StructuredLocation: Hashable, Sendable {
  /// The place's name; nil when only coordinates are known.
  public var title: String?
  /// Degrees north, −90…90.
  public var latitude: Double
  /// Degrees east, −180…180.
  public var longitude: Double
  /// The radius in meters; nil when not given, 0 for the default of 100.
  public var radius: Double?

  /// Creates a place.
  public init(title: String?, latitude: Double, longitude: Double, radius: Double? = nil) {
    self.title = title
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
  }
}

/// A file or link attached to an item (RFC 5545, 3.8.1.1).
public struct Attachment: Hashable, Sendable {
  /// The URI; nil for inline data.
  public var uri: String?
  /// The media type; nil when not given.
  public var mediaType: String?
  /// The file name; nil when not given.
  public var fileName: String?

  /// Creates an attachment from a link: a URI (RFC 3986), or the absolute path of a file, which becomes a
  /// `file:` URI; nil for other text.
  public init?(link text: String) {
    if text.hasPrefix("/"), text.count > 1 {
      self.init(uri: "file://" + Self.escaped(text), mediaType: nil, fileName: nil)
      return
    }
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let isScheme =
      scheme.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } == true && scheme.count > 1
      && scheme.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || "+-.".utf8.contains(byte)
      }
    let rest = text.utf8.dropFirst(scheme.count + 1)
    guard isScheme, !rest.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return nil }
    self.init(uri: text, mediaType: nil, fileName: nil)
  }

  /// A path with percent signs for the characters that a URI does not allow.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Creates an attachment.
  public init(uri: String?, mediaType: String?, fileName: String?) {
    self.uri = uri
    self.mediaType = mediaType
    self.fileName = fileName
  }
}

extension ItemKind {
  /// The kind of a component with a name.
  public init(component name: String) {
    switch name {
    case "VEVENT": self = .event
    case "VTODO": self = .reminder
    default: self = .other
    }
  }
}
