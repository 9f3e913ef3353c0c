/// A calendar's color: red, green and blue.
public struct RGBColor: Hashable, Sendable {
  /// Red, green and blue, 0 to 255 each.
  public let red, green, blue: UInt8

  /// Creates a color from its three parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from 0xRRGGBB; higher bits are dropped.
  init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// Reads `#RGB`, `#RRGGBB` or Apple's `#RRGGBBAA`, whose last part is dropped; nil for other text.
  public init?(hex text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#"), [4, 7, 9].contains(bytes.count) else { return nil }
    var digits: [UInt8] = []
    for byte in bytes.dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    self.init(
      red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
  }

  /// Reads a hexadecimal color or a CSS3 color name (RFC 7986 section 5.9) in any case.
  public init?(_ text: String) {
    if let color = RGBColor(hex: text) {
      self = color
    } else if let value = CSSColorName.value(of: text) {
      self.init(value)
    } else {
      return nil
    }
  }

  /// The color in its stored form: `#RRGGBB` in upper case.
  public var hex: String {
    let digits = Array("0123456789ABCDEF")
    return "#" + [red, green, blue].map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined()
  }

  /// The squared distance to another color in the cube of the three parts.
  public func distance(to other: RGBColor) -> Int {
    let parts = (Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue))
    return parts.0 * parts.0 + parts.1 * parts.1 + parts.2 * parts.2
  }
}
