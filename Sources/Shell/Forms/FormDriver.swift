import Forms
import LineEditor
import QueryLanguage

/// Where the answers to a form come from.
protocol AnswerSource {
  /// Whether the value stands in the line, so that an emptied line empties the field; else Enter keeps it.
  func isPrefilled(_ question: FormQuestion) -> Bool
  /// What is said before the question.
  func note(_ question: FormQuestion) -> String?
  /// The next answer.
  func read(_ question: FormQuestion) -> LineInput
  /// Whether the line that was given up last had something of the person's in it.
  func hadText(_ question: FormQuestion) -> Bool
}

/// Answers typed at the line editor, with the value to be changed already in the line.
struct EditedAnswers: AnswerSource {
  func isPrefilled(_ question: FormQuestion) -> Bool { LineText.canStand(question.text) }

  /// A value that would reach the terminal as it is does not stand in the line.
  func note(_ question: FormQuestion) -> String? {
    if isPrefilled(question) { return nil }
    return
      "a line cannot show all of `\(TerminalText.visible(question.text))`: Enter keeps it, - empties it, and what is typed "
      + "takes its place"
  }

  func read(_ question: FormQuestion) -> LineInput {
    MainActor.assumeIsolated {
      let prompt = Prompt.shared
      let completer = prompt.completer
      prompt.completer = { line, cursor in Self.complete(line, cursor, question, completer) }
      defer { prompt.completer = completer }
      return prompt.read(Self.label(question), prefilled: question.text)
    }
  }

  func hadText(_ question: FormQuestion) -> Bool {
    let text = MainActor.assumeIsolated { Prompt.shared.canceledText }
    return !text.isEmpty && text != question.text
  }

  /// ` Starts      > `; a question about the whole form stands as it is.
  static func label(_ question: FormQuestion) -> String {
    if !question.isField { return " \(SafeText.line(question.label)) > " }
    return " " + question.label + String(repeating: " ", count: max(1, 12 - question.label.count)) + "> "
  }

  /// What Tab offers: whole answers that begin as the line does, else what the language takes at the cursor.
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

/// Answers read line by line, each after a whole question: for screen readers, dumb terminals and tests.
struct PlainAnswers: AnswerSource {
  let session: Session

  func isPrefilled(_ question: FormQuestion) -> Bool { false }

  func note(_ question: FormQuestion) -> String? { nil }

  func read(_ question: FormQuestion) -> LineInput {
    let old = question.isField && !question.text.isEmpty ? " [\(SafeText.line(question.text))]" : ""
    session.errors.append("\(SafeText.line(question.label))\(old): ")
    try? session.errors.flush()
    return Question(session: session).readLine()
  }

  func hadText(_ question: FormQuestion) -> Bool { false }
}

/// Runs a form at a terminal: shows what it says, asks what it asks.
struct FormDriver {
  let session: Session
  let source: any AnswerSource

  init(_ session: Session) {
    self.session = session
    let isDumb = session.surroundings.variable("TERM") == "dumb"
    source =
      session.settings.hasPlainForms || isDumb
      ? PlainAnswers(session: session) : EditedAnswers()
  }

  /// Runs a form after offering what the one before was not finished with, when its terminal went away.
  func resume<Controller: FillableForm>(_ controller: Controller) throws(ShellError) -> Controller.Outcome {
    let drafts = FormDrafts(session)
    let found = drafts.left().first { $0.file.subject == controller.subject && $0.file.id == controller.id }
    guard let found else { return run(controller) }
    session.say("Not finished before:")
    for answer in found.file.answers {
      session.say("  \(SafeText.line(answer.field)): \(SafeText.line(answer.text))")
    }
    let choice = Question(session: session).choose("Go on with it? [y]es [n]o, forget it", ["yes", "no"])
    guard let choice else { throw .canceled }
    if choice == "no" {
      drafts.forget(found.path)
      return run(controller)
    }
    for answer in found.file.answers {
      do throws(AnswerFile.Fault) {
        try controller.fill([answer])
      } catch {
        session.say("note:  `\(SafeText.line(answer.field))` was not taken over")
        show([.fault(FormFaultText(error.fault, answer: answer.text))])
      }
    }
    return run(controller, replacing: found.path)
  }

  /// Asks until the form is over; a draft that it goes on with is removed once its own is kept.
  func run<Controller: FormController>(
    _ controller: Controller, replacing draft: String? = nil
  ) -> Controller.Outcome {
    var step = controller.begin()
    let drafts = FormDrafts(session)
    drafts.keep(controller.draft)
    if let draft { drafts.forget(draft) }
    var isGone = false
    // A terminal that hung up is no answer: what was typed is offered next time.
    defer { if !isGone { drafts.forget() } }
    while true {
      show(step.lines)
      if let outcome = step.outcome { return outcome }
      drafts.keep(controller.draft)
      if let text = step.editorText {
        step = edited(text, controller)
        continue
      }
      guard let question = step.question else {
        step = controller.endOfInput()
        continue
      }
      if let note = source.note(question) { show([.note(note)]) }
      switch source.read(question) {
      case .line(let line):
        if source.isPrefilled(question), question.isField, line.allSatisfy({ $0 == " " }),
          !question.text.isEmpty
        {
          step = controller.answer("-")
        } else {
          step = controller.answer(line)
        }
      case .canceled:
        step = source.hadText(question) ? FormStep(asking: question) : controller.interrupt()
      case .endOfInput:
        isGone = !TerminalSize.isTerminal(0)
        step = controller.endOfInput()
      }
    }
  }

  private func edited<Controller: FormController>(
    _ text: String, _ controller: Controller
  ) -> FormStep<Controller.Outcome> {
    do throws(ShellError) {
      return controller.answer(edited: try TextEditor(session: session).edit(text))
    } catch {
      session.report(error)
      return controller.answer("<")
    }
  }

  private func show(_ lines: [FormLine]) {
    for line in lines {
      switch line {
      case .text(let text): say(SafeText.line(text))
      case .echo(let text): say("  → " + SafeText.line(text))
      case .note(let text): say("note:  " + SafeText.line(text))
      case .fault(let fault): session.say(Self.text(fault))
      }
    }
  }

  /// Says a line, broken between words where the terminal is narrower; what follows is indented.
  private func say(_ text: String) {
    let columns = TerminalSize.current(2, environment: session.surroundings.variable).columns
    let start = String(text.prefix { $0 == " " })
    if CellWidth.of(text) <= columns { return session.say(text) }
    let indent = start + "    "
    // The label of a field keeps its blanks.
    let label = text.dropFirst(start.count).prefix { $0 != " " }
    let gap = text.dropFirst(start.count + label.count).prefix { $0 == " " }
    let head = start + label + gap
    let rest = String(text.dropFirst(head.count))
    let lines = CellText.wrap(rest, to: columns - max(CellWidth.of(head), indent.count) - 1)
    for (index, line) in lines.enumerated() { session.say((index == 0 ? head : indent) + line) }
  }

  /// The fault as a person reads it, with the answer and the place in it where it has one.
  private static func text(_ fault: FormFaultText) -> String {
    let range = fault.answer.map { _ in SourceRange(offset: fault.start, length: fault.length) }
    return Diagnostic(code: fault.code, message: fault.message, hint: fault.hint, range: range)
      .rendered(source: fault.answer ?? "", prompt: "  > ")
  }
}
