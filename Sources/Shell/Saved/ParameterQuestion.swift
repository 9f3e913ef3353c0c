import LineEditor
import QueryLanguage
import Terminal

/// Asks a person for the values of a view's parameters, as a form asks for its fields.
struct ParameterQuestion {
  private let session: Session
  private let isPlain: Bool

  /// Nil where nobody can be asked: in scripts and pipes, on the line protocol.
  init?(_ session: Session) {
    guard Question(session: session).isPossible, !session.isServing else { return nil }
    self.session = session
    isPlain = Question.isPlain(session)
  }

  /// The value of a parameter; asks again until it is of its type.
  func ask(_ parameter: SavedView.Parameter) throws -> String {
    let known = parameter.defaultValue.map(SavedView.Parameter.written)
    session.say(" \(parameter.name): \(parameter.type.phrase)")
    var typed = ""
    while true {
      let answer: String
      switch read(parameter.name, known, typed) {
      case .line(let line): answer = line.trimmingBlanks
      // Nothing is no value: the default is proposed again.
      case .emptied:
        typed = ""
        continue
      case .canceled, .endOfInput: throw ShellError.canceled
      }
      if answer.isEmpty, let value = parameter.defaultValue { return value.text }
      let value = LooseValueSyntax(.string(Self.unquoted(answer)))
      if parameter.type.takes(value) { return value.text }
      if answer.isEmpty { continue }
      let fault = SavedFault.wrongType(answer, parameter: parameter.name, parameter.type)
      typed = answer
      session.say("error: " + SafeText.line(fault.diagnostic(at: nil).message))
    }
  }

  /// The line that was typed, empty where the known value is taken; what was typed before and not taken stands in it.
  private func read(_ name: String, _ known: String?, _ typed: String) -> LineInput {
    if isPlain {
      session.errors.append(name + (known.map { " [\(SafeText.line($0))]" } ?? "") + ": ")
      try? session.errors.flush()
      return Question(session: session).readLine()
    }
    let look = LineRequest.ProposalLook(session.screen.colors)
    return MainActor.assumeIsolated {
      var request = LineRequest(" \(name) ", mark: "> ")
      request.look = look
      request.proposal = known.map { LineRequest.Proposal($0, shown: SafeText.line($0)) }
      request.text = typed
      request.completer = { _, _ in .none }
      return Prompt.shared.read(request)
    }
  }

  /// What stands in quotes, as a statement would have it.
  private static func unquoted(_ answer: String) -> String {
    guard answer.count > 1, let quote = answer.first, quote == "\"" || quote == "'", answer.last == quote
    else { return answer }
    return String(answer.dropFirst().dropLast())
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let blanks: Set<Character> = [" ", "\t"]
    return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
  }
}
