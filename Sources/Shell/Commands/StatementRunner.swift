import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Store

/// Runs one parsed statement in a session.
struct StatementRunner {
  let session: Session
  let source: String

  func run(_ statement: StatementSyntax) throws(ShellError) {
    try session.paging(statement.onlyTells) { () throws(ShellError) in
      guard statement.endsWithReader else { return try perform(statement) }
      try whileRead { () throws(ShellError) in try perform(statement) }
    }
  }

  private func perform(_ statement: StatementSyntax) throws(ShellError) {
    switch statement {
    case .calendarView(let view) where session.browses(view): try browse(view)
    case .query, .aggregate, .calendarView, .slots: try answer(statement)
    case .explain(let stage, let inner, _): try explain(inner, stage)
    case .manage(let syntax): try manage(syntax)
    case .session(let syntax): try sessionStatement(syntax)
    case .view where try session.readableStore() == nil:
      throw .store(StoreError(.noStore, session.storePath ?? ""))
    case .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate:
      try ChangeStatements(session: session, source: source).run(statement)
    }
  }

  /// Answers a question; it ends when nobody reads the output any more, which is no error.
  private func whileRead(_ body: () throws(ShellError) -> Void) throws(ShellError) {
    do throws(ShellError) {
      try OutputWatch.watching(session.output, body)
    } catch {
      guard error.isInterrupted, OutputWatch.hasEnded, ProcessSignals.status == nil else { throw error }
    }
  }

  // MARK: Queries

  private func answer(_ statement: StatementSyntax) throws(ShellError) {
    let query = try understand(statement)
    if let format = query.wholeItems {
      let items = try items(of: query.bound, query.context, query.store)
      return try write([.items(items)], of: query.store, as: format, to: session.output)
    }
    do throws(QueryError) {
      var result = try QueryEngine.run(
        query.bound, context: query.context, store: query.store)
      try RowPrinter(session: session, context: query.context, format: query.format).print(&result)
    } catch {
      throw ShellError(error, source: source)
    }
  }

  /// The number that a question answers with whose only row is a count.
  func count(_ statement: StatementSyntax) throws(ShellError) -> Int? {
    let (bound, context, store, _) = try resolve(statement)
    do throws(QueryError) {
      var result = try QueryEngine.run(bound, context: context, store: store)
      guard case .group(let values)? = try result.next(), case .integer(let count)? = values.first else {
        return nil
      }
      return count
    } catch {
      throw ShellError(error, source: source)
    }
  }

  /// Leafs through pages; where that cannot be, prints the one.
  private func browse(_ view: CalendarViewSyntax) throws(ShellError) {
    let query = try understand(.calendarView(view))
    guard let page = query.bound.page,
      let browser = PageBrowser(session, view, source: source, at: page, query.context)
    else { return try answer(.calendarView(view)) }
    browser.run()
  }

  /// A query that is understood, and what it is to be answered with.
  struct UnderstoodQuery {
    let context: QueryContext
    let store: CalendarStore
    let bound: BoundQuery
    let format: OutputFormat

    /// The format where that is one of whole items, as an export has them.
    var wholeItems: OutputFormat? {
      switch format {
      case .ics, .jscalendar, .invitation, .reply: format
      case .table, .chart, .line, .json, .jsonl, .csv, .tsv, .ids: nil
      }
    }
  }

  /// Understands a query and tells the person how.
  func understand(_ statement: StatementSyntax) throws(ShellError) -> UnderstoodQuery {
    let (bound, context, store, notes) = try resolve(statement)
    let format = bound.format ?? session.format
    if let fault = bound.fault(in: format) {
      let range = statement.formatRange ?? statement.range
      throw .statement(
        Diagnostic(code: fault.code.rawValue, message: fault.message, hint: fault.hint, range: range),
        source: source)
    }
    // A table of items shows the range it covers, and any table what it leaves out.
    let hasFoot = format == .table && bound.page == nil
    let isShown = format == .table && (bound.shape == .rows || bound.shape == .days)
    show(
      notes.filter { note in
        !(isShown && note.kind == .range || hasFoot && note.kind == .footnote || session.hasTold(note))
      }, format)
    return UnderstoodQuery(context: context, store: store, bound: bound, format: format)
  }

