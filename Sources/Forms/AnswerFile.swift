import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage

/// Answers to a form as text: `field: value`, a line for each; what a form left behind has the same shape.
///
/// `type: reminder` says what it is of, `id: ev:…` that it changes an item, `span: this` how far; blank lines and those that
/// begin with `#` say nothing.
public struct AnswerFile: Sendable {
  /// One answer.
  public struct Answer: Sendable {
    /// The field as it is called there.
    public var field: String
    /// The answer; `-` empties the field.
    public var text: String
    /// The line, from 1.
    public var line: Int
  }

  /// What is wrong with such a text.
  public struct Fault: Error, Sendable {
    /// The line, from 1; 0 where it is about all of it.
    public var line: Int
    /// What is wrong there.
    public var fault: FormFault
  }

  /// The answers, in their order.
  public private(set) var answers: [Answer] = []
  /// The kind of item; nil where it is not said.
  public private(set) var kind: Model.ItemKind?
  /// The item that is changed; nil for a new one.
  public private(set) var id: String?
  /// How far a change reaches; nil where it is not said.
  public private(set) var span: EditScope?

  /// Reads a text.
  public init(parsing text: String) throws(Fault) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = ItemEditController.trimmed(line.last == "\r" ? String(line.dropLast()) : String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw Self.wrong(index + 1, "`\(line)` is no answer", "field: value, such as title: Dentist")
      }
      let field = ItemEditController.trimmed(String(line[..<colon])).lowercased()
      let value = ItemEditController.trimmed(String(line[line.index(after: colon)...]))
      try take(field, value, index + 1)
    }
  }

  private mutating func take(_ field: String, _ value: String, _ line: Int) throws(Fault) {
    switch field {
    case "type":
      guard value == "event" || value == "reminder" else {
        throw Self.wrong(line, "`\(value)` is no type", "event or reminder")
      }
      kind = value == "event" ? .event : .reminder
    case "id": id = value
    case "span":
      guard let scope = EditScope(rawValue: value.lowercased()) else {
        throw Self.wrong(line, "`\(value)` is no span", "this, future or all")
      }
      span = scope
    default: answers.append(Answer(field: field, text: value, line: line))
    }
  }

  private static func wrong(_ line: Int, _ message: String, _ hint: String) -> Fault {
    Fault(line: line, fault: .answer(Diagnostic(code: "bad-answer", message: message, hint: hint)))
  }

  /// The answers that make a form what it is now; empty where nothing was answered.
  public static func text(of form: ItemForm, _ context: QueryContext) -> String {
    var lines: [String] = []
    for field in FormField.all(form.kind) {
      let (old, new) = (
        form.text(field, of: form.base, form.baseCalendar, context), form.text(field, context)
      )
      if old != new { lines.append("\(field.name.rawValue): \(new.isEmpty ? "-" : new)") }
    }
    if lines.isEmpty { return "" }
    let head = ["type: \(form.kind == .reminder ? "reminder" : "event")"]
    let id = form.target.map { ["id: " + $0.id(form.kind)] } ?? []
    return (head + id + lines).joined(separator: "\n") + "\n"
  }
}

extension ItemEditController {
  /// Takes answers one after another, as if each field had been gone to.
  public func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault) {
    if form.calendar == nil, let calendar = proposedCalendar { form.propose(calendar) }
    let context = moment()
    for answer in answers {
      guard let field = FormField.all(form.kind).first(where: { $0.isCalled(answer.field) }) else {
        let names = FormField.all(form.kind).map(\.name.rawValue).joined(separator: ", ")
        throw AnswerFile.Fault(
          line: answer.line,
          fault: .answer(
            Diagnostic(
              code: "unknown-field", message: "`\(answer.field)` is no field of this form", hint: names)))
      }
      do throws(FormFault) {
        var changed = form
        if answer.text == "-" || answer.text.isEmpty {
          try reader(context).clear(field, of: &changed)
        } else if case .ambiguous(let phrases) = try reader(context).read(answer.text, field, into: &changed)
        {
          throw .answer(
            Diagnostic(
              code: "ambiguous-repeat", message: "`\(answer.text)` has two meanings",
              hint: phrases.map { "`\($0)`" }.joined(separator: " or ")))
        }
        form = changed
      } catch {
        throw AnswerFile.Fault(line: answer.line, fault: error)
      }
    }
  }

  /// Saves what was answered without asking: done with nothing changed is canceled.
  public func finish(span: EditScope?) throws(FormFault) -> FormOutcome {
    let context = moment()
    var step = FormStep<FormOutcome>()
    state = .review
    if !form.isNew, !form.hasChanges {
      close(.canceled, &step)
      return .canceled
    }
    try save(&step, context)
    switch state {
    case .span:
      guard let span else { throw .edit(.spanRequired(title: form.item.title ?? "")) }
      try answerSpan(span.rawValue, spanChoices(context, isDeletion: false).words, &step, context)
    case .newCalendar: throw .edit(form.kind == .reminder ? .noReminderList : .noCalendar)
    default: break
    }
    return step.outcome ?? .canceled
  }

  /// What was answered so far, to go on with another time; nil where nothing was.
  public var draft: String? {
    if state.isClosed { return nil }
    let text = AnswerFile.text(of: form, moment())
    return text.isEmpty ? nil : text
  }
}
