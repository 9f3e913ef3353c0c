/// A running plan: reads on demand, and holds the read transaction until it is done or released.
final class Execution {
  let plan: QueryPlan
  let context: QueryContext
  let store: CalendarStore
  private let catalog: Catalog
  private let reader: RowReader
  private var passing: PassingRows
  private var isReading: Bool
  private var stage: Stage
  /// The rows sorted before days or one group are made of them; nil if they already come in order.
  private var ordered: ArraySlice<Occurrence>?
  private var given = 0
  private var toSkip: Int
  private var toGive: Int?

  /// The texts that rows were found by.
  private let searches: [TextTest]

  private var query: BoundQuery { plan.query }

  /// The source of the answer's rows.
  private enum Stage {
    case streaming
    case sorted(ArraySlice<Occurrence>)
    case groups(ArraySlice<[Value]>)
    case days(DayPages, PageFeed)
    /// The items without a date, after the days of a page.
    case undated([ItemRow])
    case listed(ListedRows)
    case done
  }

  init(_ plan: QueryPlan, context: QueryContext, store: CalendarStore) throws(QueryError) {
    self.plan = plan
    self.context = context
    self.store = store
    let query = plan.query
    searches = query.searches
    try reading(store.beginRead)
    isReading = true
    do throws(StoreError) {
      catalog = try Catalog(store)
      reader = RowReader(
        store: store, catalog: catalog, context: context, isCompletion: query.scope == .completions,
        isSeries: query.noun == .series)
      passing = PassingRows(
        context: context, reader: reader, condition: plan.residual, isEvents: query.noun != .reminders,
        feed: plan.grouping == .totals || plan.grouping == .items
          ? OccurrenceFeed([])
          : try FeedOpener(store: store, context: context, query: query)
            .open(plan.choice.path, expecting: plan.expectedRows, residual: plan.residual))
    } catch {
      store.endRead()
      throw .store(error)
    }
    toSkip = query.offset
    toGive = query.limit
    stage = .streaming
    do throws(QueryError) {
      try checkBudget()
      try prepare()
    } catch {
      finish()
      throw error
    }
  }

  deinit { finish() }

  private func finish() {
    passing.feed.close()
    stage = .done
    if isReading { store.endRead() }
    isReading = false
  }

  /// Does the work that must precede the first row.
  private func prepare() throws(QueryError) {
    if let rows = try listed() {
      stage = .listed(rows)
      if case .groups(let keys, let columns) = query.shape {
        stage = .groups(try groups(keys, columns)[...])
      }
      return
    }
    switch query.shape {
    case .groups(let keys, let columns):
      if plan.needsSort { ordered = try sorted()[...] }
      stage = .groups(try groups(keys, columns)[...])
    case .days:
      if plan.needsSort { ordered = try sorted()[...] }
      let pages = DayPages(
        query.range ?? .anytime, isPage: query.page != nil, context, until: store.stopSignal)
      stage = .days(pages, try pageFeed())
    case .rows, .selected: if plan.needsSort { stage = .sorted(try sorted()[...]) }
    }
  }

  /// The rows of an answer that are not items read one by one; nil if they are.
  private func listed() throws(QueryError) -> ListedRows? {
    if query.scope == .catalog {
      return try CatalogRows(store, catalog.known(by: context), context).rows(query).sorted(
        query, context, store)
    }
    if query.scope == .alarms {
      if plan.choice.path == .nothing { return ListedRows([]) }
      return try ListedRows(AlarmFeed(query, store, reader, context)).sorted(query, context, store)
    }
    guard query.noun == .busy || query.noun == .conflicts else { return nil }
    let busy = BusyTime(query: query, context: context, store: store)
    var readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
    if case .eventWindow(let window) = plan.choice.path {
      let opener = FeedOpener(store: store, context: context, query: query)
      let residual = plan.residual
      readFrom = { (second) throws(QueryError) in
        let rest = SecondBounds(from: max(second, window.from ?? second), to: window.to)
        return try reading { () throws(StoreError) in try opener.open(.eventWindow(rest), residual: residual)
        }
      }
    }
    return try busy.rows(passing, readFrom: readFrom).sorted(query, context, store)
  }

  private func sorted() throws(QueryError) -> [Occurrence] {
    // Rows that a limit counts before grouping come in their natural order.
    let order = query.isGrouped ? [] : query.sort
    var sorter = RowSorter(order, most: query.mostSorted, Occurrence.precedes)
    while var row = try passing.next() {
      var keys: [SortValue] = []
      for key in order { keys.append(SortValue(try value(key.content, &row), context)) }
      sorter.add(RowSorter.Entry(keys: keys, place: naturalTime(row), row: row.occurrence))
      try RowBudget.check(sorter.count)
    }
    return try sorter.sorted(until: store.stopSignal)
  }

