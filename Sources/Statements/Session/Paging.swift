import Rendering

extension Session {
  /// Runs code that writes to standard output; output longer than the terminal's screen goes through the
  /// pager.
  package func paging<Result, Failure: Error>(
    _ isWanted: Bool = true, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isWanted, pages, screens == nil, output.isOnTerminal, screen.isTerminal, let command = pagerCommand
    else { return try body() }
    let variables = environment.variables
    var pager: Pager?
    output.holdScreen(screen.size) {
      pager = Pager.start(command, environment: variables)
      return pager?.output
    }
    defer {
      output.releaseScreen()
      try? pager?.finish()
    }
    return try body()
  }
}
