import Model

/// The look of a piece of text on a terminal.
package struct ANSIStyle: Hashable, Sendable {
  /// The color of the text, nil for the terminal's own.
  package var foreground: RGBColor?
  /// Whether the text is bold, faint, or has its colors exchanged.
  package var isBold, isDim, isReversed: Bool

  /// Creates a style; without arguments it changes nothing.
  package init(
    foreground: RGBColor? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The terminal's own style.
  package static let plain = ANSIStyle()
  /// Bold text.
  package static let bold = ANSIStyle(isBold: true)
  /// Faint text.
  package static let dim = ANSIStyle(isDim: true)

  /// The escape sequence that switches the style on; empty where nothing is to be
  /// switched or there is no color.
  func opening(_ depth: ColorDepth) -> String {
    guard depth != .none else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isReversed { codes.append("7") }
    if let color = foreground { codes.append(Self.code(color, depth)) }
    return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  /// The text in this style, which is switched off after it.
  ///
  /// Pass stored text through `SafeText` first.
  package func apply(to text: String, _ depth: ColorDepth) -> String {
    let start = opening(depth)
    return start.isEmpty || text.isEmpty ? text : start + text + "\u{1B}[0m"
  }

  private static func code(_ color: RGBColor, _ depth: ColorDepth) -> String {
    switch depth {
    case .none: return "39"
    case .sixteen: return String(color.index16 < 8 ? 30 + color.index16 : 82 + color.index16)
    case .table256: return "38;5;" + String(color.index256)
    case .full: return "38;2;" + String(color.red) + ";" + String(color.green) + ";" + String(color.blue)
    }
  }
}
