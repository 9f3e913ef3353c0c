import Dialogs
import LineEditor
import Rendering

extension TerminalPerson {
  /// Asks for a line with a label; Enter takes `proposal`, and the line starts with `typed`.
  package func ask(_ label: String, proposing proposal: String?, typed: String) -> TypedLine {
    if isPlain { return plainLine(label, proposing: proposal) }
    let colors = colors
    return MainActor.assumeIsolated {
      Prompt.shared.ask(label, proposing: proposal, typed: typed, colors: colors)
    }
  }
}

extension FormDriver {
  /// Asks at the line editor, or line by line where the person wants plain forms or the terminal has no line editor.
  package init(_ person: TerminalPerson) {
    let editor = MainActor.assumeIsolated { Prompt.shared }
    self.init(person, person.isPlain ? PlainAnswers(person) : EditedAnswers(person.colors, from: editor))
  }
}
