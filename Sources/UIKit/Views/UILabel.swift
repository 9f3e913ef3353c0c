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
  /// The font; no terminal chooses it.
  open var font: UIFont! = .systemFont(ofSize: 17)
  /// How lines are aligned; unused.
  open var textAlignment = NSTextAlignment.natural
  /// Whether the font follows the person's size of text; unused.
  open var adjustsFontForContentSizeCategory = false
  /// Whether the font is made smaller where there is little room; unused.
  open var adjustsFontSizeToFitWidth = false
}
