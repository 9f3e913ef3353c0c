import CivilTime
import QueryLanguage
import Store

/// Says how a statement is understood and answered, a line each.
///
/// The stages: the range its dates mean, the plan with what was weighed and what reading cost, and the statements
/// that read the store; nil shows all. Showing the plan's cost runs the query.
public func explain(
  _ statement: StatementSyntax, stage: ExplainStage?, context: QueryContext, store: CalendarStore
) throws(QueryError) -> [String] {
  let query = try bind(statement, context: context, store: store)
  var lines: [String] = []
  if stage == nil || stage == .dates { lines += datesText(query, context) }
  if stage == nil || stage == .plan {
    let plan = try plan(query, store: store)
    lines += planText(plan, context)
    lines += try costText(plan, context, store)
  }
  if stage == nil || stage == .sql { lines += try sqlText(query, store) }
  return lines
}

/// Says what a date expression or range alone denotes, as `explain dates` does.
private func datesText(_ query: BoundQuery, _ context: QueryContext) -> [String] {
  var lines: [String] = []
  if let range = query.range { lines.append("range:     \(range.text(in: context.zone))") }
  lines.append("condition: \(query.predicate.text(in: context.zone))")
  lines += query.notes.map { "note:      \($0.text)" }
  return lines
}

private func planText(_ plan: QueryPlan, _ context: QueryContext) -> [String] {
  var lines: [String] = []
  for candidate in plan.candidates {
    let mark = candidate == plan.choice ? "plan:     " : "instead of"
    lines.append(
      "\(mark) \(candidate.path.text(in: context.zone)), about \(candidate.rows) rows, cost \(candidate.cost)"
    )
  }
  lines.append("then test: \(plan.residual == .all ? "nothing" : plan.residual.text(in: context.zone))")
  if !plan.query.sort.isEmpty || plan.needsSort {
    let keys = plan.query.sort.map { $0.content.description + ($0.isDescending ? " desc" : "") }
    let order = keys.isEmpty ? "time" : keys.joined(separator: ", ")
    let most = plan.query.limit.map { ", keeping \($0 + plan.query.offset)" } ?? ""
    lines.append("order:     by \(order), \(plan.needsSort ? "sorted" + most : "as read")")
  } else {
    lines.append("order:     as read")
  }
  if let limit = plan.query.limit {
    lines.append("limit:     \(limit)" + (plan.query.offset > 0 ? " after \(plan.query.offset)" : ""))
  }
  return lines
}

private func costText(
  _ plan: QueryPlan, _ context: QueryContext, _ store: CalendarStore
) throws(QueryError) -> [String] {
  let before = store.counters
  let execution = try Execution(plan, context: context, store: store)
  var rows = 0
  while try execution.next() != nil { rows += 1 }
  let after = store.counters
  return [
    "rows:      \(rows)",
    "read:      \(after.ongoingRows - before.ongoingRows) going on, "
      + "\(after.startingRows - before.startingRows) starting, "
      + "\(after.occurrencesExpanded - before.occurrencesExpanded) expanded from "
      + "\(after.seriesSought - before.seriesSought) of \(after.seriesConsidered - before.seriesConsidered) series, "
      + "\(after.recordsRead - before.recordsRead) records"
      + " (\(after.recordsRemembered - before.recordsRemembered) remembered)",
  ]
}

private func sqlText(_ query: BoundQuery, _ store: CalendarStore) throws(QueryError) -> [String] {
  let path = try plan(query, store: store).choice.path
  return path.statements(query.noun).map { "sql:       \($0)" }
}

extension AccessPath {
  /// The way in words.
  public func text(in zone: Zone) -> String {
    func window(_ bounds: SecondBounds) -> String {
      let range = ResolvedRange(start: bounds.start, end: bounds.end)
      return range.isAnytime ? "all of time" : range.text(in: zone)
    }
    switch self {
    case .eventWindow(let bounds): return "occurrence index and series, \(window(bounds))"
    case .scan(let kind): return "scan of stored \(kind == .reminder ? "reminders" : "events")"
    case .references(let references): return "\(references.count) by id"
    case .uid(let uid): return "by UID \(uid)"
    case .text(let word, let items): return "text index for \"\(word)\", \(items.count) items"
    case .dueWindow(let bounds): return "due dates, \(window(bounds))"
    case .undated: return "undated reminders"
    case .allReminders: return "due dates, all of time, then undated reminders"
    case .completedWindow(let bounds): return "completions, \(window(bounds))"
    case .catalogue: return "list in memory"
    }
  }

  /// The tables that are read and how, in the words of SQL.
  func statements(_ noun: Noun) -> [String] {
    let ongoing = "occurrence(lane, start < a, end > a), by class of length"
    let starting = "occurrence(lane, start in [a, b)) in order of start"
    switch self {
    case .eventWindow: return [ongoing, starting, "series(lane, last >= a, first < b), expanded by seeking"]
    case .scan: return ["item by id"]
    case .references: return ["item(id = ?)"]
    case .uid: return ["item(uid = ?)"]
    case .text: return ["word, text_index MATCH ?", "item(id = ?)"]
    case .dueWindow, .completedWindow: return [starting]
    case .undated: return ["item by id where nothing is due"]
    case .allReminders: return [starting, "item by id where nothing is due"]
    case .catalogue: return noun == .sources ? ["source by id"] : ["calendar by id"]
    }
  }
}
