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

// What both libraries have by the same names.

extension EditorLibrary {
  /// Writes a text where lines are edited.
  static func show(_ text: String) {
    fputs(text, rl_outstream ?? stdout)
    fflush(rl_outstream ?? stdout)
  }

  /// The cells that the terminal has in a line.
  static var columns: Int {
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    return columns > 0 ? Int(columns) : 80
  }

  /// The cells that a character takes.
  nonisolated static func cells(of scalar: Unicode.Scalar) -> Int {
    max(0, Int(wcwidth(wchar_t(scalar.value))))
  }

  /// Has the library remember these lines alone, the oldest first, and no more than so many.
  static func loadHistory(_ lines: [String], limit: Int) {
    using_history()
    clear_history()
    for line in lines { add_history(line) }
    stifle_history(Int32(clamping: limit))
  }

  /// Has it remember one more line.
  static func addHistory(_ line: String) { add_history(line) }

  /// Says where keys come from and where the line is shown.
  static func use(input: UnsafeMutablePointer<FILE>?, output: UnsafeMutablePointer<FILE>?) {
    rl_instream = input
    rl_outstream = output
  }
}
