/// A statement about the session itself.
public struct SessionSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// `set week.start monday`.
    case set(option: String, LooseValueSyntax)
    /// `show options`.
    case showOptions
    /// `show zone`.
    case show(option: String)
    case describe(Noun)
    /// `describe view standup`.
    case describeView(WordSyntax)
    /// `describe set weekdays`.
    case describeSet(WordSyntax)
    /// `help`, `help agenda`, `help add reminder`, `help unknown-field`.
    case help(topic: String?)
    case load(TextSyntax)
    /// The steps that show what Kalends does.
    case tour
    case quit
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A statement.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}
