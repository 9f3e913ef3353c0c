import Platform
import Terminal

/// The person at the terminal, for code that shows text or asks questions.
package struct TerminalPerson {
  let environment: ProcessEnvironment
  /// The output for messages and questions.
  let errors: OutputBuffer
  /// The colors that the terminal shows.
  package let colors: ColorDepth
  /// Whether questions are plain lines: on request, or because the terminal supports no line editor.
  package let isPlain: Bool
  /// The folder for drafts of forms; nil for none, as for a named client, which sees none of the owner's
  /// drafts either.
  let draftFolder: String?
  /// Throws if the person may not start programs.
  let checkPrograms: () throws -> Void
  /// Shows an error.
  let report: (any Error) -> Void

  package init(
    _ environment: ProcessEnvironment, errors: OutputBuffer, colors: ColorDepth, wantsPlainForms: Bool,
    draftFolder: String?, checkPrograms: @escaping () throws -> Void, report: @escaping (any Error) -> Void
  ) {
    (self.environment, self.errors, self.colors, self.draftFolder) = (
      environment, errors, colors, draftFolder
    )
    (self.checkPrograms, self.report) = (checkPrograms, report)
    isPlain = wantsPlainForms || environment.variable("TERM") == "dumb" || !environment.outputIsTerminal
  }

  var question: Question { Question(errors) }

  var columns: Int { TerminalSize.current(2, environment: environment.variable).columns }

  func say(_ text: String) {
    errors.appendLine(text)
    try? errors.flush()
  }

  /// Returns a text as saved in the person's editor.
  func edited(_ text: String) throws -> String {
    try checkPrograms()
    return try TextEditor(environment: environment).edit(text)
  }

  /// A line behind a whole question: `label [proposal]: `.
  package func plainLine(_ label: String, proposing proposal: String?) -> TypedLine {
    question.readLine(SafeText.line(label) + (proposal.map { " [\(SafeText.line($0))]" } ?? "") + ": ")
      .withoutKeys
  }
}
