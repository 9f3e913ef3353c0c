import Terminal

// What a session says beside its answers.

/// A line for people beside an answer: on standard error, or as a note of a reply.
struct SaidLine: Equatable, Sendable {
  var text: String
  /// How many blanks stand before it where people read it below another line.
  var indent = 0
  /// Whether it is a remark, and not the news itself.
  var isNote = false

  /// The line as it is printed.
  var printed: String { (isNote ? "note:  " : String(repeating: " ", count: indent)) + text }
}

extension Session {
  /// Says a line to the person; `indent` sets it below the one before.
  func say(_ text: String, indent: Int = 0) { say(SaidLine(text: text, indent: indent)) }

  /// Says a remark, which people find behind `note:`.
  func note(_ text: String) { say(SaidLine(text: text, isNote: true)) }

  private func say(_ line: SaidLine) {
    if let onSaid { return onSaid(line) }
    errors.appendLine(line.printed)
    try? errors.flush()
  }

  /// The same for text in colors, whose stored parts are clean already.
  func say(styled text: String) {
    errors.append(styled: text + "\n")
    try? errors.flush()
  }

  /// Shows an error where errors go.
  func report(_ error: any Error) {
    let error = ShellError(error)
    let (inner, places) = error.unfolded
    if case .told(let text, _) = inner {
      for place in places { say("at:    \(SafeText.line(place.text))") }
      // The server wrote it for this very screen.
      if !text.isEmpty { say(styled: text) }
    } else if hasJSONErrors {
      say(ErrorText.object(error).text)
    } else {
      say(styled: ErrorText.plain(error, prompt: isInteractive ? "> " : "", colors: errorScreen.colors))
    }
  }
}
