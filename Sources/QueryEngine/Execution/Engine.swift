// The face of the engine: a statement goes in, rows come out.

/// Resolves a query against a store: names, dates, values.
///
/// - Throws: `rejected` with a diagnostic where something does not resolve.
public func bind(
  _ query: QuerySyntax, context: QueryContext, store: CalendarStore, purpose: QueryPurpose = .answer
) throws(QueryError) -> BoundQuery {
  var binder = try makeBinder(context, store)
  return try resolving { () throws(BindingError) in try binder.bind(query, purpose: purpose) }
}

/// Resolves any statement that gives rows: queries, aggregates and pages of the calendar.
///
/// - Throws: `rejected`, with the code `not-yet` for statements that are still to come.
public func bind(
  _ statement: StatementSyntax, context: QueryContext, store: CalendarStore
) throws(QueryError) -> BoundQuery {
  var binder = try makeBinder(context, store)
  return try resolving { () throws(BindingError) in
    switch statement {
    case .query(let query): return try binder.bind(query)
    case .aggregate(let syntax): return try binder.bind(syntax.query, aggregate: syntax.call)
    case .calendarView(let view): return try binder.bind(view)
    case .explain(_, let inner, _): throw BindingError(.notYet("`explain` of that"), at: inner.range)
    case .slots(let slots): return try binder.bind(slots)
    case .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate, .manage,
      .session:
      throw BindingError(.notYet("this statement"), at: statement.range)
    }
  }
}

func makeBinder(_ context: QueryContext, _ store: CalendarStore) throws(QueryError) -> Binder {
  return try reading { () throws(StoreError) in
    Binder(
      context, try Catalog(store).known(by: context), knowsZone: { store.zone(named: $0) != nil },
      sets: { (try? store.calendarSets()) ?? [] })
  }
}

/// Chooses how to answer a query.
///
/// `estimates` says what a way costs that has no rival.
public func plan(
  _ query: BoundQuery, store: CalendarStore, estimates: PlanEstimates = .none
) throws(QueryError) -> QueryPlan {
  return try reading { () throws(StoreError) in
    // In one transaction, as each statement alone would lock the file by itself.
    try store.withReadTransaction { () throws(StoreError) in
      try Planner(store, estimates: estimates).plan(query)
    }
  }
}

/// All the ways to answer a query, cheapest first by estimate: for comparing what they really cost.
func plans(_ query: BoundQuery, store: CalendarStore) throws(QueryError) -> [QueryPlan] {
  return try reading { () throws(StoreError) in
    let planner = try Planner(store, weighsAll: true, estimates: .full)
    let candidates = try planner.plan(query).candidates
    return candidates.indices.map { planner.plan(query, candidates, choosing: $0) }
  }
}

/// Starts answering a query; rows are read as they are asked for.
///
/// - Throws: `disagreement` where the context asks to check and the answer is not the plain scan's.
public func run(
  _ query: BoundQuery, context: QueryContext, store: CalendarStore
) throws(QueryError) -> QueryResult {
  try run(try plan(query, store: store), context: context, store: store)
}

/// Starts answering a query in the way that was chosen.
///
/// - Throws: `disagreement` where the context asks to check and the answer is not the plain scan's.
public func run(
  _ plan: QueryPlan, context: QueryContext, store: CalendarStore
) throws(QueryError) -> QueryResult {
  if context.isChecking {
    try check(plan, context: context, store: store)
    for query in plan.query.companions {
      try check(try QueryEngine.plan(query, store: store), context: context, store: store)
    }
  }
  return QueryResult(try Execution(plan, context: context, store: store))
}

/// Compares a plan's rows, before order and limit, with those of a plain scan.
///
/// - Throws: `disagreement` where they differ.
public func check(_ plan: QueryPlan, context: QueryContext, store: CalendarStore) throws(QueryError) {
  try reading(store.beginRead)
  defer { store.endRead() }
  let truth = try reading { () throws(StoreError) in try SlowTruth(store, context, plan.query) }
  try truth.check(plan)
  try checkGroups(plan, context: context, store: store)
}

/// Compares groups that were made without rows with those made of rows.
private func checkGroups(
  _ plan: QueryPlan, context: QueryContext, store: CalendarStore
) throws(QueryError) {
  if plan.grouping == .rows { return }
  var slow = plan
  slow.grouping = .rows
  let first = try Execution(plan, context: context, store: store)
  let second = try Execution(slow, context: context, store: store)
  while true {
    let (short, long) = (try first.next(), try second.next())
    if case .group(let a)? = short, case .group(let b)? = long, a == b { continue }
    if short == nil, long == nil { return }
    throw .disagreement("the groups made \(plan.grouping.text) differ from those made of rows")
  }
}

/// Starts answering a statement that gives rows.
public func run(
  _ statement: StatementSyntax, context: QueryContext, store: CalendarStore
) throws(QueryError) -> QueryResult {
  try run(try bind(statement, context: context, store: store), context: context, store: store)
}

/// What a date expression denotes, with the notes it gives rise to; for completion and forms.
///
/// `leansBack` takes the latest that has begun of what names no week or year, as `since` does; `isAsked`
/// reads a date without a year as questions do.
///
/// - Throws: `rejected` where it does not resolve.
public func resolve(
  _ date: DateSyntax, leansBack: Bool = false, isAsked: Bool = false, context: QueryContext
) throws(QueryError) -> (date: ResolvedDate, notes: [Note]) {
  var resolver = DateResolver(context)
  return try resolving { () throws(BindingError) in
    let lean: DateLean = leansBack ? .backward : isAsked ? .nearest : .forward
    return (try resolver.resolve(date, lean: lean), resolver.notes)
  }
}

/// The message for a statement that is understood but not there yet; nil for those that run.
public func notYet(_ statement: StatementSyntax) -> Diagnostic? {
  guard case .manage(let manage) = statement, case .sync = manage.kind else { return nil }
  return BindingError(.notYet("`sync`"), at: statement.range).diagnostic
}
