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
    /// Components older than what is there, by SEQUENCE or LAST-MODIFIED.
    public var skipped = 0

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

    /// A problem with all its parts.
    public init(file: String, line: Int?, severity: Severity, text: String) {
      self.file = file
      self.line = line
      self.severity = severity
      self.text = text
    }
  }

  /// The counts by calendar, in the order met.
  public var parts: [Part] = []
  /// Components, or whole files, that could not be read and were left out.
  public var unreadable = 0
  /// Everything worth telling, in the order found.
  public var problems: [Problem] = []

  /// A summary of nothing.
  public init() {}

  /// What was added in all calendars.
  public var added: Int { parts.reduce(0) { $0 + $1.added } }
  /// What was updated in all calendars.
  public var updated: Int { parts.reduce(0) { $0 + $1.updated } }
  /// What was there already in all calendars.
  public var unchanged: Int { parts.reduce(0) { $0 + $1.unchanged } }
  /// What was older than what is there in all calendars.
  public var skipped: Int { parts.reduce(0) { $0 + $1.skipped } }
}
