/// What an import of one file did.
public struct ImportSummary: Sendable, Equatable {
  /// The counts of one calendar that the file's items went to.
  public struct Part: Sendable, Equatable {
    /// The calendar's row.
    public var calendar: Int
    /// The calendar's name.
    public var title: String
    /// Whether the import made it.
    public var isNew: Bool
    /// Components that were not there before.
    public var added = 0
    /// Components that replaced older ones.
    public var updated = 0
    /// Components that were there already, word for word.
    public var unchanged = 0
    /// Components that were left out for others, `older` and `repeated` ones among them.
    public var skipped = 0
    /// Components older than what is there, by SEQUENCE or LAST-MODIFIED.
    public var older = 0
    /// Components for which another one of the same UID, or of the same
    /// occurrence, in the same import stands.
    public var repeated = 0

    init(calendar: Int, title: String, isNew: Bool) {
      self.calendar = calendar
      self.title = title
      self.isNew = isNew
    }
  }

  /// Something to tell about a file.
  public struct Problem: Sendable, Equatable {
    /// How bad it is.
    public enum Severity: String, Sendable {
      /// Something was not saved.
      case error
      /// All was saved, but not all was understood as written.
      case warning
    }

    /// The file's name.
    public var file: String
    /// The line it is about, from 1; nil where it is about the whole file.
    public var line: Int?
    /// How bad it is.
    public var severity: Severity
    /// What it is, in a sentence.
    public var text: String
  }

  /// The counts by calendar, in the order met.
  public var parts: [Part] = []
  /// Components, or whole files, that could not be read and were left out.
  public var unreadable = 0
  /// Everything worth telling, in the order found.
  public var problems: [Problem] = []
  /// Messages between organizers and attendees, which were not imported, in the order of the file.
  public var messages: [CalendarMessage] = []

  /// A summary of nothing.
  public init() {}

  /// Takes in what the import of one more file did.
  public mutating func add(_ other: ImportSummary) {
    for part in other.parts {
      // A dry run gives the number of a calendar that it took back to the next one.
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

  /// Notes that a calendar was made for the import.
  public mutating func markNew(_ calendar: Int?) {
    for index in parts.indices where parts[index].calendar == calendar { parts[index].isNew = true }
  }

  /// What was added in all calendars.
  public var added: Int { parts.reduce(0) { $0 + $1.added } }
  /// What was updated in all calendars.
  public var updated: Int { parts.reduce(0) { $0 + $1.updated } }
  /// What was there already in all calendars.
  public var unchanged: Int { parts.reduce(0) { $0 + $1.unchanged } }
  /// What was older than what is there in all calendars.
  public var skipped: Int { parts.reduce(0) { $0 + $1.skipped } }
}
