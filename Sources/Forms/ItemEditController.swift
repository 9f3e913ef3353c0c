import Changes

/// Edits an event or reminder field by field, and saves it: EventKitUI's edit controller without a screen.
///
/// It knows no terminal: `begin` returns the first step, each answer the next, and the last step has the
/// outcome, which is reported once. Answers are read by the rules of the grammar, so faults have positions.
/// Every answer takes in changes made elsewhere: untouched fields follow, fields changed on both sides are
/// asked about, and a deleted item ends the form.
public final class ItemEditController: FormController {
  enum State {
    /// The walk asks a field.
    case field
    /// The short path is finished.
    case more
    case review
    case span
    case discard
    case deleteSpan
    case deleteConfirm(EditSpan?)
    /// Fields changed here and elsewhere, and the state after they are settled.
    indirect case collision([Collision], then: State)
    /// There is no list for reminders, or no calendar.
    case newCalendar
    case closed

    var isReview: Bool { if case .review = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
  }

  /// A field changed both here and elsewhere.
  struct Collision: Hashable {
    var field: ItemFormField
    var parts: Set<ItemField>
  }

  let workspace: Workspace
  let moment: () -> QueryContext
  let options: ParseOptions
  /// The form in its current state.
  public internal(set) var form: ItemForm
  var state = State.more
  /// The state to return to after a question about the whole form.
  var resume = State.review
  /// The path through the fields, with the current one.
  var walk = FieldWalk(from: .title, .short)
  /// The revision of the edited item when it was read.
  var revision: Int?
  /// Called with the outcome, once.
  public var onOutcome: ((FormOutcome) -> Void)?
  /// Called for a calendar if neither the item nor the person names one; otherwise the store's default
  /// applies.
  public var defaultCalendar: (() -> CalendarRecord?)?
  /// The rooms that the place of an event may be; nil without a provider.
  public var offer: RoomOffer?
  /// Creates an editor for a new item; `item` is the proposed item, `calendar` the proposed calendar.
  ///
  /// `moment` reads the clock, the zone and the settings, once for each answer.
  public init(
    new item: Item, in calendar: CalendarRecord?, workspace: Workspace,
    options: ParseOptions = ParseOptions(),
    moment: @escaping () -> QueryContext
  ) {
    self.workspace = workspace
    self.moment = moment
    self.options = options
    form = ItemForm(new: item, in: calendar)
  }

  /// Creates an editor for an item or occurrence.
  ///
  /// Throws `item-gone` and `occurrence-gone`, and the errors of an item that cannot be changed:
  /// `calendar-read-only`, `invitation-read-only`.
  public init(
    _ target: ItemTarget, workspace: Workspace, options: ParseOptions = ParseOptions(),
    moment: @escaping () -> QueryContext
  ) throws(EditError) {
    self.workspace = workspace
    self.moment = moment
    self.options = options
    let object = try workspace.object(of: target)
    try workspace.checkChangeable(object)
    let item = try workspace.item(target)
    form = ItemForm(item, target: target, in: try workspace.calendar(object.calendar))
    revision = workspace.revision(of: target, in: object)
  }

  /// Takes over changes that were made before the form is shown; they count as the person's.
  ///
  /// `calendar` is the one that the item is to go to; nil leaves it where it is.
  public func propose(_ edit: ItemEdit, in calendar: CalendarRecord?) {
    form.take(edit)
    if let calendar { form.setCalendar(calendar) }
  }

  // MARK: Answers

  /// The first step.
  public func begin() -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    let context = moment()
    proposeCalendar()
    let kind = form.kind == .reminder ? "reminder" : "event"
    let title =
      form.isNew ? "New \(kind)" : "Editing \(ItemSentences(zone: context.zone).item(form.item))"
    step.say("\(title)    ? help  < back  . review")
    if !form.isNew, let phrase = ItemSentences(zone: context.zone).phrase(form.item) {
      step.say("It repeats: " + phrase)
    }
    if walk.begin(.short, of: answers(context)) { state = .field }
    ask(&step, context)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    let context = moment()
    let wasReview = state.isReview
    step.attempt(text) { (step) throws(FormFault) in
      try handle(text, &step, context)
      if !state.isClosed { try takeIn(&step, context) }
    }
    if state.isReview, !wasReview { showReview(&step, context) }
    ask(&step, context)
    return step
  }

  /// The step after Ctrl-C: asks whether to discard the answers; a second Ctrl-C discards them.
  public func interrupt() -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    switch state {
    case .discard: close(.canceled, &step)
    case .closed: break
    default: leave(&step)
    }
    ask(&step, moment())
    return step
  }

  /// Ends the form: nothing is saved.
  public func leaveUnsaved(_ step: inout FormStep<FormOutcome>) { close(.canceled, &step) }

  /// What others did to the item since the last answer; nil where nothing
  /// changed that the person should know.
  public func storeChanged() -> FormStep<FormOutcome>? {
    var step = FormStep<FormOutcome>()
    if state.isClosed { return nil }
    let context = moment()
    step.attempt { (step) throws(FormFault) in try takeIn(&step, context) }
    if step.lines.isEmpty && step.outcome == nil { return nil }
    ask(&step, context)
    return step
  }

  func close(_ outcome: FormOutcome, _ step: inout FormStep<FormOutcome>) {
    if state.isClosed { return }
    state = .closed
    step.outcome = outcome
    onOutcome?(outcome)
  }

  /// The calendar for an item without one: the delegate's, else the store's default.
  var proposedCalendar: CalendarRecord? {
    defaultCalendar?() ?? (try? workspace.defaultCalendar(for: form.kind))
  }

  func proposeCalendar() {
    // If accounts cannot be read, the first answer reports why.
    form.sources = (try? workspace.store.sources()) ?? []
    if form.calendar == nil, let calendar = proposedCalendar { form.propose(calendar) }
  }

  // MARK: Questions

  /// Returns the form at one moment.
  func answers(_ context: QueryContext) -> ItemAnswers {
    form.hidesCalendar = (try? canRead()) == false
    return ItemAnswers(form: form, reader: reader(context))
  }

  /// Changes the form at one moment.
  func withAnswers<Result, Failure: Error>(
    _ context: QueryContext, _ body: (inout ItemAnswers) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var answers = answers(context)
    defer { form = answers.form }
    return try body(&answers)
  }

  func reader(_ context: QueryContext) -> FormReader {
    FormReader(
      context: context, store: workspace.store, options: options,
      choosesCalendar: (try? canRead()) != false, offer: offer)
  }

  /// Whether the client may see other items of this kind.
  func canRead() throws(FormFault) -> Bool {
    guard let access = workspace.access else { return true }
    return try FormFault.editing { () throws(EditError) in try access.level(form.kind).canRead }
  }

  func ask(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) {
    if step.outcome != nil || step.editorText != nil { return }
    switch state {
    case .closed: return
    case .field: step.question = walk.question(answers(context))
    default: step.question = choice(context)
    }
  }
}
