import Changes
import Platform

/// Ctrl-C as the end of something that goes on until then: it ends waiting at once, and by
/// `keyboardStop` a query that runs.
package final class KeyboardInterrupt {
  package init() {}

  /// Whether Ctrl-C was pressed, or the process is to end.
  package var hasCome: Bool { keyboardStop.isSet }

  /// Waits so long at most: until the signal comes, `input` has something to read, or
  /// nobody reads `output` any more.
  ///
  /// The answer is whether `input` has something.
  package func wait(milliseconds: Int32, input: Int32 = -1, output: Int32) -> Bool {
    let (hasInput, isReaderGone) = ProcessSignals.wait(for: input, output: output, milliseconds: milliseconds)
    self.isReaderGone = isReaderGone
    return hasInput
  }

  /// Whether the reader of the output had gone when it was last waited.
  package private(set) var isReaderGone = false
}
