import Editing

/// Degrees north and east.
public struct KLCoordinate: Hashable, Sendable {
  /// Degrees north, −90…90.
  public var latitude: Double
  /// Degrees east, −180…180.
  public var longitude: Double

  /// A point.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A place: a title, and where it is known a point and how far around it counts.
public final class KLStructuredLocation {
  /// The radius in metres that 0 stands for.
  public static let defaultRadius = Alarm.defaultRadius

  /// What people call it.
  public var title: String? { didSet { changed() } }
  /// The point; nil for a place that is only named.
  public var coordinate: KLCoordinate? { didSet { changed() } }
  /// Metres around the point; 0 is the default, 100.
  public var radius: Double { didSet { changed() } }

  /// Metres that count: the radius, or the default.
  public var effectiveRadius: Double { radius > 0 ? radius : Self.defaultRadius }

  /// Tells whoever it belongs to that it was changed.
  var onChange: (() -> Void)?

  /// A place that is only named.
  public init(title: String) {
    self.title = title
    radius = 0
  }

  /// A place at a point.
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

  /// The place as items keep it; nil without a point on the globe.
  var place: StructuredLocation? {
    guard let coordinate, (-90...90).contains(coordinate.latitude),
      (-180...180).contains(coordinate.longitude)
    else { return nil }
    return StructuredLocation(
      title: title, latitude: coordinate.latitude, longitude: coordinate.longitude,
      radius: radius > 0 && radius.isFinite ? radius : nil)
  }
}
