extension Engine {
  /// Explains how a statement is understood and answered, in lines.
  ///
  /// The stages: the resolved range, the plan with its alternatives and the cost of reading, and the
  /// statements that read the store; nil shows all. Showing the cost or the statements runs the query.
  public func explain(
    _ statement: StatementSyntax, stage: ExplainStage?
  ) throws(QueryError) -> [String] {
    try explain(try bind(statement), stage: stage)
  }

  /// Explains how a query is understood and answered, as `explain` of a statement does.
  public func explain(_ query: BoundQuery, stage: ExplainStage?) throws(QueryError) -> [String] {
    var lines: [String] = []
    if stage == nil || stage == .dates { lines += datesText(query, context) }
    if stage == .dates { return lines }
    var paths: [String] = []
    let statements = try store.statements { () throws(QueryError) in
      for part in [query] + query.companions {
        var alone = part
        alone.reminders = nil
        let plan = try plan(alone, estimates: .full)
        if part.noun != query.noun { paths.append("with:      \(part.predicate.text(in: context.zone))") }
        paths += planText(plan, context) + (try costText(plan, context, store))
      }
    }
    if stage != .sql { lines += paths }
    // Statements without a plan only read the state of the file.
    if stage != .plan { lines += statements.filter { !$0.plan.isEmpty }.flatMap(sqlText) }
    return lines
  }
}

/// The range, the condition and the notes of a query, as `explain dates` shows them.
private func datesText(_ query: BoundQuery, _ context: QueryContext) -> [String] {
  var lines: [String] = []
  // The dates of reminders are conditions; a query for them shows a range only if it states one.
  if let range = query.range, !(query.noun == .reminders && range.isAnytime) {
    lines.append("range:     \(range.text(in: context.zone))")
  }
  lines.append("condition: \(query.predicate.text(in: context.zone))")
  lines += query.notes.map { "note:      \($0.text)" }
  return lines
}

private func planText(_ plan: QueryPlan, _ context: QueryContext) -> [String] {
  var lines: [String] = []
  for candidate in plan.candidates {
    let mark = candidate == plan.choice ? "plan:     " : "instead of"
    lines.append(
      "\(mark) \(candidate.path.text(in: context.zone)), about \(counted(candidate.rows, "row")), cost \(candidate.cost)"
    )
  }
  lines.append("then test: \(plan.residual == .all ? "nothing" : plan.residual.text(in: context.zone))")
  if case .groups = plan.query.shape { lines.append("groups:    \(plan.grouping.text)") }
  if let having = plan.query.having { lines.append("having:    \(having.text)") }
  lines.append("order:     \(orderText(plan))")
  if let limit = plan.query.limit {
    lines.append("limit:     \(limit)" + (plan.query.offset > 0 ? " after \(plan.query.offset)" : ""))
  }
  return lines
}

private func orderText(_ plan: QueryPlan) -> String {
  let keys = plan.query.sort.map { $0.content.description + ($0.isDescending ? " desc" : "") }
  let names = keys.joined(separator: ", ")
  if plan.query.isGrouped, !plan.needsSort {
    if case .groups(let groups, _) = plan.query.shape, groups.isEmpty { return "a single group" }
    return keys.isEmpty ? "by the groups' keys" : "groups by \(names)"
  }
  if keys.isEmpty, !plan.needsSort { return "as read" }
  let most = plan.query.limit.map { ", keeping \($0.addingClamped(plan.query.offset))" } ?? ""
  return "by \(keys.isEmpty ? "time" : names), \(plan.needsSort ? "sorted" + most : "as read")"
}

private func costText(
  _ plan: QueryPlan, _ context: QueryContext, _ store: CalendarStore
) throws(QueryError) -> [String] {
  let before = store.counters
  let execution = try Execution(plan, context: context, store: store)
  var rows = 0
  while try execution.next() != nil { rows += 1 }
  let after = store.counters
  func cost(_ counter: KeyPath<ReadCounters, Int>) -> Int {
    after[keyPath: counter] - before[keyPath: counter]
  }
  var read: [String] = []
  func tell(_ counter: KeyPath<ReadCounters, Int>, _ text: (Int) -> String) {
    if cost(counter) > 0 { read.append(text(cost(counter))) }
  }
  tell(\.countedRows) { "\($0) counted in whole stretches" }
  tell(\.ongoingRows) { "\($0) going on in the index" }
  tell(\.startingRows) { "\($0) starting in the index" }
  tell(\.seriesConsidered) {
    "\(cost(\.occurrencesExpanded)) expanded from \(cost(\.seriesExpanded)) of \($0) series"
  }
  if cost(\.seriesConsidered) == 0 { tell(\.occurrencesExpanded) { "\($0) expanded" } }
  if cost(\.recordsRead) + cost(\.recordsRemembered) > 0 {
    read.append("\(counted(cost(\.recordsRead), "record")) (\(cost(\.recordsRemembered)) remembered)")
  }
  tell(\.itemsScanned) { "\(counted($0, "item")) scanned" }
  return [
    "returned:  \(counted(rows, "row"))",
    "read:      " + (read.isEmpty ? "nothing" : read.joined(separator: ", ")),
  ]
}

/// `1 row`, `2 rows`.
private func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)" + (count == 1 ? "" : "s") }

private func sqlText(_ statement: UsedStatement) -> [String] {
  ["sql:       \(statement.text)"] + statement.plan.map { "           \($0)" }
}

extension GroupingMethod {
  /// How groups are made, in words.
  var text: String {
    switch self {
    case .rows: "from rows, one by one"
    case .occurrences: "from the index's occurrences, no records read"
    case .items: "item by item, plain rules by arithmetic"
    case .totals: "from the index's totals, occurrences only at the ends of the window"
    }
  }
}

extension AccessPath {
  /// The path in words.
  public func text(in zone: Zone) -> String {
    func window(_ bounds: SecondBounds) -> String {
      let range = ResolvedRange(start: bounds.start, end: bounds.end)
      return range.isAnytime ? "all of time" : range.text(in: zone)
    }
    switch self {
    case .nothing: return "nothing, as no row can pass"
    case .eventWindow(let bounds): return "occurrence index and series, \(window(bounds))"
    case .scan(.event, recurring: true): return "scan of stored series"
    case .scan(let kind, _): return "scan of stored \(kind == .reminder ? "reminders" : "events")"
    case .references(let references): return "\(references.count) by id"
    case .uid(let uid): return "by UID \(uid)"
    case .text(let word, let items):
      return
        "text index for \"\(word.split(separator: " ").joined(separator: " "))\", \(counted(items.count, "item"))"
    case .dueWindow(let bounds): return "due dates, \(window(bounds))"
    case .undated: return "undated reminders"
    case .allReminders: return "due dates, all of time, then undated reminders"
    case .completedWindow(let bounds): return "completions, \(window(bounds))"
    case .alarms(let bounds): return "occurrences as far around as alarms reach, \(window(bounds))"
    case .catalog: return "list in memory"
    }
  }
}
