import Changes

/// The answer that a field proposes until the person types another.
public struct FormProposal: Hashable, Sendable {
  /// The value as it can be typed again.
  public var text: String
  /// The value for display: dates with their weekday.
  public var shown: String

  /// Creates a proposal; `shown` defaults to the text.
  public init(_ text: String, shown: String? = nil) {
    self.text = text
    self.shown = shown ?? text
  }

  /// Creates a proposal from a date as fields write it, shown with its weekday.
  init(date text: String) {
    self.init(text)
    guard let (day, clock) = Self.plainDay(text) else { return }
    let written = Self.text(day, clock).dropFirst(Self.text(day, nil).count)
    shown = DateText.day(day) + written
  }

  /// Returns the date `days` later; nil if the text is not a date of one day.
  static func date(_ text: String, movedBy days: Int) -> FormProposal? {
    guard let (day, clock) = plainDay(text), let moved = day.adding(days: days) else { return nil }
    return FormProposal(date: Self.text(moved, clock))
  }

  private static func text(_ day: CivilDate, _ clock: ClockSyntax?) -> String {
    DateSyntax(.day(.date(day, weekday: nil), at: clock)).description
  }

  /// Returns the day and the clock time of a full date without offsets.
  private static func plainDay(_ text: String) -> (CivilDate, ClockSyntax?)? {
    guard let date = try? SyntaxFragment.date(text), date.offsets.isEmpty,
      case .day(.date(let day, _), let clock) = date.base
    else { return nil }
    return (day, clock)
  }

  /// Returns the choice `count` places further, wrapping around; a text outside the choices leads to the
  /// first or the last.
  static func choice(_ text: String, movedBy count: Int, in choices: [String]) -> FormProposal? {
    guard !choices.isEmpty else { return nil }
    let index = choices.firstIndex { $0.lowercased() == text.lowercased() }
    let next = (index ?? (count > 0 ? -1 : choices.count)) + count
    let size = choices.count
    return FormProposal(choices[((next % size) + size) % size])
  }
}

/// The values that Up and Down go through in a field.
enum FormSteps: Hashable, Sendable {
  /// No values.
  case nothing
  /// Days.
  case days
  /// A list of choices; Down goes forward.
  case choices([String])

  /// The line of a field's help about these keys.
  var help: String? {
    switch self {
    case .nothing: nil
    case .days: "Up a day later, Down a day earlier"
    case .choices: "Up and Down go through the choices"
    }
  }
}
