import EventKitUI
import Forms
import Interaction
import Platform
import Terminal
import UIKit

/// Lets the person edit the lines of forms and alerts with GNU readline: values in the line, cursor keys, steps through
/// dates.
///
/// Call it once when the program starts; it has no effect where input or output is no terminal. While a line is edited,
/// what the program has handed to the main queue waits. GNU readline is under the GNU General Public License: a program
/// that links this library and is passed on falls under GPL-3.0-or-later.
@MainActor public func editLinesWithReadline() {
  let environment = ProcessEnvironment.current()
  let hasEditor = environment.inputIsTerminal && environment.outputIsTerminal
  guard hasEditor, environment.variable("TERM") != "dumb" else { return }
  UIApplication.shared.stage.lines = EditedLines(environment)
}

/// Lines that the person edits with readline.
struct EditedLines: FormLines {
  private let environment: ProcessEnvironment
  private let colors: ColorDepth

  init(_ environment: ProcessEnvironment) {
    self.environment = environment
    colors = .detect(.auto, isTerminal: environment.outputIsTerminal, environment: environment.variable)
  }

  func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine {
    if isOver() { return .endOfInput }
    let person = TerminalPerson(
      environment, errors: stage.output, colors: colors, wantsPlainForms: false, draftFolder: nil,
      checkPrograms: {}, report: { _ in })
    return person.ask(label, proposing: proposal, typed: "")
  }

  func answers(for controller: UIViewController, on stage: Stage) -> any AnswerSource {
    EditedFormAnswers(controller: controller, edited: EditedAnswers(colors))
  }
}

/// Answers typed at the line editor, as long as the program leaves the form open.
struct EditedFormAnswers: AnswerSource {
  let controller: UIViewController
  let edited: EditedAnswers

  func note(_ question: FormQuestion) -> String? { edited.note(question) }

  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    let line = isClosed ? .endOfInput : edited.read(question, steps: steps)
    return isClosed ? .endOfInput : line
  }

  private var isClosed: Bool { MainActor.assumeIsolated { !controller.isAsked } }

  var isGone: Bool { isClosed || !TerminalSize.isTerminal(0) }

  var hadText: Bool { edited.hadText }

  func keys(_ steps: String?) -> String { edited.keys(steps) }

  var pastedCount: Int { edited.pastedCount }

  func dropPasted() { edited.dropPasted() }
}
