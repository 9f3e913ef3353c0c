/// A request to the line editor: the text before the line, the value that Enter takes, and the offers of
/// keys and Tab.
///
/// It is a value without a terminal, so that another editor library can serve it: a library that cannot show
/// a proposal dim in the empty line shows it in brackets before the line.
public struct LineRequest {
  /// A value that Enter takes in an empty line.
  public struct Proposal: Hashable, Sendable {
    /// The value as it may be typed.
    public var text: String
    /// The displayed value, without characters that control a terminal.
    public var shown: String

    /// Creates a proposal; without `shown` it is displayed as typed.
    public init(_ text: String, shown: String? = nil) {
      self.text = text
      self.shown = shown ?? text
    }
  }

  /// The way to show a proposal.
  public enum ProposalLook: Hashable, Sendable {
    /// Dim, in the empty line.
    case dim
    /// As `[proposal]` before the line: for terminals without colors, and libraries
    /// that draw the line themselves.
    case bracketed
  }

  /// The treatment of the line breaks in a pasted text.
  public enum LineBreaks: Hashable, Sendable {
    /// They become blanks.
    case blanks
    /// They stay: the answer may have several lines.
    case kept
    /// Each line is a separate answer: the first ends this request, the others answer the following
    /// requests.
    case answers
  }

  /// The first text: ` Starts      `; color codes in it are marked as taking no room.
  public var label: String
  /// The text right before the line.
  public var mark: String
  /// The value that Enter takes in the empty line.
  public var proposal: Proposal?
  /// The way to show the proposal.
  public var look = ProposalLook.bracketed
  /// The initial text of the line, to be corrected, with the cursor after it; left out if a line cannot show
  /// it (`LineText.canStand`).
  public var text = ""
  /// The treatment of pasted line breaks.
  public var lineBreaks = LineBreaks.blanks
  /// The value `count` steps up from a text; nil when there is nothing to step through.
  ///
  /// An empty text stands for no value.
  public var step: (@MainActor (_ text: String, _ count: Int) -> Proposal?)?
  /// Completes at Tab; nil for the editor's own completer.
  public var completer: Completer?
  /// Whether Up and Down recall earlier lines.
  public var usesHistory = false

  /// Creates a request for a line.
  public init(_ label: String, mark: String = "") {
    self.label = label
    self.mark = mark
  }

  /// The text before the line; a proposal in brackets is clipped, so that the line keeps room within
  /// `columns`.
  func prompt(_ proposal: Proposal?, columns: Int) -> String {
    guard look == .bracketed, let proposal, !proposal.shown.isEmpty else { return label + mark }
    let room = columns - LineText.width(label) - LineText.width(mark) - 14
    return label + "[" + LineText.clipped(proposal.shown, to: max(12, room)) + "] " + mark
  }
}
