import CivilTime

extension Printer {
  func text(_ aggregate: AggregateSyntax) -> String {
    switch aggregate.call {
    case .count: "count \(text(aggregate.query))"
    case .function(let function, let field): "\(function.rawValue) \(text(field)) of \(text(aggregate.query))"
    }
  }

  /// The clauses in their order.
  ///
  /// A condition that ends in a flag which is also a date field, as `completed`, gets parentheses
  /// before a range, which the field would take otherwise. A range behind a date has words that the date does not
  /// take.
  func texts(_ clauses: [ClauseSyntax]) -> [String] {
    clauses.indices.map { index in
      let clause = clauses[index]
      if index > 0, endsInDate(clauses[index - 1]), case .when(let when) = clause.kind {
        return textBehindDate(when)
      }
      guard index + 1 < clauses.count, case .when = clauses[index + 1].kind else { return text(clause) }
      switch clause.kind {
      case .where(let condition) where endsInDateFlag(condition): return "where (\(text(condition)))"
      case .having(let condition) where endsInDateFlag(condition): return "having (\(text(condition)))"
      default: return text(clause)
      }
    }
  }

  private func endsInDate(_ clause: ClauseSyntax) -> Bool {
    switch clause.kind {
    case .dateField: true
    case .where(let condition), .having(let condition): endsInDate(condition)
    default: false
    }
  }

  private func endsInDate(_ condition: ExpressionSyntax) -> Bool {
    switch condition.kind {
    case .during: true
    case .not(let inner): endsInDate(inner)
    case .and(let operands), .or(let operands): operands.last.map(endsInDate) ?? false
    default: false
    }
  }

  private func endsInDateFlag(_ condition: ExpressionSyntax) -> Bool {
    switch condition.kind {
    case .flag(let flag):
      FieldCatalog.entries.contains { $0.name.rawValue == flag.rawValue && $0.type == .date }
    case .not(let inner): endsInDateFlag(inner)
    case .and(let operands), .or(let operands): operands.last.map(endsInDateFlag) ?? false
    default: false
    }
  }

  func text(_ clause: ClauseSyntax) -> String {
    switch clause.kind {
    case .flag(let flag, let negated): (negated ? "not " : "") + flag.rawValue
    case .when(let when): text(when)
    case .dateField(let field, let when): "\(text(field)) \(text(when))"
    case .include(let scope): text(scope)
    case .exclude(let names): "except \(list(names, text))"
    case .everything: "all"
    case .text(let literal): Quoting.string(literal)
    case .where(let condition): "where \(text(condition))"
    case .sort(let keys): "sort by \(list(keys, text))"
    case .limit(let count, let offset): "limit \(text(count))" + (offset.map { " offset \(text($0))" } ?? "")
    case .group(let keys): "group by \(list(keys, text))"
    case .having(let condition): "having \(text(condition))"
    case .select(.all): "select *"
    case .select(.items(let items)): "select \(list(items, text))"
    case .format(let format): "as \(format.rawValue)"
    }
  }

  private func text(_ count: CountSyntax) -> String {
    switch count {
    case .number(let number): String(number)
    case .parameter(let name, _): "$\(name)"
    }
  }

  func text(_ scope: CalendarScopeSyntax) -> String {
    switch scope {
    case .all: "in all"
    case .calendars(let names): "in \(list(names, text))"
    case .sources(let names): "in source \(list(names, text))"
    }
  }

  func text(_ key: SortKeySyntax) -> String {
    text(key.column) + (key.direction.map { " \($0.rawValue)" } ?? "")
  }

  func text(_ item: SelectItemSyntax) -> String {
    text(item.column) + (item.alias.map { " as \($0)" } ?? "")
  }

  func text(_ column: ColumnSyntax) -> String {
    switch column.kind {
    case .field(let field): text(field)
    case .bucket(let bucket): bucket.rawValue
    case .aggregate(.count): "count"
    case .aggregate(.function(let function, let field)): "\(function.rawValue)(\(text(field)))"
    case .alias(let name): name
    }
  }

  func text(_ slots: SlotsSyntax) -> String {
    joined(["free"] + (slots.length.map { [text($0)] } ?? []) + texts(slots.clauses))
  }

