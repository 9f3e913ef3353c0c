import QueryEngine

/// Answers to fields.
extension ItemEditController {
  func handle(
    _ text: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard case .field = state else { return try choose(FormText.trimmed(text).lowercased(), &step, context) }
    var answers = answers(context)
    let turn = try walk.answer(text, &answers, &step)
    form = answers.form
    switch turn {
    case .asking: break
    case .finished: state = walk.reach == .short ? .more : .review
    case .review: state = .review
    case .leaving: leave(&step)
    case .deleting: askDeletion(&step, context)
    case .editing(let text): step.editorText = text
    }
  }

  /// Goes to a field by its name.
  func go(to word: String, _ context: QueryContext) throws(FormFault) {
    try walk.go(to: word, of: answers(context))
    state = .field
  }

  /// Begins the fields of a reach; where there are none the form is reviewed.
  func begin(_ reach: FieldWalk.Reach, _ context: QueryContext) {
    state = walk.begin(reach, of: answers(context)) ? .field : .review
  }

  /// Takes a text from the editor as the notes.
  public func answer(edited notes: String) -> FormStep<FormOutcome> {
    form.set(.notes) { $0.notes = notes.isEmpty ? nil : notes }
    return answer(">")
  }
}
