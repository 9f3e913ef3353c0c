/// A message about a piece of statement text: what is wrong, what was expected, one fix.
///
/// The parser and the binder make the same type; the shell shows it and the protocol sends it.
public struct Diagnostic: Hashable, Sendable {
  /// A replacement that would mend the text.
  public struct Suggestion: Hashable, Sendable {
    /// What is replaced.
    public var range: SourceRange
    /// The text to put there.
    public var text: String

    /// A replacement.
    public init(range: SourceRange, text: String) {
      self.range = range
      self.text = text
    }
  }

  /// A stable name in kebab case, as `unknown-field`; `help CODE` tells the long story.
  public var code: String
  /// One sentence without a capital or a full stop, names in backquotes.
  public var message: String
  /// One concrete way out.
  public var hint: String?
  /// Where the fault lies.
  public var range: SourceRange?
  /// What would have been right there.
  public var expected: [String]
  /// Replacements that would mend it, best first.
  public var suggestions: [Suggestion]

  /// A message.
  public init(
    code: String, message: String, hint: String? = nil, range: SourceRange? = nil, expected: [String] = [],
    suggestions: [Suggestion] = []
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.range = range
    self.expected = expected
    self.suggestions = suggestions
  }
}