  private func naturalTime(_ row: PassingRow) -> Int {
    if let row = row.row, row.record.kind == .reminder, query.scope != .completions {
      return row.due?.instant(in: context.zone).seconds ?? Int.max
    }
    return row.occurrence.isUndated ? Int.max : row.occurrence.start.seconds
  }

  private func value(_ content: ColumnContent, _ row: inout PassingRow) throws(QueryError) -> Value {
    try reader.value(content, &row, range: query.range, isEvents: query.noun == .events)
  }

  private func groups(_ keys: [ColumnContent], _ columns: [Column]) throws(QueryError) -> [[Value]] {
    var grouping = Grouping(
      keys: keys, columns: columns, sort: query.sort, having: query.having?.predicate, context: context)
    switch plan.grouping {
    case .rows:
      while let next = try nextSource() {
        var source = next
        let isMeasured = !(query.measuresTimed && source.isAllDay)
        try grouping.add(isMeasured: isMeasured) { (content) throws(QueryError) in
          try self.value(content, &source)
        }
        try RowBudget.check(grouping.count)
      }
    case .items: try addItems(to: &grouping, keys)
    case .occurrences:
      var groups = OccurrenceGroups(keys, of: query, catalog, context)
      while let found = try passing.nextBare() {
        if !groups.add(found, to: &grouping) { throw noCalendar(found.calendar) }
      }
    case .totals:
      let all = try totals(onlyTimed: false)
      let measured = query.measuresTimed ? try totals(onlyTimed: true) : all
      for (id, totals) in all {
        guard let calendar = catalog.calendar(id) else { throw noCalendar(id) }
        let group = grouping.group(of: keys.map { _ in .text(calendar.title) })
        let own = measured[id] ?? OccurrenceTotals()
        grouping.add(group, rows: totals.rows, measured: own.rows, seconds: own.seconds, overlap: 0)
      }
    }
    return try grouping.rows(query.sort, until: store.stopSignal)
  }

  /// Adds up the totals of items: by arithmetic if their records and rules allow it, else
  /// occurrence by occurrence.
  private func addItems(to grouping: inout Grouping, _ keys: [ColumnContent]) throws(QueryError) {
    func add(_ totals: OccurrenceTotals, isAllDay: Bool, in id: Int) throws(QueryError) {
      guard let calendar = catalog.calendar(id) else { throw noCalendar(id) }
      let group = grouping.group(of: keys.map { _ in .text(calendar.title) })
      let measured = query.measuresTimed && isAllDay ? OccurrenceTotals() : totals
      grouping.add(
        group, rows: totals.rows, measured: measured.rows, seconds: measured.seconds, overlap: 0)
    }
    let opener = FeedOpener(store: store, context: context, query: query)
    var rest: [Int] = []
    for item in try reading({ () throws(StoreError) in try opener.objects(plan.choice.path) }) {
      guard let totals = try reading({ () throws(StoreError) in try itemTotals(item) }),
        let record = try reading({ () throws(StoreError) in try store.record(item) })
      else {
        rest.append(item)
        continue
      }
      if totals.rows > 0 {
        try add(totals, isAllDay: record.isAllDay, in: record.calendar)
      }
    }
    passing.feed = OccurrenceFeed(
      try reading { () throws(StoreError) in try opener.occurrences(ofAll: rest) })
    while let row = try passing.next() {
      var totals = OccurrenceTotals()
      totals.add(1, seconds: row.occurrence.axisEnd - row.occurrence.axisStart, singles: 0)
      try add(totals, isAllDay: row.occurrence.isAllDay, in: row.occurrence.calendar)
    }
  }

  private func totals(onlyTimed: Bool) throws(QueryError) -> [Int: OccurrenceTotals] {
    guard case .eventWindow(let window) = plan.choice.path else { return [:] }
    return try reading { () throws(StoreError) in
      try store.totals(
        from: window.start, to: window.end, viewer: context.zone, calendars: query.calendars,
        onlyTimed: onlyTimed)
    }
  }

  private func noCalendar(_ id: Int) -> QueryError {
    .store(StoreError(.corrupt, store.path, detail: "calendar \(id) is not there"))
  }

  /// A row before grouping.
  private enum GroupSource {
    case passing(PassingRow)
    case catalog(ResultRow)

    /// Whether it is an event of whole days.
    var isAllDay: Bool { if case .passing(let row) = self { row.occurrence.isAllDay } else { false } }
  }

  private func value(_ content: ColumnContent, _ source: inout GroupSource) throws(QueryError) -> Value {
    switch source {
    case .passing(var row):
      let value = try value(content, &row)
      source = .passing(row)
      return value
    case .catalog(let row): return CatalogRows.value(content, row, context)
    }
  }

  /// The next row that passes, in order if the order matters.
  private func nextPassing() throws(QueryError) -> PassingRow? {
    if ordered == nil { return try passing.next() }
    return ordered?.popFirst().map { PassingRow(occurrence: $0, row: nil) }
  }

