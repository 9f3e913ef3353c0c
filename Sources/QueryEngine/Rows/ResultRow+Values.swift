extension ResultRow {
  /// The value of a field, or of a part of its date; null for a field that such rows do not have.
  ///
  /// Days, groups and selected columns have no fields. `range` is the query's, for `overlap`.
  package func value(
    _ field: FieldName, _ part: DatePart?, _ context: QueryContext, in range: ResolvedRange?
  ) -> Value {
    switch self {
    case .event(let row), .reminder(let row), .series(let row):
      row.value(field, part, context, overlap: range)
    case .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected:
      CatalogRows.value(.field(field, part), self, context)
    }
  }

  /// The time at which the row is placed: when it starts, is due or rings; nil without one.
  package var time: ItemTime? {
    switch self {
    case .event(let row), .series(let row): row.start
    case .reminder(let row): row.due
    case .alarm(let row): row.itemTime
    case .block(let block): ItemTime(axis: .instant, seconds: block.start.seconds, isAllDay: false)
    case .conflict(let row): ItemTime(axis: .instant, seconds: row.block.start.seconds, isAllDay: false)
    case .calendar, .source, .day, .group, .selected: nil
    }
  }
}
