/// What one call of the line editor ended with.
package enum LineInput: Equatable, Sendable {
  /// A finished line; an empty one takes what was proposed.
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

/// One text offered when the Tab key is pressed.
package struct CompletionCandidate: Equatable, Sendable {
  /// The text that takes the place of what was typed, quotes and all.
  package var replacement: String
  /// What the list of choices shows, such as a date word with the day it means.
  package var label: String

  /// Makes a candidate; without a label the list shows the replacement.
  package init(_ replacement: String, label: String? = nil) {
    self.replacement = replacement
    self.label = label ?? replacement
  }
}

/// The answer to "what could stand here?".
package struct CompletionReply: Equatable, Sendable {
  /// The texts that fit, in the order in which they are shown.
  package var candidates: [CompletionCandidate]
  /// Where the replaced part begins: an offset in UTF-8 bytes into the line, at most the cursor's.
  package var replacedStart: Int
  /// Whether a blank follows when only one candidate is left.
  package var appendsBlank: Bool

  /// Nothing fits here.
  package static let none = CompletionReply(candidates: [], replacedStart: 0)

  /// Makes an answer; candidates replace the line from `replacedStart` to the cursor.
  package init(candidates: [CompletionCandidate], replacedStart: Int, appendsBlank: Bool = true) {
    self.candidates = candidates
    self.replacedStart = replacedStart
    self.appendsBlank = appendsBlank
  }
}

/// Returns the possible completions at a cursor.
///
/// `line` is the whole edited line, `cursor` an offset into it in UTF-8 bytes.
package typealias Completer = @MainActor (_ line: String, _ cursor: Int) -> CompletionReply
