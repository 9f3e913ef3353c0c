import EventKit

/// Coordinates in degrees north and east.
public struct Coordinate: Hashable, Sendable {
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

extension EKStructuredLocation {
  /// Creates a place with coordinates; a radius of 0 stands for the default.
  public convenience init(title: String?, coordinate: Coordinate, radius: Double = 0) {
    self.init(title: title ?? "")
    if title == nil { self.title = nil }
    geoLocation = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
    self.radius = radius
  }

  /// The coordinates; nil for a place with only a title.
  public var coordinate: Coordinate? {
    geoLocation.map { Coordinate(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude) }
  }
}
