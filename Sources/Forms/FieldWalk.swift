import Changes

/// The path through the fields of a form: the current field, and the commands accepted in place of an answer.
///
/// It has no review and saves nothing; a `Turn` says where an answer leads.
struct FieldWalk {
  /// The fields that are asked in turn.
  enum Reach {
    /// The short path, the fields outside it, or all fields in the order of the full form.
    case short, rest, all
  }

  /// The effect of an answer.
  enum Turn {
    /// The walk asks a field, the same or another one.
    case asking
    /// The last field of the path was answered.
    case finished
    /// The person wants the review, to leave, or to delete the edited object.
    case review, leaving, deleting
    /// An editor is to change a text.
    case editing(String)
  }

  /// The current field.
  private(set) var name: FormFieldName
  /// The fields that are asked in turn.
  private(set) var reach: Reach
  /// The possible meanings of the last answer, when the person has to choose one.
  private(set) var meanings: [String] = []
  /// The refused answer, put back on the line.
  private var typed: String?

  /// Creates a walk that starts at a field.
  init(from name: FormFieldName, _ reach: Reach) {
    self.name = name
    self.reach = reach
  }

  /// Returns the fields that are asked in turn.
  func path<Form: FieldForm>(_ form: Form) -> [FormFieldName] {
    form.fields.filter { field in
      switch reach {
      case .short: field.isShort
      case .rest: !field.isShort
      case .all: true
      }
    }.map(\.name)
  }

  /// Returns the question about the current field.
  func question<Form: FieldForm>(_ form: Form) -> FormQuestion? {
    if !meanings.isEmpty {
      return FormQuestion(label: "Which? 1–\(meanings.count)", text: "", isField: false, candidates: [])
    }
    return form.field(name).map { field in
      let proposal = form.proposal(for: field)
      return FormQuestion(
        label: field.label, text: proposal.text, isField: true,
        candidates: form.candidates(for: field), statement: form.statement(before: field),
        shown: proposal.shown,
        typed: typed, keepsLines: form.editorText(of: field) != nil)
    }
  }

  /// Returns the value `count` steps up from a text in the current field.
  func stepped<Form: FieldForm>(_ text: String, by count: Int, _ form: Form) -> FormProposal? {
    guard meanings.isEmpty, let field = form.field(name) else { return nil }
    return form.stepped(text, field, by: count)
  }

  // MARK: Going

  /// Goes to a field by its name.
  mutating func go<Form: FieldForm>(to word: String, of form: Form) throws(FormFault) {
    let field = try form.field(called: word)
    if !path(form).contains(field.name) { reach = .all }
    ask(field.name)
  }

  /// Restarts with the fields of a reach; returns false if there are none.
  mutating func begin<Form: FieldForm>(_ reach: Reach, of form: Form) -> Bool {
    self.reach = reach
    guard let first = path(form).first else { return false }
    ask(first)
    return true
  }

  /// Goes to the last field of the path.
  mutating func goToEnd<Form: FieldForm>(of form: Form) -> Bool {
    guard let last = path(form).last else { return false }
    ask(last)
    return true
  }

  private mutating func ask(_ name: FormFieldName) {
    self.name = name
    meanings = []
    typed = nil
  }

  /// Goes to the next field of the path; from the last field, or one outside the path, the walk is finished.
  private mutating func advance<Form: FieldForm>(_ form: Form) -> Turn {
    let path = path(form)
    guard let index = path.firstIndex(of: name), index + 1 < path.count else { return .finished }
    ask(path[index + 1])
    return .asking
  }

  // MARK: Answers

  /// Takes an answer to the current field; an answer that is not understood goes back on the line.
  mutating func answer<Form: FieldForm, Outcome>(
    _ text: String, _ form: inout Form, _ step: inout FormStep<Outcome>
  ) throws(FormFault) -> Turn {
    let answer = FormText.trimmed(text)
    guard let field = form.field(name) else { return .finished }
    if !meanings.isEmpty { return try answerMeaning(answer, field, &form, &step) }
    let (before, isRefused) = (typed ?? form.text(of: field), typed != nil)
    typed = nil
    do throws(FormFault) {
      let command = command(
        in: answer, behind: before, isText: form.isText(field), isRefused: isRefused)
      return try take(command ?? answer, field, &form, &step)
    } catch {
      // A failed command is not an answer.
      if !Self.isCommand(answer) { typed = text }
      throw error
    }
  }

