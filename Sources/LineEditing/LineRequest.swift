/// A request to the line editor: the text before the line, the value that Enter takes, and the offers of
/// keys and Tab.
///
/// A value without a terminal, so that another editor library can serve it: one that cannot show a proposal
/// dim in the empty line shows it in brackets before the line.
package struct LineRequest {
  /// A value that Enter takes in an empty line.
  package struct Proposal: Hashable, Sendable {
    /// The value as it may be typed.
    package var text: String
    /// The value as it is shown, without characters that a terminal obeys.
    package var shown: String

    /// Makes a proposal; it is shown as it may be typed unless something else is said.
    package init(_ text: String, shown: String? = nil) {
      self.text = text
      self.shown = shown ?? text
    }
  }

  /// How a proposal is shown.
  package enum ProposalLook: Hashable, Sendable {
    /// Dim, in the empty line.
    case dim
    /// As `[proposal]` before the line: for terminals without colors, and libraries
    /// that draw the line themselves.
    case bracketed
  }

  /// What becomes of the line breaks of a pasted text.
  package enum LineBreaks: Hashable, Sendable {
    /// They become blanks.
    case blanks
    /// They stay: the answer may have several lines.
    case kept
    /// Each line is a separate answer: the first ends this request, the others answer the following
    /// requests.
    case answers
  }

  /// What stands first: ` Starts      `; color codes in it are marked as taking no room.
  package var label: String
  /// What stands right before the line.
  package var mark: String
  /// What Enter takes in the empty line.
  package var proposal: Proposal?
  /// How the proposal is shown.
  package var look = ProposalLook.bracketed
  /// What stands in the line to be corrected, with the cursor behind it; nothing where
  /// it cannot (`LineText.canStand`).
  package var text = ""
  /// What becomes of pasted line breaks.
  package var lineBreaks = LineBreaks.blanks
  /// What so many steps up from a text are; nil where there is nothing to step through.
  ///
  /// An empty text stands for no value.
  package var step: (@MainActor (_ text: String, _ count: Int) -> Proposal?)?
  /// Answers Tab; nil leaves that to the editor's own.
  package var completer: Completer?
  /// Whether Up and Down bring earlier lines back.
  package var usesHistory = false

  /// A request for a line.
  package init(_ label: String, mark: String = "") {
    self.label = label
    self.mark = mark
  }

  /// The text before the line; a proposal in brackets is clipped, so that the line keeps room within
  /// `columns`; `width` counts the cells of a text.
  package func prompt(_ proposal: Proposal?, columns: Int, width: (String) -> Int) -> String {
    guard look == .bracketed, let proposal, !proposal.shown.isEmpty else { return label + mark }
    let room = columns - width(label) - width(mark) - 14
    return label + "[" + LineText.clipped(proposal.shown, to: max(12, room), width: width) + "] " + mark
  }
}
