import Foundation

/// A color of the sRGB space.
public final class CGColor: Hashable, Sendable, CustomStringConvertible {
  /// Red, green, blue and opacity, 0…1.
  private let parts: [CGFloat]

  /// Creates a color from its parts, 0…1 each; values outside are cut.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    parts = [red, green, blue, alpha].map { $0.isNaN ? 0 : min(1, max(0, $0)) }
  }

  /// Creates a color from its parts, 0…1 each; values outside are cut.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a gray.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Red, green, blue and opacity, 0…1.
  public var components: [CGFloat]? { parts }

  /// The number of parts, the opacity counted.
  public var numberOfComponents: Int { parts.count }

  /// The opacity, 0…1.
  public var alpha: CGFloat { parts[3] }

  /// Whether two colors have the same parts.
  public static func == (one: CGColor, other: CGColor) -> Bool { one.parts == other.parts }

  /// Adds the parts to a hash value.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The color as `#RRGGBB`.
  public var description: String {
    "#"
      + parts.prefix(3).map { part in
        let text = String(Int((part * 255).rounded()), radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  /// Black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// White.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Fully transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)
}
