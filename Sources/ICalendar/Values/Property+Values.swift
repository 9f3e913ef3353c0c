import Recurrence

/// Latitude and longitude in degrees (RFC 5545, 3.8.1.6).
public struct GeoValue: Hashable, Sendable {
  /// Degrees north, −90 to 90.
  public let latitude: Double
  /// Degrees east, −180 to 180.
  public let longitude: Double

  /// Creates a place on the earth; nil when a number is out of range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Property {
  /// The value as TEXT with its escapes resolved (RFC 5545, 3.3.11); a stray backslash stays.
  ///
  /// Bytes that are not UTF-8 are replaced by U+FFFD.
  public var text: String { withValueBytes(TextNotation.decode) }

  /// The values of a list of TEXT, split at unescaped commas, without blanks around them.
  public var texts: [String] {
    withValueBytes { bytes in
      TextNotation.split(bytes, at: ASCII.comma).map { TextNotation.decode(ASCII.trimmed($0)) }
    }
  }

  /// The fields of a structured value such as REQUEST-STATUS, split at unescaped semicolons.
  public var fields: [String] {
    withValueBytes { TextNotation.split($0, at: ASCII.semicolon).map(TextNotation.decode) }
  }

  /// The value as a duration (RFC 5545, 3.3.6), with a note for an unusual form; nil for other values.
  public func duration(noting notes: inout [ValueNote]) -> CalendarDuration? {
    guard let reading = withValueBytes({ DurationNotation.read(ASCII.trimmed($0)) }) else { return nil }
    if reading.isOdd { notes.append(.oddDuration(reading.value)) }
    return reading.value
  }

  /// The value as a whole number (RFC 5545, 3.3.8); nil for other values.
  public var integer: Int? {
    withValueBytes { Int(String(decoding: ASCII.trimmed($0), as: UTF8.self)) }
  }

  /// The value as a boolean (RFC 5545, 3.3.2), also written 1 or 0; nil for other values.
  public var boolean: Bool? {
    withValueBytes { bytes in
      let trimmed = ASCII.trimmed(bytes)
      if ASCII.equal(trimmed, "TRUE") || ASCII.equal(trimmed, "1") { return true }
      if ASCII.equal(trimmed, "FALSE") || ASCII.equal(trimmed, "0") { return false }
      return nil
    }
  }

  /// The value as latitude and longitude, with a semicolon or a comma between them; nil for other values.
  public var geo: GeoValue? {
    let parts = withValueBytes { bytes in
      bytes.split(omittingEmptySubsequences: false) { $0 == ASCII.semicolon || $0 == ASCII.comma }.map {
        let part = ASCII.trimmed(UnsafeBufferPointer(rebasing: $0)).filter { $0 != ASCII.backslash }
        return Double(String(decoding: part, as: UTF8.self))
      }
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    return GeoValue(latitude: latitude, longitude: longitude)
  }

  /// The value as an offset from UTC such as `+0100` (RFC 5545, 3.3.14); nil for other values.
  public var utcOffset: UTCOffset? { withValueBytes { OffsetNotation.read(ASCII.trimmed($0)) } }

  /// Whether the value is BINARY, in base 64 (RFC 5545, 3.3.1).
  public var isBinary: Bool {
    valueType == .binary || parameter(.encoding)?.uppercased() == "BASE64"
  }
}
