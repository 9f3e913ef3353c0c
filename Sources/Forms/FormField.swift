import Model
import QueryLanguage

/// A field of a form: what it sets, how its answers are read, and what helps to answer it.
public struct FormField: Hashable, Sendable {
  /// Which field; the raw value is what `:FIELD` and answer files call it.
  public enum Name: String, CaseIterable, Sendable {
    case title, location, allday, start, end, due, zone, travel, `repeat`, until, calendar, list, priority,
      parent
    case attendees, alarms
    case secondAlarm = "second-alarm"
    case availability, flagged, url, tags, notes
  }

  /// How an answer is read.
  public enum Input: Hashable, Sendable {
    /// As the value of a field of the language, by the grammar's own rules.
    case value(FieldName)
    /// As the text it is.
    case text(FieldName)
    /// As texts with commas between them.
    case texts(FieldName)
    /// As a number of the choices, the beginning of one, or a whole one.
    case choice(FieldName)
    /// As a number of the menu of repetitions, or a phrase.
    case repetition
    /// As the end of the repetition.
    case until
    /// As the first alarm, or several.
    case alarm
    /// As the alarm after the first, or several.
    case secondAlarm
    /// As an item to be a part of.
    case parent
  }

  /// Which field.
  public let name: Name
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

  /// The words that mean the field: its name, its label, and the language's name for it.
  func isCalled(_ word: String) -> Bool {
    let word = word.lowercased()
    return name.rawValue == word || label.lowercased() == word
      || label.lowercased().split(separator: " ").joined(separator: "-") == word
  }
}

extension FormField {
  /// The fields of a kind of item, in the order of the full form.
  public static func all(_ kind: Model.ItemKind) -> [FormField] { kind == .reminder ? reminder : event }

  private init(
    _ name: Name, _ label: String, _ input: Input, short: Bool = false, _ help: String, _ examples: String...
  ) {
    self.name = name
    self.label = label
    self.input = input
    isShort = short
    self.help = help
    self.examples = examples
  }

  private static let event: [FormField] = [
    title("Dentist"), location,
    FormField(.allday, "All day", .value(.allday), "whether it lasts whole days", "yes", "no"),
    FormField(
      .start, "Starts", .value(.start), short: true, "when it starts; a clock time alone keeps the day",
      "fri 19:00", "tomorrow 9:30", "24 dec", "14:00"),
    FormField(
      .end, "Ends", .value(.end), short: true, "when it ends, or how long it lasts", "20:30", "1h30m",
      "sunday"),
    FormField(
      .zone, "Time zone", .value(.zone), "the zone whose clock it follows", "Europe/Berlin", "floating"),
    FormField(.travel, "Travel time", .value(.travel), "the way there, which counts as busy", "30m", "1h30m"),
    repetition, until,
    FormField(
      .calendar, "Calendar", .choice(.calendar), short: true, "which calendar it is in", "Work", "2"),
    FormField(
      .attendees, "Invitees", .texts(.attendees), "who is invited", "ann@example.org",
      "Ann <ann@example.org>, bob@example.org"),
    alarm, secondAlarm,
    FormField(
      .availability, "Show as", .choice(.availability), "what it does to its time", "busy", "free"),
    url, tags, notes,
  ]

  private static let reminder: [FormField] = [
    title("Buy milk"),
    FormField(
      .due, "Due", .value(.due), short: true, "when it should be done: a day, or a time that rings",
      "fri 18:00", "tomorrow", "24 dec"),
    FormField(.list, "List", .choice(.calendar), short: true, "which list it is in", "Errands", "2"),
    FormField(
      .priority, "Priority", .choice(.priority), short: true, "how much it matters", "high", "none"),
    FormField(.start, "Starts", .value(.start), "when work on it can start", "monday"),
    FormField(
      .zone, "Time zone", .value(.zone), "the zone whose clock it follows", "Europe/Berlin", "floating"),
    repetition, until, alarm, secondAlarm, location,
    FormField(.flagged, "Flagged", .value(.flagged), "whether it is marked to be seen", "yes", "no"),
    FormField(
      .parent, "Part of", .parent, "the reminder that it is a part of, by its title or id", "Groceries",
      "rm:7kq2m9"),
    url, tags, notes,
  ]

  private static func title(_ example: String) -> FormField {
    FormField(.title, "Title", .text(.title), short: true, "what it is called", example)
  }

  private static let location = FormField(
    .location, "Location", .value(.location), "where it takes place; coordinates make it a place on the map",
    "Room 5", "Café at 52.52, 13.4 radius 100m")
  private static let repetition = FormField(
    .repeat, "Repeat", .repetition, "how it repeats: a number of the menu, or in words", "every 2 weeks",
    "every weekday until dec 2026", "never")
  private static let until = FormField(
    .until, "End repeat", .until, "the last day of the repetition", "never", "dec 2026", "10 times")
  private static let alarm = FormField(
    .alarms, "Alarm", .alarm, "when it rings, counted from the start or the due date",
    "-15m", "0m", "-1d, -1h sound Bell", "entering \"Office\" at 52.52, 13.4", "none")
  private static let secondAlarm = FormField(
    .secondAlarm, "2nd alarm", .secondAlarm, "when it rings again", "-1h", "none")
  private static let url = FormField(.url, "URL", .text(.url), "a link", "https://example.org/")
  private static let tags = FormField(.tags, "Tags", .texts(.tags), "words to find it by", "family, garden")
  private static let notes = FormField(
    .notes, "Notes", .text(.notes), "free text; \\n begins a line, :edit opens an editor", "Bring the papers")

  /// Whether an item as it is now has the field: some depend on others.
  public func isShown(for item: Item) -> Bool {
    switch name {
    case .zone: item.anchor.map { !$0.isAllDay } ?? false
    case .travel: !item.isAllDay
    case .until: item.recurrence != nil && !item.repeatsFromCompletion
    case .secondAlarm: !item.alarms.isEmpty
    case .title, .location, .allday, .start, .end, .due, .repeat, .calendar, .list, .priority, .parent,
      .attendees,
      .alarms, .availability, .flagged, .url, .tags, .notes:
      true
    }
  }
}
