import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// Edits an event or reminder field by field, and saves it: EventKitUI's edit controller without a screen.
///
/// It knows no terminal: `begin` answers the first step, each answer the next, and the last has the outcome, which is told once.
/// Answers are read by the grammar's rules, so faults have places. What others do to the item meanwhile is taken in with every answer:
/// what was not touched follows, what was touched on both sides is asked about, what was deleted ends the form.
public final class ItemEditController: FormController {
  enum State {
    case field(FormField.Name)
    /// The short path is at its end.
    case more
    case review
    case span
    case discard
    case deleteSpan
    case deleteConfirm(EditScope?)
    /// Fields that were changed here and elsewhere.
    case collision(Set<ItemField>)
    /// An answer to a field has several meanings.
    case meanings(FormField.Name, [String])
    /// There is no list for reminders, or no calendar.
    case newCalendar
    case closed

    var isReview: Bool { if case .review = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
  }

  /// Which fields are asked without being gone to.
  enum Reach {
    /// Those of the short path, then those beside it, or all in the order of the full form.
    case short, rest, all
  }

  let workspace: Workspace
  let moment: () -> QueryContext
  let options: ParseOptions
  /// The form as it is.
  public internal(set) var form: ItemForm
  var state = State.more
  /// Where a question about the whole form leads back to.
  var resume = State.review
  /// Which fields are asked one after another.
  var reach = Reach.short
  /// How often what is edited was saved when it was read.
  var revision: Int?
  /// Told the outcome, once.
  public var onOutcome: ((FormOutcome) -> Void)?
  /// Asked for a calendar where neither the item nor the person names one; else the store's default is taken.
  public var defaultCalendar: (() -> CalendarRecord?)?
  /// What was typed and not taken: it stands in the line again.
  private var typed: String?
  /// What stood in the line before the answer, where that was not the field's value.
  var lineText: String?

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
  /// Throws `item-gone` and `occurrence-gone`, and what keeps it from being changed: `calendar-read-only`, `invitation-read-only`.
  public init(
    _ target: ItemTarget, workspace: Workspace, options: ParseOptions = ParseOptions(),
    moment: @escaping () -> QueryContext
  ) throws(EditError) {
    self.workspace = workspace
    self.moment = moment
    self.options = options
    let now = moment().now
    let family = try workspace.family(target, now: now)
    try workspace.checkChangeable(family)
    let item = try workspace.item(target, now: now)
    form = ItemForm(item, target: target, in: try workspace.calendar(family.calendar))
    revision = try workspace.revision(of: target, in: family)
  }

  // MARK: Answers

  /// The first step.
  public func begin() -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    let context = moment()
    if form.calendar == nil, let calendar = proposedCalendar { form.propose(calendar) }
    let kind = form.kind == .reminder ? "reminder" : "event"
    let title =
      form.isNew ? "New \(kind)" : "Editing \(ItemSentences(zone: context.zone).item(form.item))"
    step.say("\(title)    ? help  < back  . review")
    if !form.isNew, let phrase = ItemSentences(zone: context.zone).phrase(form.item) {
      step.say("It repeats: " + phrase)
    }
    state = .field(path.first ?? .title)
    ask(&step, context)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<FormOutcome> {
    var step = FormStep<FormOutcome>()
    let context = moment()
    lineText = typed
    typed = nil
    let wasReview = state.isReview
    do throws(FormFault) {
      try handle(text, &step, context)
      if !state.isClosed { try takeIn(&step, context) }
    } catch {
      refuse(error, text, &step)
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

  /// What others did to the item since the last answer; nil where nothing changed that the person should know.
  public func storeChanged() -> FormStep<FormOutcome>? {
    var step = FormStep<FormOutcome>()
    if state.isClosed { return nil }
    let context = moment()
    do throws(FormFault) {
      try takeIn(&step, context)
    } catch {
      refuse(error, nil, &step)
    }
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

  // MARK: Faults

  private func refuse(_ fault: FormFault, _ text: String?, _ step: inout FormStep<FormOutcome>) {
    // What was answered stands in the line again; a command that went wrong does not.
    if case .field = state, let text, !Self.isCommand(Self.trimmed(text)) { typed = text }
    step.say(fault, answer: text)
  }

  /// The calendar for what has none: the delegate's, else the store's default.
  var proposedCalendar: CalendarRecord? {
    defaultCalendar?() ?? (try? workspace.defaultCalendar(for: form.kind))
  }

  // MARK: What is asked

  /// The fields that are asked one after another.
  var path: [FormField.Name] {
    form.fields.filter { field in
      switch reach {
      case .short: field.isShort
      case .rest: !field.isShort
      case .all: true
      }
    }.map(\.name)
  }

  func field(_ name: FormField.Name) -> FormField? { FormField.all(form.kind).first { $0.name == name } }

  private func ask(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) {
    if step.outcome != nil || step.editorText != nil { return }
    switch state {
    case .closed: return
    case .field(let name):
      guard let field = field(name) else { return }
      step.question = FormQuestion(
        label: field.label, text: typed ?? form.text(field, context), isField: true,
        candidates: candidates(field, context))
    default: step.question = choice(context)
    }
  }

  private func candidates(_ field: FormField, _ context: QueryContext) -> [String] {
    switch field.input {
    case .choice(.calendar):
      return ((try? reader(context).calendars(form.kind)) ?? []).map { Quoting.word($0.title) }
    case .choice(let name):
      let noun: Noun = form.kind == .reminder ? .reminders : .events
      return FieldCatalogue.entry(name, of: noun)?.choices ?? []
    case .value(.zone): return context.zones.identifiers + ["floating"]
    case .repetition: return form.item.anchor.map { RepeatMenu(start: $0).phrases } ?? []
    case .value(.allday), .value(.flagged): return ["yes", "no"]
    default: return field.examples
    }
  }
}
