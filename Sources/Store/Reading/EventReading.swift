extension CalendarStore {
  /// The occurrences of events that overlap [from, to) as a person in `viewer` sees them, in the order
  /// (start, series, key).
  ///
  /// An occurrence without length is included when it starts inside. A missing end leaves that side open.
  /// Cancelled ones are included; `calendars` limits the result to these calendars. The cursor reads lazily,
  /// in batches that begin small or with `expecting` rows. For a series with many occurrences a day,
  /// `isWanted` is called with the item: false leaves out the whole series, instead of dropping it row by
  /// row.
  public func events(
    from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>? = nil, expecting: Int? = nil,
    isWanted: ((Int) throws(StoreError) -> Bool)? = nil
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var sources: [ViewedSource] = []
    var pending: [BoundedSource] = []
    for lane in [IndexLane.eventInstant, .eventWall] {
      let bounds = viewpoint.bounds(on: lane.axis)
      try appendOngoing(lane, bounds.from, viewpoint, calendars, to: &sources)
      try appendStarting(lane, bounds, viewpoint, calendars, expecting: expecting, to: &sources)
      var merger = SeriesMerger()
      try forEachExpanded(lane, bounds, calendars) { (item, first, series) throws(StoreError) in
        // A series that began before the window is expanded at once: its bound has come up already.
        if let from = bounds.from, first <= from {
          guard let series = try series() else { return }
          if let isWanted, series.isDense, try !isWanted(item) { return }
          merger.add(
            series.rows(
              from: bounds.from, to: bounds.to, skippingIndexed: true, stopSignal: database.followedSignal))
        } else {
          pending.append(
            BoundedSource(bound: BoundedSource.bound(first, on: lane.axis), source: .series(item)))
        }
      }
      if merger.isEmpty { continue }
      counterBox.value.seriesExpanded += merger.count
      sources.append(ViewedSource(ExpansionSource(merger, lane: lane, self), viewpoint))
    }
    // A series stopped by the signal looks like one that has ended.
    try checkStopSignal()
    return OccurrenceCursor(
      sources, pending: pending, opener: SourceOpener(self, viewpoint, isWanted: isWanted))
  }

  /// Adds sources of the occurrences that are ongoing at a moment of a lane and began before.
  func appendOngoing(
    _ lane: IndexLane, _ from: Int?, _ viewpoint: Viewpoint, _ calendars: Set<Int>?,
    to sources: inout [ViewedSource]
  ) throws(StoreError) {
    guard let from else { return }
    let classes = try statistics().classes[lane] ?? [:]
    for durationClass in DurationClass.allCases where classes[durationClass] != nil {
      let statement = try database.statement(durationClass.ongoing)
      let earliest = durationClass.longest.map { from.addingClamped(-$0) } ?? Int.min
      statement.bind(1, lane.rawValue).bind(2, earliest).bind(3, from)
      sources.append(table(statement, lane, viewpoint, calendars, isOngoing: true, expecting: nil))
    }
  }

  /// Adds a source of the occurrences that start in an interval of a lane.
  func appendStarting(
    _ lane: IndexLane, _ bounds: (from: Int?, to: Int?), _ viewpoint: Viewpoint, _ calendars: Set<Int>?,
    expecting: Int? = nil, to sources: inout [ViewedSource]
  ) throws(StoreError) {
    if try statistics().indexed[lane, default: 0] == 0 { return }
    let statement = try database.statement(DurationClass.starting)
    statement.bind(1, lane.rawValue).bind(2, bounds.from ?? Int.min).bind(3, bounds.to ?? Int.max)
    sources.append(table(statement, lane, viewpoint, calendars, isOngoing: false, expecting: expecting))
  }

  private func table(
    _ statement: Statement, _ lane: IndexLane, _ viewpoint: Viewpoint, _ calendars: Set<Int>?,
    isOngoing: Bool, expecting: Int?
  ) -> ViewedSource {
    ViewedSource(
      TableSource(
        statement, axis: lane.axis, batch: RowBatch(calendars: calendars, expecting: expecting),
        isOngoing: isOngoing, database: database, counters: counterBox),
      viewpoint)
  }

  /// Calls `body` for each series of a lane that the index does not fully contain for an interval: with its
  /// item, its first start, and a closure that reads it.
  func forEachExpanded(
    _ lane: IndexLane, _ bounds: (from: Int?, to: Int?), _ calendars: Set<Int>?,
    _ body: (_ item: Int, _ first: Int, _ series: () throws(StoreError) -> StoredSeries?) throws(StoreError)
      ->
      Void
  ) throws(StoreError) {
    let statistics = try statistics()
    var kinds: [SQL] = []
    if statistics.lazilyExpanded[lane, default: 0] > 0 { kinds.append(StoredSeries.lazilyExpanded) }
    if !statistics.holdsPartlyIndexed(lane, from: bounds.from, to: bounds.to) {
      kinds.append(StoredSeries.partlyMaterialized)
    }
    for sql in kinds {
      let statement = try database.statement(sql)
      defer { database.release(statement) }
      statement.bind(1, lane.rawValue).bind(2, bounds.from ?? Int.min).bind(3, bounds.to ?? Int.max)
      while try statement.step() {
        counterBox.value.seriesConsidered += 1
        if let calendars, !calendars.contains(statement.int(1)) { continue }
        try body(statement.int(0), statement.int(6)) { () throws(StoreError) in
          try storedSeries(row: statement)
        }
      }
    }
  }

  /// The occurrences of one series or single item that overlap [from, to), overrides included.
  public func occurrences(
    of series: Int, from: Instant?, to: Instant?, viewer: Zone
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    return OccurrenceCursor(try SourceOpener(self, viewpoint).object(of: series))
  }

  /// The occurrences of several series and single items that overlap [from, to), overrides included, merged
  /// in the order of their starts.
  ///
  /// `series` are numbers of masters, singles and orphans, without duplicates.
  public func occurrences(
    ofAll series: [Int], from: Instant?, to: Instant?, viewer: Zone
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    if series.count == 1 { return try occurrences(of: series[0], from: from, to: to, viewer: viewer) }
    var pending: [BoundedSource] = []
    for item in series {
      try checkStopSignal()
      if let bound = try objectBound(item), to.map({ bound < $0 }) ?? true {
        pending.append(BoundedSource(bound: bound, source: .object(item)))
      }
    }
    return OccurrenceCursor([], pending: pending, opener: SourceOpener(self, viewpoint))
  }

  /// A lower bound of the starts of a series or single item, overrides included; nil when it has no time.
  private func objectBound(_ item: Int) throws(StoreError) -> Instant? {
    try database.with(
      """
      SELECT first_axis, first_start FROM item WHERE id = ?1 UNION ALL
      SELECT 0, min(first_start) FROM item WHERE master = ?1 AND first_axis = 0 UNION ALL
      SELECT 1, min(first_start) FROM item WHERE master = ?1 AND first_axis = 1
      """
    ) { (row) throws(StoreError) in
      row.bind(1, item)
      var bound: Instant?
      while try row.step() {
        guard let axis = row.optionalInt(0).flatMap(TimeAxis.init(rawValue:)), let start = row.optionalInt(1)
        else {
          continue
        }
        let found = BoundedSource.bound(start, on: axis)
        bound = bound.map { min($0, found) } ?? found
      }
      return bound
    }
  }

  /// The masters, singles and orphans of some items of a kind, each once, in the order of first appearance.
  public func objects(
    of items: [Int], kind: ItemKind, calendars: Set<Int>? = nil
  ) throws(StoreError) -> [Int] {
    var seen: Set<Int> = []
    var result: [Int] = []
    try database.with("SELECT master, calendar FROM item WHERE id = ?1 AND kind = ?2") {
      (row) throws(StoreError) in
      for item in items {
        try checkStopSignal()
        row.bind(1, item).bind(2, kind.rawValue)
        if try row.step(), calendars?.contains(row.int(1)) ?? true {
          let object = row.optionalInt(0) ?? item
          if seen.insert(object).inserted { result.append(object) }
        }
        row.reset()
      }
    }
    return result
  }

  /// The occurrence of a series with a key, moved or not; nil when the series has no such occurrence.
  public func occurrence(
    of series: Int, key: OccurrenceKey, viewer: Zone
  ) throws(StoreError) -> Occurrence? {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow())
    let sql: SQL = "SELECT id FROM item WHERE master = ?1 AND key = ?2 AND is_range = 0 ORDER BY id DESC"
    let overrides = try numbers(sql) { $0.bind(1, series).bind(2, OccurrenceCode.key(key)) }
    if let override = overrides.first, let record = try record(override),
      let (axis, row) = IndexRow.first(of: record)
    {
      return viewpoint.occurrence(row, on: axis)
    }
    guard let stored = try storedSeries(of: series), let row = stored.row(key) else { return nil }
    return viewpoint.occurrence(row, on: stored.lane.axis)
  }
}

