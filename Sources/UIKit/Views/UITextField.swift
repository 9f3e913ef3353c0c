import Foundation

/// A field for a line of text: at a terminal, a choice that asks for it.
@MainActor @preconcurrency open class UITextField: UIControl {
  /// How the edge looks; no terminal shows it.
  public enum BorderStyle: Int, Sendable {
    /// None.
    case none = 0
    /// A line.
    case line = 1
    /// Raised.
    case bezel = 2
    /// Round corners.
    case roundedRect = 3
  }

  /// The text in the field.
  open var text: String? = "" { didSet { if text != oldValue { contentChanged() } } }
  /// What the field is for: at a terminal, the question.
  open var placeholder: String?
  /// How the edge looks; no terminal shows it.
  open var borderStyle = BorderStyle.none
  /// The font; no terminal chooses it.
  open var font: UIFont?
  /// The color of the text; no terminal shows it.
  open var textColor: UIColor?
  /// How the text is aligned; unused.
  open var textAlignment = NSTextAlignment.natural
  /// Is told of the editing.
  open weak var delegate: (any UITextFieldDelegate)?

  /// The question of the field.
  var label: String { placeholder.flatMap { $0.isEmpty ? nil : $0 } ?? "Text" }

  /// Takes what the person typed, and tells the program.
  func take(_ line: String) {
    if !line.isEmpty { text = line }
    for action in actions { action.perform() }
    _ = delegate?.textFieldShouldReturn(self)
    delegate?.textFieldDidEndEditing(self)
  }
}

/// Is told of the editing of a field; each method may be left out.
@MainActor @preconcurrency public protocol UITextFieldDelegate: NSObjectProtocol {
  /// The person has typed Enter.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  /// The person has left the field.
  func textFieldDidEndEditing(_ textField: UITextField)
}

extension UITextFieldDelegate {
  /// Nothing else is done.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
}

/// A switch: at a terminal, a choice that turns it.
@MainActor @preconcurrency open class UISwitch: UIControl {
  /// Whether it is on.
  open var isOn = false { didSet { if isOn != oldValue { contentChanged() } } }

  /// Turns it.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
}
