import Changes

/// How a viewer ended, as EventKitUI's view controller does.
public enum ViewOutcome: Sendable {
  case done
  /// An invitation was answered; the statement does the same.
  case responded(EditOutcome, InvitationAnswer, statement: String)
  /// The item is gone: deleted here, or elsewhere meanwhile (then nothing was done).
  case deleted(EditOutcome?, id: String, span: EditSpan?)

  /// The name of the outcome.
  public var name: String {
    switch self {
    case .done: "done"
    case .responded: "responded"
    case .deleted: "deleted"
    }
  }

  /// The equivalent statement; nil if nothing was done here.
  public var statement: String? {
    switch self {
    case .responded(_, _, let statement): statement
    case .deleted(.some, let id, let span): FormOutcome.deletion(of: id, span)
    case .deleted(nil, _, _), .done: nil
    }
  }
}

/// Shows an event or reminder and runs actions on it: EventKitUI's view controller without a screen.
///
/// Editing is offered only if it is allowed, the calendar is writable, and nobody else organizes the item.
public final class ItemViewController: FormController {
  enum State {
    case showing
    /// The embedded edit controller.
    case editing(ItemEditController)
    case deleteSpan
    case deleteConfirm(EditSpan?)
    case answerSpan(InvitationAnswer)
    case closed

    /// Whether the question is about deletion.
    var isDeletion: Bool {
      switch self {
      case .deleteSpan, .deleteConfirm: true
      case .showing, .editing, .answerSpan, .closed: false
      }
    }
  }

  /// An action on the displayed item, occurrence or series.
  enum Action: String, CaseIterable {
    case edit, delete, accept, maybe, decline, complete, occurrences, next, previous, series, copy, day, quit

    /// The letter of the action.
    var key: Character {
      self == .copy ? "x" : self == .decline ? "l" : self == .day ? "v" : rawValue.first ?? "?"
    }

    /// The help for the action.
    var help: String {
      switch self {
      case .edit: "opens the form"
      case .delete: "deletes it, after asking"
      case .accept, .maybe, .decline: "answers the invitation: \(rawValue)"
      case .complete: "completes the reminder"
      case .occurrences: "lists the next occurrences"
      case .next: "shows the occurrence after it"
      case .previous: "shows the occurrence before it"
      case .series: "shows the series as a whole"
      case .copy: "writes the statement that makes it"
      case .day: "shows what else is on its day"
      case .quit: "leaves"
      }
    }

    /// The label in the question: `[e]dit`, `dec[l]ine`, `[x] as a statement`.
    var label: String {
      switch self {
      case .decline: "dec[l]ine"
      case .copy: "[x] as a statement"
      case .day: "[v]iew its day"
      default: "[\(key)]\(rawValue.dropFirst())"
      }
    }
  }

  let workspace: Workspace
  let allowsEditing: Bool
  let showsDay: Bool
  let moment: () -> QueryContext
  let options: ParseOptions
  /// The displayed item or occurrence.
  public internal(set) var target: ItemTarget
  private(set) var item: Item
  private(set) var object: CalendarObject
  private(set) var calendar: CalendarRecord?
  private(set) var revision: Int?
  var state = State.showing
  /// The rooms that its editor offers as a place; nil for none.
  public var offer: RoomOffer?
  /// Called with the outcome, once.
  public var onOutcome: ((ViewOutcome) -> Void)?

  /// Creates a viewer of an item or occurrence; throws `item-gone` and `occurrence-gone`.
  ///
  /// `showsDay` offers to look at the day of an invitation.
  public init(
    _ target: ItemTarget, allowsEditing: Bool, showsDay: Bool = true, workspace: Workspace,
    options: ParseOptions = ParseOptions(), moment: @escaping () -> QueryContext
  ) throws(EditError) {
    self.target = target
    self.allowsEditing = allowsEditing
    self.showsDay = showsDay
    self.workspace = workspace
    self.options = options
    self.moment = moment
    object = try workspace.object(of: target)
    item = try workspace.item(target)
    calendar = try workspace.calendar(object.calendar)
    revision = workspace.revision(of: target, in: object)
  }

  // MARK: Answers

