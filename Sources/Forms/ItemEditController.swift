import Changes

/// Edits an event or reminder field by field, and saves it: EventKitUI's edit controller without a screen.
///
/// It knows no terminal: `begin` answers the first step, each answer the next, and the last has the outcome,
/// which is told once. Answers are read by the grammar's rules, so faults have places. What others do to the
/// item meanwhile is taken in with every answer: what was not touched follows, what was touched on both sides
/// is asked about, what was deleted ends the form.
public final class ItemEditController: FormController {
  enum State {
    /// The walk asks a field.
    case field
    /// The short path is at its end.
    case more
    case review
    case span
    case discard
    case deleteSpan
    case deleteConfirm(EditSpan?)
    /// Fields that were changed here and elsewhere, and what is asked when that is settled.
    indirect case collision([Collision], then: State)
    /// There is no list for reminders, or no calendar.
    case newCalendar
    case closed

    var isReview: Bool { if case .review = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
  }

  /// A field that was changed here and elsewhere.
  struct Collision: Hashable {
    var field: ItemFormField
    var parts: Set<ItemField>
  }

  let workspace: Workspace
  let moment: () -> QueryContext
  let options: ParseOptions
  /// The form as it is.
  public internal(set) var form: ItemForm
  var state = State.more
  /// Where a question about the whole form leads back to.
  var resume = State.review
  /// Which field is asked.
  var walk = FieldWalk(from: .title, .short)
  /// How often what is edited was saved when it was read.
  var revision: Int?
  /// Told the outcome, once.
  public var onOutcome: ((FormOutcome) -> Void)?
  /// Asked for a calendar where neither the item nor the person names one; else the store's default is taken.
  public var defaultCalendar: (() -> CalendarRecord?)?
  /// An editor for a new item: `item` is the proposal, `calendar` the one proposed.
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

  /// An editor for an item or occurrence.
  ///
  /// Throws `item-gone` and `occurrence-gone`, and what keeps it from being changed:
  /// `calendar-read-only`, `invitation-read-only`.
  public init(
    _ target: ItemTarget, workspace: Workspace, options: ParseOptions = ParseOptions(),
    moment: @escaping () -> QueryContext
  ) throws(EditError) {
    self.workspace = workspace
    self.moment = moment
    self.options = options
    let now = moment().now
    let object = try workspace.object(of: target)
    try workspace.checkChangeable(object)
    let item = try workspace.item(target, now: now)
    form = ItemForm(item, target: target, in: try workspace.calendar(object.calendar))
    revision = workspace.revision(of: target, in: object)
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

  /// The step after Ctrl-C: asks whether to discard what was answered; a second one discards it.
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

  /// The last step, when nobody answers any more: nothing is saved.
  public func endOfInput() -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    close(.canceled, &step)
    return step
  }

  /// Ends the form from outside: nothing is saved and no outcome told.
  public func cancelEditing() { state = .closed }

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

  /// The calendar for what has none: the delegate's, else the store's default.
  var proposedCalendar: CalendarRecord? {
    defaultCalendar?() ?? (try? workspace.defaultCalendar(for: form.kind))
  }

  func proposeCalendar() {
    // Where accounts cannot be read, the first answer says why.
    form.sources = (try? workspace.store.sources()) ?? []
    if form.calendar == nil, let calendar = proposedCalendar { form.propose(calendar) }
  }

  // MARK: What is asked

  /// The form at one moment.
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
      choosesCalendar: (try? canRead()) != false)
  }

  /// Whether whoever fills in the form may see other items of its kind.
  func canRead() throws(FormFault) -> Bool {
    guard let access = workspace.access else { return true }
    return try FormFault.editing { () throws(EditError) in try access.level(form.kind).canRead }
  }

  private func ask(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) {
    if step.outcome != nil || step.editorText != nil { return }
    switch state {
    case .closed: return
    case .field: step.question = walk.question(answers(context))
    default: step.question = choice(context)
    }
  }
}
