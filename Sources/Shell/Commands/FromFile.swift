import Editing
import Forms
import Model
import QueryEngine
import QueryLanguage
import Store

/// `kal add --from FILE` and its like: items as JSON, or the answers to a form as `field: value` lines; `form` behind it opens the
/// form on them and saves nothing before the review.
struct FromFile {
  let session: Session
  let path: String
  let words: [String]

  /// Runs what the words before `--from` say with what is in the file.
  func run() throws(ShellError) {
    let isAddition = words.first?.lowercased() == "add"
    let kinds: [Model.ItemKind] =
      words.dropFirst().first?.lowercased() == "reminder"
      ? [.reminder] : words.dropFirst().first?.lowercased() == "event" ? [.event] : [.event, .reminder]
    _ = try session.permit(kinds.map { AccessNeed(isAddition ? .add : .change, $0) })
    let bytes = try Files.bytes(path == "-" ? path : session.paths.expandingTilde(path))
    var words = words
    let opensForm = words.last?.lowercased() == "form"
    if opensForm { words.removeLast() }
    if JSONStatements.isJSON(bytes) {
      var statements = try JSONStatements(session: session, path: path, bytes: bytes)
      guard opensForm else { return try statements.run(words) }
      let kind = try kind(words, of: nil)
      let proposal = try statements.proposal(kind)
      return try forms().show(proposal, isKeyboard: path != "-")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadableScript(path: path, reason: "it is not UTF-8 text")
    }
    let file = try reading { () throws(AnswerFile.Fault) in try AnswerFile(parsing: text) }
    let kind = try kind(words, of: file)
    let forms = try forms()
    let controller = try forms.controller(kind, file, verb: words.first?.lowercased() ?? "", words)
    try reading { () throws(AnswerFile.Fault) in try controller.fill(file.answers) }
    if opensForm { return try forms.show(controller, isKeyboard: path != "-") }
    let outcome: FormOutcome
    do throws(FormFault) {
      outcome = try controller.finish(span: file.span)
    } catch {
      throw .badAnswer(path: path, line: 0, FormFaultText(error))
    }
    try forms.finish(outcome, controller)
  }

  private func forms() throws(ShellError) -> ChangeStatements {
    try ChangeStatements(session: session, source: (words + ["--from", path]).joined(separator: " "))
  }

  private func reading<Result>(
    _ body: () throws(AnswerFile.Fault) -> Result
  ) throws(ShellError) -> Result {
    do throws(AnswerFile.Fault) {
      return try body()
    } catch {
      throw .badAnswer(path: path, line: error.line, FormFaultText(error.fault))
    }
  }

  /// The kind of item, as the words or the file say it.
  private func kind(_ words: [String], of file: AnswerFile?) throws(ShellError) -> Model.ItemKind {
    switch words.map({ $0.lowercased() }) {
    case ["add", "event"]: return .event
    case ["add", "reminder"]: return .reminder
    case ["add"], ["edit"]: return file?.kind ?? .event
    default: throw .badFrom(self.words.joined(separator: " "))
    }
  }
}

extension ChangeStatements {
  /// The form that a file of answers fills: of a new item, or of the one that it names.
  func controller(
    _ kind: Model.ItemKind, _ file: AnswerFile, verb: String, _ words: [String]
  ) throws(ShellError) -> ItemEditController {
    guard verb == "edit" else {
      let item = ItemForm.proposal(kind, now: context.now, zone: context.zone)
      return editor(new: item, in: nil)
    }
    guard let id = file.id else {
      throw .badFrom(words.joined(separator: " ") + " without a line `id: ev:…`")
    }
    guard let target = ItemTarget(id: id) else {
      throw .badFrom("id: " + id)
    }
    return try edited(at: nil) { () throws(EditError) in try editor(target) }
  }

  /// Opens the form on what a file proposes; the file may be standard input, then answers come from the terminal itself.
  func show(_ proposal: BoundAddition, isKeyboard: Bool) throws(ShellError) {
    try show(editor(new: proposal.item, in: proposal.calendar), isKeyboard: isKeyboard)
  }

  /// Opens a form that was filled already.
  func show(_ controller: ItemEditController, isKeyboard: Bool) throws(ShellError) {
    let example = "kal add event --from FILE saves without asking"
    if isKeyboard {
      try requireTerminal(example)
    } else if !TerminalInput.open() {
      throw .formNeedsTerminal(example: example)
    }
    try finish(FormDriver(session).run(controller), controller)
  }
}
