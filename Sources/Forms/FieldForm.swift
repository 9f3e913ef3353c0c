import Changes

/// What a form fills in: a value whose fields read as text and take answers, as it is at one moment.
protocol FieldForm {
  /// How an answer to one of its fields is read.
  associatedtype Input: Hashable & Sendable
  /// Every field that it can have, in the order of the full form.
  var allFields: [FormField<Input>] { get }
  /// The fields that it has as it is now.
  var fields: [FormField<Input>] { get }
  /// Whether it is for something that is not stored yet.
  var isNew: Bool { get }
  /// The value of a field as it may be typed again; empty where there is none.
  func text(of field: FormField<Input>) -> String
  /// What Enter takes in a field: its text, and how a person reads it.
  func proposal(for field: FormField<Input>) -> FormProposal
  /// What Up and Down go through in a field.
  func steps(of field: FormField<Input>) -> FormSteps
  /// What a field says as a person understands it; nil where its text says it all.
  func echo(of field: FormField<Input>) -> String?
  /// What could be answered, for completion.
  func candidates(for field: FormField<Input>) -> [String]
  /// A statement that an answer would end, for completion; nil where answers are no values of the language.
  func statement(before field: FormField<Input>) -> String?
  /// The numbered choices of a field, where it has some.
  func menu(of field: FormField<Input>) -> String?
  /// Whether any text is a value of the field, so that what looks like a command may belong to it.
  func isText(_ field: FormField<Input>) -> Bool
  /// Whether it is saved only with something in the field.
  func needsText(_ field: FormField<Input>) -> Bool
  /// A field's text as an editor opens it; nil where it takes one line.
  func editorText(of field: FormField<Input>) -> String?
  /// Where the steps of a date begin that has no value.
  var firstDay: FormProposal? { get }
  /// Takes an answer to a field.
  mutating func read(_ answer: String, _ field: FormField<Input>) throws(FormFault) -> FormReply
  /// Empties a field.
  mutating func clear(_ field: FormField<Input>) throws(FormFault)
}

extension FieldForm {
  /// A text that reads as it is typed.
  func proposal(for field: FormField<Input>) -> FormProposal { FormProposal(text(of: field)) }

  /// What so many steps up from a text are in a field; an empty text stands for no value.
  func stepped(_ typed: String, _ field: FormField<Input>, by count: Int) -> FormProposal? {
    var form = self
    var typed = FormText.trimmed(typed)
    // What was typed counts as the field would take it: `sat 7pm` is a date, `Wo` a calendar.
    if !typed.isEmpty, typed != text(of: field) {
      guard case .taken? = try? form.read(typed, field) else { return nil }
      typed = form.text(of: field)
    }
    switch steps(of: field) {
    case .nothing: return nil
    case .days: return typed.isEmpty ? firstDay : FormProposal.date(typed, movedBy: count)
    case .choices(let choices):
      // A value that is none of them stands before them, so that one can come back to it.
      let own = text(of: field)
      let isOther = !own.isEmpty && !choices.contains(own)
      return FormProposal.choice(typed, movedBy: -count, in: (isOther ? [own] : []) + choices)
    }
  }

  /// Where the steps of a date begin that has no value.
  var firstDay: FormProposal? { nil }

  /// The field of a name that has to fit.
  func field(_ name: FormFieldName) -> FormField<Input>? { allFields.first { $0.name == name } }

  /// The field that a word means among those it has now: its name, its label, or the beginning of one alone.
  func field(called word: String) throws(FormFault) -> FormField<Input> {
    let near = fields.filter { $0.begins(with: word) }
    if let exact = fields.first(where: { $0.isCalled(word) }) ?? (near.count == 1 ? near.first : nil) {
      return exact
    }
    let names = fields.map { ":" + $0.name.rawValue }.joined(separator: " ")
    throw .answer(
      Diagnostic(code: "unknown-field", message: "`:\(word)` is no field of this form", hint: names))
  }

  /// Takes an answer of a file, as if the field had been gone to.
  mutating func take(_ answer: AnswerFile.Answer) throws(AnswerFile.Fault) {
    guard let field = allFields.first(where: { $0.isCalled(answer.field) }) else {
      let names = allFields.map(\.name.rawValue).joined(separator: ", ")
      throw AnswerFile.Fault(
        line: answer.line,
        fault: .answer(
          Diagnostic(
            code: "unknown-field", message: "`\(answer.field)` is no field of this form", hint: names)))
    }
    do throws(FormFault) {
      if answer.text == "-" || answer.text.isEmpty { return try clear(field) }
      if case .ambiguous(let phrases) = try read(AnswerFile.value(answer.text), field) {
        throw .answer(
          Diagnostic(
            code: "ambiguous-repeat", message: "`\(answer.text)` has two meanings",
            hint: phrases.map { "`\($0)`" }.joined(separator: " or ")))
      }
    } catch {
      throw AnswerFile.Fault(line: answer.line, fault: error)
    }
  }

  /// The fields that differ from those of another state of the form, as lines of an answer file.
  func answers(since base: Self) -> [String] {
    allFields.compactMap { field in
      let (old, new) = (base.text(of: field), text(of: field))
      return old == new ? nil : "\(field.name.rawValue): \(new.isEmpty ? "-" : AnswerFile.text(new))"
    }
  }

  /// The fields that differ from those of another state with what they say now: `Location Hall`.
  func values(since base: Self, where isMeant: (FormField<Input>) -> Bool) -> [String] {
    fields.filter(isMeant).compactMap { field in
      let text = text(of: field)
      return text == base.text(of: field) || text.isEmpty ? nil : "\(field.label.lowercased()) \(text)"
    }
  }

  /// The fields that differ from those of another state, one line each for people: `Color       teal → red`.
  func differences(from base: Self) -> [String] {
    let shown = Set(fields).union(base.fields)
    return allFields.compactMap { field in
      let (old, new) = (base.text(of: field), text(of: field))
      // Where a repetition ends stands in its own line.
      if old == new || field.name == .until || !shown.contains(field) { return nil }
      return FormText.line(field.label, "\(old.isEmpty ? "–" : old) → \(new.isEmpty ? "–" : new)")
    }
  }
}

/// How forms write.
enum FormText {
  /// A label and a value below each other: ` Title       Dinner`.
  static func line(_ label: String, _ text: String) -> String {
    " " + label + String(repeating: " ", count: max(1, 12 - label.count)) + text
  }

  /// A text without blanks and line ends at its ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop(while: isBlank)
    return String(String.UnicodeScalarView(scalars.reversed().drop(while: isBlank).reversed()))
  }

  /// Whether nobody sees it at the end of a text.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n".unicodeScalars.contains(scalar) }
}
