/// An editor of lines at a terminal.
@MainActor package protocol LineSource: Sendable {
  /// Reads one line as it is asked for.
  func read(_ request: LineRequest) -> LineInput
  /// What stood in the line that Ctrl-C gave up last.
  var canceledText: String { get }
  /// How many lines of a paste still wait for a question.
  var pastedCount: Int { get }
  /// Forgets what was pasted and not asked for.
  func dropPasted()
  /// Completes statements of the query language; nil where there are none.
  var completer: Completer? { get }
}
