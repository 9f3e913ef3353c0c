import Dialogs
import EventKitUI
import Forms
import LineEditor
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
  let colors = ColorDepth.detect(.auto, isTerminal: true, environment: environment.variable)
  UIApplication.shared.stage.lines = EditedLines(colors: colors)
}

/// Lines that the person edits with readline.
struct EditedLines: FormLines {
  let colors: ColorDepth

  func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine {
    if isOver() { return .endOfInput }
    return Prompt.shared.ask(label, proposing: proposal, colors: colors)
  }

  func answers(for controller: UIViewController, on stage: Stage) -> any AnswerSource {
    EditedFormAnswers(
      controller: controller, on: stage, edited: EditedAnswers(colors, from: Prompt.shared))
  }
}
