import Foundation

/// A button of an alert.
@MainActor @preconcurrency open class UIAlertAction: NSObject {
  /// What a button means.
  public enum Style: Int, Sendable {
    /// The usual one.
    case `default` = 0
    /// Leaves everything as it is; the end of input means it too.
    case cancel = 1
    /// Destroys something, which the question says.
    case destructive = 2
  }

  /// The text of the button.
  public let title: String?
  /// What the button means.
  public let style: Style
  /// Whether the button can be chosen.
  open var isEnabled = true
  let handler: ((UIAlertAction) -> Void)?

  /// Creates a button; `handler` is called when it is chosen and the alert is gone.
  public init(
    title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil
  ) {
    (self.title, self.style, self.handler) = (title, style, handler)
    super.init()
  }

  /// The text of the button as a choice.
  var choice: String { (title ?? "") + (style == .destructive ? " (destructive)" : "") }
}
