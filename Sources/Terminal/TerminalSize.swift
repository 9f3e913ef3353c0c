#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The size of a terminal, in cells.
package struct TerminalSize: Equatable, Sendable {
  /// The number of cells in a line and the number of lines; at least 1 each.
  package let columns, rows: Int

  /// Creates a size; a number below 1 becomes 1.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// The size of a terminal of which nothing is known.
  package static let standard = TerminalSize(columns: 80, rows: 24)

  /// The size of the terminal of a descriptor; else `COLUMNS` and `LINES`; else 80 by 24.
  package static func current(_ descriptor: Int32, environment: (String) -> String?) -> TerminalSize {
    var window = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
    func number(_ name: String) -> Int? {
      // The maximum that a terminal can report of itself.
      environment(name).flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Int(UInt16.max)) : nil }
    }
    return TerminalSize(
      columns: number("COLUMNS") ?? standard.columns, rows: number("LINES") ?? standard.rows)
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
