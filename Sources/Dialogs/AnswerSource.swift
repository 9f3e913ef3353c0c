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

// What holds for plain lines, each after a whole question: nothing is edited, pasted or shown before it.
extension AnswerSource {
  /// No remark.
  package func note(_ question: FormQuestion) -> String? { nil }

  /// A plain line has nothing in it before it ends.
  package var hadText: Bool { false }

  /// There are no keys but Enter.
  package func keys(_ steps: String?) -> String {
    "Enter takes the value in brackets, anything else replaces it"
  }

  /// Plain lines come one by one.
  package var pastedCount: Int { 0 }

  /// There is nothing to discard.
  package func dropPasted() {}

  /// Whether the terminal hung up, or there is none.
  package var isGone: Bool { !TerminalSize.isTerminal(0) }
}

extension FormQuestion {
  /// The value that stands in brackets behind a plain question; nil for none.
  package var plainProposal: String? {
    let value = shown ?? text
    return isField && !value.isEmpty ? value : nil
  }
}

/// Answers read line by line, each after a whole question: for screen readers, dumb terminals and tests.
package struct PlainAnswers: AnswerSource {
  private let person: TerminalPerson

  package init(_ person: TerminalPerson) { self.person = person }

  package func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    person.plainLine(question.label, proposing: question.plainProposal)
  }
}