  /// Resolves a query against the clock and the store; with what was guessed.
  func resolve(
    _ statement: StatementSyntax
  ) throws(ShellError) -> (bound: BoundQuery, context: QueryContext, store: CalendarStore, notes: [Note]) {
    let (context, told) = try session.context()
    var notes = told
    let store = try storeForReading(context)
    do throws(QueryError) {
      var bound = try bind(statement, context: context, store: store)
      if let note = try wholeDays(of: bound, context: context, store: store) { bound.notes.append(note) }
      notes += bound.notes
      return (bound, context, store, notes)
    } catch {
      throw ShellError(error, source: source)
    }
  }

  /// The store, or an empty one in memory with a hint where there is none: a read makes nothing.
  func storeForReading(_ context: QueryContext) throws(ShellError) -> CalendarStore {
    if let store = try session.readableStore() {
      try tellZoneRules(store)
      return store
    }
    let path = session.storePath ?? "(unknown)"
    session.say("note:  there is no store at \(path) yet: import FILE makes it")
    do throws(StoreError) {
      return try CalendarStore.inMemory(zones: context.zones)
    } catch {
      throw .store(error)
    }
  }

  /// Says once that the index was made by other zone rules than those in use.
  private func tellZoneRules(_ store: CalendarStore) throws(ShellError) {
    if session.hasToldZoneRules { return }
    session.hasToldZoneRules = true
    do throws(StoreError) {
      guard let (indexed, present) = try store.changedZoneRules() else { return }
      session.say(
        "note:  the system's zone rules changed from \(indexed) to \(present); the next import brings the store up to date"
      )
    } catch {
      throw .store(error)
    }
  }

  /// Echoes go to people; warnings to programs too, which read standard error or the envelope.
  private func show(_ notes: [Note], _ format: OutputFormat) {
    for note in notes {
      switch note.kind {
      case .echo, .range, .footnote:
        if format == .table || session.errorScreen.isTerminal { session.say("note:  " + note.text) }
      case .warning: session.say("note:  " + note.text)
      }
    }
  }

  /// The items that answer a query, each once, in the order they first come.
  func items(of bound: BoundQuery, _ context: QueryContext, _ store: CalendarStore) throws(ShellError)
    -> [Int]
  {
    var bound = bound
    // Days have what lasts over several of them more than once, and reminders beside.
    if bound.page == nil { bound.shape = .rows }
    var seen: Set<Int> = []
    var items: [Int] = []
    do throws(QueryError) {
      var result = try QueryEngine.run(bound, context: context, store: store)
      while let row = try result.next() {
        switch row {
        case .day(_, let rows):
          for row in rows where seen.insert(row.occurrence.series).inserted {
            items.append(row.occurrence.series)
          }
        case .event(let item), .reminder(let item), .series(let item):
          if seen.insert(item.occurrence.series).inserted { items.append(item.occurrence.series) }
        case .alarm(let row):
          if seen.insert(row.item.occurrence.series).inserted { items.append(row.item.occurrence.series) }
        case .conflict(let row):
          for item in row.items where seen.insert(item.occurrence.series).inserted {
            items.append(item.occurrence.series)
          }
        case .block, .calendar, .source, .group, .selected: continue
        }
      }
    } catch {
      throw ShellError(error, source: source)
    }
    return items
  }

  private func explain(_ statement: StatementSyntax, _ stage: ExplainStage?) throws(ShellError) {
    guard let (question, purpose) = statement.question else { throw statement.nothingToExplain(source) }
    let (context, _) = try session.context()
    let store = try storeForReading(context)
    do throws(QueryError) {
      if stage == nil {
        session.output.appendLine("statement: " + Printer(showsAllParentheses: true).text(statement))
      }
      let bound: BoundQuery
      if case .query(let query) = question {
        bound = try QueryEngine.bind(query, context: context, store: store, purpose: purpose)
      } else {
        bound = try QueryEngine.bind(question, context: context, store: store)
      }
      for line in try QueryEngine.explain(bound, stage: stage, context: context, store: store) {
        session.output.appendLine(line)
      }
    } catch {
      throw ShellError(error, source: source)
    }
  }
}

extension Session {
  /// Whether a person at the prompt was told already which calendars questions leave out: once is enough.
  fileprivate func hasTold(_ note: Note) -> Bool {
    guard isInteractive, note.code == "hidden-calendars" || note.code == "calendar-set" else { return false }
    return !toldNotes.insert(note).inserted
  }

  /// The format for a statement that names none: the option, the setting, else a table for people and JSON for programs.
  var format: OutputFormat {
    formatOption ?? settings.format ?? (screen.isTerminal ? .table : .json)
  }
}
