import Changes

/// The questions about the whole form: review, span, deletion, discarding, collisions.
extension ItemEditController {
  /// Returns the question of a state that is not about a field.
  func choice(_ context: QueryContext) -> FormQuestion {
    let (label, words): (String, [String]) =
      switch state {
      case .more: ("Enter = review, m = more fields", ["more"])
      case .review:
        (
          reviewLabel(context),
          form.isNew ? ["save", "edit", "cancel"] : ["save", "edit", "delete", "cancel"]
        )
      case .span: spanChoices(context, isDeletion: false).question("Apply to")
      case .deleteSpan: spanChoices(context, isDeletion: true).question("Delete \(name)")
      case .deleteConfirm(let span):
        (
          "Delete \(name)\(span == .this ? " on this day" : span == .future ? " from this day on" : "")? [y/N]",
          ["yes", "no"]
        )
      case .discard: ("Discard what was answered? [y/N]", ["yes", "no"])
      case .collision: ("[k]eep mine [t]ake theirs [r]eview", ["keep", "take", "review"])
      case .newCalendar:
        (
          form.kind == .reminder
            ? "There is no list for reminders. Make one called Reminders? [y]es [n]o"
            : "There is no calendar. Make one called Home? [y]es [n]o", ["yes", "no"]
        )
      case .field, .closed: ("", [])
      }
    let isDecision = if case .more = state { false } else { true }
    return FormQuestion(label: label, text: "", isField: false, candidates: words, isDecision: isDecision)
  }

  /// The help for the answers to a question about the whole form; nil for a field, which has its own help.
  private var choiceHelp: String? {
    switch state {
    case .more:
      "Enter shows what will be saved; m asks for the other fields; :FIELD goes to one, < to the last"
    case .review:
      "save writes it, edit asks the fields again, :FIELD goes to one, < to the last, cancel leaves all as it was"
    case .span, .deleteSpan: SpanChoices.help
    case .deleteConfirm: "yes deletes it, and undo brings it back; Enter or no goes on with the form"
    case .discard: "yes ends the form and forgets the answers; Enter or no goes on with it"
    case .collision: "keep saves what you answered, take what is there now, review shows both again"
    case .newCalendar: "yes makes it and saves; no goes back"
    case .field, .closed: nil
    }
  }

  /// Handles `?`, `<` and `.` outside fields; returns false for other answers.
  private func command(
    _ answer: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) -> Bool {
    switch (answer, state) {
    case ("?", _): if let help = choiceHelp { step.say(help) }
    case ("<", .more), ("<", .review): state = walk.goToEnd(of: answers(context)) ? .field : .review
    case ("<", .span), (".", .span), ("<", .newCalendar), (".", .newCalendar): state = .review
    case ("<", .discard), ("<", .deleteSpan), ("<", .deleteConfirm): state = resume
    case (".", .review): showReview(&step, context)
    default: return false
    }
    return true
  }

  private var name: String { form.item.title ?? "(untitled)" }

  private func reviewLabel(_ context: QueryContext) -> String {
    if !form.isNew { return "[s]ave [e]dit [d]elete [c]ancel ?" }
    return warnings(context).isEmpty ? "[S]ave [e]dit [c]ancel ?" : "[s]ave [e]dit [c]ancel ?"
  }

  /// Takes the answer to a question that is not about a field.
  func choose(_ answer: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext)
    throws(FormFault)
  {
    if answer.hasPrefix(":"), answer.count > 1 {
      switch (state, answer) {
      case (.more, ":cancel"), (.review, ":cancel"): return leave(&step)
      case (.more, _), (.review, _): return try go(to: String(answer.dropFirst()), context)
      default: break
      }
    }
    if command(answer, &step, context) { return }
    let words = choice(context).candidates
    let word = answer.isEmpty ? nil : words.first { $0.hasPrefix(answer) }
    switch state {
    case .more: try answerMore(answer, &step, context)
    case .review: try answerReview(answer, word, &step, context)
    case .span, .deleteSpan: try answerSpan(word, words, &step, context)
    case .deleteConfirm(let span):
      guard word == "yes" else {
        state = resume
        return
      }
      try delete(span, &step, context)
    case .discard:
      guard word == "yes" else {
        state = resume
        return
      }
      close(.canceled, &step)
    case .collision(let open, let then):
      guard let word else { throw .choose(words) }
      settle(open, word, then, &step, context)
    case .newCalendar:
      guard let word else { throw .choose(words) }
      state = .review
      if word == "no" { return }
      try makeCalendar(context)
      try save(&step, context)
    case .field, .closed: break
    }
  }

