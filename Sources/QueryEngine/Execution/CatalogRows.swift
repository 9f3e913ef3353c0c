/// The rows of calendars and sources, and the values of rows that are not items.
struct CatalogRows {
  private let catalog: Catalog
  private let context: QueryContext
  private let statistics: StoreStatistics

  init(_ store: CalendarStore, _ catalog: Catalog, _ context: QueryContext) throws(QueryError) {
    self.catalog = catalog
    self.context = context
    statistics = try reading(store.statistics)
  }

  /// The rows that pass.
  func rows(_ query: BoundQuery) -> ListedRows {
    let all = query.noun == .sources ? sources() : calendars()
    return ListedRows(all.filter { query.predicate.matches($0, context) })
  }

  private func calendars() -> [ResultRow] {
    catalog.calendars.compactMap { calendar in
      guard let source = catalog.source(calendar.source) else { return nil }
      let items = statistics.items.reduce(0) { sum, entry in
        let isKnown = context.seesReminders || entry.key.kind != .reminder
        let counts = entry.key.calendar == calendar.id && entry.key.kind != .other && isKnown
        return counts ? sum + entry.value : sum
      }
      return .calendar(CalendarRow(calendar: calendar, source: source, items: items))
    }
  }

  private func sources() -> [ResultRow] {
    catalog.sources.map { source in
      let calendars = catalog.calendars.count { $0.source == source.id }
      return .source(SourceRow(source: source, calendars: calendars))
    }
  }

  /// The value of a column of such a row.
  static func value(_ content: ColumnContent, _ row: ResultRow, _ context: QueryContext) -> Value {
    switch (row, content) {
    case (.calendar(let row), .field(let field, _)): row.value(field)
    case (.source(let row), .field(let field, _)): row.value(field)
    case (.alarm(let row), .field(let field, let part)): row.value(field, part, context)
    case (.alarm(let row), .bucket(let bucket)): row.itemTime.value(bucket, context)
    case (.block(let block), _): block.value(content, context)
    case (.conflict(let row), _): row.value(content, context)
    case (.calendar, _), (.source, _), (.alarm, _), (.event, _), (.reminder, _), (.series, _), (.day, _),
      (.group, _), (.selected, _):
      .null
    }
  }
}
