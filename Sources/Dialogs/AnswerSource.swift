import Forms
import Terminal

/// The action of Up and Down on the line of a field.
///
/// Only the thread that waits for the line calls it, while the line is read, so it may hold a form.
package struct LineSteps: @unchecked Sendable {
  /// Returns the value `count` steps up from a text.
  package let step: (_ text: String, _ count: Int) -> FormProposal?
}

/// The source of the answers to a form.
package protocol AnswerSource {
  /// Returns a remark to show before the question.
  func note(_ question: FormQuestion) -> String?
  /// The next answer.
  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine
  /// Whether the line that was given up last had something in it.
  var hadText: Bool { get }
  /// Returns the help for keys on the line of a field; `steps` describes Up and Down.
  func keys(_ steps: String?) -> String
  /// The number of further answers pasted with the last one.
  var pastedCount: Int { get }
  /// Discards the pasted answers.
  func dropPasted()
  /// Whether nobody is there any more after the end of input; else the form asks whether to leave.
  var isGone: Bool { get }
}

extension AnswerSource {
  /// Whether the terminal hung up, or there is none.
  package var isGone: Bool { !TerminalSize.isTerminal(0) }
}

/// Answers read line by line, each after a whole question: for screen readers, dumb terminals and tests.
package struct PlainAnswers: AnswerSource {
  private let person: TerminalPerson

  package init(_ person: TerminalPerson) { self.person = person }

  package func note(_ question: FormQuestion) -> String? { nil }

  package func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    let value = question.shown ?? question.text
    return person.plainLine(question.label, proposing: question.isField && !value.isEmpty ? value : nil)
  }

  package var hadText: Bool { false }

  package func keys(_ steps: String?) -> String {
    "Enter takes the value in brackets, anything else replaces it"
  }

  package var pastedCount: Int { 0 }

  package func dropPasted() {}
}