  /// The next row to be grouped, within the limit if it counts rows before grouping.
  private func nextSource() throws(QueryError) -> GroupSource? {
    while true {
      if query.limitsRowsFirst, let left = toGive, left <= 0, toSkip == 0 { return nil }
      let found: GroupSource?
      if case .listed(var rows) = stage {
        stage = .done
        found = try rows.popFirst().map(GroupSource.catalog)
        stage = .listed(rows)
        given &+= 1
        if given & 255 == 0 { try store.checkStop() }
      } else {
        found = try nextPassing().map(GroupSource.passing)
      }
      guard let found else { return nil }
      guard query.limitsRowsFirst else { return found }
      if toSkip > 0 {
        toSkip -= 1
        continue
      }
      toGive = toGive.map { $0 - 1 }
      return found
    }
  }

  // MARK: Rows

  /// The next row of the answer; nil after the last.
  func next() throws(QueryError) -> ResultRow? {
    let limits = !query.limitsRowsFirst
    given &+= 1
    // Rows already in memory pass no other check of the stop signal.
    if given & 255 == 0 { try store.checkStop() }
    while true {
      if limits, let left = toGive, left <= 0 { break }
      guard let row = try produce(isSkipped: limits && toSkip > 0) else { break }
      if limits, toSkip > 0 {
        toSkip -= 1
        continue
      }
      if limits { toGive = toGive.map { $0 - 1 } }
      return row
    }
    finish()
    return nil
  }

  /// The next row; a row that the offset skips is not read.
  private func produce(isSkipped: Bool) throws(QueryError) -> ResultRow? {
    switch stage {
    case .done: return nil
    case .streaming:
      guard let found = try passing.next() else { return nil }
      return isSkipped ? .selected([]) : try output(found)
    case .sorted(var rows):
      guard let found = rows.popFirst() else { return nil }
      stage = .sorted(rows)
      return isSkipped ? .selected([]) : try output(PassingRow(occurrence: found, row: nil))
    case .groups(var rows):
      guard let found = rows.popFirst() else { return nil }
      stage = .groups(rows)
      return .group(found)
    case .listed(var rows):
      stage = .done
      let next = try rows.popFirst()
      stage = .listed(rows)
      guard let found = next else { return nil }
      guard case .selected(let columns) = query.shape else { return found }
      return .selected(columns.map { CatalogRows.value($0.content, found, context) })
    case .days(var pages, var feed):
      let page = try pages.next { () throws(QueryError) in
        try feed.next { () throws(QueryError) in try self.nextItem() }
      }
      stage = .days(pages, feed)
      if let page { return .day(page.0, page.1) }
      stage = .undated(try feed.undatedRows())
      return try produce(isSkipped: isSkipped)
    case .undated(let rows):
      stage = .done
      return rows.isEmpty ? nil : .day(nil, rows)
    }
  }

  /// The next row that passes, with its record, in start order.
  private func nextItem() throws(QueryError) -> ItemRow? {
    if ordered != nil {
      return try ordered?.popFirst().map { (found) throws(QueryError) in try noting(reader.row(found)) }
    }
    return try passing.next().map { (found) throws(QueryError) in try noting(reader.row(found)) }
  }

  /// A row with the match of the searched texts and its place in its series.
  private func noting(_ row: ItemRow) throws(QueryError) -> ItemRow {
    if searches.isEmpty { return row }
    var row = row
    row.match = SearchMatch(searches, row)
    if query.scope == .next, row.occurrence.isRecurring {
      let count = try reading { () throws(StoreError) in
        try store.occurrenceCount(of: row.occurrence.series, viewer: context.zone)
      }
      row.place = SeriesPlace(isNext: row.occurrence.end >= context.now, count: count)
    }
    return row
  }

  /// The reminders that the days of the answer show beside its own rows.
  private func pageFeed() throws(QueryError) -> PageFeed {
    guard case .due(let due, let undated) = query.reminders else { return PageFeed(context.zone) }
    func open(_ query: BoundQuery) throws(QueryError) -> Execution {
      try Execution(try Engine(store, context).plan(query), context: context, store: store)
    }
    return PageFeed(
      context.zone, due: try open(due),
      undated: try undated.map { (query) throws(QueryError) in try open(query) })
  }

  private func output(_ passing: PassingRow) throws(QueryError) -> ResultRow {
    if case .selected(let columns) = query.shape {
      var row = passing
      var values: [Value] = []
      for column in columns { values.append(try value(column.content, &row)) }
      return .selected(values)
    }
    let row = try noting(try reader.row(passing))
    switch query.noun {
    case .reminders: return .reminder(row)
    case .series: return .series(row)
    case .events, .calendars, .sources, .alarms, .busy, .conflicts: return .event(row)
    }
  }
}
