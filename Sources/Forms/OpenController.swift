import Changes

/// Asks what to do about what a file or an address holds.
public final class OpenController: FormController {
  /// What can be done.
  public enum Action: String, CaseIterable, Sendable {
    case accept, maybe, decline, `import`, subscribe, quit

    /// The letter of the action.
    var key: Character { self == .decline ? "l" : rawValue.first ?? "?" }

    /// The action for the question: `dec[l]ine`.
    var label: String { self == .decline ? "dec[l]ine" : "[\(key)]\(rawValue.dropFirst())" }

    /// The effect of the action.
    var help: String {
      switch self {
      case .accept, .maybe, .decline: "takes the invitation and answers it: \(rawValue)"
      case .import: "takes it into the store and answers nothing"
      case .subscribe: "adds a calendar that is read from the address"
      case .quit: "leaves everything as it is"
      }
    }
  }

  /// How it ended.
  public enum Outcome: Sendable, Equatable {
    /// Nothing is to be done.
    case canceled
    /// The action, and the calendar for it; nil takes the proposed one.
    case chosen(Action, calendar: String?)
  }

  /// The question for the calendar of what is new.
  public struct CalendarQuestion: Sendable {
    /// The text in front of the answer.
    public var label: String
    /// The calendar if the person names no other.
    public var proposal: String
    /// The names that can be given; empty for any name.
    public var titles: [String]

    /// Creates a question.
    public init(_ label: String, proposal: String, titles: [String] = []) {
      (self.label, self.proposal, self.titles) = (label, proposal, titles)
    }
  }

  private enum State {
    case choosing, naming(Action), closed
  }

  private let lines: [String]
  private let actions: [Action]
  private let calendar: CalendarQuestion?
  private var state = State.choosing

  /// Creates a form: the lines to show, the actions to offer beside `quit`, and the question for a calendar
  /// after one of them; nil asks for none.
  public init(_ lines: [String], actions: [Action], calendar: CalendarQuestion?) {
    self.lines = lines
    self.actions = actions + [.quit]
    self.calendar = calendar
  }

  /// The first step; the only one if there is nothing to do.
  public func begin() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    for line in lines { step.say(line) }
    if actions == [.quit] { close(.canceled, &step) } else { ask(&step) }
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    let answer = FormText.trimmed(text)
    step.attempt(text) { (step) throws(FormFault) in
      try FormFault.checkCharacters(of: answer)
      switch state {
      case .choosing: try choose(answer, &step)
      case .naming(let action): close(.chosen(action, calendar: try title(answer)), &step)
      case .closed: break
      }
    }
    ask(&step)
    return step
  }

  /// Ends the form: nothing is saved.
  public func leaveUnsaved(_ step: inout FormStep<Outcome>) { close(.canceled, &step) }

  private func choose(_ answer: String, _ step: inout FormStep<Outcome>) throws(FormFault) {
    let word = answer.lowercased()
    if word.isEmpty { return }
    if word == "?" {
      for action in actions { step.say("  \(action.key) \(action.help)") }
      return
    }
    let found =
      actions.first { String($0.key) == word }
      ?? actions.first { word.count > 1 && $0.rawValue.hasPrefix(word) }
    guard let found else { throw .choose(actions.map(\.rawValue)) }
    if found == .quit { return close(.canceled, &step) }
    if calendar == nil { close(.chosen(found, calendar: nil), &step) } else { state = .naming(found) }
  }

  /// The calendar of an answer: its name, or the beginning of one name; nil for the proposal.
  private func title(_ answer: String) throws(FormFault) -> String? {
    guard let calendar, !answer.isEmpty, answer != calendar.proposal else { return nil }
    if calendar.titles.isEmpty { return answer }
    let folded = Folding.name(answer)
    let exact = calendar.titles.filter { Folding.name($0) == folded }
    let found = exact.isEmpty ? calendar.titles.filter { Folding.name($0).hasPrefix(folded) } : exact
    guard let title = found.first, found.count == 1 else {
      throw .answer(
        Diagnostic(
          code: StoreError.Code.unknownCalendar.rawValue, message: "no calendar called `\(answer)`",
          hint: "Enter takes \(calendar.proposal); otherwise " + calendar.titles.joined(separator: ", ")))
    }
    return title
  }

  private func ask(_ step: inout FormStep<Outcome>) {
    switch state {
    case .closed: return
    case .choosing:
      step.question = FormQuestion(
        label: actions.map(\.label).joined(separator: " "), text: "", isField: false,
        candidates: actions.map(\.rawValue), isDecision: true)
    case .naming:
      step.question = FormQuestion(
        label: calendar?.label ?? "", text: calendar?.proposal ?? "", isField: true,
        candidates: calendar?.titles ?? [])
    }
  }

  private func close(_ outcome: Outcome, _ step: inout FormStep<Outcome>) {
    state = .closed
    step.outcome = outcome
  }
}
