/// The names of the fields of all forms, as in `:FIELD` and in answer files.
public enum FormFieldName: String, CaseIterable, Sendable {
  case title, location, allday, start, end, due, zone, travel, `repeat`, until, calendar, list, priority,
    parent
  case attendees, alarms
  case secondAlarm = "second-alarm"
  case availability, attachments, flagged, url, tags, notes
  // The fields of a calendar.
  case name, account, holds, color, alarm, shown
}

/// A field of a form: its names, how its answers are read, and its help.
public struct FormField<Input: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the field.
  public let name: FormFieldName
  /// The text in front of the answer.
  public let label: String
  /// How an answer is read.
  public let input: Input
  /// Whether the short path asks for it.
  public let isShort: Bool
  /// One line of help.
  public let help: String
  /// Example answers.
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

  /// Whether a word is the field's name or label.
  func isCalled(_ word: String) -> Bool {
    let word = word.lowercased()
    return name.rawValue == word || label.lowercased() == word
      || label.lowercased().split(separator: " ").joined(separator: "-") == word
  }

  /// Whether a word begins the field's name or label.
  func begins(with word: String) -> Bool {
    name.rawValue.hasPrefix(word.lowercased()) || label.lowercased().hasPrefix(word.lowercased())
  }
}
