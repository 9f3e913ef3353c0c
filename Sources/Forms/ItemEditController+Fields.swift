import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage

/// Answers to fields, and the commands that may stand in their place.
extension ItemEditController {
  func handle(_ text: String, _ step: inout FormStep<FormOutcome>, _ context: QueryContext) throws(FormFault)
  {
    let answer = Self.trimmed(text)
    switch state {
    case .field(let name): try handle(answer, name, &step, context)
    case .meanings(let name, let phrases):
      if answer == "<" {
        state = .field(name)
        return
      }
      guard let number = Int(answer), number >= 1, number <= phrases.count else {
        throw .answer(Diagnostic(code: "bad-value", message: "answer 1 to \(phrases.count), or < to go back"))
      }
      state = .field(name)
      try handle(phrases[number - 1], name, &step, context)
    default: try choose(answer.lowercased(), &step, context)
    }
  }

  private func handle(
    _ text: String, _ name: FormField.Name, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let field = field(name) else { return }
    let text = command(in: text, behind: lineText ?? form.text(field, context), field) ?? text
    switch text {
    case "?": return help(field, &step)
    case "<":
      if let index = path.firstIndex(of: name), index > 0 { state = .field(path[index - 1]) }
      return
    case ">": return advance(past: name)
    case ".":
      state = .review
      return
    case "-":
      var changed = form
      try reader(context).clear(field, of: &changed)
      form = changed
      return advance(past: name)
    case _ where text.hasPrefix(":"): return try command(String(text.dropFirst()), field, &step, context)
    default: break
    }
    let answer =
      text.hasPrefix("\\") && Self.isCommand(String(text.dropFirst())) ? String(text.dropFirst()) : text
    if answer.isEmpty || answer == form.text(field, context) { return advance(past: name) }
    var changed = form
    switch try reader(context).read(answer, field, into: &changed) {
    case .ambiguous(let phrases):
      state = .meanings(name, phrases)
      for (index, phrase) in phrases.enumerated() {
        var trial = form
        _ = try reader(context).read(phrase, field, into: &trial)
        step.say(" \(index + 1) \(trial.echo(field, context) ?? phrase)")
      }
    case .taken(let notes):
      form = changed
      for note in notes { step.lines.append(.note(note)) }
      if let echo = form.echo(field, context) { step.lines.append(.echo(echo)) }
      advance(past: name)
    }
  }

  func reader(_ context: QueryContext) -> FormReader {
    let isWriteOnly = (try? workspace.access?.level(form.kind)) == .writeOnly
    return FormReader(
      context: context, store: workspace.store, options: options,
      onlyCalendar: isWriteOnly ? try? workspace.defaultCalendar(for: form.kind) : nil)
  }

  /// Goes to the next field of the path; from a field beside it to the review.
  private func advance(past name: FormField.Name) {
    let path = path
    guard let index = path.firstIndex(of: name), index + 1 < path.count else {
      state = reach == .short ? .more : .review
      return
    }
    state = .field(path[index + 1])
  }

  // MARK: Commands

  /// The command typed behind the value that stood in the line; behind a text it needs a blank, as texts end in all sorts of ways.
  private func command(in answer: String, behind value: String, _ field: FormField) -> String? {
    guard !value.isEmpty, answer.hasPrefix(value) else { return nil }
    let rest = answer.dropFirst(value.count)
    let command = Self.trimmed(String(rest))
    let isText =
      switch field.input {
      case .text, .texts, .value(.location): true
      default: false
      }
    if isText, rest.first != " " || command == "?" || command == "-" { return nil }
    return Self.isCommand(command) && command != "-" ? command : nil
  }

  static func isCommand(_ text: String) -> Bool {
    ["?", "<", ">", ".", "-"].contains(text) || text.hasPrefix(":")
  }

  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private func help(_ field: FormField, _ step: inout FormStep<FormOutcome>) {
    step.say("\(field.label): \(field.help)")
    step.say("  for example: " + field.examples.joined(separator: "  |  "))
    switch field.input {
    case .repetition:
      if let anchor = form.item.anchor { step.say("  " + RepeatMenu(start: anchor).text) }
    case .choice(.calendar):
      let calendars = (try? reader(moment()).calendars(form.kind)) ?? []
      let names = calendars.enumerated().map { "\($0.offset + 1) \($0.element.title)" }
      step.say("  " + names.joined(separator: "  "))
    default: break
    }
    step.say(
      "  ? help  < back  > skip  . review  - clear  :FIELD go there  :list all fields  :cancel"
        + (form.isNew ? "" : "  :delete") + "; a backslash before one of them makes it text")
  }

  private func command(
    _ word: String, _ field: FormField, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    switch word.lowercased() {
    case "cancel": leave(&step)
    case "list":
      for field in form.fields {
        step.say(ItemForm.line(field.label, form.text(field, context)) + "  (:\(field.name.rawValue))")
      }
    case "edit":
      guard field.name == .notes else {
        throw .answer(
          Diagnostic(code: "bad-value", message: "only notes open an editor", hint: ":notes goes there"))
      }
      step.editorText = form.item.notes ?? ""
    case "delete" where !form.isNew: askDeletion(&step, context)
    default: try go(to: word)
    }
  }

  /// Goes to a field by its name.
  func go(to word: String) throws(FormFault) {
    let wanted = word.lowercased()
    let fields = form.fields
    let exact = fields.first { $0.isCalled(wanted) }
    let near = fields.filter { $0.name.rawValue.hasPrefix(wanted) || $0.label.lowercased().hasPrefix(wanted) }
    guard let field = exact ?? (near.count == 1 ? near.first : nil) else {
      let names = fields.map { ":" + $0.name.rawValue }.joined(separator: " ")
      throw .answer(
        Diagnostic(code: "unknown-field", message: "`:\(word)` is no field of this form", hint: names))
    }
    if path.contains(field.name) == false { reach = .all }
    state = .field(field.name)
  }

  /// Takes a text from the editor as the notes.
  public func answer(edited notes: String) -> FormStep<FormOutcome> {
    form.set(.notes) { $0.notes = notes.isEmpty ? nil : notes }
    return answer(">")
  }
}
