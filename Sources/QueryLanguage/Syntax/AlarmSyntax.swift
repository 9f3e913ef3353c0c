/// An alarm as written.
public struct AlarmSyntax: Hashable, Sendable {
  /// When it rings.
  public enum Kind: Hashable, Sendable {
    /// `-15m`, from the start (or the due date of a reminder); `start -15m`,
    /// `end -5m`, `due +1h` say from what.
    case relative(OffsetSyntax, from: AlarmBase?)
    case date(DateSyntax)
    /// `entering "Office" at 52.52,13.4 radius 100m`.
    case place(Proximity, PlaceSyntax)
  }

  /// When it rings.
  public var kind: Kind
  /// What it does besides showing itself.
  public var action: AlarmActionSyntax?
  /// Where it stands.
  @NotCompared public var range: SourceRange

  /// An alarm.
  public init(_ kind: Kind, action: AlarmActionSyntax? = nil, range: SourceRange = .none) {
    self.kind = kind
    self.action = action
    self.range = range
  }
}

/// What a relative alarm counts from.
public enum AlarmBase: String, CaseIterable, Sendable {
  case start, end, due
}

/// Coming or going.
public enum Proximity: String, CaseIterable, Sendable {
  case entering, leaving
}

/// What an alarm does besides showing itself.
public enum AlarmActionSyntax: Hashable, Sendable {
  case sound(TextSyntax)
  case email(TextSyntax)
  case open(TextSyntax)
}

/// A place: its name and, where written, its coordinates.
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
