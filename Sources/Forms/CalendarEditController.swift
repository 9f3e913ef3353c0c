import Changes

/// Creates or edits a calendar field by field: name, account, kinds of items, color, alarm of new events.
public final class CalendarEditController: FormController {
  /// How it ended.
  public enum Outcome: Sendable {
    case saved(CalendarRecord)
    case canceled
    /// The calendar is gone: deleted here with its items, or elsewhere meanwhile (`items` is nil, nothing was
    /// done).
    case deleted(CalendarRecord, items: Int?)

    /// The name of the outcome.
    public var name: String {
      switch self {
      case .saved: "saved"
      case .canceled: "canceled"
      case .deleted: "deleted"
      }
    }
  }

  private enum State {
    case field, review, discard, deleteName(Int), deleteConfirm, closed
  }

  private let workspace: Workspace
  private let now: () -> Instant
  private(set) var form: CalendarForm
  private var walk = FieldWalk(from: .name, .all)
  private var state = State.field
  /// The state to return to after a question.
  private var resume = State.field
  /// Called with the outcome, once.
  public var onOutcome: ((Outcome) -> Void)?

  /// Creates an editor for a calendar, or for a new one.
  public init(
    _ calendar: CalendarRecord?, workspace: Workspace,
    now: @escaping () -> Instant
  ) throws(FormFault) {
    self.workspace = workspace
    self.now = now
    let sources = try FormFault.reading(workspace.store.sources).filter { source in
      !source.limits.contains(.noCalendarChanges) && source.kind != .subscribed && source.kind != .birthdays
    }
    form = CalendarForm(calendar, sources: sources)
    if let calendar, calendar.isImmutable { throw .store(StoreError(.immutableCalendar, calendar.title)) }
  }

  // MARK: Answers

