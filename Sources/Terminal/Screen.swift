/// The properties of an output stream that affect the look of text.
package struct Screen: Equatable, Sendable {
  /// Whether a person reads it on a terminal.
  package var isTerminal: Bool
  /// The size in cells.
  package var size: TerminalSize
  /// The number of colors it shows.
  package var colors: ColorDepth

  package init(isTerminal: Bool, size: TerminalSize, colors: ColorDepth) {
    (self.isTerminal, self.size, self.colors) = (isTerminal, size, colors)
  }
}

/// The two streams that a client of a server prints to.
package struct Screens: Equatable, Sendable {
  package var output, errors: Screen

  package init(output: Screen, errors: Screen) { (self.output, self.errors) = (output, errors) }
}
