import Changes

/// The subject of a form.
public enum FormSubject: String, CaseIterable, Sendable {
  case event, reminder, calendar

  /// The subject of a form for a kind of item.
  public init(_ kind: ItemKind) { self = kind == .reminder ? .reminder : .event }
}

/// A form that takes its answers from a file and writes its draft as one.
public protocol FillableForm: FormController {
  /// The subject of the form.
  var subject: FormSubject { get }
  /// The permanent name of the edited object; nil for something new.
  var id: String? { get }
  /// Takes answers in turn, as if the person had gone to each field.
  func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault)
}

/// Answers to a form as text, one `field: value` line each; drafts of unfinished forms have the same format.
///
/// `type: reminder` names the subject, `id: ev:…` the edited object, `span: this` the extent of the change.
/// Blank lines and lines that begin with `#` are ignored.
public struct AnswerFile: Sendable {
  /// One answer.
  public struct Answer: Sendable {
    /// The field's name as written in the file.
    public var field: String
    /// The answer; `-` empties the field.
    public var text: String
    /// The line, from 1.
    public var line: Int
  }

  /// A fault in such a text.
  public struct Fault: Error, Sendable {
    /// The line, from 1; 0 if the fault is about the whole text.
    public var line: Int
    /// The fault itself.
    public var fault: FormFault
  }

  /// The answers, in their order.
  public private(set) var answers: [Answer] = []
  /// The subject; nil if not given.
  public private(set) var subject: FormSubject?
  /// The edited object; nil for something new.
  public private(set) var id: String?
  /// The extent of a change; nil if not given.
  public private(set) var span: EditSpan?

  /// Reads a text.
  public init(parsing text: String) throws(Fault) {
    // Lines end with LF or CR LF; `trimmed` drops the carriage return.
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.unicodeScalars.firstIndex(of: ":"), colon != line.startIndex else {
        throw Self.wrong(index + 1, "`\(line)` is no answer", "field: value, such as title: Dentist")
      }
      let field = Self.trimmed(line.unicodeScalars[..<colon]).lowercased()
      let value = Self.trimmed(line.unicodeScalars[colon...].dropFirst())
      try take(field, value, index + 1)
    }
  }

  /// A piece of a line without blanks and carriage returns at its ends, which belong to no answer.
  private static func trimmed(_ piece: Substring.UnicodeScalarView) -> String {
    FormText.trimmed(String(piece)) { $0 == "\r" || FormText.isBlank($0) }
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

  /// Writes a value for the file; one that no line can hold becomes a backslash and a quoted string with
  /// escapes, as `\"two\nlines"`.
  ///
  /// A dash alone empties a field in the file, so the value `-` gets a backslash in front; so does a value
  /// that looks escaped already.
  static func text(_ value: String) -> String {
    let isLine =
      !value.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } && FormText.trimmed(value) == value
    if !isLine { return "\\" + Quoting.string(value) }
    return isMarked(value) ? "\\" + value : value
  }

  /// Returns the value that a file's text means.
  static func value(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\\"), isMarked(text) else { return text }
    let rest = String(text.utf8.dropFirst()) ?? text
    return rest.utf8.first == UInt8(ascii: "\"") ? Quoting.text(rest) ?? text : rest
  }

  /// Whether a text is `-` after any number of backslashes, or has a quotation mark after at least one
  /// backslash.
  private static func isMarked(_ text: String) -> Bool {
    let rest = text.utf8.drop { $0 == UInt8(ascii: "\\") }
    return rest.elementsEqual("-".utf8) || rest.count < text.utf8.count && rest.first == UInt8(ascii: "\"")
  }

  /// Returns answers as the text of an answer file; nil if there are none.
  static func text(of subject: FormSubject, id: String?, _ lines: [String]) -> String? {
    if lines.isEmpty { return nil }
    let head = ["type: \(subject.rawValue)"] + (id.map { ["id: " + $0] } ?? [])
    return (head + lines).joined(separator: "\n") + "\n"
  }
}

extension ItemEditController: FillableForm {
  /// The subject of the form.
  public var subject: FormSubject { FormSubject(form.kind) }

  /// The permanent name of the edited item; nil for something new.
  public var id: String? { form.target?.id(form.kind) }

  /// Takes answers in turn, as if the person had gone to each field.
  public func fill(_ answers: [AnswerFile.Answer]) throws(AnswerFile.Fault) {
    proposeCalendar()
    let context = moment()
    for answer in answers {
      try withAnswers(context) { (fields) throws(AnswerFile.Fault) in try fields.take(answer) }
    }
  }

  /// Saves the answers without asking; without changes the outcome is canceled.
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

  /// The answers so far as an answer file, for resuming later; nil if there are none.
  public var draft: String? {
    if state.isClosed { return nil }
    let now = answers(moment())
    var base = now
    base.form = form.unchanged
    return AnswerFile.text(of: subject, id: id, now.answers(since: base))
  }
}
