import Forms
import LineEditor
import Rendering

/// The action of Up and Down on the line of a field.
///
/// Only the thread that waits for the line calls it, while the line is read, so it may hold a form.
struct LineSteps: @unchecked Sendable {
  /// Returns the value `count` steps up from a text.
  let step: (_ text: String, _ count: Int) -> FormProposal?
}

/// The source of the answers to a form.
protocol AnswerSource {
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
}

/// Answers typed at the line editor, with the current value dim in the empty line.
struct EditedAnswers: AnswerSource {
  /// The look of proposed values.
  let look: LineRequest.ProposalLook

  /// Dim if the terminal shows colors, else in brackets.
  init(_ colors: ColorDepth) { look = LineRequest.ProposalLook(colors) }

  /// A value that would reach the terminal as it is cannot be brought into the line.
  func note(_ question: FormQuestion) -> String? {
    if LineText.canStand(question.text) { return nil }
    return
      "a line cannot show all of `\(TerminalText.visible(question.text))`: Enter keeps it, - empties it, and what is typed "
      + "takes its place"
  }

  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    // What was emptied is to have no value, as a dash says.
    TypedLine(MainActor.assumeIsolated { Prompt.shared.read(request(question, steps)) }) ?? .line("-")
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
    let statements = Prompt.shared.completer
    request.completer = { line, cursor in Self.complete(line, cursor, question, statements) }
    return request
  }

  private static func proposal(_ value: FormProposal) -> LineRequest.Proposal {
    LineRequest.Proposal(value.text, shown: TerminalText.visible(LineText.joiningLines(value.shown)))
  }

  var hadText: Bool { MainActor.assumeIsolated { !Prompt.shared.canceledText.isEmpty } }

  func keys(_ steps: String?) -> String {
    let value = look == .dim ? "dim value" : "value in brackets"
    return "Enter takes the \(value), typing replaces it, Right or End bring it in to edit"
      + (steps.map { "; " + $0 } ?? "")
  }

  var pastedCount: Int { MainActor.assumeIsolated { Prompt.shared.pastedCount } }

  func dropPasted() { MainActor.assumeIsolated { Prompt.shared.dropPasted() } }

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

extension LineRequest.ProposalLook {
  /// Dim if the terminal shows colors, else in brackets.
  init(_ colors: ColorDepth) { self = colors == .none ? .bracketed : .dim }
}

/// Answers read line by line, each after a whole question: for screen readers, dumb terminals and tests.
struct PlainAnswers: AnswerSource {
  let person: TerminalPerson

  func note(_ question: FormQuestion) -> String? { nil }

  func read(_ question: FormQuestion, steps: LineSteps) -> TypedLine {
    let value = question.shown ?? question.text
    return person.plainLine(question.label, proposing: question.isField && !value.isEmpty ? value : nil)
  }

  var hadText: Bool { false }

  func keys(_ steps: String?) -> String { "Enter takes the value in brackets, anything else replaces it" }

  var pastedCount: Int { 0 }

  func dropPasted() {}
}
