/// A parameter at a place of a question.
public struct ParameterUse: Hashable, Sendable {
  /// The name without the dollar sign.
  public var name: String
  /// The type that its value must have there.
  public var type: ParameterType
  /// The place in the text.
  public var range: SourceRange
}

extension StatementSyntax {
  /// The parameters of a question, in no particular order; empty for other statements.
  public var parameterUses: [ParameterUse] { pieces.uses }

  /// The dates of a question that name a day or more by its distance: `in 3 days`, `2 weeks ago`,
  /// and `-5d` if it is the range.
  public var distantDates: [DateSyntax] { pieces.distances }

  private var pieces: QuestionPieces {
    var finder = QuestionPieces()
    switch self {
    case .explain(_, let inner, _): return inner.pieces
    case .query(let query): finder.look(query)
    case .aggregate(let aggregate): finder.look(aggregate.query)
    case .slots(let slots): finder.look(slots)
    case .calendarView(let view):
      if let time = view.time { finder.look(time) }
      for clause in view.clauses { finder.look(clause, .events, nil) }
    case .manage(let manage):
      if case .watch(let question) = manage.kind { return question.pieces }
    case .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate, .session: break
    }
    return finder
  }
}

/// Walks through a question and notes its parameters and the dates that name a distance.
private struct QuestionPieces {
  private(set) var uses: [ParameterUse] = []
  private(set) var distances: [DateSyntax] = []

  private mutating func note(_ name: String, _ type: ParameterType, _ range: SourceRange) {
    uses.append(ParameterUse(name: name, type: type, range: range))
  }

  mutating func look(_ query: QuerySyntax) {
    for clause in query.clauses { look(clause, query.noun, query.selection) }
  }

  mutating func look(_ slots: SlotsSyntax) {
    if let length = slots.length { look(length) }
    for clause in slots.clauses {
      switch clause.kind {
      case .when(let when): look(when.time)
      case .include(let scope): look(scope)
      case .exclude(let names): look(names)
      case .limit(let count): look(count)
      case .hours, .days, .timed, .format: break
      }
    }
  }

  mutating func look(_ clause: ClauseSyntax, _ noun: Noun, _ selection: SelectSyntax?) {
    switch clause.kind {
    case .when(let when), .dateField(_, let when): look(when.time)
    case .include(let scope): look(scope)
    case .exclude(let names): look(names)
    case .where(let condition), .having(let condition): look(condition, noun, selection)
    case .limit(let count, let offset):
      look(count)
      if let offset { look(offset) }
    case .flag, .everything, .text, .sort, .group, .select, .format: break
    }
  }

  // MARK: Names and numbers

  private mutating func look(_ scope: CalendarScopeSyntax) {
    if case .calendars(let names) = scope { look(names) }
  }

  private mutating func look(_ names: [NameSyntax]) {
    for name in names where name.isParameter { note(name.text, name.isSet ? .set : .calendar, name.range) }
  }

  private mutating func look(_ count: CountSyntax) {
    if case .parameter(let name, let range) = count { note(name, .integer, range.value) }
  }

  // MARK: Dates

  mutating func look(_ time: RangeSyntax) {
    switch time.kind {
    case .on(let date):
      if case .offset(let offset) = date.base, offset.duration.mayBeDays { distances.append(date) }
      look(date)
    case .from(let date), .since(let date), .after(let date), .to(let date), .before(let date): look(date)
    case .span(let from, let to):
      look(from)
      look(to)
    case .anytime: break
    }
  }

  private mutating func look(_ date: DateSyntax) {
    switch date.base {
    case .parameter(let name): note(name, .date, date.range.prefix(ofParameter: name))
    case .offset(let offset): look(offset.duration)
    case .ahead(let duration), .ago(let duration):
      if duration.mayBeDays { distances.append(date) }
      look(duration)
    case .rolling(_, let duration): look(duration)
    case .now, .epoch, .clock, .day, .part, .unit, .named, .rest: break
    }
    for offset in date.offsets { look(offset.duration) }
  }

  private mutating func look(_ duration: DurationSyntax) {
    if case .parameter(let name) = duration.kind { note(name, .duration, duration.range) }
  }

  // MARK: Conditions

  private mutating func look(_ condition: ExpressionSyntax, _ noun: Noun, _ selection: SelectSyntax?) {
    switch condition.kind {
    case .and(let parts), .or(let parts): for part in parts { look(part, noun, selection) }
    case .not(let part): look(part, noun, selection)
    case .flag, .text, .isEmpty, .matches: break
    case .membership(let field, let values, _):
      let type = Self.type(of: field, noun)
      for value in values { look(value, type) }
    case .match(_, _, let text, _):
      if case .parameter(let name) = text.kind { note(name, .text, text.range) }
    case .during(_, let when): look(when.time)
    case .compare(let column, _, let value): look(value, Self.type(of: column, noun, selection))
    case .between(let column, let lower, let upper):
      let type = Self.type(of: column, noun, selection)
      look(lower, type)
      look(upper, type)
    }
  }

  private mutating func look(_ value: ValueSyntax, _ type: ParameterType) {
    switch value.kind {
    case .parameter(let name): note(name, type, value.range)
    case .date(let date): look(date)
    case .duration(let duration): look(duration)
    case .text, .name, .integer, .decimal, .clock, .weekday, .month: break
    }
  }

  private static func type(of field: FieldSyntax, _ noun: Noun) -> ParameterType {
    guard let entry = FieldCatalog.entry(field.name, of: noun) else { return .text }
    return ParameterType(ValueType(of: entry, part: field.part))
  }

  private static func type(
    of column: ColumnSyntax, _ noun: Noun, _ selection: SelectSyntax?
  ) -> ParameterType {
    switch column.kind {
    case .field(let field), .aggregate(.function(_, let field)): return type(of: field, noun)
    case .bucket(.day): return .date
    case .bucket(.weekday): return .weekday
    case .bucket, .aggregate(.count): return .integer
    case .alias(let name):
      guard case .items(let items)? = selection, let item = items.first(where: { $0.alias == name }) else {
        return .integer
      }
      return type(of: item.column, noun, nil)
    }
  }
}

extension DurationSyntax {
  /// Whether it has no hours, minutes or seconds; true for a parameter, as its value is unknown.
  fileprivate var mayBeDays: Bool { calendarDuration?.isDayLike ?? true }
}

extension SourceRange {
  /// The range of the parameter alone, without the offsets that may follow it.
  fileprivate func prefix(ofParameter name: String) -> SourceRange {
    SourceRange(offset: offset, length: min(length, name.utf8.count + 1))
  }
}
