/// A proposal while its line is edited: what Enter, typing and the arrow keys make of it.
///
/// It knows no terminal: the editor tells it of keys and asks what the line has come to.
struct LineAnswer {
  /// What a step up or down changed.
  enum Change: Equatable {
    /// Nothing: there is nothing to step through.
    case nothing
    /// The proposal, which the line still leaves room for.
    case proposal
    /// The text that stands in the line.
    case line(String)
  }

  private let request: LineRequest
  /// What Enter takes now.
  private(set) var proposal: LineRequest.Proposal?
  /// Whether it was brought into the line: what is emptied then is meant to be empty.
  private(set) var isBroughtIn = false
  private var isTaken = false

  init(_ request: LineRequest) {
    self.request = request
    proposal = request.proposal
  }

  /// Whether the proposal shows: nothing stands in the line, and nothing was brought in.
  func shows(_ line: String) -> Bool { proposal != nil && !isBroughtIn && !isTaken && line.isEmpty }

  /// Whether Enter takes the proposal; a blank that was typed by mistake replaces nothing.
  func takes(_ line: String) -> Bool { proposal != nil && !isBroughtIn && LineText.isBlank(line) }

  /// Takes the proposal where Enter does; whatever the line shows of it then is no other answer.
  mutating func take(_ line: String) -> Bool {
    isTaken = takes(line)
    return isTaken
  }

  /// The text to put into the line for editing; nil where none is proposed or a line cannot show it.
  mutating func bringIn(_ line: String) -> String? {
    guard shows(line), let proposal, !proposal.text.isEmpty, LineText.canStand(proposal.text) else {
      return nil
    }
    isBroughtIn = true
    return LineText.joiningLines(proposal.text)
  }

  /// Goes so many steps up from what stands in the line, or from the proposal of an empty one.
  @MainActor mutating func step(_ count: Int, from line: String) -> Change {
    let isEmpty = LineText.isBlank(line)
    guard let next = request.step?(isEmpty ? proposal?.text ?? "" : line, count) else { return .nothing }
    if !isEmpty { return .line(next.text) }
    (proposal, isBroughtIn) = (next, false)
    return .proposal
  }

  /// What the finished line is as an answer.
  func input(_ line: String) -> LineInput {
    if isTaken || takes(line) { return .line(proposal == request.proposal ? "" : proposal?.text ?? "") }
    if isBroughtIn, LineText.isBlank(line) { return .emptied }
    return .line(line)
  }
}
