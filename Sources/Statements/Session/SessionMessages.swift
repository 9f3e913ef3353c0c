import Platform
import Rendering

// The lines of a session beside its answers.

/// A line for people beside an answer: on standard error, or as a note of a reply.
package struct SaidLine: Equatable, Sendable {
  package var text: String
  /// The number of blanks in front of it, if people read it below another line.
  package var indent = 0
  /// Whether it is a remark rather than the news itself.
  var isNote = false

  /// The line as it is printed.
  package var printed: String { (isNote ? "note:  " : String(repeating: " ", count: indent)) + text }
}

extension Session {
  /// Whether there is a person to ask: both ends are terminals, and no script is running.
  package var canAsk: Bool { environment.inputIsTerminal && environment.errorIsTerminal && !isScript }

  /// A question to a person; only if one can be asked.
  package var question: Question { Question(errors) }

  /// Shows a line to the person; `indent` sets it below the line before.
  package func say(_ text: String, indent: Int = 0) { say(SaidLine(text: text, indent: indent)) }

  /// Shows a remark, with `note:` in front of it.
  package func note(_ text: String) { say(SaidLine(text: text, isNote: true)) }

  private func say(_ line: SaidLine) {
    if let onSaid { return onSaid(line) }
    errors.appendLine(marked(line.printed, line.isNote ? .notice : .info))
    try? errors.flush()
  }

  /// Shows the text of an error in colors; its stored parts are clean already.
  private func say(styled text: String) {
    errors.append(styled: marked(text, .error) + "\n")
    try? errors.flush()
  }

  /// A text as the stream of errors takes it: with levels if that is the journal.
  private func marked(_ text: String, _ level: JournalLevel) -> String {
    errors.isJournal ? level.marking(text) : text
  }

  /// Shows an error on the error output.
  package func report(_ error: any Error) {
    let error = ShellError(error)
    let (inner, places) = error.unfolded
    if case .reported(let text, _) = inner {
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
