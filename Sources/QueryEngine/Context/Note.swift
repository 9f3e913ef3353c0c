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
