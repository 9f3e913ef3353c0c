import LineEditing

extension LineSource {
  /// Asks for a line with a label; Enter takes `proposal`, and the line starts with `typed`.
  package func ask(
    _ label: String, proposing proposal: String?, typed: String = "", colors: ColorDepth
  ) -> TypedLine {
    var request = LineRequest(" \(SafeText.line(label)) ", mark: "> ")
    request.look = LineRequest.ProposalLook(colors)
    request.proposal = proposal.map { LineRequest.Proposal($0, shown: SafeText.line($0)) }
    request.text = typed
    request.completer = { _, _ in .none }
    while true {
      if let line = TypedLine(read(request)) { return line }
      // Nothing is no value: the proposal stands again.
      request.text = ""
    }
  }
}

extension LineRequest.ProposalLook {
  /// Dim if the terminal shows colors, else in brackets.
  package init(_ colors: ColorDepth) { self = colors == .none ? .bracketed : .dim }
}

extension TypedLine {
  /// What was typed at a line editor; nil where the proposal was emptied, which means what the question says.
  package init?(_ input: LineInput) {
    switch input {
    case .line(let line): self = .line(line)
    case .emptied: return nil
    case .canceled: self = .canceled
    case .endOfInput: self = .endOfInput
    }
  }
}
