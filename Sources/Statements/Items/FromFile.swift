import Changes
import Forms
import Platform
import Rendering

/// `kal add --from FILE` and similar: items as JSON, or the answers to a form as `field: value` lines.
///
/// A final `form` opens the form on them, and saves nothing before the review.
package struct FromFile {
  package let session: Session
  package let path: String
  package let words: [String]

  package init(session: Session, path: String, words: [String]) {
    (self.session, self.path, self.words) = (session, path, words)
  }

  /// Runs the words before `--from` with the content of the file, and shows the answer.
  package func run(_ show: (Answer) throws -> Void) throws {
    defer { session.leaveNoEmptyStore() }
    do {
      try session.withZoneFiles { try show(try answer()) }
    } catch {
      throw ShellError(error, source: source)
    }
  }

  private func answer() throws -> Answer {
    let isAddition = words.first?.lowercased() == "add"
    let named = words.dropFirst().first.flatMap { FormSubject(rawValue: $0.lowercased()) }
    let kinds: [ItemKind] =
      named == .reminder ? [.reminder] : named == nil ? [.event, .reminder] : [.event]
    let use: AccessNeed.Use = isAddition && named != .calendar ? .add : .change
    _ = try session.permit(kinds.map { AccessNeed(use, $0) })
    let bytes = try Files.bytes(path == "-" ? path : session.path(path), until: session.stopSignal)
    var words = words
    let opensForm = words.last?.lowercased() == "form"
    if opensForm { words.removeLast() }
    if JSONStatements.isJSON(bytes) {
      var statements = try JSONStatements(session: session, path: path, bytes: bytes)
      guard opensForm else { return try statements.run(words) }
      let subject = try subject(words, of: nil)
      if subject == .calendar { throw ShellError.badFrom(self.words.joined(separator: " ")) }
      let proposal = try statements.proposal(subject == .reminder ? .reminder : .event)
      return try forms().show(proposal, isKeyboard: path != "-")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileFault.unreadable(path: path, reason: "it is not UTF-8 text")
    }
    let file = try reading { () throws(AnswerFile.Fault) in try AnswerFile(parsing: text) }
    switch try subject(words, of: file) {
    case .calendar: return try runCalendar(file, opensForm)
    case let subject: return try runItem(subject == .reminder ? .reminder : .event, file, opensForm)
    }
  }

  private func runItem(
    _ kind: ItemKind, _ file: AnswerFile, _ opensForm: Bool
  ) throws -> Answer {
    let forms = try forms()
    let controller = try forms.controller(kind, file, verb: words.first?.lowercased() ?? "", words)
    try reading { () throws(AnswerFile.Fault) in try controller.fill(file.answers) }
    if opensForm { return try forms.show(controller, isKeyboard: path != "-") }
    return try forms.finish(
      try finished { () throws(FormFault) in try controller.finish(span: file.span) }, controller)
  }

  private func runCalendar(_ file: AnswerFile, _ opensForm: Bool) throws -> Answer {
    let runner = StatementRunner(session: session, source: words.joined(separator: " "))
    let controller = try runner.calendarEditor(file.id)
    try reading { () throws(AnswerFile.Fault) in try controller.fill(file.answers) }
    if opensForm {
      try forms().openKeyboard(isKeyboard: path != "-")
      return .forms([FormAnswer { (driver) in try runner.finish(driver.run(controller)) }])
    }
    return try runner.finish(try finished { () throws(FormFault) in try controller.finish() })
  }

  private func finished<Outcome>(
    _ body: () throws(FormFault) -> Outcome
  ) throws -> Outcome {
    do throws(FormFault) {
      return try body()
    } catch {
      throw ShellError.badAnswer(path: path, line: 0, FormFaultText(error))
    }
  }

  private func forms() throws -> ChangeStatements {
    try ChangeStatements(session: session, source: source)
  }

  /// The words as a statement, for errors.
  private var source: String { (words + ["--from", path]).joined(separator: " ") }

  private func reading<Result>(
    _ body: () throws(AnswerFile.Fault) -> Result
  ) throws -> Result {
    do throws(AnswerFile.Fault) {
      return try body()
    } catch {
      throw ShellError.badAnswer(path: path, line: error.line, FormFaultText(error.fault))
    }
  }

  /// Returns the subject of the form, as given by the words or the file.
  private func subject(_ words: [String], of file: AnswerFile?) throws -> FormSubject {
    switch words.map({ $0.lowercased() }) {
    case ["add", "event"]: return .event
    case ["add", "reminder"]: return .reminder
    case ["add", "calendar"]: return .calendar
    case ["add"], ["edit"]: return file?.subject ?? .event
    default: throw ShellError.badFrom(self.words.joined(separator: " "))
    }
  }
}

extension ChangeStatements {
  /// Returns the form that a file of answers fills: of a new item, or of the one named by the file.
  func controller(
    _ kind: ItemKind, _ file: AnswerFile, verb: String, _ words: [String]
  ) throws -> ItemEditController {
    guard verb == "edit" else {
      let item = ItemForm.proposal(kind, now: context.now, zone: context.zone)
      return editor(new: item, in: nil)
    }
    guard let id = file.id else {
      throw ShellError.badFrom(words.joined(separator: " ") + " without a line `id: ev:…`")
    }
    guard let target = ItemTarget(id: id) else {
      throw ShellError.badFrom("id: " + id)
    }
    return try editor(target)
  }

  /// Opens the form on a file's proposal; if the file is standard input, answers come from the terminal
  /// itself.
  func show(_ proposal: BoundAddition, isKeyboard: Bool) throws -> Answer {
    try show(editor(new: proposal.item, in: proposal.calendar), isKeyboard: isKeyboard)
  }

  /// Opens a form that is already filled in.
  func show(_ controller: ItemEditController, isKeyboard: Bool) throws -> Answer {
    try openKeyboard(isKeyboard: isKeyboard)
    return .forms([
      FormAnswer { (driver) in try finish(driver.run(controller), controller) }
    ])
  }

  /// Makes sure that a person can answer: if standard input is the file, the terminal itself is opened.
  func openKeyboard(isKeyboard: Bool) throws {
    let example = "kal add event --from FILE saves without asking"
    if isKeyboard {
      try requireTerminal(example)
    } else if !TerminalInput.take() {
      throw ShellError.formNeedsTerminal(example: example)
    }
  }
}
