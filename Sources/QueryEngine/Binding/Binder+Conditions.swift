extension Binder {
  /// The condition that a flag stands for.
  func predicate(_ flag: QueryFlag) -> ItemPredicate {
    switch flag {
    case .allday: .allDay
    case .timed: .not(.allDay)
    case .recurring: .recurring
    case .detached: .detached
    case .busy: .busy
    case .free: .free
    case .tentative: .tentative
    case .confirmed: .status(.confirmed)
    case .cancelled: .status(.cancelled)
    // A canceled reminder is not completed, but nothing is left to do either.
    case .open, .incomplete: .and([.not(.completed), .not(.status(.cancelled))])
    case .completed: .completed
    case .overdue: .overdue(context.now)
    case .due: .due(context.now)
    case .undated: .undated
    case .writable: .writable
    case .subscribed: .subscribed
    case .hidden: .hidden
    case .flagged: .flagged
    }
  }

  /// The condition that an expression stands for.
  mutating func predicate(_ syntax: ExpressionSyntax) throws(BindingError) -> ItemPredicate {
    switch syntax.kind {
    case .and(let parts): return .and(try predicates(parts))
    case .or(let parts): return .or(try predicates(parts))
    case .not(let part): return .not(try predicate(part))
    case .flag(let flag): return predicate(flag)
    case .text(let text): return .anyText(TextTest(.contains, text))
    case .isEmpty(let field, let isNegated): return negated(isNegated, .isEmpty(field.name))
    case .membership(let field, let values, let isNegated):
      var parts: [ItemPredicate] = []
      for value in values { parts.append(try comparison(field, .equal, value)) }
      return negated(isNegated, .or(parts))
    case .match(let field, let operation, let text, let isNegated):
      let test = TextTest(TextTest.Operation(operation), try literal(text))
      if test.operation == .like { noteForeignWildcards(test.text) }
      guard field.name.isText else { throw misfit(field, operation.rawValue) }
      return negated(isNegated, .text(field.name, test))
    case .matches(let field, let regex, let isNegated):
      guard field.name.isText else { throw misfit(field, "matches") }
      return negated(isNegated, .pattern(field.name, try pattern(regex)))
    case .during(let field, let when): return try dateTest(field, when)
    case .compare(let column, let sign, let value):
      guard case .field(let field) = column.kind else {
        throw BindingError(.misplacedAggregate(name(of: column)), at: column.range)
      }
      return try comparison(field, sign, value)
    case .between(let column, let lower, let upper):
      guard case .field(let field) = column.kind else {
        throw BindingError(.misplacedAggregate(name(of: column)), at: column.range)
      }
      return .and([
        try comparison(field, .greaterOrEqual, lower), try comparison(field, .lessOrEqual, upper),
      ])
    }
  }

  private mutating func predicates(_ parts: [ExpressionSyntax]) throws(BindingError) -> [ItemPredicate] {
    var result: [ItemPredicate] = []
    for part in parts { result.append(try predicate(part)) }
    return result
  }

  private func negated(_ isNegated: Bool, _ predicate: ItemPredicate) -> ItemPredicate {
    isNegated ? .not(predicate) : predicate
  }

  func name(of column: ColumnSyntax) -> String {
    switch column.kind {
    case .field(let field): field.description
    case .bucket(let bucket): bucket.rawValue
    case .aggregate(.count): "count"
    case .aggregate(.function(let function, let field)): "\(function.rawValue)(\(field.name.rawValue))"
    case .alias(let name): name
    }
  }

  /// Notes that `%` is not a wildcard here, if the pattern has no `*` or `?`.
  private mutating func noteForeignWildcards(_ pattern: String) {
    guard pattern.contains("%"), !pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return }
    let meant = pattern.replacing("%", with: "*")
    notes.append(
      Note(
        "foreign-wildcard",
        "`%` stands for itself in `like`; any text is `*`: like \(Quoting.string(meant))"))
  }

  func literal(_ text: TextSyntax) throws(BindingError) -> String {
    switch text.kind {
    case .literal(let literal): return literal
    case .parameter(let name): return try context.text(of: name, at: text.range)
    }
  }

  func pattern(_ syntax: RegexSyntax) throws(BindingError) -> RegularExpression {
    do throws(PatternFault) {
      return try RegularExpression(syntax.pattern, ignoresCase: syntax.ignoresCase)
    } catch {
      throw BindingError(.badPattern(error), at: syntax.range)
    }
  }

  /// The error for an operator that the field does not have; the parser rejects it first in any text.
  private func misfit(_ field: FieldSyntax, _ sign: String) -> BindingError {
    BindingError(
      .badValue(sign, field: field.description, expected: "use an operator of that field"), at: field.range)
  }

  // MARK: Dates

  /// Which way incomplete dates lean for a field: completion, creation and modification are past.
  static func lean(_ field: DateField) -> DateLean {
    switch field {
    case .completed, .created, .modified: .backward
    case .start, .end, .due, .occurrence, .time: .nearest
    }
  }

  /// `due by friday`: whether a date field lies in a range.
  mutating func dateTest(_ field: FieldSyntax, _ when: WhenSyntax) throws(BindingError) -> ItemPredicate {
    guard let name = DateField(field.name) else { throw misfit(field, "in time") }
    let includesEnd =
      switch name {
      case .due, .completed, .created, .modified: true
      case .start, .end, .occurrence, .time: false
      }
    let range = try resolver.resolve(
      when.time, ends: .open, lean: Self.lean(name), includesEnd: includesEnd)
    return range.isAnytime ? .not(.isEmpty(field.name)) : .date(name, range.timeRange)
  }

  /// `start < friday`: before its first moment; `start <= friday`: before its end.
  func range(_ sign: ComparisonOperator, _ date: ResolvedDate) -> TimeRange {
    let zone = context.zone
    let start = date.start(in: zone)
    let end = date.isInstant ? start.adding(seconds: 1) : date.end(in: zone)
    let isDay = date.isDays
    return switch sign {
    case .equal, .notEqual: TimeRange(from: start, to: end, fromIsDay: isDay, toIsDay: isDay)
    case .less: TimeRange(from: nil, to: start, toIsDay: isDay)
    case .lessOrEqual: TimeRange(from: nil, to: end, toIsDay: isDay)
    case .greater: TimeRange(from: end, to: nil, fromIsDay: isDay)
    case .greaterOrEqual: TimeRange(from: start, to: nil, fromIsDay: isDay)
    }
  }

  // MARK: Comparisons

  private mutating func comparison(
    _ field: FieldSyntax, _ sign: ComparisonOperator, _ value: ValueSyntax
  ) throws(BindingError) -> ItemPredicate {
    switch value.kind {
    case .parameter(let name):
      let expected = "a value as `\(field.name.rawValue)` takes it"
      let noun = noun
      var bound = try context.syntax(of: name, at: value.range, expected: expected) {
        (text) throws(SyntaxError) in
        try SyntaxFragment.comparand(text, of: field, noun)
      }
      if case .name(let name) = bound.kind, field.name == .calendar {
        bound.kind = .name(catalog.name(meaning: name.text))
      }
      bound.range = value.range
      return try comparison(field, sign, bound)
    case .text(let text): return try comparison(field, sign, text, value.range)
    case .name(let name):
      let named: ItemPredicate
      if field.name == .source {
        let source = try catalog.source(named: name)
        named = .source([NamedRow(id: source.id, name: Quoted.name(source.title))])
      } else {
        let calendar = try catalog.calendar(named: name)
        named = .calendar([NamedRow(id: calendar.id, name: catalog.name(of: calendar))])
      }
      return negated(sign == .notEqual, named)
    case .integer(let number):
      if let part = field.part { return try partTest(field, part, sign, number) }
      if field.name == .priority { return .importance(sign, Value.importance(ofPriority: number)) }
      return try numberTest(field, sign, .integer(number))
    case .decimal(let decimal): return try numberTest(field, sign, .decimal(decimal.value))
    case .duration(let syntax):
      let length = try resolver.duration(syntax)
      if field.name == .overlap { return .overlap(.always, sign, length) }
      return try numberTest(field, sign, .duration(length))
    case .date(let syntax): return try comparison(field, sign, syntax)
    case .clock(let clock):
      return try part(field, .time(sign, clock.secondOfDay))
    case .weekday(let weekday): return try part(field, .weekday(sign, weekday))
    case .month(let month): return try part(field, .month(sign, month))
    }
  }

  private func numberTest(
    _ field: FieldSyntax, _ sign: ComparisonOperator, _ operand: NumberOperand
  ) throws(BindingError) -> ItemPredicate {
    guard field.name.isNumber else { throw misfit(field, sign.rawValue) }
    return .number(field.name, sign, operand)
  }

  private func part(_ field: FieldSyntax, _ test: PartTest) throws(BindingError) -> ItemPredicate {
    guard let name = DateField(field.name) else { throw misfit(field, "a part of a date") }
    return .part(name, test)
  }

  private func partTest(
    _ field: FieldSyntax, _ part: DatePart, _ sign: ComparisonOperator, _ number: Int
  ) throws(BindingError) -> ItemPredicate {
    switch part {
    case .day: try self.part(field, .day(sign, number))
    case .week: try self.part(field, .week(sign, number))
    case .month: try self.part(field, .month(sign, number))
    case .year: try self.part(field, .year(sign, number))
    case .hour: try self.part(field, .hour(sign, number))
    case .date, .time, .weekday: throw misfit(field, number.description)
    }
  }

  private mutating func comparison(
    _ field: FieldSyntax, _ sign: ComparisonOperator, _ syntax: DateSyntax
  ) throws(BindingError) -> ItemPredicate {
    guard let name = DateField(field.name) else { throw misfit(field, sign.rawValue) }
    let date = try resolver.resolve(syntax, lean: Self.lean(name))
    if field.part == .date {
      let whole = TimeRange(
        from: date.start(in: context.zone), to: date.isInstant ? nil : date.end(in: context.zone),
        fromIsDay: date.isDays, toIsDay: date.isDays)
      let range = date.isInstant ? dayRange(of: date.start(in: context.zone)) : whole
      return .part(name, .date(sign, range, written: syntax.description))
    }
    return negated(sign == .notEqual, .date(name, range(sign, date)))
  }

  private func dayRange(of instant: Instant) -> TimeRange {
    let date = context.zone.civil(at: instant).date
    let next = date.adding(days: 1) ?? date
    return TimeRange(
      from: context.zone.startOfDay(date), to: context.zone.startOfDay(next), fromIsDay: true, toIsDay: true)
  }

  private func comparison(
    _ field: FieldSyntax, _ sign: ComparisonOperator, _ text: String, _ range: SourceRange
  ) throws(BindingError) -> ItemPredicate {
    let isNegated = sign == .notEqual
    if field.name == .id, let reference = reference(text) { return negated(isNegated, .identity(reference)) }
    // UIDs are opaque and case-sensitive (RFC 5545, 3.8.4.7); other texts are folded.
    let operation: TextTest.Operation = field.name == .uid ? .exactly : .equals
    if field.name.isText { return negated(isNegated, .text(field.name, TextTest(operation, text))) }
    func bad(_ choices: [String]) -> BindingError {
      let near = Spelling.suggestions(for: text, among: choices).first
      let expected = near.map { "did you mean `\($0)`?" } ?? choices.joined(separator: ", ")
      return BindingError(.badValue(text, field: field.name.rawValue, expected: expected), at: range)
    }
    switch field.name {
    case .status:
      guard let status = EventStatus.allCases.first(where: { $0.name == text }) else {
        throw bad(EventStatus.allCases.map(\.name))
      }
      return negated(isNegated, .status(status))
    case .availability:
      guard let availability = Availability.allCases.first(where: { $0.name == text }) else {
        throw bad(Availability.allCases.map(\.name))
      }
      return negated(isNegated, .availability(availability))
    case .priority:
      guard let band = PriorityBand.allCases.first(where: { $0.name == text }) else {
        throw bad(PriorityBand.allCases.map(\.name))
      }
      return .priorityBand(sign, band)
    case .kind where noun == .sources:
      guard let kind = SourceRecord.Kind.allCases.first(where: { $0.name == text }) else {
        throw bad(SourceRecord.Kind.allCases.map(\.name))
      }
      return negated(isNegated, .sourceKind(kind))
    case .kind:
      let kinds: [EntityKinds] = [.events, .reminders, [.events, .reminders]]
      guard let found = kinds.first(where: { $0.word == text }) else { throw bad(kinds.map(\.word)) }
      return negated(isNegated, .calendarKind(found))
    case .zone:
      if text.lowercased() == "floating" { return negated(isNegated, .zone(nil)) }
      guard let zone = zoneName(text) else {
        throw BindingError(
          .unknownZone(text, near: Spelling.suggestions(for: text, among: context.zones.identifiers)),
          at: range)
      }
      return negated(isNegated, .zone(zone))
    default: throw misfit(field, sign.rawValue)
    }
  }

  /// The item, occurrence, calendar or source that an id names.
  private func reference(_ text: String) -> ItemTarget? {
    let syntax = IdentifierSyntax(text)
    let prefix: IDPrefix =
      switch noun {
      case .events, .series, .alarms, .busy, .conflicts: .event
      case .reminders: .reminder
      case .calendars: .calendar
      case .sources: .source
      }
    guard let item = PublicID.number(syntax.item, prefix) else { return nil }
    guard let occurrence = syntax.occurrence else { return ItemTarget(item: item) }
    return OccurrenceKey(text: occurrence).map { ItemTarget(item: item, key: $0) }
  }
}

extension TextTest.Operation {
  /// The test of an operator of the language.
  init(_ syntax: TextOperator) {
    self =
      switch syntax {
      case .contains: .contains
      case .startsWith: .startsWith
      case .endsWith: .endsWith
      case .has: .has
      case .like: .like
      case .exactly: .exactly
      }
  }
}
