import Foundation
import Platform
import Terminal

/// How questions reach the person, and lines come back.
@MainActor package protocol LineReader {
  /// The line that answers a question; Enter takes `proposal`.
  ///
  /// While nothing is typed the main run loop turns. When `isOver` is true, as the question's controller was closed, the
  /// wait ends as at the end of input.
  func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine
}

/// Lines from standard input, each behind a whole question, as a pipe or any terminal gives them.
package struct PlainLines: LineReader {
  /// Seconds between two looks for input.
  private static let moment = 0.02

  package init() {}

  package func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine {
    let text = SafeText.line(label) + (proposal.map { " [\(SafeText.line($0))]" } ?? "") + ": "
    stage.show(question: text)
    var dialogs = stage.dialogCount
    while !ProcessSignals.wait(for: 0, milliseconds: 0).hasInput {
      if isOver() { return .endOfInput }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: Self.moment))
      // What was asked meanwhile stands below the question.
      if dialogs != stage.dialogCount, !isOver() { stage.show(question: text) }
      dialogs = stage.dialogCount
    }
    return stage.readAnswer()
  }
}