  /// Settles one field changed on both sides; `review` keeps the answer and shows the whole form.
  private func settle(
    _ open: [Collision], _ word: String, _ then: State, _ step: inout FormStep<FormOutcome>,
    _ context: QueryContext
  ) {
    if word == "take", let first = open.first { form.yield(first.parts) }
    let rest = Array(open.dropFirst())
    state = word == "review" ? .review : rest.isEmpty ? then : .collision(rest, then: then)
    tellCollision(&step, context)
  }

  /// Shows the person's answer to a field that was also changed elsewhere.
  func tellCollision(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) {
    guard case .collision(let open, _) = state, let field = open.first?.field else { return }
    step.say("You changed it too:" + FormText.line(field.label, form.text(field, context)))
  }

  private func answerMore(
    _ answer: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    switch answer {
    case "", ".", "r", "review":
      state = .review
    case "m", "more":
      begin(.rest, context)
    default: throw .choose(["review", "more"])
    }
  }

  private func answerReview(
    _ answer: String, _ word: String?, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    switch word {
    case "save": try save(&step, context)
    case nil where answer.isEmpty && form.isNew && warnings(context).isEmpty: try save(&step, context)
    case "edit":
      begin(.all, context)
    case "delete": try askDeletion(&step, context)
    case "cancel": leave(&step)
    default: throw .choose(choice(context).candidates)
    }
  }

  /// Ends the form, asking first if changes would be lost.
  func leave(_ step: inout FormStep<FormOutcome>) {
    if form.hasChanges {
      resume = state
      state = .discard
    } else {
      close(.canceled, &step)
    }
  }

  // MARK: Review

  /// What is said of a form that ends without a change.
  static let unchanged = "nothing was changed"

  /// Shows the values to be saved; the form of an unchanged stored item ends.
  func showReview(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) {
    if form.isNew {
      for line in form.card(context) { step.say(line) }
    } else if form.hasChanges {
      let now = answers(context)
      for line in now.differences(from: now.unchanged) { step.say(line) }
    } else {
      step.say(Self.unchanged)
      return close(.canceled, &step)
    }
    step.attempt { (step) throws(FormFault) in
      for text in try overlaps(context) { step.say(" overlaps " + text) }
    }
    for text in warnings(context) { step.lines.append(.note(text)) }
  }

  /// Returns warnings for the person before saving.
  func warnings(_ context: QueryContext) -> [String] {
    var result: [String] = []
    let item = form.item
    let end = form.kind == .reminder ? item.due : item.effectiveEnd
    let isOver = end.map { time in
      let moment = time.instant(in: context.zone)
      return form.kind == .reminder && time.isAllDay ? time.wall.date < context.today : moment <= context.now
    }
    let hasMoved = form.isNew || !form.changed.isDisjoint(with: [.start, .length, .due])
    if isOver == true, hasMoved, item.recurrence == nil { result.append("this is in the past") }
    return result
  }

  /// Returns other events at the same time, if this one takes up its time.
  private func overlaps(_ context: QueryContext) throws(FormFault) -> [String] {
    let hasMoved = form.isNew || !form.changed.isDisjoint(with: [.start, .length])
    guard hasMoved, try canRead() else { return [] }
    return try InvitationCard(context, workspace, options: options).overlaps(form.item, target: form.target)
  }
}
