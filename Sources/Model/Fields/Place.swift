import ICalendar

extension FieldRow {
  /// GEO, and Apple's property with a name and a radius, which takes precedence.
  static let place = FieldRow(\.place, from: [.geo, .xAppleStructuredLocation]) { property, reader in
    if property.kind == .xAppleStructuredLocation {
      reader.take(property, \.place, PlaceReader.appleLocation(property))
    } else if let (latitude, longitude) = PlaceReader.coordinates(property.rawText, separator: ";") {
      if reader.item.place == nil {
        reader.item.place = StructuredLocation(title: nil, latitude: latitude, longitude: longitude)
      }
    } else {
      reader.unreadable(property)
    }
  } write: { editor in
    let place = editor.item.place
    editor.set(
      .geo, value: place.map { PlaceWriter.number($0.latitude) + ";" + PlaceWriter.number($0.longitude) })
    editor.set(.xAppleStructuredLocation, [place.flatMap(PlaceWriter.appleLocation)])
  }
}

/// Reads places with coordinates.
enum PlaceReader {
  /// `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE=Hall:geo:48.2,16.4`.
  static func appleLocation(_ property: Property) -> StructuredLocation? {
    let text = property.rawText
    guard text.lowercased().hasPrefix("geo:"),
      let (latitude, longitude) = coordinates(text.dropFirst(4), separator: ",")
    else { return nil }
    return StructuredLocation(
      title: property.parameter("X-TITLE"), latitude: latitude, longitude: longitude,
      radius: property.parameter("X-APPLE-RADIUS").flatMap { Double($0) })
  }

  /// Two numbers of degrees; nil for other text and for numbers out of range.
  static func coordinates(_ text: some StringProtocol, separator: Character) -> (Double, Double)? {
    let parts = text.split(separator: separator, maxSplits: 1)
    guard parts.count == 2, let latitude = Double(String(parts[0]).trimmingBlanks),
      let longitude = Double(String(parts[1].prefix { $0 != ";" }).trimmingBlanks), abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return (latitude, longitude)
  }
}

/// Writes places with coordinates.
enum PlaceWriter {
  /// The property that `PlaceReader.appleLocation` reads.
  static func appleLocation(_ place: StructuredLocation) -> Property? {
    var parameters = [Parameter.value("URI")]
    if let radius = place.radius {
      parameters.append(Parameter(name: "X-APPLE-RADIUS", values: [number(radius)]))
    }
    if let title = place.title { parameters.append(Parameter(name: "X-TITLE", values: [title])) }
    return Property(
      .xAppleStructuredLocation, parameters: parameters,
      value: "geo:\(number(place.latitude)),\(number(place.longitude))")
  }

  /// Degrees or meters, without the fraction of a whole number.
  static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
