/// A query: a noun and its clauses, in the order in which they were written.
public struct QuerySyntax: Hashable, Sendable {
  /// The kind of rows asked for.
  public var noun: Noun
  /// The clauses; each kind at most once, flags and date fields each once by name.
  public var clauses: [ClauseSyntax]
  /// The place of the noun in the text.
  @NotCompared public var nounRange: SourceRange
  /// The place of the query in the text.
  @NotCompared public var range: SourceRange

  /// A query.
  public init(
    _ noun: Noun, _ clauses: [ClauseSyntax] = [], nounRange: SourceRange = .none, range: SourceRange = .none
  ) {
    self.noun = noun
    self.clauses = clauses
    self.nounRange = nounRange
    self.range = range
  }

  /// The range of time, if one is written.
  public var when: WhenSyntax? {
    for clause in clauses { if case .when(let value) = clause.kind { return value } }
    return nil
  }

  /// The date fields with their ranges.
  public var dateFields: [(field: FieldSyntax, when: WhenSyntax)] {
    clauses.compactMap { clause in
      guard case .dateField(let field, let when) = clause.kind else { return nil }
      return (field, when)
    }
  }

  /// The flags.
  public var flags: [(flag: QueryFlag, isNegated: Bool, range: SourceRange)] {
    clauses.compactMap { clause in
      guard case .flag(let flag, let negated) = clause.kind else { return nil }
      return (flag, negated, clause.range)
    }
  }

  /// The calendars after `in`.
  public var included: CalendarScopeSyntax? {
    for clause in clauses { if case .include(let value) = clause.kind { return value } }
    return nil
  }

  /// The calendars after `except`.
  public var excluded: [NameSyntax] {
    for clause in clauses { if case .exclude(let value) = clause.kind { return value } }
    return []
  }

  /// Whether completed reminders are asked for, too: `reminders all`.
  public var asksForEverything: Bool { clauses.contains { $0.kind == .everything } }

  /// The text search.
  public var text: String? {
    for clause in clauses { if case .text(let value) = clause.kind { return value } }
    return nil
  }

  /// The condition after `where`.
  public var condition: ExpressionSyntax? {
    for clause in clauses { if case .where(let value) = clause.kind { return value } }
    return nil
  }

  /// The keys of `sort`.
  public var sortKeys: [SortKeySyntax] {
    for clause in clauses { if case .sort(let value) = clause.kind { return value } }
    return []
  }

  /// The numbers of `limit` and `offset`.
  public var limit: (count: CountSyntax, offset: CountSyntax?)? {
    for clause in clauses { if case .limit(let count, let offset) = clause.kind { return (count, offset) } }
    return nil
  }

  /// The keys of `group by`.
  public var groupKeys: [ColumnSyntax] {
    for clause in clauses { if case .group(let value) = clause.kind { return value } }
    return []
  }

  /// The condition after `having`.
  public var groupCondition: ExpressionSyntax? {
    for clause in clauses { if case .having(let value) = clause.kind { return value } }
    return nil
  }

  /// The columns of `select`.
  public var selection: SelectSyntax? {
    for clause in clauses { if case .select(let value) = clause.kind { return value } }
    return nil
  }

  /// The format after `as`.
  public var format: OutputFormat? {
    for clause in clauses { if case .format(let value) = clause.kind { return value } }
    return nil
  }
}
