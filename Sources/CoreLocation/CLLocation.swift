// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Degrees of latitude, north, or of longitude, east.
public typealias CLLocationDegrees = Double
/// A distance in meters.
public typealias CLLocationDistance = Double
/// An accuracy in meters; negative where the value is not known.
public typealias CLLocationAccuracy = Double

/// Coordinates on the globe (WGS 84).
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north, −90…90.
  public var latitude: CLLocationDegrees
  /// Degrees east, −180…180.
  public var longitude: CLLocationDegrees

  /// Creates the point where the equator meets the prime meridian.
  public init() { self.init(latitude: 0, longitude: 0) }

  /// Creates coordinates, valid or not.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Creates coordinates, valid or not.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Coordinates that are no place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether coordinates lie on the globe.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// A place on the globe.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
  /// The coordinates.
  public let coordinate: CLLocationCoordinate2D
  /// Meters above the sea; 0 when not given.
  public let altitude: CLLocationDistance
  /// The accuracy of the coordinates; 0 when not given.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The accuracy of the altitude; negative when no altitude was given.
  public let verticalAccuracy: CLLocationAccuracy
  /// The time of the measurement.
  public let timestamp: Date

  /// Creates a place.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Creates a place as it was measured.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.timestamp = timestamp
    super.init()
  }

  /// The distance to another place along the globe's surface, in meters.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    // The haversine formula on the sphere of the earth's mean radius: off by at most half a percent.
    let radius = 6_371_008.8
    let (a, b) = (coordinate, location.coordinate)
    let (latitudeA, latitudeB) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
    let height = sin((latitudeB - latitudeA) / 2)
    let width = sin((b.longitude - a.longitude) * .pi / 360)
    let chord = height * height + cos(latitudeA) * cos(latitudeB) * width * width
    return 2 * radius * asin(min(1, chord.squareRoot()))
  }

  /// The place itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The coordinates in degrees, the accuracy in meters and the time.
  open override var description: String {
    let place = String(format: "<%+.8f,%+.8f>", coordinate.latitude, coordinate.longitude)
    return "\(place) +/- \(horizontalAccuracy)m @ \(timestamp)"
  }

  /// Whether another object is the same place, measured at the same time.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return coordinate.latitude == other.coordinate.latitude
      && coordinate.longitude == other.coordinate.longitude && altitude == other.altitude
      && timestamp == other.timestamp
  }

  /// The hash value of the coordinates.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(coordinate.latitude)
    hasher.combine(coordinate.longitude)
    return hasher.finalize()
  }
}
