/// Where text is printed, as far as its look depends on it.
package struct Screen: Equatable, Sendable {
  /// Whether a person reads it on a terminal.
  package var isTerminal: Bool
  /// Its room, in cells.
  package var size: TerminalSize
  /// How many colors it shows.
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
