import Forms
import Terminal

/// Answers typed at a line editor, with the current value dim in the empty line.
package struct EditedAnswers: AnswerSource {
  /// The look of proposed values.
  let look: LineRequest.ProposalLook
  private let source: any LineSource

  /// Dim if the terminal shows colors, else in brackets.
  package init(_ colors: ColorDepth, from source: any LineSource) {
    look = LineRequest.ProposalLook(colors)
    self.source = source
  }

  /// A value that would reach the terminal as it is cannot be brought into the line.
  package func note(_ question: FormQuestion) -> String? {
    if LineText.canStand(question.text) { return nil }
    return
      "a line cannot show all of `\(TerminalText.visible(question.text))`: Enter keeps it, - empties it, and what is typed "
      + "takes its place"
  }

  package func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    // What was emptied is to have no value, as a dash says.
    TypedLine(MainActor.assumeIsolated { source.read(request(question, steps)) }) ?? .line("-")
  }

  @MainActor
  private func request(
    _ question: FormQuestion, _ steps: LineSteps
  ) -> LineRequest {
    var request = LineRequest(Self.label(question), mark: "> ")
    request.look = look
    if !question.text.isEmpty {
      request.proposal = Self.proposal(FormProposal(question.text, shown: question.shown))
    }
    request.text = question.typed ?? ""
    request.lineBreaks = question.keepsLines ? .kept : .answers
    request.step = { text, count in steps.step(text, count).map(Self.proposal) }
    let statements = source.completer
    request.completer = { line, cursor in Self.complete(line, cursor, question, statements) }
    return request
  }

  private static func proposal(_ value: FormProposal) -> LineRequest.Proposal {
    LineRequest.Proposal(value.text, shown: TerminalText.visible(LineText.joiningLines(value.shown)))
  }

  package var hadText: Bool { MainActor.assumeIsolated { !source.canceledText.isEmpty } }

  package func keys(_ steps: String?) -> String {
    let value = look == .dim ? "dim value" : "value in brackets"
    return "Enter takes the \(value), typing replaces it, Right or End bring it in to edit"
      + (steps.map { "; " + $0 } ?? "")
  }

  package var pastedCount: Int { MainActor.assumeIsolated { source.pastedCount } }

  package func dropPasted() { MainActor.assumeIsolated { source.dropPasted() } }

  /// Returns ` Starts      `, or the label of a question about the whole form as it is.
  static func label(_ question: FormQuestion) -> String {
    if !question.isField { return " \(SafeText.line(question.label)) " }
    return " " + question.label + String(repeating: " ", count: max(1, 12 - question.label.count))
  }

  /// Returns completions of the language at the cursor, else the whole answers that begin with the typed
  /// text.
  @MainActor
  private static func complete(
    _ line: String, _ cursor: Int, _ question: FormQuestion, _ statements: Completer?
  ) -> CompletionReply {
    let typed = String(decoding: line.utf8.prefix(cursor), as: UTF8.self).lowercased()
    let fitting = question.candidates.filter { $0.lowercased().hasPrefix(typed) }
    if let statement = question.statement, !typed.isEmpty,
      let reply = statements?(statement + line, statement.utf8.count + cursor)
    {
      let start = reply.replacedStart - statement.utf8.count
      if start >= 0, !reply.candidates.isEmpty {
        return CompletionReply(
          candidates: reply.candidates, replacedStart: start, appendsBlank: reply.appendsBlank)
      }
    }
    return CompletionReply(
      candidates: fitting.map { CompletionCandidate($0) }, replacedStart: 0, appendsBlank: false)
  }
}
