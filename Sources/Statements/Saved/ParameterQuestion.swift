import Changes
import Rendering

/// Asks a person for the values of a view's parameters, as a form asks for its fields.
struct ParameterQuestion {
  private let session: Session
  private let askLine: Session.AskLine

  /// Creates a question; nil if nobody can be asked: in scripts and pipes, and on the line protocol.
  init?(_ session: Session) {
    guard session.canAsk, !session.isServing, let askLine = session.askLine else { return nil }
    (self.session, self.askLine) = (session, askLine)
  }

  /// Returns the value of a parameter; asks again until it has the right type.
  func ask(_ parameter: SavedView.Parameter) throws -> String {
    let known = parameter.defaultValue.map(SavedView.Parameter.written)
    session.say(" \(parameter.name): \(parameter.type.phrase)")
    var typed = ""
    while true {
      let answer: String
      switch askLine(parameter.name, known, typed) {
      case .line(let line): answer = line.trimmingBlanks
      case .canceled, .endOfInput: throw ShellError.canceled
      }
      if answer.isEmpty, let value = parameter.defaultValue { return value.text }
      let value = LooseValueSyntax(.string(Self.unquoted(answer)))
      if parameter.type.takes(value) { return value.text }
      if answer.isEmpty { continue }
      if LeavingWord.isMeant(by: answer) { throw ShellError.canceled }
      let fault = SavedFault.wrongType(answer, parameter: parameter.name, parameter.type)
      typed = answer
      session.say("error: " + SafeText.line(fault.diagnostic(at: nil).message))
    }
  }

  /// Returns the text inside quotes, as a statement would have it.
  private static func unquoted(_ answer: String) -> String {
    guard answer.count > 1, let quote = answer.first, quote == "\"" || quote == "'", answer.last == quote
    else { return answer }
    return String(answer.dropFirst().dropLast())
  }
}

extension String {
  var trimmingBlanks: String {
    let blanks: Set<Character> = [" ", "\t"]
    return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
  }
}
