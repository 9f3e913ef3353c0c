/// The names of the fields of all forms: what `:FIELD` and answer files call them.
public enum FormFieldName: String, CaseIterable, Sendable {
  case title, location, allday, start, end, due, zone, travel, `repeat`, until, calendar, list, priority,
    parent
  case attendees, alarms
  case secondAlarm = "second-alarm"
  case availability, attachments, flagged, url, tags, notes
  // Those of a calendar.
  case name, account, holds, color, alarm, shown
}

/// A field of a form: what it is called, how its answers are read, and what helps to answer it.
public struct FormField<Input: Hashable & Sendable>: Hashable, Sendable {
  /// Which field.
  public let name: FormFieldName
  /// What stands before the answer.
  public let label: String
  /// How an answer is read.
  public let input: Input
  /// Whether it is asked without being asked for.
  public let isShort: Bool
  /// One line of help.
  public let help: String
  /// Answers that it takes.
  public let examples: [String]

  init(
    _ name: FormFieldName, _ label: String, _ input: Input, short: Bool = false, _ help: String,
    _ examples: String...
  ) {
    self.name = name
    self.label = label
    self.input = input
    isShort = short
    self.help = help
    self.examples = examples
  }

  /// Whether a word means the field: its name or its label.
  func isCalled(_ word: String) -> Bool {
    let word = word.lowercased()
    return name.rawValue == word || label.lowercased() == word
      || label.lowercased().split(separator: " ").joined(separator: "-") == word
  }

  /// Whether a word begins its name or its label.
  func begins(with word: String) -> Bool {
    name.rawValue.hasPrefix(word.lowercased()) || label.lowercased().hasPrefix(word.lowercased())
  }
}