  private mutating func answerMeaning<Form: FieldForm, Outcome>(
    _ answer: String, _ field: FormField<Form.Input>, _ form: inout Form, _ step: inout FormStep<Outcome>
  ) throws(FormFault) -> Turn {
    if answer == "<" {
      meanings = []
      return .asking
    }
    if answer == ":cancel" { return .leaving }
    if answer == "?" {
      step.say("answer the number of the one that is meant; < asks the field again, :cancel leaves")
      return .asking
    }
    guard let number = Int(answer), number >= 1, number <= meanings.count else {
      throw .answer(Diagnostic(code: "bad-value", message: "answer 1 to \(meanings.count), or < to go back"))
    }
    let phrase = meanings[number - 1]
    meanings = []
    return try take(phrase, field, &form, &step)
  }

  private mutating func take<Form: FieldForm, Outcome>(
    _ text: String, _ field: FormField<Form.Input>, _ form: inout Form, _ step: inout FormStep<Outcome>
  ) throws(FormFault) -> Turn {
    switch text {
    case "?":
      help(field, form, &step)
      return .asking
    case "<":
      let path = path(form)
      if let index = path.firstIndex(of: name), index > 0 { ask(path[index - 1]) }
      return .asking
    case ">": return advance(form)
    case ".": return .review
    case "-":
      var changed = form
      try changed.clear(field)
      form = changed
      return advance(form)
    case _ where text.hasPrefix(":"): return try command(String(text.dropFirst()), field, form, &step)
    default: break
    }
    let isEscaped = text.hasPrefix("\\") && Self.isCommand(String(text.dropFirst()))
    let answer = isEscaped ? String(text.dropFirst()) : text
    if answer.isEmpty || answer == form.text(of: field) {
      if form.isNew, form.needsText(field), form.text(of: field).isEmpty { throw .empty(field.label) }
      return advance(form)
    }
    var changed = form
    switch try changed.read(answer, field) {
    case .ambiguous(let phrases):
      for (index, phrase) in phrases.enumerated() {
        var trial = form
        _ = try trial.read(phrase, field)
        step.say(" \(index + 1) \(trial.echo(of: field) ?? phrase)")
      }
      meanings = phrases
      return .asking
    case .taken(let notes):
      form = changed
      for note in notes { step.lines.append(.note(note)) }
      if let echo = form.echo(of: field) { step.lines.append(.echo(echo)) }
      return advance(form)
    }
  }

  // MARK: Commands

  /// Whether a whole answer is a command.
  static func isCommand(_ text: String) -> Bool {
    ["?", "<", ">", ".", "-"].contains(text) || text.hasPrefix(":")
  }

  /// Returns the command typed after the value on the line, separated by a blank.
  ///
  /// Without it `tomorrow 9` goes on as `tomorrow 9:00`; a free text may end in a question mark or a dash.
  /// Behind what was refused no blank is needed before what cannot go on with it.
  private func command(
    in answer: String, behind value: String, isText: Bool, isRefused: Bool
  ) -> String? {
    guard !value.isEmpty, answer.hasPrefix(value) else { return nil }
    let rest = answer.dropFirst(value.count)
    let command = FormText.trimmed(String(rest))
    let isApart = rest.first == " " || isRefused && !isText && Self.isNoValue(command)
    if !isApart || command == "-" || isText && command == "?" { return nil }
    return Self.isCommand(command) ? command : nil
  }

  /// Whether a command cannot be part of a date, a number or a name: `:repeat` cannot, `:30` and `.` can.
  private static func isNoValue(_ command: String) -> Bool {
    ["?", "<", ">"].contains(command) || command.first == ":" && command.dropFirst().first?.isLetter == true
  }

  private func help<Form: FieldForm, Outcome>(
    _ field: FormField<Form.Input>, _ form: Form, _ step: inout FormStep<Outcome>
  ) {
    step.say("\(field.label): \(field.help)")
    step.say("  for example: " + field.examples.joined(separator: "  |  "))
    if let menu = form.menu(of: field) { step.say("  " + menu) }
    step.lines.append(.keys(form.steps(of: field).help))
    step.say(
      "  ? help  < back  > skip  . review  - clear  :FIELD go there  :list all fields  :cancel"
        + (form.isNew ? "" : "  :delete") + "; a backslash before one of them makes it text")
  }

  private mutating func command<Form: FieldForm, Outcome>(
    _ word: String, _ field: FormField<Form.Input>, _ form: Form, _ step: inout FormStep<Outcome>
  ) throws(FormFault) -> Turn {
    switch word.lowercased() {
    case "cancel": return .leaving
    case "list":
      for field in form.fields {
        step.say(FormText.line(field.label, form.text(of: field)) + "  (:\(field.name.rawValue))")
      }
    case "edit":
      guard let text = form.editorText(of: field) else {
        throw .answer(
          Diagnostic(code: "bad-value", message: "only notes open an editor", hint: ":notes goes there"))
      }
      return .editing(text)
    case "delete" where !form.isNew: return .deleting
    default: try go(to: word, of: form)
    }
    return .asking
  }
}
