import Changes

/// How an editor ended, as EventKitUI's edit controllers do.
public enum FormOutcome: Sendable {
  /// Saved: the outcome of the edit, the span if there was a choice, and the equivalent statement.
  case saved(EditOutcome, span: EditSpan?, statement: String)
  /// Nothing was changed.
  case canceled
  /// The item is gone: deleted here, or elsewhere meanwhile (then nothing was done).
  case deleted(EditOutcome?, id: String, span: EditSpan?)

  /// The name of the outcome.
  public var name: String {
    switch self {
    case .saved: "saved"
    case .canceled: "canceled"
    case .deleted: "deleted"
    }
  }

  /// The equivalent statement; nil if nothing was done here.
  public var statement: String? {
    switch self {
    case .saved(_, _, let statement): statement
    case .deleted(.some, let id, let span): Self.deletion(of: id, span)
    case .deleted(nil, _, _), .canceled: nil
    }
  }

  /// `delete ev:7kq2m9/20261118T091500 span this`.
  static func deletion(of id: String, _ span: EditSpan?) -> String {
    "delete \(id)" + (span.map { " span \($0.rawValue)" } ?? "")
  }
}

/// The next question of a form.
public struct FormQuestion: Hashable, Sendable {
  /// The text in front of the answer: the label of a field, or the choices.
  public var label: String
  /// The answer if the person types no other: the field's value.
  public var text: String
  /// Whether it asks for a field rather than for a choice.
  public var isField: Bool
  /// Possible answers, for completion.
  public var candidates: [String]
  /// A statement that the answer would end, for completion as in the language; nil if the answer is not a
  /// value of the language.
  public var statement: String?
  /// The value for display; nil if it equals `text`.
  public var shown: String?
  /// The refused answer, put back on the line for correction.
  public var typed: String?
  /// Whether the answer may have several lines.
  public var keepsLines = false
  /// Whether the answer decides more than a field, such as saving or losing data; only a person may give it.
  public var isDecision = false
}

/// A piece of a form's output.
public enum FormLine: Hashable, Sendable {
  /// A line as it is.
  case text(String)
  /// The previous answer as it was understood.
  case echo(String)
  /// A remark for the person.
  case note(String)
  /// The fault in the previous answer, with its position in bytes.
  case fault(FormFaultText)
  /// The help for Up and Down in the field, for terminals with a line editor.
  case keys(String?)
}

/// A fault in words.
public struct FormFaultText: Hashable, Sendable {
  /// A stable name.
  public var code: String
  /// What is wrong.
  public var message: String
  /// How to mend it.
  public var hint: String?
  /// The answer, if the fault has a position in it.
  public var answer: String?
  /// The offset of the fault in the answer, in bytes.
  public var start = 0
  /// The length of the fault, in bytes.
  public var length = 0

  /// Creates the text of a fault; `text` is the answer, if there was one.
  public init(_ fault: FormFault, answer text: String? = nil) {
    switch fault {
    case .answer(let diagnostic):
      self.init(diagnostic.code, diagnostic.message, diagnostic.hint)
      if let range = diagnostic.range, range.length > 0 {
        answer = text
        start = range.offset
        length = range.length
      }
    case .edit(let error): self.init(error.code, error.message, error.hint)
    case .store(let error): self.init(error.code.rawValue, error.message, error.hint)
    }
  }

  /// Creates a fault text without a position.
  init(_ code: String, _ message: String, _ hint: String?) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// A form's reaction to an answer: lines to show, then a question, a text for the editor, or the end.
public struct FormStep<Outcome: Sendable>: Sendable {
  /// The lines to show, in order.
  public var lines: [FormLine] = []
  /// The next question; nil at the end.
  public var question: FormQuestion?
  /// A text to be changed in an editor; the answer is the new text.
  public var editorText: String?
  /// How the form ended; nil while it continues.
  public var outcome: Outcome?

  /// Creates an empty step.
  init() {}

  /// Creates a step that asks again.
  public init(asking question: FormQuestion) { self.question = question }

  mutating func say(_ text: String) { lines.append(.text(text)) }

  /// Shows the fault of an answer; `text` is the answer, if there was one.
  mutating func say(_ fault: FormFault, answer text: String?) {
    lines.append(.fault(FormFaultText(fault, answer: text)))
  }

  /// Runs `body` and shows its fault; `text` is the answer, if there was one.
  mutating func attempt(_ text: String? = nil, _ body: (inout Self) throws(FormFault) -> Void) {
    do throws(FormFault) {
      try body(&self)
    } catch {
      say(error, answer: text)
    }
  }
}

/// A dialog that asks a person one question after another; drivers show its steps and return the answers.
public protocol FormController: AnyObject {
  /// The ways in which it can end.
  associatedtype Outcome: Sendable
  /// The first step.
  func begin() -> FormStep<Outcome>
  /// The step after an answer.
  func answer(_ text: String) -> FormStep<Outcome>
  /// The step after a text came back from an editor.
  func answer(edited text: String) -> FormStep<Outcome>
  /// The step after Ctrl-C on a line without an answer.
  func interrupt() -> FormStep<Outcome>
  /// The last step, at the end of input.
  func endOfInput() -> FormStep<Outcome>
  /// Ends the form without saving anything.
  func leaveUnsaved(_ step: inout FormStep<Outcome>)
  /// The answers so far as an answer file; nil if there is nothing to lose.
  var draft: String? { get }
  /// Returns the value `count` steps up from a text in the current field; nil if there are no steps.
  ///
  /// An empty text means no value.
  func stepped(_ text: String, by count: Int) -> FormProposal?
}

extension FormController {
  /// Ends the form: it has no question that would ask first.
  public func interrupt() -> FormStep<Outcome> { endOfInput() }

  /// Ends the form: nothing is saved.
  public func endOfInput() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    leaveUnsaved(&step)
    return step
  }

  /// Takes an edited text as an answer: the form has no texts for an editor.
  public func answer(edited text: String) -> FormStep<Outcome> { answer(text) }

  /// Returns nil: only fields have steps.
  public func stepped(_ text: String, by count: Int) -> FormProposal? { nil }

  /// Nil: the form asks too little to lose anything.
  public var draft: String? { nil }
}
