import Model

/// Writes the derived tables: index rows, compiled series and the counts of both.
final class IndexWriter {
  private let database: Database
  var tally = Tally()
  /// Rows to be written together in the index's own order, which is several times faster than one by one.
  private var pending: [(lane: IndexLane, row: IndexRow)] = []
  private static let batch = 100_000
  /// How many series are sought by now, by lane.
  private(set) var sought: [IndexLane: Int] = [:]

  init(_ database: Database) throws(StoreError) {
    self.database = database
    sought = try StoreStatistics(database).sought
  }

  func add(_ row: IndexRow, lane: IndexLane) throws(StoreError) {
    pending.append((lane, row))
    if pending.count >= Self.batch { try flushRows() }
  }

  /// Writes what is still pending, and the counts.
  func finish() throws(StoreError) {
    try flushRows()
    try tally.write(to: database)
  }

  private func flushRows() throws(StoreError) {
    pending.sort {
      ($0.lane.rawValue, $0.row.start, $0.row.series, $0.row.key)
        < ($1.lane.rawValue, $1.row.start, $1.row.series, $1.row.key)
    }
    let statement = try database.statement(
      """
      INSERT OR REPLACE INTO occurrence(lane, start, series, key, length, item, calendar, flags)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    defer { database.release(statement) }
    for (lane, row) in pending {
      let length = row.end - row.start
      statement.bind(1, lane.rawValue).bind(2, row.start).bind(3, row.series).bind(4, row.key)
        .bind(5, length).bind(6, row.item == row.series ? 0 : row.item).bind(7, row.calendar)
        .bind(8, row.flags.rawValue)
      try statement.run()
      tally.add(1, lane: lane, start: row.start, length: length, calendar: row.calendar)
    }
    pending = []
  }

  /// Writes a compiled series.
  func add(_ compiled: DerivedRows.Compiled, calendar: Int) throws(StoreError) {
    let statement = try database.statement(
      """
      INSERT INTO series(item, lane, calendar, first, last, state, indexed_from, indexed_to, plan)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    defer { database.release(statement) }
    statement.bind(1, compiled.item).bind(2, compiled.lane.rawValue).bind(3, calendar)
      .bind(4, compiled.first).bind(5, compiled.last).bind(6, compiled.state.rawValue)
      .bind(7, compiled.indexed?.lowerBound).bind(8, compiled.indexed?.upperBound)
      .bindBlob(9, SeriesPlanCoding.encode(compiled.plan))
    try statement.run()
    count(1, compiled.state, compiled.lane)
  }

  /// Takes out the rows of a series that start in [first, last] of a lane.
  func remove(series: Int, lane: IndexLane, first: Int, last: Int) throws(StoreError) {
    try flushRows()
    try database.with(
      """
      DELETE FROM occurrence WHERE lane = ?1 AND start >= ?2 AND start <= ?3 AND series = ?4
      RETURNING start, length, calendar
      """
    ) { (row) throws(StoreError) in
      row.bind(1, lane.rawValue).bind(2, first).bind(3, last).bind(4, series)
      while try row.step() {
        tally.add(-1, lane: lane, start: row.int(0), length: row.int(1), calendar: row.int(2))
      }
    }
  }

  /// Takes out a compiled series, if there is one, and says where it lay and what of it is indexed.
  func removeCompiled(_ item: Int) throws(StoreError) -> (span: LaneSpan, indexed: Range<Int>?)? {
    let row = try database.statement(
      "DELETE FROM series WHERE item = ?1 RETURNING lane, state, first, last, indexed_from, indexed_to")
    defer { database.release(row) }
    row.bind(1, item)
    guard try row.step(), let lane = IndexLane(rawValue: row.int(0)) else { return nil }
    let span = LaneSpan(lane: lane, first: row.int(2), last: row.int(3))
    let indexed: Range<Int>?
    switch StoredSeries.State(rawValue: row.int(1)) {
    case .indexed: indexed = span.first..<max(span.first, span.last)
    case .partlyIndexed: indexed = row.int(4)..<max(row.int(4), row.int(5))
    case .sought, nil: indexed = nil
    }
    if let state = StoredSeries.State(rawValue: row.int(1)) { count(-1, state, lane) }
    return (span, indexed)
  }

  private func count(_ change: Int, _ state: StoredSeries.State, _ lane: IndexLane) {
    switch state {
    case .sought:
      tally.add(change, .sought, lane.rawValue)
      sought[lane, default: 0] += change
    case .partlyIndexed: tally.add(change, .partlyIndexed, lane.rawValue)
    case .indexed: break
    }
  }
}