  /// The clauses of `free`.
  ///
  /// A weekday behind a range is written in the plural, as it would else be the day of a clock time before it.
  private func texts(_ clauses: [SlotClauseSyntax]) -> [String] {
    clauses.indices.map { index in
      guard case .days(let days) = clauses[index].kind, days.count == 1, index > 0,
        case .when = clauses[index - 1].kind
      else { return text(clauses[index]) }
      return text(clauses[index]) + "s"
    }
  }

  private func text(_ clause: SlotClauseSyntax) -> String {
    switch clause.kind {
    // In `free`, `on` takes weekdays.
    case .when(let when): text(when, preposition: "during")
    case .hours(let lower, let upper): "between \(text(lower)) and \(text(upper))"
    case .days(let days): "on \(list(days, CalendarWords.name))"
    case .timed: "ignoring allday"
    case .include(let scope): text(scope)
    case .exclude(let names): "except \(list(names, text))"
    case .limit(let count): "limit \(text(count))"
    case .format(let format): "as \(format.rawValue)"
    }
  }

  func text(_ view: CalendarViewSyntax) -> String {
    joined([view.kind.rawValue] + (view.time.map { [text($0)] } ?? []) + view.clauses.map(text))
  }

  // MARK: Conditions

  /// The text of a condition.
  public func text(_ condition: ExpressionSyntax) -> String {
    switch condition.kind {
    case .and(let operands): operands.map { operand($0, in: .and) }.joined(separator: " and ")
    case .or(let operands): operands.map { operand($0, in: .or) }.joined(separator: " or ")
    case .not(let inner): "not \(operand(inner, in: nil))"
    case .flag(let flag): flag.rawValue
    case .text(let literal): Quoting.string(literal)
    case .isEmpty(let field, let negated): "\(text(field)) is \(negated ? "not " : "")empty"
    case .membership(let field, let values, let negated):
      "\(text(field)) \(negated ? "not " : "")in (\(list(values, text)))"
    case .match(let field, let test, let pattern, let negated):
      "\(text(field)) \(negated ? "not " : "")\(test.rawValue) \(text(pattern))"
    case .matches(let field, let regex, let negated):
      "\(text(field)) \(negated ? "not " : "")matches \(text(regex))"
    case .during(let field, let when): "\(text(field)) \(text(when))"
    case .compare(let column, let comparison, let value):
      "\(text(column)) \(comparison.rawValue) \(text(value))"
    case .between(let column, let lower, let upper):
      "\(text(column)) between \(text(lower)) and \(text(upper))"
    }
  }

  /// An operand, in parentheses if the tree would be lost without them (or all groupings are shown).
  private func operand(_ condition: ExpressionSyntax, in outer: Connective?) -> String {
    let inner: Connective
    switch condition.kind {
    case .and: inner = .and
    case .or: inner = .or
    case .not: return showsAllParentheses ? "(\(text(condition)))" : text(condition)
    case .flag, .text, .isEmpty, .membership, .match, .matches, .during, .compare, .between:
      return text(condition)
    }
    let bindsTighter = outer.map { inner.precedence > $0.precedence } ?? false
    return bindsTighter && !showsAllParentheses ? text(condition) : "(\(text(condition)))"
  }

  func text(_ value: ValueSyntax) -> String {
    switch value.kind {
    case .text(let literal): Quoting.word(literal)
    case .name(let name): text(name)
    case .integer(let number): String(number)
    case .decimal(let number): number.text
    case .duration(let duration): text(duration)
    case .date(let date): text(date)
    case .clock(let clock): text(clock)
    case .weekday(let weekday): CalendarWords.name(weekday)
    case .month(let month): CalendarWords.months[month - 1]
    case .parameter(let name): "$\(name)"
    }
  }

  private func text(_ regex: RegexSyntax) -> String {
    var result = "/"
    var isEscaped = false
    for character in regex.pattern.unicodeScalars {
      if character == "/", !isEscaped { result += "\\" }
      isEscaped = character == "\\" && !isEscaped
      result.unicodeScalars.append(character)
    }
    return result + "/" + (regex.ignoresCase ? "i" : "")
  }
}
