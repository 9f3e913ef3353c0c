import Colors
import Foundation

/// How a view is drawn, which no terminal does.
@MainActor @preconcurrency open class CALayer: NSObject {
  /// How round corners are.
  open var cornerRadius: CGFloat = 0
  /// How wide the border is.
  open var borderWidth: CGFloat = 0
  /// The color of the border.
  open var borderColor: CGColor?
  /// The color behind.
  open var backgroundColor: CGColor?
  /// Whether what reaches over the edges is cut.
  open var masksToBounds = false
  /// The opacity of the shadow, 0…1.
  open var shadowOpacity: Float = 0
  /// How far the shadow is spread.
  open var shadowRadius: CGFloat = 3
}
