import Dialogs
import LineEditor
import Rendering

extension TerminalPerson {
  /// Asks for a line with a label; Enter takes `proposal`, and the line starts with `typed`.
  package func ask(_ label: String, proposing proposal: String?, typed: String) -> TypedLine {
    if isPlain { return plainLine(label, proposing: proposal) }
    let look = LineRequest.ProposalLook(colors)
    var typed = typed
    while true {
      let input = MainActor.assumeIsolated {
        var request = LineRequest(" \(label) ", mark: "> ")
        request.look = look
        request.proposal = proposal.map { LineRequest.Proposal($0, shown: SafeText.line($0)) }
        request.text = typed
        request.completer = { _, _ in .none }
        return Prompt.shared.read(request)
      }
      if let line = TypedLine(input) { return line }
      // Nothing is no value: the proposal stands again.
      typed = ""
    }
  }
}

extension FormDriver {
  /// Asks at the line editor, or line by line where the person wants plain forms or the terminal has no line editor.
  package init(_ person: TerminalPerson) {
    self.init(person, person.isPlain ? PlainAnswers(person) : EditedAnswers(person.colors))
  }
}

extension TypedLine {
  /// What was typed at the line editor; nil where the proposal was emptied, which means what the question says.
  init?(_ input: LineInput) {
    switch input {
    case .line(let line): self = .line(line)
    case .emptied: return nil
    case .canceled: self = .canceled
    case .endOfInput: self = .endOfInput
    }
  }
}
