// The engine's public interface: it takes statements and returns rows.

/// Resolves a query against a store: names, dates, values.
///
/// - Throws: `rejected` with a diagnostic if something does not resolve.
public func bind(
  _ query: QuerySyntax, context: QueryContext, store: CalendarStore, purpose: QueryPurpose = .answer
) throws(QueryError) -> BoundQuery {
  var binder = try makeBinder(context, store)
  return try resolving { () throws(BindingError) in try binder.bind(query, purpose: purpose) }
}

/// Resolves any statement that returns rows: queries, aggregates and pages of the calendar.
///
/// - Throws: `rejected`, with the code `not-yet` for statements that return no rows.
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
      sets: try store.calendarSets())
  }
}

/// Plans a query.
///
/// `estimates` says how much to estimate for an access path without alternatives.
public func plan(
  _ query: BoundQuery, store: CalendarStore, estimates: PlanEstimates = .none
) throws(QueryError) -> QueryPlan {
  return try reading { () throws(StoreError) in
    // In one transaction, as otherwise each statement would lock the file by itself.
    try store.withReadTransaction { () throws(StoreError) in
      try Planner(store, estimates: estimates).plan(query)
    }
  }
}

/// Starts answering a query; rows are read as they are asked for.
///
/// - Throws: `disagreement` if the context asks for a check and the answer differs from the plain scan's.
public func run(
  _ query: BoundQuery, context: QueryContext, store: CalendarStore
) throws(QueryError) -> QueryResult {
  try run(try plan(query, store: store), context: context, store: store)
}

/// Starts a plan.
///
/// - Throws: `disagreement` if the context asks for a check and the answer differs from the plain scan's.
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
/// - Throws: `disagreement` if they differ.
public func check(_ plan: QueryPlan, context: QueryContext, store: CalendarStore) throws(QueryError) {
  try reading(store.beginRead)
  defer { store.endRead() }
  let truth = try reading { () throws(StoreError) in try SlowTruth(store, context, plan.query) }
  try truth.check(plan)
  try checkGroups(plan, context: context, store: store)
}

/// Compares groups made without rows with groups made from rows.
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

/// Starts a statement that returns rows.
public func run(
  _ statement: StatementSyntax, context: QueryContext, store: CalendarStore
) throws(QueryError) -> QueryResult {
  try run(try bind(statement, context: context, store: store), context: context, store: store)
}

/// Resolves a date expression and returns its notes; for completion and forms.
///
/// `leansBack` resolves an incomplete date to the latest that has begun, as `since` does; `isAsked`
/// resolves a date without a year as queries do.
///
/// - Throws: `rejected` if it does not resolve.
public func resolve(
  _ date: DateSyntax, leansBack: Bool = false, isAsked: Bool = false, context: QueryContext
) throws(QueryError) -> (date: ResolvedDate, notes: [Note]) {
  var resolver = DateResolver(context)
  return try resolving { () throws(BindingError) in
    let lean: DateLean = leansBack ? .backward : isAsked ? .nearest : .forward
    return (try resolver.resolve(date, lean: lean), resolver.notes)
  }
}

/// The message for a statement that parses but is not implemented; nil for all others.
public func notYet(_ statement: StatementSyntax) -> Diagnostic? {
  guard case .manage(let manage) = statement, case .sync = manage.kind else { return nil }
  return BindingError(.notYet("`sync`"), at: statement.range).diagnostic
}
