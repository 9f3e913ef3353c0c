import Changes
import Platform

/// Ctrl-C as the end of a continuing task: it ends waiting at once, and a running query through
/// `keyboardStop`.
package final class KeyboardInterrupt {
  package init() {}

  /// Whether Ctrl-C was pressed, or the process is to end.
  package var hasCome: Bool { keyboardStop.isSet }

  /// Waits for at most `milliseconds`, until the signal comes, `input` has something to read, or the reader
  /// of `output` is gone.
  ///
  /// Returns whether `input` has something.
  package func wait(milliseconds: Int32, input: Int32 = -1, output: Int32) -> Bool {
    let (hasInput, isReaderGone) = ProcessSignals.wait(for: input, output: output, milliseconds: milliseconds)
    self.isReaderGone = isReaderGone
    return hasInput
  }

  /// Runs a continuing task until Ctrl-C, which ends only the task at the prompt, and elsewhere the program with
  /// status 130.
  static func ending(in session: Session, _ task: (KeyboardInterrupt) throws -> Void) throws {
    let signal = KeyboardInterrupt()
    do {
      try task(signal)
    } catch {
      guard signal.hasCome else { throw error }
    }
    if signal.hasCome, !session.isInteractive { throw ShellError.reported("", status: 130) }
    if signal.hasCome { session.say("") }
  }

  /// Whether the reader of the output was gone at the last wait.
  package private(set) var isReaderGone = false
}
