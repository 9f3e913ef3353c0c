/// The parts of an item that an edit can change, each as a whole.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
  case title, location, place, notes, url
  /// When an event starts and how long it lasts, which belong together: moving the start keeps the length.
  case start
  case length
  /// Start and due date of a reminder.
  case reminderStart = "reminder-start"
  case due
  /// Done or not, and when: the two are coupled.
  case completion
  case status, availability, priority, percentComplete = "percent"
  case alarms, categories, attendees, organizer, attachments
  /// RRULE; a change of it concerns a whole series or all later occurrences.
  case rules
  /// RDATE.
  case extraDates = "dates"
  /// EXDATE.
  case exceptions
  case travel, color, conference
  case flagged, section
  /// The item that this one is part of.
  case parent
  /// Whether the next occurrence counts from when the last was done.
  case repeatBase = "repeat-from"

  /// Whether a change concerns when occurrences are.
  public var isTime: Bool {
    switch self {
    case .start, .length, .reminderStart, .due: true
    default: false
    }
  }

  /// Whether it belongs to a series as a whole.
  public var isOfSeries: Bool {
    switch self {
    case .rules, .extraDates, .exceptions, .repeatBase: true
    default: false
    }
  }
}
