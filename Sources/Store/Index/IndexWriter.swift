import Model

/// Writes the derived tables: index rows, compiled series and the counts of both.
final class IndexWriter {
  private let database: Database
  var tally = Tally()
  /// Rows to be written together in the index's own order, which is several times faster than one by one.
  private var pending: [(lane: IndexLane, row: IndexRow)] = []
  private static let batch = 100_000

  init(_ database: Database) { self.database = database }

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
      tally.add(1, .lane, lane.rawValue, DurationClass(length: length).rawValue)
    }
    pending = []
  }

  /// Writes a compiled series; `last` is the largest number for an endless one.
  func add(
    series item: Int, lane: IndexLane, calendar: Int, first: Int, last: Int, state: StoredSeries.State,
    indexed: Range<Int>?, plan: StoredSeries.Plan
  ) throws(StoreError) {
    let statement = try database.statement(
      """
      INSERT INTO series(item, lane, calendar, first, last, state, indexed_from, indexed_to, plan)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    defer { database.release(statement) }
    statement.bind(1, item).bind(2, lane.rawValue).bind(3, calendar).bind(4, first).bind(5, last)
      .bind(6, state.rawValue).bind(7, indexed?.lowerBound).bind(8, indexed?.upperBound)
      .bindBlob(9, SeriesPlanCoding.encode(plan))
    try statement.run()
    if state != .indexed { tally.add(1, .sought, lane.rawValue) }
  }

  /// Takes out everything derived from a series, single item or override with its rows in [first, last].
  func remove(series: Int, lanes: [IndexLane], first: Int, last: Int) throws(StoreError) {
    try flushRows()
    for lane in lanes {
      let found = try database.statement(
        """
        SELECT length FROM occurrence NOT INDEXED WHERE lane = ?1 AND start >= ?2 AND start <= ?3 AND series = ?4
        """)
      defer { database.release(found) }
      found.bind(1, lane.rawValue).bind(2, first).bind(3, last).bind(4, series)
      while try found.step() {
        tally.add(-1, .lane, lane.rawValue, DurationClass(length: found.int(0)).rawValue)
      }
      try database.with(
        "DELETE FROM occurrence WHERE lane = ?1 AND start >= ?2 AND start <= ?3 AND series = ?4"
      ) { (statement) throws(StoreError) in
        try statement.bind(1, lane.rawValue).bind(2, first).bind(3, last).bind(4, series).run()
      }
    }
  }

  /// Takes out a compiled series, if there is one.
  func removeCompiled(_ item: Int) throws(StoreError) {
    try database.with("DELETE FROM series WHERE item = ?1 RETURNING lane, state") {
      (row) throws(StoreError) in
      row.bind(1, item)
      while try row.step() {
        if row.int(1) != StoredSeries.State.indexed.rawValue { tally.add(-1, .sought, row.int(0)) }
      }
    }
  }
}
