import CoreLocation
import Foundation

/// A place with an address.
///
/// It holds coordinates, as no map is at hand to look up the address.
open class MKPlacemark: NSObject {
  /// The coordinates.
  public let coordinate: CLLocationCoordinate2D

  /// Creates a place from coordinates.
  public init(coordinate: CLLocationCoordinate2D) {
    self.coordinate = coordinate
    super.init()
  }
}

/// A place of a map, with a name.
open class MKMapItem: NSObject {
  /// The place.
  public let placemark: MKPlacemark
  /// The name.
  open var name: String?

  /// Creates a place of a map.
  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    super.init()
  }

  /// The coordinates.
  open var location: CLLocation {
    CLLocation(latitude: placemark.coordinate.latitude, longitude: placemark.coordinate.longitude)
  }
}
