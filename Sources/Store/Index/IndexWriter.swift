/// Writes the derived tables: index rows, compiled series and the counters of both.
final class IndexWriter {
  /// The place of a series' rows in the index.
  private struct Place: Hashable, Comparable {
    var lane: Int
    var start: Int
    var series: Int

    static func < (a: Place, b: Place) -> Bool { (a.lane, a.start, a.series) < (b.lane, b.start, b.series) }
  }

  private let database: Database
  var counters = PlanningCounters()
  /// Rows to write together in index order, which is several times faster than one by one.
  private var pending: [(place: Place, row: IndexRow)] = []
  /// The series of the pending rows.
  private var arriving: Set<Int> = []
  /// Places whose rows are removed; rows that are added again unchanged stay untouched.
  private var leaving: [Place] = []
  private static let batch = 100_000
  /// The number of lazily expanded series, by lane.
  private(set) var lazilyExpanded: [IndexLane: Int] = [:]

  init(_ database: Database) throws(StoreError) {
    self.database = database
    lazilyExpanded = try StoreStatistics(database).lazilyExpanded
  }

  func add(_ row: IndexRow, lane: IndexLane) throws(StoreError) {
    pending.append((Place(lane: lane.rawValue, start: row.start, series: row.series), row))
    arriving.insert(row.series)
    if pending.count + leaving.count >= Self.batch { try flushRows() }
  }

  /// Removes the rows of a series that start at these times of a lane.
  func remove(series: Int, lane: IndexLane, starts: [Int]) throws(StoreError) {
    // A flush removes rows before it writes pending ones, which is the wrong order for rows of the same
    // series.
    if arriving.contains(series) { try flushRows() }
    for start in starts { leaving.append(Place(lane: lane.rawValue, start: start, series: series)) }
    if pending.count + leaving.count >= Self.batch { try flushRows() }
  }

  /// Writes the pending rows and the counters.
  func finish() throws(StoreError) {
    try flushRows()
    try counters.write(to: database)
  }

  private func flushRows() throws(StoreError) {
    // Two overrides of one occurrence have the same place and key: the later one wins.
    pending.sort { a, b in
      a.place != b.place ? a.place < b.place : (a.row.key, a.row.item) < (b.row.key, b.row.item)
    }
    leaving.sort()
    var next = 0
    var last: Place?
    for place in leaving where place != last {
      last = place
      while next < pending.count, pending[next].place < place { try insert(&next) }
      let first = next
      while next < pending.count, pending[next].place == place { next += 1 }
      let stored = try rows(at: place)
      if stored.elementsEqual(pending[first..<next].lazy.map(\.row)) { continue }
      if !stored.isEmpty { try delete(place, stored) }
      next = first
    }
    while next < pending.count { try insert(&next) }
    pending = []
    arriving = []
    leaving = []
  }

  /// Writes the row at `next`, unless the following row has its key, and advances.
  private func insert(_ next: inout Int) throws(StoreError) {
    let (place, row) = pending[next]
    next += 1
    if next < pending.count, pending[next].place == place, pending[next].row.key == row.key { return }
    guard let lane = IndexLane(rawValue: place.lane) else { return }
    try write(row, place, Self.insertion)
    if database.changedRows == 0 {
      // A leftover row, as in a damaged index, is replaced.
      for old in try rows(at: place) where old.key == row.key { count(-1, old, lane) }
      try write(row, place, Self.replacement)
    }
    count(1, row, lane)
  }

  private func write(_ row: IndexRow, _ place: Place, _ sql: SQL) throws(StoreError) {
    try database.with(sql) { (statement) throws(StoreError) in
      statement.bind(1, place.lane).bind(2, row.start).bind(3, row.series).bind(4, row.key)
        .bind(5, row.end - row.start).bind(6, row.item == row.series ? 0 : row.item).bind(7, row.calendar)
        .bind(8, row.flags.rawValue)
      try statement.run()
    }
  }

  private static let insertion: SQL = """
    INSERT OR IGNORE INTO occurrence(lane, start, series, key, length, item, calendar, flags)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """
  private static let replacement: SQL = """
    REPLACE INTO occurrence(lane, start, series, key, length, item, calendar, flags)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """

