/// The state of a proposal while its line is edited: the effect of Enter, typing and the arrow keys.
///
/// It knows no terminal: the editor passes it the keys and reads the resulting answer.
package struct LineAnswer {
  /// The effect of a step up or down.
  package enum Change: Equatable {
    /// No effect: there is nothing to step through.
    case nothing
    /// A new proposal, for a line that is still empty.
    case proposal
    /// A new text in the line.
    case line(String)
  }

  private let request: LineRequest
  /// The proposal that Enter takes now.
  package private(set) var proposal: LineRequest.Proposal?
  /// Whether the proposal was inserted into the line; a line emptied afterward is an intentionally empty
  /// answer.
  private(set) var isBroughtIn = false
  private var isTaken = false

  package init(_ request: LineRequest) {
    self.request = request
    proposal = request.proposal
  }

  /// Whether the proposal shows: the line is empty, and the proposal was neither inserted nor taken.
  package func shows(_ line: String) -> Bool { proposal != nil && !isBroughtIn && !isTaken && line.isEmpty }

  /// Whether Enter takes the proposal; a blank typed by mistake does not replace it.
  package func takes(_ line: String) -> Bool { proposal != nil && !isBroughtIn && LineText.isBlank(line) }

  /// Takes the proposal if Enter does; the text that the line then shows is not a different answer.
  package mutating func take(_ line: String) -> Bool {
    isTaken = takes(line)
    return isTaken
  }

  /// The text to insert into the line for editing; nil when nothing is proposed or a line cannot show the
  /// text.
  package mutating func bringIn(_ line: String) -> String? {
    guard shows(line), let proposal, !proposal.text.isEmpty, LineText.canStand(proposal.text) else {
      return nil
    }
    isBroughtIn = true
    return LineText.joiningLines(proposal.text)
  }

  /// Steps up `count` times from the text in the line, or from the proposal of an empty line.
  @MainActor package mutating func step(_ count: Int, from line: String) -> Change {
    let isEmpty = LineText.isBlank(line)
    guard let next = request.step?(isEmpty ? proposal?.text ?? "" : line, count) else { return .nothing }
    if !isEmpty { return .line(next.text) }
    (proposal, isBroughtIn) = (next, false)
    return .proposal
  }

  /// The answer of the finished line.
  package func input(_ line: String) -> LineInput {
    if isTaken || takes(line) { return .line(proposal == request.proposal ? "" : proposal?.text ?? "") }
    if isBroughtIn, LineText.isBlank(line) { return .emptied }
    return .line(line)
  }
}
