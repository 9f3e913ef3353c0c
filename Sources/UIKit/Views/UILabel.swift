// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Foundation

/// A text on the screen: at a terminal, a line.
@MainActor @preconcurrency open class UILabel: UIView {
  /// The text.
  open var text: String? { didSet { if text != oldValue { contentChanged() } } }
  /// The color of the text; no terminal shows it.
  open var textColor: UIColor! = .label
  /// The number of lines that the text may have; a terminal shows them all.
  open var numberOfLines = 1
}

/// A field for a line of text: at a terminal, a question.
@MainActor @preconcurrency open class UITextField: UIView {
  /// The text in the field.
  open var text: String? = ""
  /// What the field is for: at a terminal, the question.
  open var placeholder: String?
  /// Whether what is typed is hidden; a terminal shows it all the same.
  open var isSecureTextEntry = false
}
