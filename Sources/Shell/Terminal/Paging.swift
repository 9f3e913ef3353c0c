import QueryLanguage

extension Session {
  /// Runs what writes to standard output; what is more than a screen of a terminal goes through the pager.
  func paging<Result, Failure: Error>(
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

extension StatementSyntax {
  /// Whether it only tells something, which may be more than a screen; what changes something or asks is shown as it comes.
  var onlyTells: Bool {
    switch self {
    case .query, .aggregate, .slots, .calendarView, .explain: true
    case .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate: false
    case .manage(let manage): manage.kind.onlyTells
    case .session(let session):
      switch session.kind {
      case .help, .show, .showOptions, .describe, .describeView, .describeSet: true
      case .set, .load, .quit: false
      }
    }
  }

  /// Whether it may end where nobody reads its answer any more: it tells something and leaves nothing behind.
  var endsWithReader: Bool {
    guard case .manage(let manage) = self else { return onlyTells }
    switch manage.kind {
    case .check, .watch: return true
    case .export(let export): return export.path.kind == .standard
    default: return onlyTells
    }
  }
}

extension ManageSyntax.Kind {
  fileprivate var onlyTells: Bool {
    switch self {
    case .history, .changes, .views, .sets, .duplicates, .runView, .access(.list), .access(.requests),
      .export:
      true
    default: false
    }
  }
}
