/// Answers a query without a plan: it examines every stored item and expands every series separately.
///
/// It shares nothing with planning, indexes and residuals; `check` compares each answer with it.
struct SlowTruth {
  let store: CalendarStore
  let context: QueryContext
  let query: BoundQuery
  private let opener: FeedOpener
  private let reader: RowReader

  init(_ store: CalendarStore, _ context: QueryContext, _ query: BoundQuery) throws(StoreError) {
    self.store = store
    self.context = context
    self.query = query
    opener = FeedOpener(store: store, context: context, query: query)
    reader = RowReader(
      store: store, catalog: try Catalog(store), context: context,
      isCompletion: query.scope == .completions,
      isSeries: query.noun == .series)
  }

  /// The identity of a row: item, series and occurrence.
  struct Identity: Hashable {
    var item: Int
    var series: Int
    var key: OccurrenceKey?

    init(_ occurrence: Occurrence) {
      item = occurrence.item
      series = occurrence.series
      key = occurrence.key
    }
  }

  /// The number of rows that pass, by identity.
  func rows() throws(QueryError) -> [Identity: Int] {
    var result: [Identity: Int] = [:]
    func test(_ occurrence: Occurrence) throws(QueryError) {
      let row = try reader.row(occurrence)
      if query.noun == .series, !row.record.isRecurring { return }
      if query.predicate.verdict(.item(row), context) ?? false {
        result[Identity(occurrence), default: 0] += 1
      }
    }
    switch query.scope {
    case .catalog, .alarms: break
    case .named:
      for found in try reading({ () throws(StoreError) in try named() }) { try test(found) }
    case .completions:
      let cursor = try reading { () throws(StoreError) in
        try store.reminders(completedFrom: nil, to: nil, viewer: context.zone)
      }
      while let found = try reading({ () throws(StoreError) in try cursor.next() }) { try test(found) }
    case .items, .next, .series, .occurrences:
      let kind: ItemKind = query.noun == .reminders ? .reminder : .event
      let items = try reading { () throws(StoreError) in
        try store.storedItems(kind: kind, viewer: context.zone)
      }
      while let item = try reading({ () throws(StoreError) in try items.next() }) {
        switch query.scope {
        case .occurrences:
          for found in try reading({ () throws(StoreError) in try occurrences(of: item) }) { try test(found) }
        case .next:
          guard try reading({ () throws(StoreError) in try store.record(item.series)?.isRecurring ?? false })
          else {
            try test(item)
            continue
          }
          var nearest = try reading { () throws(StoreError) in
            try NearestOccurrences(item.series, of: query, store, context)
          }
          let found = result.count
          while result.count == found,
            let candidate = try reading({ () throws(StoreError) in try nearest.next() })
          {
            try test(candidate)
          }
        case .series:
          let isMet = try reading { () throws(StoreError) in try opener.hasOccurrence(item.series) }
          if isMet { try test(item) }
        case .items, .completions, .named, .alarms, .catalog: try test(item)
        }
      }
    }
    return result
  }

  private func occurrences(of item: Occurrence) throws(StoreError) -> [Occurrence] {
    let cursor = try store.occurrences(
      of: item.series, from: query.window?.from, to: query.window?.to, viewer: context.zone)
    var result: [Occurrence] = []
    while let found = try cursor.next() { result.append(found) }
    return result
  }

  private func named() throws(StoreError) -> [Occurrence] {
    guard case .named(let references) = query.scope else { return [] }
    var feed = try opener.open(.references(references))
    var result: [Occurrence] = []
    while let found = try feed.next() { result.append(found) }
    return result
  }

  /// Compares a plan's rows with the truth; throws `disagreement` if they differ.
  func check(_ plan: QueryPlan) throws(QueryError) {
    if query.scope == .catalog || query.scope == .alarms { return }
    let truth = try rows()
    let feed = try reading { () throws(StoreError) in try opener.open(plan.choice.path) }
    var passing = PassingRows(
      context: context, reader: reader, condition: plan.residual, isEvents: query.noun != .reminders,
      feed: feed)
    var planned: [Identity: Int] = [:]
    while let row = try passing.next() { planned[Identity(row.occurrence), default: 0] += 1 }
    if planned == truth { return }
    let missing = truth.filter { planned[$0.key, default: 0] < $0.value }
    let extra = planned.filter { truth[$0.key, default: 0] < $0.value }
    let example =
      (missing.keys.first ?? extra.keys.first).map { " (item \($0.item), series \($0.series))" } ?? ""
    throw .disagreement(
      "the plan's answer differs from a plain scan: \(missing.count) rows are missing, \(extra.count) should not be"
        + " there\(example); plan: \(plan.choice.path.text(in: context.zone))")
  }
}
