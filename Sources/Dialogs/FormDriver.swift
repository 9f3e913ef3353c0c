import Forms
import Platform
import QueryEngine
import Terminal

/// Runs a form at a terminal: shows its lines and asks its questions.
package struct FormDriver: FormFiller {
  private let person: TerminalPerson
  private let source: any AnswerSource

  /// Creates a driver that takes the answers from a source.
  package init(_ person: TerminalPerson, _ source: any AnswerSource) {
    self.person = person
    self.source = source
  }

  /// Runs a form after offering the draft of an earlier one whose terminal went away.
  package func resume<Controller: FillableForm>(_ controller: Controller) -> Controller.Outcome? {
    let drafts = FormDrafts(in: person.draftFolder)
    let found = drafts.left().first { $0.file.subject == controller.subject && $0.file.id == controller.id }
    guard let found else { return run(controller) }
    person.say("Not finished before:")
    for answer in found.file.answers {
      person.say("  \(SafeText.line(answer.field)): \(SafeText.line(answer.text))")
    }
    guard let goesOn = person.question.agrees("Go on with it? [y]es [n]o, forget it") else { return nil }
    if !goesOn {
      drafts.remove(found.path)
      return run(controller)
    }
    for answer in found.file.answers {
      do throws(AnswerFile.Fault) {
        try controller.fill([answer])
      } catch {
        person.say("note:  `\(SafeText.line(answer.field))` was not taken over")
        show([.fault(FormFaultText(error.fault, answer: answer.text))])
      }
    }
    return run(controller, replacing: found.path)
  }

  package func run<Controller: FormController>(_ controller: Controller) -> Controller.Outcome {
    run(controller, replacing: nil)
  }

  /// Asks until the form ends; removes the resumed draft once this form's own draft is kept.
  private func run<Controller: FormController>(
    _ controller: Controller, replacing draft: String?
  ) -> Controller.Outcome {
    var step = controller.begin()
    let drafts = FormDrafts(in: person.draftFolder)
    drafts.keep(controller.draft)
    if let draft { drafts.remove(draft) }
    var isGone = false
    // A terminal that hung up gives no answer: the draft is offered next time.
    defer { if !isGone { drafts.remove() } }
    defer { source.dropPasted() }
    while true {
      show(step.lines)
      stopPaste(at: step)
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
      switch source.read(fitting(question), steps: LineSteps { controller.stepped($0, by: $1) }) {
      case .line(let line):
        step = question.isLeft(by: line) ? controller.interrupt() : controller.answer(line)
      case .canceled:
        var again = question
        again.typed = nil
        step = source.hadText ? FormStep(asking: again) : controller.interrupt()
      case .endOfInput:
        // Ctrl-D asks as Ctrl-C does; after a hangup nobody is there to ask.
        isGone = source.isGone
        step = isGone ? controller.endOfInput() : controller.interrupt()
      }
    }
  }

  /// Shortens a question about the whole form to the terminal's width; its first lines are shown separately.
  private func fitting(_ question: FormQuestion) -> FormQuestion {
    let columns = person.columns
    if question.isField || CellWidth.of(question.label) + 6 <= columns { return question }
    var question = question
    var lines = CellText.wrap(question.label, to: columns - 6)
    question.label = lines.popLast() ?? ""
    for line in lines { person.say(" " + line) }
    return question
  }

  /// Discards pasted answers after a refused one, and before a question that only a person may answer.
  private func stopPaste<Outcome>(at step: FormStep<Outcome>) {
    let count = source.pastedCount
    let isStopped =
      step.outcome != nil || step.editorText != nil || step.question?.isDecision != false
      || step.lines.contains { if case .fault = $0 { true } else { false } }
    guard count > 0, isStopped else { return }
    source.dropPasted()
    say(
      count == 1
        ? "note:  one more pasted line was not taken as an answer"
        : "note:  \(count) more pasted lines were not taken as answers")
  }

  private func edited<Controller: FormController>(
    _ text: String, _ controller: Controller
  ) -> FormStep<Controller.Outcome> {
    do {
      return controller.answer(edited: try person.edited(text))
    } catch {
      person.report(error)
      return controller.answer("<")
    }
  }

  private func show(_ lines: [FormLine]) {
    for line in lines {
      switch line {
      case .text(let text): say(SafeText.line(text))
      case .echo(let text): say("  → " + SafeText.line(text))
      case .note(let text): say("note:  " + SafeText.line(text))
      case .fault(let fault): person.say(Self.text(fault))
      case .keys(let steps): say("  " + source.keys(steps))
      }
    }
  }

  /// Shows a line, wrapped between words at the terminal's width; continuation lines are indented.
  private func say(_ text: String) {
    let columns = person.columns
    let start = String(text.prefix { $0 == " " })
    if CellWidth.of(text) <= columns { return person.say(text) }
    let indent = start + "    "
    // The label of a field keeps its blanks.
    let label = text.dropFirst(start.count).prefix { $0 != " " }
    let gap = text.dropFirst(start.count + label.count).prefix { $0 == " " }
    let head = start + label + gap
    let rest = String(text.dropFirst(head.count))
    let lines = CellText.wrap(rest, to: columns - max(CellWidth.of(head), indent.count) - 1)
    for (index, line) in lines.enumerated() { person.say((index == 0 ? head : indent) + line) }
  }

  /// Returns the fault as text, with the answer and the position in it if there is one.
  private static func text(_ fault: FormFaultText) -> String {
    let range = fault.answer.map { _ in SourceRange(offset: fault.start, length: fault.length) }
    return Diagnostic(code: fault.code, message: fault.message, hint: fault.hint, range: range)
      .rendered(source: fault.answer ?? "", prompt: "  > ")
  }
}

extension FormQuestion {
  /// Whether an answer leaves the question, as Ctrl-C does: a word for that which is none of its answers.
  fileprivate func isLeft(by answer: String) -> Bool {
    let word = answer.filter { $0 != " " }.lowercased()
    return !isField && LeavingWord.isMeant(by: word)
      && !candidates.contains { $0.lowercased().hasPrefix(word) }
  }
}
