/// Something a person should know about how a statement was understood; an answer is never silent about a guess.
public struct Note: Hashable, Sendable {
  /// How much it matters.
  public enum Kind: Hashable, Sendable {
    /// Says what was understood.
    case echo
    /// Says that something may not be as expected.
    case warning
  }

  /// A stable name in kebab case, as `default-range`.
  public var code: String
  /// One sentence without a full stop.
  public var text: String
  /// How much it matters.
  public var kind: Kind

  /// A note.
  public init(_ code: String, _ text: String, kind: Kind = .warning) {
    self.code = code
    self.text = text
    self.kind = kind
  }
}

extension Note {
  /// Whether it stands below the rows of a table, which it is about, and not before them.
  public var isFootnote: Bool { Self.footnotes.contains(code) }

  /// The codes of notes that say what an answer leaves out or counts.
  private static let footnotes: Set<String> = [
    "timed-lengths", "hidden-calendars", "calendar-set", "open-reminders", "next-occurrences", "usual-slots",
    "whole-days",
  ]
}
