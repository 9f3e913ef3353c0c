import Dialogs
import Forms
import Terminal
import UIKit

/// Answers typed at a line editor, as long as the program leaves the form open.
package struct EditedFormAnswers: AnswerSource {
  private let controller: UIViewController
  private let stage: Stage
  private let edited: EditedAnswers

  package init(controller: UIViewController, on stage: Stage, edited: EditedAnswers) {
    (self.controller, self.stage, self.edited) = (controller, stage, edited)
  }

  package func note(_ question: FormQuestion) -> String? { edited.note(question) }

  package func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    let line = MainActor.assumeIsolated {
      let isOver = { !controller.isAsked }
      return stage.withKeyboard(until: isOver) {
        isOver() ? .endOfInput : edited.read(question, steps: steps)
      }
    }
    return isClosed ? .endOfInput : line
  }

  private var isClosed: Bool { MainActor.assumeIsolated { !controller.isAsked } }

  package var isGone: Bool { isClosed || !TerminalSize.isTerminal(0) }

  package var hadText: Bool { edited.hadText }

  package func keys(_ steps: String?) -> String { edited.keys(steps) }

  package var pastedCount: Int { edited.pastedCount }

  package func dropPasted() { edited.dropPasted() }
}
