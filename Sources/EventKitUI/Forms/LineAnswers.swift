import Dialogs
import Forms
import Terminal
import UIKit

/// Lines that can be edited where forms are filled in.
@MainActor package protocol FormLines: LineReader {
  /// The source of the answers to a form that a controller shows.
  func answers(for controller: UIViewController, on stage: Stage) -> any AnswerSource
}

extension KeyLines: FormLines {
  package func answers(for controller: UIViewController, on stage: Stage) -> any AnswerSource {
    let source = source(on: stage) { !controller.isAsked }
    return EditedFormAnswers(
      controller: controller, on: stage, edited: EditedAnswers(colors, from: source))
  }
}

/// Answers to a form from the program's questions.
struct LineAnswers: AnswerSource {
  let controller: UIViewController
  let stage: Stage

  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    MainActor.assumeIsolated { stage.ask(question.label, proposing: question.plainProposal, for: controller) }
  }

  /// The program has ended or closed the form, or nobody is there any more.
  var isGone: Bool { MainActor.assumeIsolated { !controller.isAsked } || !TerminalSize.isTerminal(0) }
}
