/// The result of the import of one file.
public struct ImportSummary: Sendable, Equatable {
  /// The counts of one calendar that received items of the file.
  public struct Part: Sendable, Equatable {
    /// The calendar's row.
    public var calendar: Int
    /// The calendar's name.
    public var title: String
    /// Whether the import created the calendar.
    public var isNew: Bool
    /// Components that were not stored before.
    public var added = 0
    /// Components that replaced older ones.
    public var updated = 0
    /// Components that were already stored word for word.
    public var unchanged = 0
    /// Components left out in favor of others, `older` and `repeated` ones included.
    public var skipped = 0
    /// Components older than the stored ones, by SEQUENCE or LAST-MODIFIED.
    public var older = 0
    /// Components replaced by another one of the same UID, or of the same occurrence, in the same import.
    public var repeated = 0

    init(calendar: Int, title: String, isNew: Bool) {
      self.calendar = calendar
      self.title = title
      self.isNew = isNew
    }
  }

  /// A problem in a file.
  public struct Problem: Sendable, Equatable {
    /// The severity of a problem.
    public enum Severity: String, Sendable {
      /// Something was not saved.
      case error
      /// Everything was saved, but not everything was understood as written.
      case warning
    }

    /// The file's name.
    public var file: String
    /// The line of the problem, from 1; nil when it concerns the whole file.
    public var line: Int?
    /// The severity of the problem.
    public var severity: Severity
    /// The problem, in a sentence.
    public var text: String
  }

  /// The counts by calendar, in the order in which the file names them.
  public var parts: [Part] = []
  /// Components, or whole files, that could not be read and were left out.
  public var unreadable = 0
  /// The problems in the order found.
  public var problems: [Problem] = []
  /// Messages between organizers and attendees, in file order; they were not imported.
  public var messages: [CalendarMessage] = []

  /// Creates an empty summary.
  public init() {}

  /// Adds the result of the import of one more file.
  public mutating func add(_ other: ImportSummary) {
    for part in other.parts {
      // A dry run reuses the number of a rolled-back calendar for the next one.
      guard
        let index = parts.firstIndex(where: { $0.calendar == part.calendar && $0.title == part.title })
      else {
        parts.append(part)
        continue
      }
      parts[index].added += part.added
      parts[index].updated += part.updated
      parts[index].unchanged += part.unchanged
      parts[index].skipped += part.skipped
      parts[index].older += part.older
      parts[index].repeated += part.repeated
    }
    unreadable += other.unreadable
    problems += other.problems
    messages += other.messages
  }

  /// Marks a calendar as created for the import.
  public mutating func markNew(_ calendar: Int?) {
    for index in parts.indices where parts[index].calendar == calendar { parts[index].isNew = true }
  }

  /// The number of components added in all calendars.
  public var added: Int { parts.reduce(0) { $0 + $1.added } }
  /// The number of components updated in all calendars.
  public var updated: Int { parts.reduce(0) { $0 + $1.updated } }
  /// The number of components already stored in all calendars.
  public var unchanged: Int { parts.reduce(0) { $0 + $1.unchanged } }
  /// The number of components left out in all calendars.
  public var skipped: Int { parts.reduce(0) { $0 + $1.skipped } }
}
