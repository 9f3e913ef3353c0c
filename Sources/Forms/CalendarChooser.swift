import Changes

/// Chooses calendars: EventKitUI's calendar chooser without a screen.
///
/// It stays open until its presenter takes the outcome. `finished` with nothing chosen and `canceled` are
/// different outcomes.
public final class CalendarChooser: FormController {
  /// How it ended.
  public enum Outcome: Sendable {
    case finished([CalendarRecord])
    case canceled
  }

  /// Whether one calendar is chosen or any number.
  public enum Selection: Sendable { case single, multiple }

  /// Which calendars are offered.
  public enum Display: Sendable { case all, writableOnly }

  private let selection: Selection
  private let calendars: [CalendarRecord]
  private let sources: [SourceRecord]
  private let title: String
  /// The ids of the chosen calendars, a set even for single selection; setting it does not call
  /// `onSelectionChange`.
  public var selectedCalendars: Set<Int>
  /// Whether done is offered.
  public var showsDone = true
  /// Whether cancel is offered.
  public var showsCancel = true
  /// Called with the selection when the person changes it.
  public var onSelectionChange: ((Set<Int>) -> Void)?
  /// Called with the outcome, once.
  public var onOutcome: ((Outcome) -> Void)?
  private var isClosed = false

  /// Creates a chooser among a store's calendars for one kind of item or both.
  ///
  /// A write-only client gets a single choice among the writable calendars, whatever it requested.
  public init(
    _ title: String, selection: Selection, display: Display, kinds: EntityKinds, selected: Set<Int> = [],
    isWriteOnly: Bool = false, store: CalendarStore
  ) throws(FormFault) {
    self.title = title
    self.selection = isWriteOnly ? .single : selection
    selectedCalendars = selected
    sources = try FormFault.reading(store.sources)
    calendars = try FormFault.reading(store.calendars).filter { calendar in
      !calendar.kinds.isDisjoint(with: kinds)
        && (display == .all && !isWriteOnly || calendar.isWritable)
    }
  }

  /// The calendars in the order of their numbers: grouped by account.
  private var offered: [CalendarRecord] {
    sources.flatMap { source in calendars.filter { $0.source == source.id } }
  }

  /// Returns the list and the possible answers.
  public func begin() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    step.say(title)
    list(&step)
    ask(&step)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    let answer = FormText.trimmed(text)
    step.attempt { (step) throws(FormFault) in try take(answer, &step) }
    ask(&step)
    return step
  }

  /// Ends the form: nothing is saved.
  public func leaveUnsaved(_ step: inout FormStep<Outcome>) { close(.canceled, &step) }

  private func close(_ outcome: Outcome, _ step: inout FormStep<Outcome>) {
    if isClosed { return }
    isClosed = true
    step.outcome = outcome
    onOutcome?(outcome)
  }

  private func ask(_ step: inout FormStep<Outcome>) {
    if isClosed { return }
    let numbers = selection == .single ? "a number or name" : "numbers or names, all, none"
    let done = showsDone ? ", [d]one" : ""
    let cancel = showsCancel ? ", [c]ancel" : ""
    step.question = FormQuestion(
      label: numbers + done + cancel, text: "", isField: false, candidates: offered.map(\.title),
      isDecision: true)
  }

  private func list(_ step: inout FormStep<Outcome>) {
    var number = 0
    for source in sources {
      let own = calendars.filter { $0.source == source.id }
      if own.isEmpty { continue }
      step.say(" " + source.title)
      for calendar in own {
        number += 1
        let mark =
          switch (selection, selectedCalendars.contains(calendar.id)) {
          case (.single, true): "(•)"
          case (.single, false): "( )"
          case (.multiple, true): "[x]"
          case (.multiple, false): "[ ]"
          }
        let note = calendar.isWritable ? "" : "  (read only)"
        step.say("  \(number < 10 ? " " : "")\(number) \(mark) \(calendar.title)\(note)")
      }
    }
  }

  private func take(_ answer: String, _ step: inout FormStep<Outcome>) throws(FormFault) {
    let chosen = offered.filter { selectedCalendars.contains($0.id) }
    switch answer.lowercased() {
    case "d", "done", "": if showsDone { return close(.finished(chosen), &step) }
    case "c", "cancel": if showsCancel { return close(.canceled, &step) }
    case "?":
      step.say(
        (selection == .single
          ? "a number or name chooses it" : "numbers or names mark or unmark, 1 3-5 several at once")
          + "; Enter or d is done, c cancels")
    case "l", "list": break
    case "all" where selection == .multiple: change(to: Set(offered.map(\.id)))
    case "none": change(to: [])
    default:
      let found = try calendars(named: answer)
      if selection == .single, found.count > 1 { throw .choose(["one number or name"]) }
      change(to: selection == .single ? Set(found) : selectedCalendars.symmetricDifference(found))
    }
    list(&step)
  }

  private func change(to selection: Set<Int>) {
    if selection == selectedCalendars { return }
    selectedCalendars = selection
    onSelectionChange?(selection)
  }

  /// Returns the ids of calendars for `1 3-5` or for the beginning of a name.
  private func calendars(named answer: String) throws(FormFault) -> [Int] {
    let offered = offered
    let words = answer.split { $0 == " " || $0 == "," }
    var numbers: [Int] = []
    for word in words {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first >= 1,
        first <= last,
        last <= offered.count
      else {
        numbers = []
        break
      }
      numbers += Array(first...last)
    }
    if !numbers.isEmpty { return numbers.map { offered[$0 - 1].id } }
    let found = offered.titledOrBegun(answer)
    guard found.count == 1 else { throw .choose(["1 to \(offered.count)", "or the beginning of a name"]) }
    return found.map(\.id)
  }
}
