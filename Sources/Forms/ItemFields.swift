import Changes

/// How an answer to a field of an item is read.
public enum ItemInput: Hashable, Sendable {
  /// As the value of a field of the language, by the grammar's own rules.
  case value(FieldName)
  /// As plain text.
  case text(FieldName)
  /// As texts separated by commas.
  case texts(FieldName)
  /// As the number of a choice, its beginning, or the whole choice.
  case choice(FieldName)
  /// As a number in the menu of repetitions, or a phrase.
  case repetition
  /// As the end of the repetition.
  case until
  /// As the first alarm, or several.
  case alarm
  /// As the alarm after the first, or several.
  case secondAlarm
  /// As the parent item.
  case parent
}

/// A field of an event or reminder.
public typealias ItemFormField = FormField<ItemInput>

/// The fields of the forms of events and reminders.
public enum ItemFields {
  /// The fields of a kind of item, in the order of the full form.
  public static func all(_ kind: ItemKind) -> [ItemFormField] { kind == .reminder ? reminder : event }

  private static let event: [ItemFormField] = [
    title("Dentist"), location,
    ItemFormField(.allday, "All day", .value(.allday), "whether it lasts whole days", "yes", "no"),
    ItemFormField(
      .start, "Starts", .value(.start), short: true,
      "when it starts, with `to` or `for` also when it ends; a clock time alone keeps the day",
      "fri 19:00", "fri 9am to 5pm", "tomorrow 9:30 for 2h", "24 dec", "14:00"),
    ItemFormField(
      .end, "Ends", .value(.end), short: true, "when it ends, or how long it lasts", "20:30", "1h30m",
      "sunday"),
    ItemFormField(
      .zone, "Time zone", .value(.zone), "the zone whose clock it follows", "Europe/Berlin", "floating"),
    ItemFormField(
      .travel, "Travel time", .value(.travel), "the way there, which counts as busy", "30m", "1h30m"),
    repetition, until,
    ItemFormField(
      .calendar, "Calendar", .choice(.calendar), short: true, "which calendar it is in", "Work", "2"),
    ItemFormField(
      .attendees, "Invitees", .texts(.attendees), "who is invited", "ann@example.org",
      "Ann <ann@example.org>, bob@example.org"),
    alarm, secondAlarm,
    ItemFormField(
      .availability, "Show as", .choice(.availability), "what it does to its time", "busy", "free"),
    attachments, url, tags, notes,
  ]

  private static let reminder: [ItemFormField] = [
    title("Buy milk"),
    ItemFormField(
      .due, "Due", .value(.due), short: true, "when it should be done: a day, or a time that rings",
      "fri 18:00", "tomorrow", "24 dec"),
    ItemFormField(.list, "List", .choice(.calendar), short: true, "which list it is in", "Errands", "2"),
    ItemFormField(
      .priority, "Priority", .choice(.priority), short: true, "how much it matters", "high", "none"),
    ItemFormField(.start, "Starts", .value(.start), "when work on it can start", "monday"),
    ItemFormField(
      .zone, "Time zone", .value(.zone), "the zone whose clock it follows", "Europe/Berlin", "floating"),
    repetition, until, alarm, secondAlarm, location,
    ItemFormField(.flagged, "Flagged", .value(.flagged), "whether it is marked to be seen", "yes", "no"),
    ItemFormField(
      .parent, "Part of", .parent, "the reminder that it is a part of, by its title or id", "Groceries",
      "rm:7kq2m9"),
    attachments, url, tags, notes,
  ]

  private static func title(_ example: String) -> ItemFormField {
    ItemFormField(.title, "Title", .text(.title), short: true, "what it is called", example)
  }

  private static let location = ItemFormField(
    .location, "Location", .value(.location), "where it takes place; coordinates make it a place on the map",
    "Room 5", "Café at 52.52, 13.4 radius 100m")
  private static let repetition = ItemFormField(
    .repeat, "Repeat", .repetition, "how it repeats: a number of the menu, or in words", "every 2 weeks",
    "every weekday until dec 2026", "never")
  private static let until = ItemFormField(
    .until, "End repeat", .until, "the last day of the repetition", "never", "dec 2026", "10 times")
  private static let alarm = ItemFormField(
    .alarms, "Alarm", .alarm, "when it rings, counted from the start or the due date",
    "-15m", "0m", "-1d, -1h sound Bell", "entering \"Office\" at 52.52, 13.4", "none")
  private static let secondAlarm = ItemFormField(
    .secondAlarm, "2nd alarm", .secondAlarm, "when it rings again", "-1h", "none")
  private static let attachments = ItemFormField(
    .attachments, "Attachment", .texts(.attachments), "links, or whole paths of files",
    "https://example.org/plan.pdf", "/home/ann/plan.pdf")
  private static let url = ItemFormField(.url, "URL", .text(.url), "a link", "https://example.org/")
  private static let tags = ItemFormField(
    .tags, "Tags", .texts(.tags), "words to find it by", "family, garden")
  private static let notes = ItemFormField(
    .notes, "Notes", .text(.notes), "free text; \\n begins a line, :edit opens an editor", "Bring the papers")
}

extension ItemForm {
  /// Whether the current item has a field: some depend on other fields, some on the account and the calendar.
  func isShown(_ field: ItemFormField) -> Bool {
    switch field.name {
    case .calendar, .list: !hidesCalendar
    case .zone: item.anchor.map { !$0.isAllDay } ?? false
    case .travel: !item.isAllDay
    case .until: item.recurrence != nil && !item.repeatsFromCompletion
    case .secondAlarm: !item.alarms.isEmpty
    case .attendees: !limits.contains(.noInvitations) || !item.attendees.isEmpty
    case .attachments: !limits.contains(.noAttachments) || !item.attachments.isEmpty
    case .availability: calendar.map { $0.availabilities != [] } ?? true
    default: true
    }
  }
}

extension ItemFormField {
  /// The parts of an item that the field sets.
  var parts: Set<ItemField> {
    switch input {
    case .value(let name), .text(let name), .texts(let name), .choice(let name): name.parts
    case .repetition, .until: FieldName.repeat.parts.union(FieldName.exceptions.parts)
    case .alarm, .secondAlarm: FieldName.alarms.parts
    case .parent: [.parent]
    }
  }
}
