/// A message about a piece of statement text: the fault, the expectations and one correction.
///
/// The parser and the binder make the same type; the shell shows it and the protocol sends it.
public struct Diagnostic: Hashable, Sendable {
  /// A replacement that would correct the text.
  public struct Suggestion: Hashable, Sendable {
    /// The range that is replaced.
    public var range: SourceRange
    /// The replacement text.
    public var text: String

    /// A replacement.
    public init(range: SourceRange, text: String) {
      self.range = range
      self.text = text
    }
  }

  /// A stable name in kebab case, as `unknown-field`; `help CODE` explains it.
  public var code: String
  /// One sentence without a capital or a full stop, names in backquotes.
  public var message: String
  /// One concrete correction.
  public var hint: String?
  /// The place of the fault.
  public var range: SourceRange?
  /// The expectations at that place, in words.
  public var expected: [String]
  /// Replacements that would correct it, best first.
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
