import CivilTime
import Model

extension CalendarStore {
  /// The occurrences of events that overlap [from, to) as somebody in `viewer` sees it, in the order (start,
  /// series, key).
  ///
  /// One without length is in when it starts inside. A missing end leaves that side open. Cancelled ones are
  /// included; `calendars` limits the answer to those calendars. The cursor reads on as it is asked: in batches
  /// that begin small, or with as many rows as `expecting` says.
  public func events(
    from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>? = nil, expecting: Int? = nil
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var sources: [ViewedSource] = []
    for lane in [IndexLane.eventInstant, .eventWall] {
      let bounds = viewpoint.bounds(on: lane.axis)
      try appendOngoing(lane, bounds.from, viewpoint, calendars, to: &sources)
      try appendStarting(lane, bounds, viewpoint, calendars, expecting: expecting, to: &sources)
      try appendExpanded(lane, bounds, viewpoint, calendars, to: &sources)
    }
    return OccurrenceCursor(sources)
  }

  /// What is going on at a moment of a lane, having begun before.
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

  /// What starts in a stretch of a lane.
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

  /// What the index lacks of a stretch of a lane.
  func appendExpanded(
    _ lane: IndexLane, _ bounds: (from: Int?, to: Int?), _ viewpoint: Viewpoint, _ calendars: Set<Int>?,
    to sources: inout [ViewedSource]
  ) throws(StoreError) {
    let statistics = try statistics()
    var kinds: [SQL] = []
    if statistics.sought[lane, default: 0] > 0 { kinds.append(StoredSeries.sought) }
    if !statistics.holdsPartlyIndexed(lane, from: bounds.from, to: bounds.to) {
      kinds.append(StoredSeries.partlyIndexed)
    }
    if kinds.isEmpty { return }
    var merger = SeriesMerger()
    for sql in kinds {
      let statement = try database.statement(sql)
      defer { database.release(statement) }
      statement.bind(1, lane.rawValue).bind(2, bounds.from ?? Int.min).bind(3, bounds.to ?? Int.max)
      while try statement.step() {
        counterBox.value.seriesConsidered += 1
        if let calendars, !calendars.contains(statement.int(1)) { continue }
        let series = try storedSeries(row: statement)
        merger.add(series.rows(from: bounds.from, to: bounds.to, skippingIndexed: true))
      }
    }
    if merger.isEmpty { return }
    counterBox.value.seriesSought += merger.count
    sources.append(ViewedSource(ExpansionSource(merger, axis: lane.axis, counters: counterBox), viewpoint))
  }

  /// The occurrences of one series or single item that overlap [from, to), overrides included.
  public func occurrences(
    of series: Int, from: Instant?, to: Instant?, viewer: Zone
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var rows: [IndexLane: [IndexRow]] = [:]
    var sources: [ViewedSource] = []
    counterBox.value.familiesRead += 1
    let stored = try storedSeries(of: series)
    if let stored {
      let bounds = viewpoint.bounds(on: stored.lane.axis)
      var merger = SeriesMerger()
      merger.add(stored.rows(from: bounds.from, to: bounds.to, skippingIndexed: false))
      sources.append(
        ViewedSource(ExpansionSource(merger, axis: stored.lane.axis, counters: counterBox), viewpoint))
    }
    let single: SQL = "SELECT id FROM item WHERE id = ?1"
    let items = try overrides(of: series) + (stored == nil ? numbers(single) { $0.bind(1, series) } : [])
    for item in items {
      guard let record = try record(item), let (axis, row) = IndexRow.first(of: record) else { continue }
      rows[IndexLane.events(axis), default: []].append(row)
    }
    for (lane, rows) in rows {
      let sorted = rows.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
      sources.append(ViewedSource(ListSource(sorted, axis: lane.axis), viewpoint))
    }
    return OccurrenceCursor(sources)
  }

  /// The first occurrence of a series or single item by its own time, overrides included; nil when there is none.
  public func firstOccurrence(of series: Int, viewer: Zone) throws(StoreError) -> Occurrence? {
    let cursor = try occurrences(of: series, from: nil, to: nil, viewer: viewer)
    defer { cursor.close() }
    return try cursor.next()
  }

  /// The occurrence of a series with a key, wherever it was moved; nil when the series has none such.
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
  /// A row as its viewer sees it.
  func occurrence(_ row: IndexRow, on axis: TimeAxis) -> Occurrence {
    let place = place(row, on: axis)
    return Occurrence(row, start: place.start, end: place.end, axis)
  }
}

extension Occurrence {
  /// A row of the index at its place in time.
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

/// Rows that are already there.
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