  /// The first field.
  public func begin() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    step.say(
      (form.stored.map { "Editing the calendar \($0.title)" } ?? "New calendar")
        + "    ? help  < back  . review")
    _ = walk.begin(.all, of: form)
    ask(&step)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    step.attempt(text) { (step) throws(FormFault) in if try takeIn(&step) { try handle(text, &step) } }
    ask(&step)
    return step
  }

  /// The step after Ctrl-C.
  public func interrupt() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    if case .discard = state { close(.canceled, &step) } else { leave(&step) }
    ask(&step)
    return step
  }

  /// Ends the form: nothing is saved.
  public func leaveUnsaved(_ step: inout FormStep<Outcome>) { close(.canceled, &step) }

  private func leave(_ step: inout FormStep<Outcome>) {
    if form.hasChanges {
      resume = state
      state = .discard
    } else {
      close(.canceled, &step)
    }
  }

  private func close(_ outcome: Outcome, _ step: inout FormStep<Outcome>) {
    if case .closed = state { return }
    state = .closed
    step.outcome = outcome
    onOutcome?(outcome)
  }

  private func ask(_ step: inout FormStep<Outcome>) {
    let (label, words): (String, [String])
    switch state {
    case .closed: return
    case .field:
      step.question = walk.question(form)
      return
    case .review:
      (label, words) =
        form.isNew
        ? ("[S]ave [e]dit [c]ancel ?", ["save", "edit", "cancel"])
        : ("[s]ave [e]dit [d]elete [c]ancel ?", ["save", "edit", "delete", "cancel"])
    case .discard: (label, words) = ("Discard what was answered? [y/N]", ["yes", "no"])
    case .deleteName(let count):
      (label, words) = (
        "\(form.record.title) holds \(count) item\(count == 1 ? "" : "s"). Type its name to delete it with them",
        []
      )
    case .deleteConfirm: (label, words) = ("Delete \(form.record.title)? [y/N]", ["yes", "no"])
    }
    step.question = FormQuestion(label: label, text: "", isField: false, candidates: words, isDecision: true)
  }

  /// Returns the value `count` steps up from a text in the current field.
  public func stepped(_ text: String, by count: Int) -> FormProposal? {
    guard case .field = state else { return nil }
    return walk.stepped(text, by: count, form)
  }

  /// Handles `?`, `<` and `.` outside fields; returns false for other answers.
  private func command(_ answer: String, _ step: inout FormStep<Outcome>) -> Bool {
    switch (answer, state) {
    case ("?", .review):
      step.say(
        "save writes it, edit asks the fields again, :FIELD goes to one, < to the last, cancel leaves all as it was"
      )
    case ("?", .discard): step.say("yes ends the form and forgets the answers; Enter or no goes on with it")
    case ("?", .deleteName): step.say("its name deletes the calendar and all in it; anything else goes back")
    case ("?", .deleteConfirm): step.say("yes deletes it; Enter or no goes back")
    case ("<", .review): if walk.goToEnd(of: form) { state = .field }
    case ("<", .discard), ("<", .deleteName), ("<", .deleteConfirm): state = resume
    case (".", .review): showReview(&step)
    default: return false
    }
    return true
  }

  /// Takes in changes from elsewhere; returns false and ends the form if the calendar is gone.
  private func takeIn(_ step: inout FormStep<Outcome>) throws(FormFault) -> Bool {
    guard let stored = form.stored else { return true }
    let present = try FormFault.editing { () throws(EditError) in try workspace.calendar(stored.id) }
    guard let present else {
      step.say("it was deleted elsewhere")
      close(.deleted(stored, items: nil), &step)
      return false
    }
    if present == form.base { return true }
    let before = form.unchanged
    form.refresh(present)
    for line in form.unchanged.differences(from: before) { step.say("changed elsewhere:" + line) }
    return true
  }

  private func handle(_ text: String, _ step: inout FormStep<Outcome>) throws(FormFault) {
    let answer = FormText.trimmed(text)
    if command(answer, &step) { return }
    let isYes = !answer.isEmpty && "yes".hasPrefix(answer.lowercased())
    switch state {
    case .field:
      switch try walk.answer(text, &form, &step) {
      case .asking, .editing: break
      case .finished, .review: showReview(&step)
      case .leaving: leave(&step)
      case .deleting: try askDeletion()
      }
    case .review: try answerReview(answer.lowercased(), &step)
    case .discard: if isYes { close(.canceled, &step) } else { state = resume }
    case .deleteName(let count):
      state = resume
      if Folding.name(answer) == Folding.name(form.record.title) {
        try delete(&step)
      } else {
        step.say("\(count) item\(count == 1 ? " stays" : "s stay")")
      }
    case .deleteConfirm:
      state = resume
      if isYes { try delete(&step) }
    case .closed: break
    }
  }

  // MARK: Review, saving, deleting

  private func showReview(_ step: inout FormStep<Outcome>) {
    if !form.hasChanges, !form.isNew {
      step.say("nothing was changed")
      return close(.canceled, &step)
    }
    state = .review
    for line in form.isNew ? form.card : form.differences(from: form.unchanged) { step.say(line) }
  }

  private func answerReview(_ answer: String, _ step: inout FormStep<Outcome>) throws(FormFault) {
    if answer.hasPrefix(":"), answer.count > 1 {
      if answer == ":cancel" { return leave(&step) }
      try walk.go(to: String(answer.dropFirst()), of: form)
      state = .field
      return
    }
    let words = ["save", "edit", "cancel"] + (form.isNew ? [] : ["delete"])
    switch words.first(where: { $0.hasPrefix(answer) && !answer.isEmpty })
      ?? (answer.isEmpty && form.isNew ? "save" : nil)
    {
    case "save": try save(&step)
    case "edit": if walk.begin(.all, of: form) { state = .field }
    case "delete": try askDeletion()
    case "cancel": leave(&step)
    default: throw .choose(words)
    }
  }

  private func save(_ step: inout FormStep<Outcome>) throws(FormFault) {
    let record = form.record
    if !record.title.contains(where: { !$0.isWhitespace }) {
      if walk.begin(.all, of: form) { state = .field }
      throw .answer(Diagnostic(code: "no-title", message: "it needs a name before it is saved"))
    }
    let isNew = form.isNew
    let saved = try FormFault.editing { () throws(EditError) in
      if !isNew {
        try workspace.update(record, cause: "edit calendar \(Quoting.word(record.title))", now: now())
        return record
      }
      let cause = "add calendar \(Quoting.string(record.title))"
      return try workspace.asOneStep(cause, now: now()) { () throws(EditError) in
        var made = try workspace.addCalendar(
          title: record.title, source: record.source == 0 ? nil : record.source, color: record.color,
          kinds: record.kinds, now: now())
        if record.isHidden || record.defaultAlarm != nil {
          (made.isHidden, made.defaultAlarm) = (record.isHidden, record.defaultAlarm)
          try workspace.update(made, cause: cause, now: now())
        }
        return made
      }
    }
    close(.saved(saved), &step)
  }

  private func askDeletion() throws(FormFault) {
    guard let stored = form.stored else { return }
    let count = try FormFault.editing { () throws(EditError) in try workspace.itemCount(stored) }
    resume = state
    state = count > 0 ? .deleteName(count) : .deleteConfirm
  }

  private func delete(_ step: inout FormStep<Outcome>) throws(FormFault) {
    guard let stored = form.stored else { return }
    let items = try FormFault.editing { () throws(EditError) in
      try workspace.delete(stored, cause: "delete calendar \(Quoting.word(stored.title)) yes", now: now())
    }
    close(.deleted(stored, items: items), &step)
  }
}

extension CalendarEditController: FillableForm {
  /// The subject of the form.
  public var subject: FormSubject { .calendar }

  /// The permanent name of the edited calendar; nil for something new.
  public var id: String? { form.stored.map { PublicID.text(.calendar, $0.id) } }

  /// Takes answers in turn, as if the person had gone to each field.
  public func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault) {
    for answer in answers { try form.take(answer) }
  }

  /// Saves the answers without asking; without changes the outcome is canceled.
  public func finish() throws(FormFault) -> Outcome {
    var step = FormStep<Outcome>()
    if form.isNew || form.hasChanges { try save(&step) } else { close(.canceled, &step) }
    return step.outcome ?? .canceled
  }

  /// The answers so far as an answer file, for resuming later; nil if there are none.
  public var draft: String? {
    if case .closed = state { return nil }
    return AnswerFile.text(of: subject, id: id, form.answers(since: form.unchanged))
  }
}
