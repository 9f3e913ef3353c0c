import Dialogs
import Forms
import Terminal
import UIKit

/// Lines that can be edited where forms are filled in.
@MainActor package protocol FormLines: LineReader {
  /// The source of the answers to a form that a controller shows.
  func answers(for controller: UIViewController, on stage: Stage) -> any AnswerSource
}

/// Answers to a form from the program's questions.
struct LineAnswers: AnswerSource {
  let controller: UIViewController
  let stage: Stage

  func note(_ question: FormQuestion) -> String? { nil }

  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    let value = question.shown ?? question.text
    let proposal = question.isField && !value.isEmpty ? value : nil
    return MainActor.assumeIsolated { stage.ask(question.label, proposing: proposal, for: controller) }
  }

  var hadText: Bool { false }

  /// The program has ended or closed the form, or nobody is there any more.
  var isGone: Bool { MainActor.assumeIsolated { !controller.isAsked } || !TerminalSize.isTerminal(0) }

  func keys(_ steps: String?) -> String { "Enter takes the value in brackets, anything else replaces it" }

  var pastedCount: Int { 0 }

  func dropPasted() {}
}
