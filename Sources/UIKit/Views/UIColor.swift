import Colors
import Foundation

/// A color.
open class UIColor: NSObject, @unchecked Sendable {
  /// The color as drawing code has it.
  public let cgColor: CGColor

  /// Creates a color from one of drawing code.
  public init(cgColor: CGColor) {
    self.cgColor = cgColor
    super.init()
  }

  /// Creates a color from its parts, 0…1 each; values outside are cut.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates a color from hue, saturation and brightness, 0…1 each.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func part(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(1, place, 4 - place)))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// Creates a gray, 0 is black and 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white, alpha: alpha))
  }

  /// Gives the parts, 0…1 each; always true.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = cgColor.components ?? [0, 0, 0, 0]
    red?.pointee = parts[0]
    green?.pointee = parts[1]
    blue?.pointee = parts[2]
    alpha?.pointee = parts[3]
    return true
  }

  /// The same color with another opacity, 0…1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    let parts = cgColor.components ?? [0, 0, 0, 0]
    return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// Whether another color has the same parts.
  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }

  /// The hash value of the parts.
  open override var hash: Int { cgColor.hashValue }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UIColor {
    UIColor(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
  }
}

extension UIColor {
  /// Black.
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  /// White.
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  /// Gray.
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  /// Dark gray.
  public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
  /// Light gray.
  public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
  /// Transparent.
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  /// Red.
  public class var red: UIColor { rgb(255, 0, 0) }
  /// Green.
  public class var green: UIColor { rgb(0, 255, 0) }
  /// Blue.
  public class var blue: UIColor { rgb(0, 0, 255) }
  /// Cyan.
  public class var cyan: UIColor { rgb(0, 255, 255) }
  /// Yellow.
  public class var yellow: UIColor { rgb(255, 255, 0) }
  /// Magenta.
  public class var magenta: UIColor { rgb(255, 0, 255) }
  /// Orange.
  public class var orange: UIColor { rgb(255, 128, 0) }
  /// Purple.
  public class var purple: UIColor { rgb(128, 0, 128) }
  /// Brown.
  public class var brown: UIColor { rgb(153, 102, 51) }
}

/// The colors of the system, as a bright screen shows them.
extension UIColor {
  /// Red.
  public class var systemRed: UIColor { rgb(255, 59, 48) }
  /// Green.
  public class var systemGreen: UIColor { rgb(52, 199, 89) }
  /// Blue.
  public class var systemBlue: UIColor { rgb(0, 122, 255) }
  /// Orange.
  public class var systemOrange: UIColor { rgb(255, 149, 0) }
  /// Yellow.
  public class var systemYellow: UIColor { rgb(255, 204, 0) }
  /// Pink.
  public class var systemPink: UIColor { rgb(255, 45, 85) }
  /// Purple.
  public class var systemPurple: UIColor { rgb(175, 82, 222) }
  /// Teal.
  public class var systemTeal: UIColor { rgb(48, 176, 199) }
  /// Indigo.
  public class var systemIndigo: UIColor { rgb(88, 86, 214) }
  /// Brown.
  public class var systemBrown: UIColor { rgb(162, 132, 94) }
  /// Gray.
  public class var systemGray: UIColor { rgb(142, 142, 147) }
  /// The background of a screen.
  public class var systemBackground: UIColor { white }
  /// Text.
  public class var label: UIColor { black }
  /// Less important text.
  public class var secondaryLabel: UIColor { rgb(60, 60, 67).withAlphaComponent(0.6) }
}
