import Changes

/// The reason why an answer was refused or an action failed.
public enum FormFault: Error, Sendable {
  /// The answer is not understood; positions are those in the answer.
  case answer(Diagnostic)
  /// The edit is refused.
  case edit(EditError)
  /// The store could not be read.
  case store(StoreError)

  /// Throws if an answer contains the NUL character, which stored text cannot hold.
  static func checkCharacters(of answer: String) throws(FormFault) {
    guard let zero = answer.utf8.firstIndex(of: 0) else { return }
    let offset = answer.utf8.distance(from: answer.startIndex, to: zero)
    let error = SyntaxError(.lexical(.character("\0")), at: SourceRange(offset: offset, length: 1))
    throw .answer(error.diagnostic)
  }

  init(_ error: QueryError) {
    switch error {
    case .rejected(let diagnostic): self = .answer(diagnostic)
    case .store(let error): self = .store(error)
    case .disagreement(let text): self = .answer(Diagnostic(code: "check-failed", message: text))
    }
  }

  /// Runs an edit; a refusal becomes a fault of the form.
  static func editing<Result>(_ body: () throws(EditError) -> Result) throws(FormFault) -> Result {
    do throws(EditError) {
      return try body()
    } catch {
      throw .edit(error)
    }
  }

  /// Reads from the store; its errors become faults of the form.
  static func reading<Result>(_ body: () throws(StoreError) -> Result) throws(FormFault) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Returns the fault for an answer that is not one of the choices.
  static func choose(_ words: [String]) -> FormFault {
    .answer(Diagnostic(code: "bad-value", message: "answer " + words.joined(separator: ", ")))
  }

  /// Returns the fault for an empty required field.
  static func empty(_ label: String) -> FormFault {
    .answer(
      Diagnostic(code: "no-title", message: "it needs a \(label.lowercased())"))
  }

  /// Returns the fault with its position moved, for a parsed text longer or shorter than the answer.
  func moved(by bytes: Int) -> FormFault {
    guard case .answer(var diagnostic) = self, let range = diagnostic.range else { return self }
    diagnostic.range = SourceRange(offset: max(0, range.offset + bytes), length: range.length)
    diagnostic.suggestions = []
    return .answer(diagnostic)
  }
}