  private func count(_ change: Int, _ row: IndexRow, _ lane: IndexLane) {
    counters.add(
      change, lane: lane, start: row.start, length: row.end - row.start, calendar: row.calendar,
      flags: row.flags)
  }

  private func rows(at place: Place) throws(StoreError) -> [IndexRow] {
    try database.with(
      """
      SELECT key, length, item, calendar, flags FROM occurrence NOT INDEXED
      WHERE lane = ?1 AND start = ?2 AND series = ?3 ORDER BY key
      """
    ) { (row) throws(StoreError) in
      row.bind(1, place.lane).bind(2, place.start).bind(3, place.series)
      var result: [IndexRow] = []
      while try row.step() {
        result.append(
          IndexRow(
            start: place.start, end: place.start + row.int(1), series: place.series, key: row.int(0),
            item: row.int(2) == 0 ? place.series : row.int(2), calendar: row.int(3),
            flags: OccurrenceFlags(rawValue: row.int(4))))
      }
      return result
    }
  }

  private func delete(_ place: Place, _ rows: [IndexRow]) throws(StoreError) {
    // RETURNING would make SQLite keep a statement journal.
    try database.with("DELETE FROM occurrence WHERE lane = ?1 AND start = ?2 AND series = ?3") {
      (row) throws(StoreError) in
      try row.bind(1, place.lane).bind(2, place.start).bind(3, place.series).run()
    }
    guard let lane = IndexLane(rawValue: place.lane) else { return }
    for row in rows { count(-1, row, lane) }
  }

  // MARK: Series

  /// Writes a compiled series; `starts` are the starts of its index rows on its lane, ascending.
  func add(_ compiled: DerivedRows.Compiled, calendar: Int, starts: [Int]) throws(StoreError) {
    let statement = try database.statement(
      """
      INSERT INTO series(item, lane, calendar, first, last, state, indexed_from, indexed_to, plan, starts)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """)
    defer { database.release(statement) }
    statement.bind(1, compiled.item).bind(2, compiled.lane.rawValue).bind(3, calendar)
      .bind(4, compiled.first).bind(5, compiled.last).bind(6, compiled.state.rawValue)
      .bind(7, compiled.materialized?.lowerBound).bind(8, compiled.materialized?.upperBound)
      .bindBlob(9, SeriesPlanCoding.encode(compiled.plan))
    if let bytes = StartCoding.encode(starts) {
      statement.bindBlob(10, bytes)
    } else {
      statement.bindNull(10)
    }
    try statement.run()
    count(1, compiled.state, compiled.lane)
  }

  /// Removes a compiled series and its index rows; returns its interval, nil when there is no such series.
  func removeSeries(_ item: Int) throws(StoreError) -> LaneSpan? {
    let found = try database.with("SELECT lane, state, first, last, starts FROM series WHERE item = ?1") {
      (row) throws(StoreError) -> (span: LaneSpan, state: StoredSeries.State?, starts: [Int])? in
      guard try row.bind(1, item).step(), let lane = IndexLane(rawValue: row.int(0)) else { return nil }
      let starts = row.isNull(4) ? [] : row.withBytes(4, StartCoding.decode)
      guard let starts else {
        throw StoreError(
          .corrupt, database.path, detail: "what is indexed of the series of item \(item) cannot be read")
      }
      return (
        LaneSpan(lane: lane, first: row.int(2), last: row.int(3)), StoredSeries.State(rawValue: row.int(1)),
        starts
      )
    }
    guard let found else { return nil }
    try database.with("DELETE FROM series WHERE item = ?1") { (row) throws(StoreError) in
      try row.bind(1, item).run()
    }
    if let state = found.state { count(-1, state, found.span.lane) }
    try remove(series: item, lane: found.span.lane, starts: found.starts)
    return found.span
  }

  private func count(_ change: Int, _ state: StoredSeries.State, _ lane: IndexLane) {
    counters.add(change, .series, lane.rawValue)
    switch state {
    case .lazilyExpanded:
      counters.add(change, .lazilyExpanded, lane.rawValue)
      lazilyExpanded[lane, default: 0] += change
    case .partlyMaterialized: counters.add(change, .partlyMaterialized, lane.rawValue)
    case .materialized: break
    }
  }
}
