/// The result of one call of the line editor.
public enum LineInput: Equatable, Sendable {
  /// A finished line; an empty one takes the proposal.
  ///
  /// It contains only line breaks that the request keeps.
  case line(String)
  /// The proposal was inserted into the line and deleted completely: the value becomes empty.
  case emptied
  /// Ctrl-C: the line was canceled. The cursor stands on a fresh line.
  case canceled
  /// Ctrl-D on an empty line, or the terminal is gone. The cursor stands on a fresh line.
  case endOfInput
}

/// One text that the Tab key offers.
public struct CompletionCandidate: Equatable, Sendable {
  /// The text that replaces the typed text, including its quotes.
  public var replacement: String
  /// The text in the list of choices, such as a date word with its day.
  public var label: String

  /// Creates a candidate; without a label the list shows the replacement.
  public init(_ replacement: String, label: String? = nil) {
    self.replacement = replacement
    self.label = label ?? replacement
  }
}

/// The reply of a completer.
public struct CompletionReply: Equatable, Sendable {
  /// The candidates, in the order of the list.
  public var candidates: [CompletionCandidate]
  /// The start of the replaced part: an offset in UTF-8 bytes into the line, at most the cursor's.
  public var replacedStart: Int
  /// Whether a blank follows a single remaining candidate.
  public var appendsBlank: Bool

  /// A reply without candidates.
  public static let none = CompletionReply(candidates: [], replacedStart: 0)

  /// Creates a reply; candidates replace the line from `replacedStart` to the cursor.
  public init(candidates: [CompletionCandidate], replacedStart: Int, appendsBlank: Bool = true) {
    self.candidates = candidates
    self.replacedStart = replacedStart
    self.appendsBlank = appendsBlank
  }
}

/// Returns the possible completions at a cursor.
///
/// `line` is the whole edited line, `cursor` an offset into it in UTF-8 bytes.
public typealias Completer = @MainActor (_ line: String, _ cursor: Int) -> CompletionReply