  /// Returns the card and the possible actions.
  public func begin() -> FormStep<ViewOutcome> {
    var step = FormStep<ViewOutcome>()
    let context = moment()
    for line in card(context) { step.say(line) }
    ask(&step, context)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<ViewOutcome> {
    let context = moment()
    if case .editing(let editor) = state { return embed(editor.answer(text), context) }
    var step = FormStep<ViewOutcome>()
    step.attempt { (step) throws(FormFault) in
      // A deletion is confirmed for the item as shown: after a change elsewhere the question is asked again,
      // below the current item.
      if try takeIn(&step, context), step.lines.isEmpty || !state.isDeletion {
        try handle(FormText.trimmed(text).lowercased(), &step, context)
      }
    }
    ask(&step, context)
    return step
  }

  /// The step after the editor of the embedded form.
  public func answer(edited text: String) -> FormStep<ViewOutcome> {
    guard case .editing(let editor) = state else { return answer(text) }
    return embed(editor.answer(edited: text), moment())
  }

  /// Ctrl-C leaves a question, then the viewer.
  public func interrupt() -> FormStep<ViewOutcome> {
    let context = moment()
    var step = FormStep<ViewOutcome>()
    switch state {
    case .editing(let editor): return embed(editor.interrupt(), context)
    case .deleteSpan, .deleteConfirm, .answerSpan: state = .showing
    case .showing, .closed: close(.done, &step)
    }
    ask(&step, context)
    return step
  }

  /// Ends the form: nothing changes.
  public func leaveUnsaved(_ step: inout FormStep<ViewOutcome>) { close(.done, &step) }

  /// Takes in changes made elsewhere since the last answer; returns nil if there are none.
  public func storeChanged() -> FormStep<ViewOutcome>? {
    if case .editing(let editor) = state { return editor.storeChanged().map { embed($0, moment()) } }
    var step = FormStep<ViewOutcome>()
    let context = moment()
    step.attempt { (step) throws(FormFault) in _ = try takeIn(&step, context) }
    if step.lines.isEmpty, step.outcome == nil { return nil }
    ask(&step, context)
    return step
  }

  /// The steps of the embedded form.
  public func stepped(_ text: String, by count: Int) -> FormProposal? {
    if case .editing(let editor) = state { editor.stepped(text, by: count) } else { nil }
  }

  /// The draft of the embedded form.
  public var draft: String? { if case .editing(let editor) = state { editor.draft } else { nil } }

  func close(_ outcome: ViewOutcome, _ step: inout FormStep<ViewOutcome>) {
    if case .closed = state { return }
    state = .closed
    step.outcome = outcome
    onOutcome?(outcome)
  }

  /// Turns a step of the embedded form into one of the viewer: saved or canceled shows the item again,
  /// deleted ends the viewer.
  func embed(_ inner: FormStep<FormOutcome>, _ context: QueryContext) -> FormStep<ViewOutcome> {
    var step = FormStep<ViewOutcome>()
    step.lines = inner.lines
    step.question = inner.question
    step.editorText = inner.editorText
    switch inner.outcome {
    case nil: return step
    case .saved(let outcome, _, let statement):
      step.say("= " + statement)
      target = outcome.target
      state = .showing
      step.attempt { (step) throws(FormFault) in
        try FormFault.editing { () throws(EditError) in try reload(context) }
        for line in card(context) { step.say(line) }
      }
    case .canceled:
      // Where nothing was answered the editor has said so.
      if !inner.lines.contains(.text(ItemEditController.unchanged)) { step.say(ItemEditController.unchanged) }
      state = .showing
    case .deleted(let outcome, let id, let span): close(.deleted(outcome, id: id, span: span), &step)
    }
    ask(&step, context)
    return step
  }

  // MARK: Stored state

  func reload(_ context: QueryContext) throws(EditError) { try show(target, context) }

  /// Shows what a target is now; where it cannot be read all stays as it was.
  func show(_ target: ItemTarget, _ context: QueryContext) throws(EditError) {
    let object = try workspace.object(of: target)
    let item = try workspace.item(target)
    calendar = try workspace.calendar(object.calendar)
    (self.target, self.object, self.item) = (target, object, item)
    revision = workspace.revision(of: target, in: object)
  }

  /// Shows the item again after a change elsewhere; returns false and ends the viewer if the item is gone.
  private func takeIn(
    _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) -> Bool {
    do throws(EditError) {
      let old = (revision, object.calendar)
      try reload(context)
      if old != (revision, object.calendar) {
        step.say("changed elsewhere:")
        for line in card(context) { step.say(line) }
      }
      return true
    } catch {
      switch error {
      case .itemGone, .occurrenceGone:
        step.say("it was deleted elsewhere")
        close(.deleted(nil, id: target.id(item.kind), span: nil), &step)
        return false
      default: throw .edit(error)
      }
    }
  }

  private func ask(_ step: inout FormStep<ViewOutcome>, _ context: QueryContext) {
    if step.outcome != nil || step.question != nil { return }
    let (label, words): (String, [String])
    switch state {
    case .closed, .editing: return
    case .showing:
      (label, words) = (actions.map(\.label).joined(separator: " "), actions.map(\.rawValue))
    case .deleteSpan: (label, words) = spanChoices.question("Delete \(title)")
    case .deleteConfirm: (label, words) = ("Delete \(title)? [y/N]", ["yes", "no"])
    case .answerSpan(let answer): (label, words) = spanChoices.question("\(answer.rawValue) for")
    }
    step.question = FormQuestion(label: label, text: "", isField: false, candidates: words, isDecision: true)
  }

  var title: String { item.title ?? "(untitled)" }

  var spanChoices: SpanChoices {
    SpanChoices(object, target.key, isRuleChange: false, until: workspace.store.stopSignal)
  }
}
