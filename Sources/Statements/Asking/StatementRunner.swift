import Changes
import Rendering

/// Runs one parsed statement in a session.
struct StatementRunner {
  let session: Session
  let source: String

  func run(_ statement: StatementSyntax) throws -> Answer {
    switch statement {
    case .calendarView(let view) where session.browses(view):
      return .page(PageAnswer(view: view, source: source, rows: try understand(statement)))
    case .query, .aggregate, .calendarView, .slots: return try answer(statement)
    case .explain(let stage, let inner, _): return try explain(inner, stage)
    case .manage(let syntax): return try manage(syntax)
    case .session(let syntax): return try sessionStatement(syntax)
    case .view where try session.readableStore() == nil:
      throw StoreError(.noStore, session.storePath ?? "")
    case .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate:
      return try ChangeStatements(session: session, source: source).run(statement)
    }
  }

  // MARK: Queries

  private func answer(_ statement: StatementSyntax) throws -> Answer {
    let rows = try understand(statement)
    guard rows.format.isOfWholeItems else { return .rows(rows) }
    var document = document(of: rows.store, as: rows.format) {
      [.items(try items(of: rows.bound, rows.context, rows.store))]
    }
    document.question = rows
    return .document(document)
  }

  /// Binds a question, and decides the format of its answer.
  func understand(_ statement: StatementSyntax) throws -> RowAnswer {
    let (bound, context, store, notes) = try resolve(statement)
    let format = bound.format ?? session.format
    if let fault = bound.fault(in: format) {
      let range = statement.formatRange ?? statement.range
      throw ShellError.statement(
        Diagnostic(code: fault.code.rawValue, message: fault.message, hint: fault.hint, range: range),
        source: source)
    }
    let source = source
    let chosen = bound.format == nil ? session.chosenFormat?.template : nil
    let template = try chosen.map { (template) throws(TemplateError) in try RowTemplate(template, of: bound) }
    return RowAnswer(
      bound: bound, context: context, store: store, format: format, template: template, notes: notes
    ) { ShellError($0, source: source) }
  }

  /// Resolves a query against the clock and the store; the notes report guesses.
  func resolve(
    _ statement: StatementSyntax
  ) throws -> (bound: BoundQuery, context: QueryContext, store: CalendarStore, notes: [Note]) {
    let (context, known) = try session.context()
    var notes = known
    let store = try storeForReading(context)
    var bound = try Engine(store, context).bind(statement)
    if let note = try wholeDays(of: bound, context: context, store: store) { bound.notes.append(note) }
    notes += bound.notes
    return (bound, context, store, notes)
  }

  /// Returns the store, or an empty one in memory with a hint if there is none: a read creates nothing.
  func storeForReading(_ context: QueryContext) throws -> CalendarStore {
    if let store = try session.readableStore() {
      try tellZoneRules(store)
      return store
    }
    session.tellNoStore()
    return try CalendarStore.inMemory(zones: context.zones)
  }

  /// Says once to each client that the index was made by other zone rules than those in use.
  private func tellZoneRules(_ store: CalendarStore) throws {
    if session.reported.hasZoneRules { return }
    session.reported.hasZoneRules = true
    guard let (indexed, present) = try store.changedZoneRules() else { return }
    session.note(
      "the system's zone rules changed from \(indexed) to \(present); the next import brings the store up to date"
    )
  }

  /// Returns the items that match a query, each once, in the order of their first appearance.
  func items(of bound: BoundQuery, _ context: QueryContext, _ store: CalendarStore) throws
    -> [Int]
  {
    var bound = bound
    // Days repeat items that last over several of them, and include reminders.
    if bound.page == nil { bound.shape = .rows }
    var seen: Set<Int> = []
    var items: [Int] = []
    var result = try Engine(store, context).run(bound)
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
    return items
  }

  private func explain(_ statement: StatementSyntax, _ stage: ExplainStage?) throws -> Answer {
    guard let (question, purpose) = statement.facts.question else { throw statement.nothingToExplain(source) }
    let (context, _) = try session.context()
    let store = try storeForReading(context)
    var lines: [String] = []
    if stage == nil { lines.append("statement: " + Printer(showsAllParentheses: true).text(statement)) }
    do throws(QueryError) {
      let bound: BoundQuery
      if case .query(let query) = question {
        bound = try Engine(store, context).bind(query, purpose: purpose)
      } else {
        bound = try Engine(store, context).bind(question)
      }
      lines += try Engine(store, context).explain(bound, stage: stage)
    } catch {
      // The statement is shown even if it cannot be bound.
      return .broken(.text(TextAnswer(lines)), ShellError(error, source: source))
    }
    return .text(TextAnswer(lines))
  }
}
