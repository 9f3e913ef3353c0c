/// An alarm as written.
public struct AlarmSyntax: Hashable, Sendable {
  /// The trigger.
  public enum Kind: Hashable, Sendable {
    /// `-15m`, from the start (or the due date of a reminder); `start -15m`,
    /// `end -5m`, `due +1h` name the base.
    case relative(OffsetSyntax, from: AlarmBase?)
    case date(DateSyntax)
    /// `entering "Office" at 52.52,13.4 radius 100m`.
    case place(Proximity, PlaceSyntax)
  }

  /// The trigger.
  public var kind: Kind
  /// The action besides the display.
  public var action: AlarmActionSyntax?
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An alarm.
  public init(_ kind: Kind, action: AlarmActionSyntax? = nil, range: SourceRange = .none) {
    self.kind = kind
    self.action = action
    self.range = range
  }
}

/// The base of a relative alarm.
public enum AlarmBase: String, CaseIterable, Sendable {
  case start, end, due
}

/// Coming or going.
public enum Proximity: String, CaseIterable, Sendable {
  case entering, leaving
}

/// The action of an alarm besides the display.
public enum AlarmActionSyntax: Hashable, Sendable {
  case sound(TextSyntax)
  case email(TextSyntax)
  case open(TextSyntax)
}

/// A place: its name and, if written, its coordinates.
public struct PlaceSyntax: Hashable, Sendable {
  /// The name.
  public var title: TextSyntax
  /// The coordinates.
  public var coordinates: CoordinatesSyntax?

  /// A place.
  public init(_ title: TextSyntax, coordinates: CoordinatesSyntax? = nil) {
    self.title = title
    self.coordinates = coordinates
  }
}

/// `at 52.52,13.4 radius 100m`.
public struct CoordinatesSyntax: Hashable, Sendable {
  /// Degrees north, -90 to 90.
  public var latitude: DecimalSyntax
  /// Degrees east, -180 to 180.
  public var longitude: DecimalSyntax
  /// Meters; nil or 0 is the documented default.
  public var radius: Int?

  /// Coordinates.
  public init(latitude: DecimalSyntax, longitude: DecimalSyntax, radius: Int? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
  }
}
