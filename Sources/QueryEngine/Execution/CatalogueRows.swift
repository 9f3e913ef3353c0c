import Model
import QueryLanguage
import Store

/// The rows of calendars and sources.
struct CatalogueRows {
  private let catalogue: Catalogue
  private let context: QueryContext
  private let statistics: StoreStatistics

  init(_ store: CalendarStore, _ catalogue: Catalogue, _ context: QueryContext) throws(QueryError) {
    self.catalogue = catalogue
    self.context = context
    do throws(StoreError) {
      statistics = try store.statistics()
    } catch {
      throw .store(error)
    }
  }

  /// The rows that pass, in order.
  func rows(_ query: BoundQuery) -> [ResultRow] {
    let all = query.noun == .sources ? sources() : calendars()
    let passing = all.filter { query.predicate.matches($0, context) }
    if query.sort.isEmpty { return passing }
    if case .groups = query.shape { return passing }
    let keyed = passing.enumerated().map { index, row in
      (row: row, index: index, keys: query.sort.map { SortValue(Self.value($0.content, row), context) })
    }
    return keyed.sorted { a, b in
      for (index, key) in query.sort.enumerated() {
        let order = SortValue.order(a.keys[index], b.keys[index], isDescending: key.isDescending)
        if order != 0 { return order < 0 }
      }
      return a.index < b.index
    }.map(\.row)
  }

  private func calendars() -> [ResultRow] {
    catalogue.calendars.compactMap { calendar in
      guard let source = catalogue.source(calendar.source) else { return nil }
      let items = statistics.items.reduce(0) { sum, entry in
        let counts = entry.key.calendar == calendar.id && entry.key.kind != .other
        return counts ? sum + entry.value : sum
      }
      return .calendar(CalendarRow(calendar: calendar, source: source, items: items))
    }
  }

  private func sources() -> [ResultRow] {
    catalogue.sources.map { source in
      let calendars = catalogue.calendars.count { $0.source == source.id }
      return .source(SourceRow(source: source, calendars: calendars))
    }
  }

  /// The value of a column of such a row.
  static func value(_ content: ColumnContent, _ row: ResultRow) -> Value {
    guard case .field(let field, _) = content else { return .null }
    switch row {
    case .calendar(let row): return row.value(field)
    case .source(let row): return row.value(field)
    case .event, .reminder, .series, .day, .group, .selected: return .null
    }
  }
}
