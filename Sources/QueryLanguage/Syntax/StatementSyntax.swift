/// A whole statement.
public indirect enum StatementSyntax: Hashable, Sendable {
  /// `explain events today`; the stage is `dates`, `plan`, `sql` or all.
  case explain(ExplainStage?, StatementSyntax, range: SourceRangeSyntax)
  case query(QuerySyntax)
  /// `count events`, `sum duration of events`.
  case aggregate(AggregateSyntax)
  /// `free 45m this week`.
  case slots(SlotsSyntax)
  /// `agenda`, `month november`.
  case calendarView(CalendarViewSyntax)
  case add(AddSyntax)
  /// `quick "Lunch fri 12:30"`.
  case quick(TextSyntax, range: SourceRangeSyntax)
  case edit(EditSyntax)
  case view(ViewSyntax)
  case delete(DeleteSyntax)
  case complete(CompleteSyntax)
  case reopen(TargetSyntax, TailSyntax, range: SourceRangeSyntax)
  case answer(AnswerSyntax)
  case move(MoveSyntax)
  case duplicate(DuplicateSyntax)
  /// Calendars, files, history, views and access.
  case manage(ManageSyntax)
  /// Settings, help and the like.
  case session(SessionSyntax)

  /// The place of the statement in the text.
  public var range: SourceRange {
    switch self {
    case .explain(_, _, let range): range.value
    case .query(let syntax): syntax.range
    case .aggregate(let syntax): syntax.range
    case .slots(let syntax): syntax.range
    case .calendarView(let syntax): syntax.range
    case .add(let syntax): syntax.range
    case .quick(_, let range): range.value
    case .edit(let syntax): syntax.range
    case .view(let syntax): syntax.range
    case .delete(let syntax): syntax.range
    case .complete(let syntax): syntax.range
    case .reopen(_, _, let range): range.value
    case .answer(let syntax): syntax.range
    case .move(let syntax): syntax.range
    case .duplicate(let syntax): syntax.range
    case .manage(let syntax): syntax.range
    case .session(let syntax): syntax.range
    }
  }
}

/// A source range as a value of an enum case: equal to every other.
public struct SourceRangeSyntax: Hashable, Sendable {
  /// The range.
  @NotCompared public var value: SourceRange

  /// Wraps a range.
  public init(_ value: SourceRange = .none) {
    self.value = value
  }
}

/// What `explain` shows; without a word, everything.
public enum ExplainStage: String, CaseIterable, Sendable {
  case dates, plan, sql
}

/// `count QUERY`, or a function of a field over a query.
public struct AggregateSyntax: Hashable, Sendable {
  /// The function to compute.
  public var call: AggregateCallSyntax
  /// The query for its rows.
  public var query: QuerySyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An aggregate over a query.
  public init(_ call: AggregateCallSyntax, of query: QuerySyntax, range: SourceRange = .none) {
    self.call = call
    self.query = query
    self.range = range
  }
}
