import Changes

/// The usual repetitions from a start time: the menu of the field Repeat.
struct RepeatMenu {
  /// The phrases in the order of their numbers, from 1; they parse as repetitions.
  let phrases: [String]

  init(start: EventTime) {
    let date = start.wall.date
    let weekday = date.weekday.name.lowercased()
    let day = date.parts.day
    let ordinal = Self.ordinal(day)
    var phrases = [
      "never", "every day", "every weekday", "every week on \(weekday)", "every 2 weeks on \(weekday)",
      "every month on the \(ordinal)",
    ]
    let week = (day + 6) / 7
    phrases.append("every month on the \(week < 5 ? Self.ordinal(week) : "last") \(weekday)")
    phrases.append("every year")
    self.phrases = phrases
  }

  /// The menu in one line.
  var text: String {
    phrases.enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: "  ")
  }

  private static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 10, number % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }
}