extension Viewpoint {
  /// Returns a row as the viewer sees it.
  func occurrence(_ row: IndexRow, on axis: TimeAxis) -> Occurrence {
    let place = place(row, on: axis)
    return Occurrence(row, start: place.start, end: place.end, axis)
  }
}

extension Occurrence {
  /// Creates an occurrence from an index row and its moments.
  init(_ row: IndexRow, start: Instant, end: Instant, _ axis: TimeAxis) {
    self.init(
      item: row.item, series: row.series, key: OccurrenceCode.key(row.key), calendar: row.calendar,
      axis: axis,
      axisStart: row.start, axisEnd: row.end, start: start, end: end,
      isAllDay: row.flags.contains(.allDay), isDetached: row.flags.contains(.detached),
      isRecurring: row.flags.contains(.recurring))
  }
}

extension IndexRow {
  /// The row of a single item, an override or a series' first occurrence; nil when the item has no time.
  static func first(of record: ItemRecord) -> (axis: TimeAxis, row: IndexRow)? {
    guard let axis = record.firstAxis, let start = record.firstStart, let end = record.firstEnd else {
      return nil
    }
    var flags: OccurrenceFlags = record.isAllDay ? .allDay : []
    if record.key != nil { flags.formUnion([.recurring, .detached]) }
    if record.isRecurring { flags.insert(.recurring) }
    return (
      axis,
      IndexRow(
        start: start, end: end, series: record.master ?? record.id, key: OccurrenceCode.key(record.key),
        item: record.id, calendar: record.calendar, flags: flags)
    )
  }
}

/// A source of given rows.
final class ListSource: RowSource {
  let axis: TimeAxis
  private var rows: [IndexRow]

  init(_ rows: [IndexRow], axis: TimeAxis) {
    self.rows = rows
    self.axis = axis
  }

  func fill(_ rows: inout ContiguousArray<IndexRow>) throws(StoreError) {
    rows = ContiguousArray(self.rows)
    self.rows = []
  }

  func close() { rows = [] }
}
