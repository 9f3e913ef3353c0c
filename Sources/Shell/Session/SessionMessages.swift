// What a session says on standard error.

extension Session {
  /// Writes a line for the person, on standard error.
  func say(_ text: String) {
    errors.appendLine(text)
    try? errors.flush()
  }

  /// The same for text in colors, whose stored parts are clean already.
  func say(styled text: String) {
    errors.append(styled: text + "\n")
    try? errors.flush()
  }

  /// Shows an error where errors go.
  func report(_ error: ShellError) {
    let (inner, places) = error.unfolded
    if case .told(let text, _) = inner {
      for place in places { say("at:    \(SafeText.line(place.text))") }
      // The server wrote it for this very screen.
      if !text.isEmpty { say(styled: text) }
    } else if hasJSONErrors {
      say(ErrorText.json(error))
    } else {
      say(styled: ErrorText.plain(error, prompt: isInteractive ? "> " : "", colors: errorScreen.colors))
    }
  }
}
