/// What one call of the line editor ended with.
public enum LineInput: Equatable, Sendable {
  /// A finished line; an empty one takes what was proposed.
  ///
  /// It holds no line break but those that the request keeps.
  case line(String)
  /// The proposal was brought into the line and all of it deleted: nothing is wanted in its place.
  case emptied
  /// Ctrl-C: the line was given up. The cursor stands on a fresh line.
  case canceled
  /// Ctrl-D on an empty line, or the terminal has gone. The cursor stands on a fresh line.
  case endOfInput
}

/// One text offered when the Tab key is pressed.
public struct CompletionCandidate: Equatable, Sendable {
  /// The text that takes the place of what was typed, quotes and all.
  public var replacement: String
  /// What the list of choices shows, such as a date word with the day it means.
  public var label: String

  /// Makes a candidate; without a label the list shows the replacement.
  public init(_ replacement: String, label: String? = nil) {
    self.replacement = replacement
    self.label = label ?? replacement
  }
}

/// The answer to "what could stand here?".
public struct CompletionReply: Equatable, Sendable {
  /// The texts that fit, in the order in which they are shown.
  public var candidates: [CompletionCandidate]
  /// Where the replaced part begins: an offset in UTF-8 bytes into the line, at most the cursor's.
  public var replacedStart: Int
  /// Whether a blank follows when only one candidate is left.
  public var appendsBlank: Bool

  /// Nothing fits here.
  public static let none = CompletionReply(candidates: [], replacedStart: 0)

  /// Makes an answer; candidates replace the line from `replacedStart` to the cursor.
  public init(candidates: [CompletionCandidate], replacedStart: Int, appendsBlank: Bool = true) {
    self.candidates = candidates
    self.replacedStart = replacedStart
    self.appendsBlank = appendsBlank
  }
}

/// Answers what could stand at a cursor.
///
/// `line` is the whole edited line, `cursor` an offset into it in UTF-8 bytes.
public typealias Completer = @MainActor (_ line: String, _ cursor: Int) -> CompletionReply
