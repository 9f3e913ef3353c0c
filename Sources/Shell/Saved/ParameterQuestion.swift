import LineEditor
import QueryLanguage

/// Asks a person for the values of a view's parameters, as a form asks for its fields.
struct ParameterQuestion {
  private let session: Session
  private let isPlain: Bool

  /// Nil where nobody can be asked: in scripts and pipes, on the line protocol.
  init?(_ session: Session) {
    guard Question(session: session).isPossible, !session.isServing else { return nil }
    self.session = session
    isPlain =
      session.settings.hasPlainForms || session.surroundings.variable("TERM") == "dumb"
      || !session.surroundings.outputIsTerminal
  }

  /// The value of a parameter; asks again until it is of its type.
  func ask(_ parameter: SavedView.Parameter) throws(ShellError) -> String {
    let known = parameter.defaultValue.map(SavedView.Parameter.written)
    let label = parameter.name + (known.map { " [\(SafeText.line($0))]" } ?? "")
    session.say(" \(parameter.name): \(parameter.type.phrase)")
    while true {
      guard case .line(let line) = read(label) else { throw .canceled }
      let answer = line.trimmingBlanks
      if answer.isEmpty, let value = parameter.defaultValue { return value.text }
      let value = LooseValueSyntax(.string(Self.unquoted(answer)))
      if parameter.type.takes(value) { return value.text }
      if answer.isEmpty { continue }
      let fault = SavedFault.wrongType(answer, parameter: parameter.name, parameter.type)
      session.say("error: " + SafeText.line(fault.diagnostic(at: nil).message))
    }
  }

  private func read(_ label: String) -> LineInput {
    if isPlain {
      session.errors.append(label + ": ")
      try? session.errors.flush()
      return Question(session: session).readLine()
    }
    return MainActor.assumeIsolated {
      let prompt = Prompt.shared
      let completer = prompt.completer
      prompt.completer = nil
      defer { prompt.completer = completer }
      return prompt.read(" \(label) > ")
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
