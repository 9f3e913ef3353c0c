#if Libedit
  @preconcurrency import CEditline
#else
  @preconcurrency import CReadline
#endif
#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

// The functions that both libraries have under the same names.

extension EditorLibrary {
  /// Writes a text to the stream that shows the edited line.
  static func show(_ text: String) {
    fputs(text, rl_outstream ?? stdout)
    fflush(rl_outstream ?? stdout)
  }

  /// The version that the library tells of itself.
  static var version: String { rl_library_version.map { String(cString: $0) } ?? "" }

  /// The width of the terminal in cells.
  static var columns: Int {
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    return columns > 0 ? Int(columns) : 80
  }

  /// The width of a character in cells.
  nonisolated static func cells(of scalar: Unicode.Scalar) -> Int {
    max(0, Int(wcwidth(wchar_t(scalar.value))))
  }

  /// Replaces the library's history with these lines, the oldest first, and limits it to `limit` lines.
  static func loadHistory(_ lines: [String], limit: Int) {
    using_history()
    clear_history()
    for line in lines { add_history(line) }
    stifle_history(Int32(clamping: limit))
  }

  /// Adds a line to the library's history.
  static func addHistory(_ line: String) { add_history(line) }

  /// Sets the streams from which keys come and on which the line is shown.
  static func use(input: UnsafeMutablePointer<FILE>?, output: UnsafeMutablePointer<FILE>?) {
    rl_instream = input
    rl_outstream = output
  }
}
