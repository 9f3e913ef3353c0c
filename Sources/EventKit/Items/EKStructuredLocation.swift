import CoreLocation
import Editing
import Foundation
import MapKit

/// A place: a title, and when known its coordinates and radius.
open class EKStructuredLocation: EKObject, NSCopying {
  private var name: String?
  private var location: CLLocation?
  private var meters: Double

  /// Reports a change to the place's owner.
  var onChange: (() -> Void)?

  /// Creates a place with only a title.
  public convenience init(title: String) { self.init(title: title, geoLocation: nil, radius: 0) }

  /// Creates a place with the name and coordinates of a map's place.
  public convenience init(mapItem: MKMapItem) {
    self.init(title: mapItem.name, geoLocation: mapItem.location, radius: 0)
  }

  package init(title: String?, geoLocation: CLLocation?, radius: Double) {
    name = title
    location = geoLocation
    meters = radius
    super.init(store: nil)
  }

  convenience init(_ place: StructuredLocation) {
    self.init(
      title: place.title, geoLocation: CLLocation(latitude: place.latitude, longitude: place.longitude),
      radius: place.radius ?? 0)
  }

  // MARK: Values

  /// The place's name.
  open var title: String? {
    get { name }
    set {
      name = newValue
      onChange?()
    }
  }

  /// The coordinates; nil for a place with only a title.
  ///
  /// Coordinates off the globe are not stored.
  open var geoLocation: CLLocation? {
    get { location }
    set {
      location = newValue
      onChange?()
    }
  }

  /// The radius in meters; 0 stands for the default, 100.
  open var radius: Double {
    get { meters }
    set {
      meters = newValue
      onChange?()
    }
  }

  /// The place in the form that items use; nil without coordinates on the globe.
  var place: StructuredLocation? {
    guard let coordinate = location?.coordinate, CLLocationCoordinate2DIsValid(coordinate) else { return nil }
    return StructuredLocation(
      title: name, latitude: coordinate.latitude, longitude: coordinate.longitude,
      radius: meters > 0 && meters.isFinite ? meters : nil)
  }

  /// Whether the object says what an item keeps of a place.
  func says(_ other: StructuredLocation?, _ text: String?) -> Bool {
    place == other && title == text && (other == nil) == (location == nil)
  }

  /// Title, coordinates and radius.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("title", title)
    text.add("latitude", geoLocation?.coordinate.latitude)
    text.add("longitude", geoLocation?.coordinate.longitude)
    text.add("radius", radius)
    return text.with()
  }

  // MARK: Equality and copies

  override var identity: AnyHashable? {
    [
      name, location.map { "\($0.coordinate.latitude) \($0.coordinate.longitude)" }, "\(meters)",
    ] as [String?]
  }

  /// A copy that belongs to no item.
  open func copy(with zone: NSZone? = nil) -> Any { copied }

  /// A copy that belongs to no item.
  final var copied: EKStructuredLocation {
    EKStructuredLocation(title: name, geoLocation: location, radius: meters)
  }
}
