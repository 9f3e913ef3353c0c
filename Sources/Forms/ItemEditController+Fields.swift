import Changes

/// Answers to fields.
extension ItemEditController {
  func handle(
    _ text: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard case .field = state else { return try choose(FormText.trimmed(text).lowercased(), &step, context) }
    var answers = answers(context)
    let title = form.item.title
    let turn = try walk.answer(text, &answers, &step)
    form = answers.form
    if form.isNew, form.item.title != title { try proposeFromEarlier(&step, context) }
    switch turn {
    case .asking: break
    case .finished: state = walk.reach == .short ? .more : .review
    case .review: state = .review
    case .leaving: leave(&step)
    case .deleting: try askDeletion(&step, context)
    case .editing(let text): step.editorText = text
    }
  }

  /// Proposes the values of the last item with the same title: its place, its length, its calendar.
  private func proposeFromEarlier(
    _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let title = form.item.title, !title.isEmpty, try canRead() else { return }
    let query = form.kind == .reminder ? QuerySyntax.reminder(titled: title) : .event(titled: title)
    guard let target = try reader(context).items(of: query).first else { return }
    let (earlier, calendar) = try FormFault.editing { () throws(EditError) in
      (
        try workspace.item(target),
        try workspace.calendar(try workspace.object(of: target).calendar)
      )
    }
    let before = answers(context)
    if let calendar, !form.isMoved, calendar.isWritable { form.propose(calendar) }
    let parts = form.propose(like: earlier)
    // The length says more than the resulting end.
    let length = ItemSyntax(context).value(.duration, of: form.item)
    let taken =
      answers(context).values(since: before) { $0.name != .end }
      + (parts.contains(.length) ? length.map { ["lasts \($0.description)"] } ?? [] : [])
    if !taken.isEmpty { step.lines.append(.note("as before: " + taken.joined(separator: ", "))) }
  }

  /// Goes to a field by its name.
  func go(to word: String, _ context: QueryContext) throws(FormFault) {
    try walk.go(to: word, of: answers(context))
    state = .field
  }

  /// Starts with the fields of a reach; reviews the form if there are none.
  func begin(_ reach: FieldWalk.Reach, _ context: QueryContext) {
    state = walk.begin(reach, of: answers(context)) ? .field : .review
  }

  /// Returns the value `count` steps up from a text in the current field.
  public func stepped(_ text: String, by count: Int) -> FormProposal? {
    guard case .field = state else { return nil }
    return walk.stepped(text, by: count, answers(moment()))
  }

  /// Takes a text from the editor as the notes; one that no notes can be is shown, and the field asked again.
  public func answer(edited notes: String) -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    step.attempt(notes) { (_) throws(FormFault) in
      try FormFault.checkCharacters(of: notes)
      form.set(.notes) { $0.notes = notes.isEmpty ? nil : notes }
    }
    if step.lines.isEmpty { return answer(">") }
    ask(&step, moment())
    return step
  }
}
