/// Information on how a statement was understood; every guess has a note.
public struct Note: Hashable, Sendable {
  /// How much it matters.
  public enum Kind: Hashable, Sendable {
    /// Says what was understood.
    case echo
    /// Says which range was understood, which the rows of a table show themselves.
    case range
    /// Says what an answer leaves out or counts; it stands below the rows of a table.
    case footnote
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
