import Changes

/// Why an answer was not taken, or what was asked for was not done.
public enum FormFault: Error, Sendable {
  /// What was answered is not understood; places in the text are those of the answer.
  case answer(Diagnostic)
  /// What was to be saved is refused.
  case edit(EditError)
  /// The store could not be read.
  case store(StoreError)

  /// Throws where an answer holds the zero character, which nothing that is stored does.
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

  /// Runs an edit; what it refuses is a fault of the form.
  static func editing<Result>(_ body: () throws(EditError) -> Result) throws(FormFault) -> Result {
    do throws(EditError) {
      return try body()
    } catch {
      throw .edit(error)
    }
  }

  /// Reads from the store, whose errors are then faults of the form.
  static func reading<Result>(_ body: () throws(StoreError) -> Result) throws(FormFault) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// An answer that is none of the choices.
  static func choose(_ words: [String]) -> FormFault {
    .answer(Diagnostic(code: "bad-value", message: "answer " + words.joined(separator: ", ")))
  }

  /// A field that has to have something in it.
  static func empty(_ label: String) -> FormFault {
    .answer(
      Diagnostic(code: "no-title", message: "it needs a \(label.lowercased())"))
  }

  /// The fault with its place moved, where more was parsed than was answered.
  func moved(by bytes: Int) -> FormFault {
    guard case .answer(var diagnostic) = self, let range = diagnostic.range else { return self }
    diagnostic.range = SourceRange(offset: max(0, range.offset + bytes), length: range.length)
    diagnostic.suggestions = []
    return .answer(diagnostic)
  }
}
