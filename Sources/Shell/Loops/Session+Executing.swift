import Interaction
import Platform
import QueryEngine
import Rendering
import Statements

/// Running text in a session of this process, and showing the result.
extension Session {
  /// Whether more statements are to run: none was `quit`, and the output still has a reader.
  var goesOn: Bool { !isFinished && output.isOpen }

  /// Throws the error of a statement that failed, or reports it if the session keeps going.
  func fail(_ thrown: any Error) throws {
    let error = ShellError(thrown)
    guard keepsGoing, !isInteractive, !error.endsEverything else { throw error }
    try? output.flush()
    report(error)
    worstStatus = max(worstStatus, error.exitStatus)
  }

  /// Runs statement text: one statement or several; throws at the first that fails, unless the session keeps
  /// going.
  ///
  /// Errors in a file have their place in it; `line` is the number of the text's first line there.
  func execute(_ text: String, inFile path: String? = nil, from line: Int = 1) throws {
    if text.utf8.count > StatementSplitter.longest {
      return try fail(ShellError.statementTooLong(limit: StatementSplitter.longest))
    }
    // Each statement is parsed only in its turn, so that a script runs up to its first mistake.
    for range in ScriptText.statements(in: text) {
      let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.offset)
      let end = text.utf8.index(start, offsetBy: range.length)
      let source = String(text[start..<end])
      let began = SystemClock.monotonicNanoseconds()
      onStatement?()
      do {
        try checkStopSignal()
        try execute(statement: source)
      } catch {
        let error = ShellError(error, source: source)
        try fail(path.map { error.inFile($0, text, from: line, statement: range) } ?? error)
      }
      if settings.isTiming {
        let tenths = (SystemClock.monotonicNanoseconds() - began) / 100_000
        say("Time: \(tenths / 10).\(tenths % 10) ms")
      }
      if !goesOn { return }
    }
  }

  private func execute(statement written: String) throws {
    changedSetting = nil
    var source = written
    let statement: StatementSyntax
    do throws(SyntaxError) {
      statement = try parseStatement(source, options: ParseOptions(dateOrder: settings.dateOrder))
    } catch {
      (statement, source) = try TypedWords(source, session: self).reading(error)
    }
    if let server, !statement.facts.isAboutShell {
      try server.run(statement, source: source, for: self, isPaged: true)
    } else {
      let wasInBatch = isInBatch
      do {
        try perform(statement, source: source)
      } catch {
        if wasInBatch, !isInBatch { note("the batch is over: nothing that it changed is kept") }
        throw error
      }
    }
    try output.flush()
  }

  /// Runs a parsed statement, if the client may, and writes its answer.
  func perform(_ statement: StatementSyntax, source: String) throws {
    defer { leaveNoEmptyStore() }
    let manner = statement.facts.manner
    defer { tellUnkeptChange() }
    try withZoneFiles {
      let run = try admit(statement, source: source)
      try paging(manner == .tells || manner == .writes) {
        try whileRead(manner == .tells || manner == .follows) {
          try show(try run(), source: source)
        }
      }
    }
  }

  /// Writes an answer, or continues with its form, its page to leaf through, its script or its watched
  /// question.
  func show(_ answer: Answer, source: String) throws {
    switch answer {
    case .script(let path): try ScriptFile.load(path, in: self)
    case .watch(let question): try StoreWatch(session: self, source: source, question: question).run()
    case .tour: try Tour(self).run()
    case .forms(let forms):
      for form in forms { try show(try form.fill(FormDriver(person)), source: source) }
    case .page(let page):
      guard let browser = browser(of: page) else { return try AnswerPrinter(session: self).print(answer) }
      AnswerPrinter(session: self).tell(page.rows)
      browser.run()
    default: try AnswerPrinter(session: self).print(answer)
    }
  }

  /// Returns a browser that begins at the answer's page; nil if there can be none.
  private func browser(of answer: PageAnswer) -> PageBrowser? {
    let context = answer.rows.context
    guard let page = answer.rows.bound.page else { return nil }
    let request = StorePages.Request(
      path: openedStore?.path, client: client, view: answer.view, source: answer.source, context: context)
    let sight = PageSight(
      screen: { [self] in screen }, now: { [self] in try? self.context().context.now },
      version: { [self] in try? openedStore?.dataVersion() }, words: { ShellError($0).message },
      dateOrder: settings.dateOrder, isTiming: settings.isTiming)
    return PageBrowser(page, context, sight) {
      let pages = StorePages(request)
      return { page, signal in Result { try pages.read(page, until: signal) } }
    }
  }

  /// The person at the terminal.
  var person: TerminalPerson {
    TerminalPerson(
      environment, errors: errors, colors: screen.colors, wantsPlainForms: settings.hasPlainForms,
      draftFolder: isConfined ? nil : paths.stateFolder,
      checkPrograms: { [self] in try checkConfined("start no programs") },
      report: { [self] in report($0) })
  }

  /// Answers a question; ends without an error when nobody reads the output any more.
  private func whileRead(
    _ endsWithReader: Bool, _ body: () throws -> Void
  ) throws {
    guard endsWithReader else { return try body() }
    do {
      try OutputWatch.watching(output.descriptor, body)
    } catch {
      guard ShellError(error).isInterrupted, OutputWatch.hasEnded, ProcessSignals.status == nil else {
        throw error
      }
    }
  }
}
