import Changes

/// What forms ask the store, as the language has it.
extension QuerySyntax {
  /// The reminder of a title that was made last: `reminders where title = "Milk" sort by created desc limit 1`.
  static func reminder(titled title: String) -> QuerySyntax {
    QuerySyntax(.reminders, [.title(title)] + [ClauseSyntax].newest(by: .created))
  }

  /// The event of a title that began last, in two years: `events from -2y to now where title = "Lunch" …`.
  static func event(titled title: String) -> QuerySyntax {
    let years = DurationSyntax(.components([DurationSyntax.Component(2, .year)]))
    let begin = DateSyntax(.offset(OffsetSyntax(isNegative: true, duration: years)))
    let clauses: [ClauseSyntax] = [.range(.span(begin, DateSyntax(.now))), .title(title)]
    return QuerySyntax(.events, clauses + [ClauseSyntax].newest(by: .start))
  }

  /// The events that take their time between two moments: `events from … to … where timed and not free and …`.
  static func busyEvents(from begin: DateSyntax, to end: DateSyntax) -> QuerySyntax {
    func isNot(_ flag: QueryFlag) -> ExpressionSyntax {
      ExpressionSyntax(.not(ExpressionSyntax(.flag(flag))))
    }
    let condition = ExpressionSyntax(
      .and([ExpressionSyntax(.flag(.timed)), isNot(.free), isNot(.cancelled)]))
    return QuerySyntax(.events, [.range(.span(begin, end)), ClauseSyntax(.where(condition))])
  }

  /// The events of a day: `events on 2026-11-18`.
  static func events(on day: CivilDate) -> QuerySyntax {
    QuerySyntax(.events, [.range(.on(DateSyntax(.day(.date(day, weekday: nil), at: nil))))])
  }
}

extension ClauseSyntax {
  fileprivate static func range(_ kind: RangeSyntax.Kind) -> ClauseSyntax {
    ClauseSyntax(.when(WhenSyntax(RangeSyntax(kind))))
  }

  fileprivate static func title(_ title: String) -> ClauseSyntax {
    let field = ColumnSyntax(.field(FieldSyntax(.title)))
    return ClauseSyntax(.where(ExpressionSyntax(.compare(field, .equal, ValueSyntax(.text(title))))))
  }
}

extension [ClauseSyntax] {
  /// What is newest by a date, and nothing else.
  fileprivate static func newest(by field: FieldName) -> [ClauseSyntax] {
    let key = SortKeySyntax(ColumnSyntax(.field(FieldSyntax(field))), direction: .descending)
    return [ClauseSyntax(.sort([key])), ClauseSyntax(.limit(.number(1), offset: nil))]
  }
}
