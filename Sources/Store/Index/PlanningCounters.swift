/// Changes to the planner's counters, collected during a write and added at its end.
struct PlanningCounters {
  /// The subject of a counter; raw values are stored.
  enum Subject: Int {
    /// Index rows: a is the lane, b the duration class.
    case lane = 0
    /// Lazily expanded series: a is the lane.
    case lazilyExpanded = 1
    /// Items without overrides: a is the calendar, b the kind.
    case items = 2
    /// Reminders without a due date.
    case undated = 3
    /// Partly materialized series: a is the lane.
    case partlyMaterialized = 4
    /// Compiled series, materialized or not: a is the lane.
    case series = 5
  }

  private struct Key: Hashable {
    var subject: Subject
    var a: Int
    var b: Int
  }

  private struct BucketKey: Hashable {
    var lane: IndexLane
    var bucket: Int
    var calendar: Int
  }

  private var changes: [Key: Int] = [:]
  private var buckets: [BucketKey: OccurrenceTotals] = [:]

  /// Adds an index row to the counters, or subtracts it.
  mutating func add(
    _ rows: Int, lane: IndexLane, start: Int, length: Int, calendar: Int, flags: OccurrenceFlags
  ) {
    add(rows, .lane, lane.rawValue, DurationClass(length: length).rawValue)
    let key = BucketKey(lane: lane, bucket: StartHistogram.bucket(start), calendar: calendar)
    buckets[key, default: OccurrenceTotals()].add(
      rows, seconds: rows * length, singles: flags.contains(.recurring) ? 0 : rows)
  }

  mutating func add(_ rows: Int, _ subject: Subject, _ a: Int = 0, _ b: Int = 0) {
    changes[Key(subject: subject, a: a, b: b), default: 0] += rows
  }

  mutating func write(to database: Database) throws(StoreError) {
    let statement = try database.statement(
      """
      INSERT INTO tally(subject, a, b, rows) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET rows = rows + excluded.rows
      """)
    defer { database.release(statement) }
    for (key, rows) in changes where rows != 0 {
      try statement.bind(1, key.subject.rawValue).bind(2, key.a).bind(3, key.b).bind(4, rows).run()
    }
    changes = [:]
    try writeBuckets(to: database)
  }

  private mutating func writeBuckets(to database: Database) throws(StoreError) {
    let statement = try database.statement(
      """
      INSERT INTO density(lane, stretch, calendar, rows, seconds, singles) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET rows = rows + excluded.rows, seconds = seconds + excluded.seconds,
        singles = singles + excluded.singles
      """)
    defer { database.release(statement) }
    let sorted = buckets.filter { $0.value != OccurrenceTotals() }
      .sorted { ($0.key.lane.rawValue, $0.key.bucket) < ($1.key.lane.rawValue, $1.key.bucket) }
    for (key, totals) in sorted {
      try statement.bind(1, key.lane.rawValue).bind(2, key.bucket).bind(3, key.calendar)
        .bind(4, totals.rows).bind(5, totals.seconds).bind(6, totals.singles).run()
    }
    buckets = [:]
  }
}
