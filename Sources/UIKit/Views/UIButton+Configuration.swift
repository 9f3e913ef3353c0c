import Foundation

extension UIButton {
  /// How a button looks; a terminal shows its title alone.
  public struct Configuration: Sendable {
    /// The text.
    public var title: String?
    /// The text below.
    public var subtitle: String?
    /// The color behind; no terminal shows it.
    nonisolated(unsafe) public var baseBackgroundColor: UIColor?
    /// The color of the text; no terminal shows it.
    nonisolated(unsafe) public var baseForegroundColor: UIColor?

    private init() {}

    /// A text alone.
    public static func plain() -> Configuration { Configuration() }
    /// A text on gray.
    public static func gray() -> Configuration { Configuration() }
    /// A text on a light color.
    public static func tinted() -> Configuration { Configuration() }
    /// A text on a color.
    public static func filled() -> Configuration { Configuration() }
    /// A text in a border.
    public static func bordered() -> Configuration { Configuration() }
    /// A text in a border, on a color.
    public static func borderedProminent() -> Configuration { Configuration() }
  }
}
