import Changes

/// What a field's answer is until something else is said.
public struct FormProposal: Hashable, Sendable {
  /// The value as it may be typed again.
  public var text: String
  /// The value as a person reads it: dates with their weekday.
  public var shown: String

  /// A proposal; it is shown as it may be typed unless something else is said.
  public init(_ text: String, shown: String? = nil) {
    self.text = text
    self.shown = shown ?? text
  }

  /// A date as fields write it, shown with its weekday.
  init(date text: String) {
    self.init(text)
    guard let (day, clock) = Self.plainDay(text) else { return }
    let written = Self.text(day, clock).dropFirst(Self.text(day, nil).count)
    shown = DateText.day(day) + written
  }

  /// The date so many days later; nil where the text is no date of one day.
  static func date(_ text: String, movedBy days: Int) -> FormProposal? {
    guard let (day, clock) = plainDay(text), let moved = day.adding(days: days) else { return nil }
    return FormProposal(date: Self.text(moved, clock))
  }

  private static func text(_ day: CivilDate, _ clock: ClockSyntax?) -> String {
    DateSyntax(.day(.date(day, weekday: nil), at: clock)).description
  }

  /// The day and the clock time of a date in figures.
  private static func plainDay(_ text: String) -> (CivilDate, ClockSyntax?)? {
    guard let date = try? SyntaxFragment.date(text), date.offsets.isEmpty,
      case .day(.date(let day, _), let clock) = date.base
    else { return nil }
    return (day, clock)
  }

  /// The one so many places further in a list of choices, around its ends; from none
  /// of them the first or the last.
  static func choice(_ text: String, movedBy count: Int, in choices: [String]) -> FormProposal? {
    guard !choices.isEmpty else { return nil }
    let index = choices.firstIndex { $0.lowercased() == text.lowercased() }
    let next = (index ?? (count > 0 ? -1 : choices.count)) + count
    let size = choices.count
    return FormProposal(choices[((next % size) + size) % size])
  }
}

/// What Up and Down go through in a field.
enum FormSteps: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Days.
  case days
  /// Some choices, in the order of a list: Down goes on.
  case choices([String])

  /// What the help of a field says about these keys.
  var help: String? {
    switch self {
    case .nothing: nil
    case .days: "Up a day later, Down a day earlier"
    case .choices: "Up and Down go through the choices"
    }
  }
}
