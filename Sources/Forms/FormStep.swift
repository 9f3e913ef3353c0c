import Changes

/// How an editor ended, as EventKitUI's edit controllers do.
public enum FormOutcome: Sendable {
  /// It was saved: what became of it, the span where there was a choice, and
  /// the statement that does the same.
  case saved(EditOutcome, span: EditSpan?, statement: String)
  /// Nothing was changed.
  case canceled
  /// The item is gone: deleted here, or elsewhere meanwhile (then nothing was done).
  case deleted(EditOutcome?, id: String, span: EditSpan?)

  /// The word for it.
  public var name: String {
    switch self {
    case .saved: "saved"
    case .canceled: "canceled"
    case .deleted: "deleted"
    }
  }

  /// The statement that does the same; nil where nothing was done here.
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

/// What is asked next.
public struct FormQuestion: Hashable, Sendable {
  /// What stands before the answer: the label of a field, or the choices.
  public var label: String
  /// What the answer is until something else is said: the field's value.
  public var text: String
  /// Whether it asks for a field; else for one of some choices.
  public var isField: Bool
  /// What could be answered, for completion.
  public var candidates: [String]
  /// A statement that the answer would end, which completes as the language does; nil where
  /// it is no value of the language.
  public var statement: String?
  /// The value as a person reads it; nil where that is the text itself.
  public var shown: String?
  /// What was typed before and not taken: it stands in the line to be corrected.
  public var typed: String?
  /// Whether the answer may have several lines.
  public var keepsLines = false
  /// Whether more than a field hangs on the answer, such as what is saved or lost:
  /// nothing but a person may give it.
  public var isDecision = false
}

/// A piece of what a form shows.
public enum FormLine: Hashable, Sendable {
  /// A line as it is.
  case text(String)
  /// What was understood of the answer before.
  case echo(String)
  /// What the person should know.
  case note(String)
  /// What is wrong with the answer before; the place in it, in bytes.
  case fault(FormFaultText)
  /// What keys do in the line of the field, where there is a line editor: what Up and Down go through.
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
  /// The answer, and where in it the fault lies; nil where it has no place.
  public var answer: String?
  /// Where the fault begins in the answer, in bytes.
  public var start = 0
  /// How many bytes it takes.
  public var length = 0

  /// A fault as it is told; `text` is the answer, where there was one.
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

  /// A fault without a place.
  init(_ code: String, _ message: String, _ hint: String?) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// What a form does after an answer: shows lines, then asks, opens an editor, or is over.
public struct FormStep<Outcome: Sendable>: Sendable {
  /// What is shown, in order.
  public var lines: [FormLine] = []
  /// What is asked; nil at the end.
  public var question: FormQuestion?
  /// A text to be changed in an editor; the answer is the new text.
  public var editorText: String?
  /// How it ended; nil while it goes on.
  public var outcome: Outcome?

  /// A step of nothing yet.
  init() {}

  /// A step that asks again.
  public init(asking question: FormQuestion) { self.question = question }

  mutating func say(_ text: String) { lines.append(.text(text)) }

  /// Shows what is wrong with an answer; `text` is the answer, where there was one.
  mutating func say(_ fault: FormFault, answer text: String?) {
    lines.append(.fault(FormFaultText(fault, answer: text)))
  }

  /// Goes on; what is wrong is shown, and `text` is the answer, where there was one.
  mutating func attempt(_ text: String? = nil, _ body: (inout Self) throws(FormFault) -> Void) {
    do throws(FormFault) {
      try body(&self)
    } catch {
      say(error, answer: text)
    }
  }
}

/// What asks a person one thing after another: drivers show its steps and bring the answers.
public protocol FormController: AnyObject {
  /// How it can end.
  associatedtype Outcome: Sendable
  /// The first step.
  func begin() -> FormStep<Outcome>
  /// The step after an answer.
  func answer(_ text: String) -> FormStep<Outcome>
  /// The step after a text came back from an editor.
  func answer(edited text: String) -> FormStep<Outcome>
  /// The step after Ctrl-C on a line without an answer.
  func interrupt() -> FormStep<Outcome>
  /// The last step, when nobody answers any more.
  func endOfInput() -> FormStep<Outcome>
  /// What was answered so far, as an answer file; nil where there is nothing to lose.
  var draft: String? { get }
  /// What so many steps up from a text are, in the field that is asked; nil where
  /// there is nothing to step through.
  ///
  /// An empty text stands for no value.
  func stepped(_ text: String, by count: Int) -> FormProposal?
}

extension FormController {
  /// A form without texts for an editor takes one as an answer.
  public func answer(edited text: String) -> FormStep<Outcome> { answer(text) }

  /// Nothing but fields has steps.
  public func stepped(_ text: String, by count: Int) -> FormProposal? { nil }

  /// A form that asks too little to lose anything.
  public var draft: String? { nil }
}
