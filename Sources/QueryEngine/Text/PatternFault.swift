/// A fault in a regular expression.
public struct PatternFault: Error, Hashable, Sendable {
  /// The kinds of fault.
  public enum Kind: Hashable, Sendable {
    case unclosedGroup, unclosedClass, unopenedGroup
    case nothingToRepeat
    case badRepeat
    /// `\1`: looking back would make matching slow.
    case backReference
    case unknownEscape(String)
    /// `(?=`, `(?<name>` and the like.
    case unsupportedGroup
    case emptyRange
    /// More steps than the limit that keeps matching fast.
    case tooLarge
  }

  /// The kind of fault.
  public var kind: Kind
  /// The position in the pattern, in characters from 0.
  public var position: Int

  /// One sentence with the fault and its position.
  public var message: String {
    let what =
      switch kind {
      case .unclosedGroup: "a `(` is not closed"
      case .unclosedClass: "a `[` is not closed"
      case .unopenedGroup: "a `)` closes nothing"
      case .nothingToRepeat: "nothing to repeat"
      case .badRepeat: "the counts of a repetition are wrong"
      case .backReference: "back-references are not supported"
      case .unknownEscape(let text): "`\(text)` is no escape"
      case .unsupportedGroup: "only `(…)` and `(?:…)` are supported"
      case .emptyRange: "a range of characters ends before it starts"
      case .tooLarge: "the pattern is too large"
      }
    return "bad pattern: \(what) at character \(position + 1)"
  }

  /// A hint for a correction.
  public var hint: String? {
    switch kind {
    case .unclosedGroup, .unopenedGroup: "write `\\(` or `\\)` for a parenthesis itself"
    case .unclosedClass: "write `\\[` for a bracket itself"
    case .nothingToRepeat: "write `\\*`, `\\+` or `\\?` for the sign itself"
    case .badRepeat: "counts are `{3}`, `{2,5}` or `{2,}`, at most 1000"
    case .backReference: "matching must be quick whatever the text, and they make it slow"
    case .unknownEscape, .unsupportedGroup, .emptyRange, .tooLarge: nil
    }
  }
}
