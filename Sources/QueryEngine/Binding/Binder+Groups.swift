extension Binder {
  /// The condition on columns that an expression stands for; `column` resolves a column or throws.
  mutating func groupPredicate(
    _ syntax: ExpressionSyntax, _ column: (ColumnSyntax) throws(BindingError) -> ColumnContent
  ) throws(BindingError) -> GroupPredicate {
    func content(_ field: FieldSyntax) throws(BindingError) -> ColumnContent {
      try column(ColumnSyntax(.field(field), range: field.range))
    }
    func negated(_ isNegated: Bool, _ predicate: GroupPredicate) -> GroupPredicate {
      isNegated ? .not(predicate) : predicate
    }
    switch syntax.kind {
    case .and(let parts): return .and(try groupPredicates(parts, column))
    case .or(let parts): return .or(try groupPredicates(parts, column))
    case .not(let part): return .not(try groupPredicate(part, column))
    case .flag(let flag):
      throw BindingError(.rowsInHaving(flag.rawValue, isBlocks: noun == .busy), at: syntax.range)
    case .text(let text):
      throw BindingError(.rowsInHaving(Quoting.string(text), isBlocks: noun == .busy), at: syntax.range)
    case .isEmpty(let field, let isNegated): return negated(isNegated, .isEmpty(try content(field)))
    case .membership(let field, let values, let isNegated):
      let content = try content(field)
      var parts: [GroupPredicate] = []
      for value in values { parts.append(try groupTest(content, field, .equal, value)) }
      return negated(isNegated, .or(parts))
    case .match(let field, let operation, let text, let isNegated):
      let test = TextTest(TextTest.Operation(operation), try literal(text))
      return negated(isNegated, .text(try content(field), test))
    case .matches(let field, let regex, let isNegated):
      return negated(isNegated, .pattern(try content(field), try pattern(regex)))
    case .during(let field, let when):
      let content = try content(field)
      let range = try resolver.resolve(when.time, ends: .open)
      return range.isAnytime ? .not(.isEmpty(content)) : .date(content, range.timeRange)
    case .compare(let left, let sign, let value):
      return try groupTest(try column(left), left.field, sign, value)
    case .between(let left, let lower, let upper):
      let content = try column(left)
      return .and([
        try groupTest(content, left.field, .greaterOrEqual, lower),
        try groupTest(content, left.field, .lessOrEqual, upper),
      ])
    }
  }

  private mutating func groupPredicates(
    _ parts: [ExpressionSyntax], _ column: (ColumnSyntax) throws(BindingError) -> ColumnContent
  ) throws(BindingError) -> [GroupPredicate] {
    var result: [GroupPredicate] = []
    for part in parts { result.append(try groupPredicate(part, column)) }
    return result
  }

  /// A comparison of a column; `field` is its field or the one that its aggregate computes over.
  private mutating func groupTest(
    _ content: ColumnContent, _ field: FieldSyntax?, _ sign: ComparisonOperator, _ value: ValueSyntax
  ) throws(BindingError) -> GroupPredicate {
    let kind = content.kind(of: noun)
    func bad(_ text: String) -> BindingError {
      BindingError(.badValue(text, field: content.description, expected: kind.example), at: value.range)
    }
    switch (value.kind, kind) {
    case (.parameter(let name), _):
      return try groupTest(content, field, sign, try parameter(name, value.range, field, kind))
    case (.integer(let number), .count): return .number(content, sign, Double(number))
    case (.integer(let number), .priority):
      return .number(content, sign, Double(Value.importance(ofPriority: number)))
    case (.decimal(let number), .count): return .number(content, sign, number.value)
    case (.duration(let syntax), .length):
      return .number(content, sign, Double(try resolver.duration(syntax).nominalSeconds))
    case (.weekday(let day), .weekday):
      return .number(content, sign, Double(context.weekStart.days(until: day)))
    case (.month(let month), .count): return .number(content, sign, Double(month))
    case (.clock(let clock), .clock): return .number(content, sign, Double(clock.secondOfDay))
    case (.date(let syntax), .date):
      let test = GroupPredicate.date(content, range(sign, try resolver.resolve(syntax, lean: .nearest)))
      return sign == .notEqual ? .not(test) : test
    case (.name(let name), .text):
      let title =
        field?.name == .source
        ? try catalog.source(named: name).title : try catalog.calendar(named: name).title
      return textTest(content, sign, TextTest(.exactly, title))
    case (.text(let text), .priority):
      guard let band = PriorityBand.allCases.first(where: { $0.name == text }) else { throw bad(text) }
      return .band(content, sign, band)
    case (.text(let text), .text) where sign == .equal || sign == .notEqual:
      return textTest(content, sign, TextTest(.equals, text))
    default: throw bad(value.description)
    }
  }

  private func textTest(
    _ content: ColumnContent, _ sign: ComparisonOperator, _ test: TextTest
  ) -> GroupPredicate {
    sign == .notEqual ? .not(.text(content, test)) : .text(content, test)
  }

  /// The value of a parameter that is compared with a column of a kind.
  private func parameter(
    _ name: String, _ range: SourceRange, _ field: FieldSyntax?, _ kind: ColumnKind
  ) throws(BindingError) -> ValueSyntax {
    let noun = noun
    var bound = try context.syntax(of: name, at: range, expected: kind.example) {
      (text) throws(SyntaxError) in
      guard let field else {
        return kind == .length
          ? ValueSyntax(.duration(try SyntaxFragment.plainDuration(text))) : try SyntaxFragment.number(text)
      }
      return try SyntaxFragment.comparand(text, of: field, noun)
    }
    bound.range = range
    return bound
  }
}

/// The type of a group column's values, for comparisons.
enum ColumnKind {
  case count, length, date, clock, weekday, text, priority

  /// A description of a comparable value, for messages.
  var example: String {
    switch self {
    case .count: "a number, such as 10"
    case .length: "a length, such as 5h"
    case .date: "a date, such as 2026-11-20"
    case .clock: "a time, such as 09:00"
    case .weekday: "a weekday, such as monday"
    case .text: "a text"
    case .priority: "high, medium, low, none or 0 to 9"
    }
  }
}

extension ColumnContent {
  /// The type of its values.
  func kind(of noun: Noun) -> ColumnKind {
    switch self {
    case .aggregate(.count): return .count
    case .aggregate(.function(_, let name)): return ColumnContent.field(name, nil).kind(of: noun)
    case .bucket(.day): return .date
    case .bucket(.weekday): return .weekday
    case .bucket: return .count
    case .field(_, let part?):
      switch part {
      case .date: return .date
      case .time: return .clock
      case .weekday: return .weekday
      case .day, .week, .month, .year, .hour: return .count
      }
    case .field(.priority, nil): return .priority
    case .field(let name, nil):
      switch FieldCatalog.entry(name, of: noun)?.type {
      case .number: return name.isLength ? .length : .count
      case .date: return .date
      default: return .text
      }
    }
  }
}

extension FieldName {
  /// Whether its values are lengths of time.
  var isLength: Bool {
    switch self {
    case .duration, .overlap, .travel, .offset: true
    default: false
    }
  }
}

extension ColumnSyntax {
  /// Its field, or the field that its aggregate computes over.
  fileprivate var field: FieldSyntax? {
    switch kind {
    case .field(let field), .aggregate(.function(_, let field)): field
    case .bucket, .aggregate(.count), .alias: nil
    }
  }
}
