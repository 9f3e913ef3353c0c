import Editing

/// Coordinates in degrees north and east.
public struct KLCoordinate: Hashable, Sendable {
  /// Degrees north, −90…90.
  public var latitude: Double
  /// Degrees east, −180…180.
  public var longitude: Double

  /// Creates coordinates.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A place: a title, and when known its coordinates and radius.
public final class KLStructuredLocation {
  /// The radius in meters that 0 stands for.
  public static let defaultRadius = Alarm.defaultRadius

  /// The place's name.
  public var title: String? { didSet { changed() } }
  /// The coordinates; nil for a place with only a title.
  public var coordinate: KLCoordinate? { didSet { changed() } }
  /// The radius in meters; 0 stands for the default, 100.
  public var radius: Double { didSet { changed() } }

  /// The radius in meters, or the default.
  public var effectiveRadius: Double { radius > 0 ? radius : Self.defaultRadius }

  /// Reports a change to the place's owner.
  var onChange: (() -> Void)?

  /// Creates a place with only a title.
  public init(title: String) {
    self.title = title
    radius = 0
  }

  /// Creates a place with coordinates.
  public init(title: String?, coordinate: KLCoordinate, radius: Double = 0) {
    self.title = title
    self.coordinate = coordinate
    self.radius = radius
  }

  init(_ place: StructuredLocation) {
    title = place.title
    coordinate = KLCoordinate(latitude: place.latitude, longitude: place.longitude)
    radius = place.radius ?? 0
  }

  private func changed() { onChange?() }

  /// The place in the form that items use; nil without coordinates on the globe.
  var place: StructuredLocation? {
    guard let coordinate, (-90...90).contains(coordinate.latitude),
      (-180...180).contains(coordinate.longitude)
    else { return nil }
    return StructuredLocation(
      title: title, latitude: coordinate.latitude, longitude: coordinate.longitude,
      radius: radius > 0 && radius.isFinite ? radius : nil)
  }
}
