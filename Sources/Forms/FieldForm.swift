import Changes

/// The value that a form fills in; its fields read as text and take answers.
protocol FieldForm {
  /// How an answer to one of its fields is read.
  associatedtype Input: Hashable & Sendable
  /// Every possible field, in the order of the full form.
  var allFields: [FormField<Input>] { get }
  /// The fields that currently apply.
  var fields: [FormField<Input>] { get }
  /// Whether the form creates something new.
  var isNew: Bool { get }
  /// Returns a field's value as it can be typed again; empty if there is none.
  func text(of field: FormField<Input>) -> String
  /// Returns the value that Enter takes in a field: its text and its display form.
  func proposal(for field: FormField<Input>) -> FormProposal
  /// Returns the values that Up and Down go through in a field.
  func steps(of field: FormField<Input>) -> FormSteps
  /// Returns a field's value as a person understands it; nil if the text says it all.
  func echo(of field: FormField<Input>) -> String?
  /// Returns possible answers, for completion.
  func candidates(for field: FormField<Input>) -> [String]
  /// Returns a statement that an answer would end, for completion; nil if answers are not values of the
  /// language.
  func statement(before field: FormField<Input>) -> String?
  /// Returns the numbered choices of a field, if it has some.
  func menu(of field: FormField<Input>) -> String?
  /// Whether any text is a value of the field, so that text like a command may belong to it.
  func isText(_ field: FormField<Input>) -> Bool
  /// Whether saving requires a value in the field.
  func needsText(_ field: FormField<Input>) -> Bool
  /// Returns a field's text for an editor; nil for a field of one line.
  func editorText(of field: FormField<Input>) -> String?
  /// The date at which stepping starts in a date field without a value.
  var firstDay: FormProposal? { get }
  /// Takes an answer to a field.
  mutating func read(_ answer: String, _ field: FormField<Input>) throws(FormFault) -> FormReply
  /// Empties a field.
  mutating func clear(_ field: FormField<Input>) throws(FormFault)
}

extension FieldForm {
  /// Proposes the text as it is typed.
  func proposal(for field: FormField<Input>) -> FormProposal { FormProposal(text(of: field)) }

  /// Returns the value `count` steps up from a text in a field; an empty text means no value.
  func stepped(_ typed: String, _ field: FormField<Input>, by count: Int) -> FormProposal? {
    var form = self
    var typed = FormText.trimmed(typed)
    // Typed text counts as the field reads it: `sat 7pm` is a date, `Wo` a calendar.
    if !typed.isEmpty, typed != text(of: field) {
      guard case .taken? = try? form.read(typed, field) else { return nil }
      typed = form.text(of: field)
    }
    switch steps(of: field) {
    case .nothing: return nil
    case .days: return typed.isEmpty ? firstDay : FormProposal.date(typed, movedBy: count)
    case .choices(let choices):
      // A value outside the choices comes first, so that the person can return to it.
      let own = text(of: field)
      let isOther = !own.isEmpty && !choices.contains(own)
      return FormProposal.choice(typed, movedBy: -count, in: (isOther ? [own] : []) + choices)
    }
  }

  /// No date at which stepping starts.
  var firstDay: FormProposal? { nil }

  /// Returns the field with exactly this name.
  func field(_ name: FormFieldName) -> FormField<Input>? { allFields.first { $0.name == name } }

  /// Returns the current field that a word names: its name, its label, or an unambiguous beginning of one.
  func field(called word: String) throws(FormFault) -> FormField<Input> {
    let near = fields.filter { $0.begins(with: word) }
    if let exact = fields.first(where: { $0.isCalled(word) }) ?? (near.count == 1 ? near.first : nil) {
      return exact
    }
    let names = fields.map { ":" + $0.name.rawValue }.joined(separator: " ")
    throw .answer(
      Diagnostic(code: "unknown-field", message: "`:\(word)` is no field of this form", hint: names))
  }

  /// Takes an answer from a file, as if the person had gone to the field.
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

  /// Returns the fields that differ from `base`, as lines of an answer file.
  func answers(since base: Self) -> [String] {
    allFields.compactMap { field in
      let (old, new) = (base.text(of: field), text(of: field))
      return old == new ? nil : "\(field.name.rawValue): \(new.isEmpty ? "-" : AnswerFile.text(new))"
    }
  }

  /// Returns label and value of the fields that differ from `base` and are not empty: `location Hall`.
  func values(since base: Self, where isMeant: (FormField<Input>) -> Bool) -> [String] {
    fields.filter(isMeant).compactMap { field in
      let text = text(of: field)
      return text == base.text(of: field) || text.isEmpty ? nil : "\(field.label.lowercased()) \(text)"
    }
  }

  /// Returns the fields that differ from `base`, one line each for people: `Color       teal → red`.
  func differences(from base: Self) -> [String] {
    let shown = Set(fields).union(base.fields)
    return allFields.compactMap { field in
      let (old, new) = (base.text(of: field), text(of: field))
      // The line of Repeat includes the end.
      if old == new || field.name == .until || !shown.contains(field) { return nil }
      return FormText.line(field.label, "\(old.isEmpty ? "–" : old) → \(new.isEmpty ? "–" : new)")
    }
  }
}

/// The text layout of forms.
enum FormText {
  /// Returns a label and a value in columns: ` Title       Dinner`.
  static func line(_ label: String, _ text: String) -> String {
    " " + label + String(repeating: " ", count: max(1, 12 - label.count)) + text
  }

  /// A text without blanks at its ends; line ends there belong to it.
  static func trimmed(_ text: String) -> String { trimmed(text, of: isBlank) }

  /// A text without what stands at its ends and does not belong to it.
  static func trimmed(_ text: String, of isOutside: (Unicode.Scalar) -> Bool) -> String {
    let scalars = text.unicodeScalars.drop(while: isOutside)
    return String(String.UnicodeScalarView(scalars.reversed().drop(while: isOutside).reversed()))
  }

  /// Whether it is a blank or a tab.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
