/// Answers statements from a store, as a context has them: its clock, its zone and its settings.
///
/// ```swift
/// var rows = try Engine(store, context).run(try parseStatement("events today"))
/// while let row = try rows.next() { … }
/// ```
public struct Engine {
  let store: CalendarStore
  let context: QueryContext

  /// Creates an engine over a store; it keeps nothing of its own, so that one can be made for each question.
  public init(_ store: CalendarStore, _ context: QueryContext) {
    (self.store, self.context) = (store, context)
  }

  // MARK: Binding

  /// Resolves a query against the store: names, dates, values.
  ///
  /// - Throws: `rejected` with a diagnostic if something does not resolve.
  public func bind(
    _ query: QuerySyntax, purpose: QueryPurpose = .answer
  ) throws(QueryError) -> BoundQuery {
    var binder = try binder()
    return try resolving { () throws(BindingError) in try binder.bind(query, purpose: purpose) }
  }

  /// Resolves any statement that returns rows: queries, aggregates and pages of the calendar.
  ///
  /// - Throws: `rejected`, with the code `not-yet` for statements that return no rows.
  public func bind(_ statement: StatementSyntax) throws(QueryError) -> BoundQuery {
    var binder = try binder()
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

  /// Returns the calendars that names and sets mean, each once, in the order of the names.
  ///
  /// - Throws: `rejected` for a name that means none or several.
  public func calendars(named names: [NameSyntax]) throws(QueryError) -> [CalendarRecord] {
    let binder = try binder()
    return try resolving { () throws(BindingError) in
      var result: [CalendarRecord] = []
      for name in names {
        for id in try binder.numbers([name]).sorted() where !result.contains(where: { $0.id == id }) {
          if let calendar = binder.catalog.calendar(id) { result.append(calendar) }
        }
      }
      return result
    }
  }

  private func binder() throws(QueryError) -> Binder {
    try reading { () throws(StoreError) in
      Binder(
        context, try Catalog(store).known(by: context), knowsZone: { store.zone(named: $0) != nil },
        sets: try store.calendarSets())
    }
  }

  // MARK: Planning and running

  /// Plans a query.
  ///
  /// `estimates` says how much to estimate for an access path without alternatives.
  public func plan(
    _ query: BoundQuery, estimates: PlanEstimates = .none
  ) throws(QueryError) -> QueryPlan {
    try reading { () throws(StoreError) in
      // In one transaction, as otherwise each statement would lock the file by itself.
      try store.withReadTransaction { () throws(StoreError) in
        try Planner(store, estimates: estimates).plan(query)
      }
    }
  }

  /// Starts a statement that returns rows.
  public func run(_ statement: StatementSyntax) throws(QueryError) -> QueryResult {
    try run(try bind(statement))
  }

  /// Starts answering a query; rows are read as they are asked for.
  ///
  /// - Throws: `disagreement` if the context asks for a check and the answer differs from the plain scan's.
  public func run(_ query: BoundQuery) throws(QueryError) -> QueryResult { try run(try plan(query)) }

  /// Starts a plan.
  ///
  /// - Throws: `disagreement` if the context asks for a check and the answer differs from the plain scan's.
  public func run(_ plan: QueryPlan) throws(QueryError) -> QueryResult {
    if context.isChecking {
      try check(plan)
      for query in plan.query.companions { try check(try self.plan(query)) }
    }
    return QueryResult(try Execution(plan, context: context, store: store))
  }

  // MARK: Checking

  /// Compares a plan's rows, before order and limit, with those of a plain scan.
  ///
  /// - Throws: `disagreement` if they differ.
  public func check(_ plan: QueryPlan) throws(QueryError) {
    try reading(store.beginRead)
    defer { store.endRead() }
    let truth = try reading { () throws(StoreError) in try SlowTruth(store, context, plan.query) }
    try truth.check(plan)
    try checkGroups(plan)
  }

  /// Compares groups made without rows with groups made from rows.
  private func checkGroups(_ plan: QueryPlan) throws(QueryError) {
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
}

/// Resolves a range as a query does, to what it covers; nil for a range with an open side.
///
/// - Throws: `rejected` if it does not resolve.
public func resolve(_ range: RangeSyntax, context: QueryContext) throws(QueryError) -> ResolvedDate? {
  var resolver = DateResolver(context)
  let found = try resolving { () throws(BindingError) in try resolver.resolve(range, ends: .bounded) }
  guard let start = found.start, let end = found.end else { return nil }
  if found.isInstant { return .instant(start) }
  guard found.startIsDay, found.endIsDay else { return .span(start, end) }
  return .days(context.zone.civil(at: start).date, until: context.zone.civil(at: end).date)
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
