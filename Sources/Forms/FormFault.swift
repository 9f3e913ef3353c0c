import Editing
import QueryEngine
import QueryLanguage
import Store

/// Why an answer was not taken, or what was asked for was not done.
public enum FormFault: Error, Sendable {
  /// What was answered is not understood; places in the text are those of the answer.
  case answer(Diagnostic)
  /// What was to be saved is refused.
  case edit(EditError)
  /// The store could not be read.
  case store(StoreError)

  init(_ error: QueryError) {
    switch error {
    case .rejected(let diagnostic): self = .answer(diagnostic)
    case .store(let error): self = .store(error)
    case .disagreement(let text): self = .answer(Diagnostic(code: "check-failed", message: text))
    }
  }
}
