import Changes

/// What a form is of.
public enum FormSubject: String, CaseIterable, Sendable {
  case event, reminder, calendar

  /// That of a kind of item.
  public init(_ kind: ItemKind) { self = kind == .reminder ? .reminder : .event }
}

/// A form that takes answers from a file, and keeps what was answered as one.
public protocol FillableForm: FormController {
  /// What it is of.
  var subject: FormSubject { get }
  /// What it changes, by its permanent name; nil for something new.
  var id: String? { get }
  /// Takes answers one after another, as if each field had been gone to.
  func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault)
}

/// Answers to a form as text: `field: value`, a line for each; what a form left behind has the same shape.
///
/// `type: reminder` says what it is of, `id: ev:…` what it changes, `span: this` how far; blank lines and
/// those that begin with `#` say nothing.
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
  /// What it is of; nil where it is not said.
  public private(set) var subject: FormSubject?
  /// What is changed; nil for something new.
  public private(set) var id: String?
  /// How far a change reaches; nil where it is not said.
  public private(set) var span: EditSpan?

  /// Reads a text.
  public init(parsing text: String) throws(Fault) {
    // A line ends as programs of any system end it; a carriage return before that is no part of an answer.
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    for (index, line) in lines.enumerated() {
      let line = FormText.trimmed(String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.unicodeScalars.firstIndex(of: ":"), colon != line.startIndex else {
        throw Self.wrong(index + 1, "`\(line)` is no answer", "field: value, such as title: Dentist")
      }
      let field = FormText.trimmed(String(line[..<colon])).lowercased()
      let value = FormText.trimmed(String(line.unicodeScalars[colon...].dropFirst()))
      try take(field, value, index + 1)
    }
  }

  private mutating func take(_ field: String, _ value: String, _ line: Int) throws(Fault) {
    switch field {
    case "type":
      guard let word = FormSubject(rawValue: value.lowercased()) else {
        throw Self.wrong(line, "`\(value)` is no type", "event, reminder or calendar")
      }
      subject = word
    case "id": id = value
    case "span":
      guard let span = EditSpan(rawValue: value.lowercased()) else {
        throw Self.wrong(line, "`\(value)` is no span", "this, future or all")
      }
      self.span = span
    default: answers.append(Answer(field: field, text: value, line: line))
    }
  }

  private static func wrong(_ line: Int, _ message: String, _ hint: String) -> Fault {
    Fault(line: line, fault: .answer(Diagnostic(code: "bad-answer", message: message, hint: hint)))
  }

  /// A value as a file has it: what no line can hold, as `\"two\nlines"`, behind a
  /// backslash in quotes with escapes.
  ///
  /// A dash alone empties a field there, so a value that is one stands behind a backslash;
  /// so does what begins like either.
  static func text(_ value: String) -> String {
    let isLine =
      !value.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } && FormText.trimmed(value) == value
    if !isLine { return "\\" + Quoting.string(value) }
    return isMarked(value) ? "\\" + value : value
  }

  /// The value that a file's text means.
  static func value(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\\"), isMarked(text) else { return text }
    let rest = String(text.utf8.dropFirst()) ?? text
    return rest.utf8.first == UInt8(ascii: "\"") ? Quoting.text(rest) ?? text : rest
  }

  /// Whether a text, whatever backslashes stand before it, is a dash, or what stands in quotes behind some.
  private static func isMarked(_ text: String) -> Bool {
    let rest = text.utf8.drop { $0 == UInt8(ascii: "\\") }
    return rest.elementsEqual("-".utf8) || rest.count < text.utf8.count && rest.first == UInt8(ascii: "\"")
  }

  /// Answers as such a text; nil where there are none.
  static func text(of subject: FormSubject, id: String?, _ lines: [String]) -> String? {
    if lines.isEmpty { return nil }
    let head = ["type: \(subject.rawValue)"] + (id.map { ["id: " + $0] } ?? [])
    return (head + lines).joined(separator: "\n") + "\n"
  }
}

extension ItemEditController: FillableForm {
  /// What it is of.
  public var subject: FormSubject { FormSubject(form.kind) }

  /// What it changes, by its permanent name; nil for something new.
  public var id: String? { form.target?.id(form.kind) }

  /// Takes answers one after another, as if each field had been gone to.
  public func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault) {
    proposeCalendar()
    let context = moment()
    for answer in answers {
      try withAnswers(context) { (fields) throws(AnswerFile.Fault) in try fields.take(answer) }
    }
  }

  /// Saves what was answered without asking: done with nothing changed is canceled.
  public func finish(span: EditSpan?) throws(FormFault) -> FormOutcome {
    let context = moment()
    var step = FormStep<FormOutcome>()
    let expected = revision
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
    case .collision: throw .edit(.stale(id: id ?? "", expected: expected ?? 0, present: revision ?? 0))
    case .newCalendar: throw .edit(form.kind == .reminder ? .noReminderList : .noCalendar)
    default: break
    }
    return step.outcome ?? .canceled
  }

  /// What was answered so far, to go on with another time; nil where nothing was.
  public var draft: String? {
    if state.isClosed { return nil }
    let now = answers(moment())
    var base = now
    base.form = form.unchanged
    return AnswerFile.text(of: subject, id: id, now.answers(since: base))
  }
}
