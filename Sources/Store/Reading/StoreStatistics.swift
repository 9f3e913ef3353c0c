/// The counters that the query planner needs, kept up to date by writes and read with one small query.
public struct StoreStatistics: Sendable {
  /// Rows of the occurrence index by lane.
  public var indexed: [IndexLane: Int] = [:]
  /// Series that are expanded when they overlap a window, by lane.
  public var lazilyExpanded: [IndexLane: Int] = [:]
  /// Series that are materialized for a limited interval, by lane.
  public var partlyMaterialized: [IndexLane: Int] = [:]
  /// All series, materialized or not, by lane.
  public var series: [IndexLane: Int] = [:]
  /// The interval of starts that is materialized for every partly materialized series, by lane.
  var common: [IndexLane: Range<Int>] = [:]
  /// Masters, singles and orphans, by calendar and kind.
  public var items: [CalendarKind: Int] = [:]
  /// Reminders without a due date.
  public var undatedReminders = 0
  /// The rows of each duration class, by lane.
  var classes: [IndexLane: [DurationClass: Int]] = [:]

  /// A calendar and a kind of item in it.
  public struct CalendarKind: Hashable, Sendable {
    /// The calendar's row.
    public var calendar: Int
    /// The kind of item.
    public var kind: ItemKind
  }

  /// The number of masters, singles and orphans: in one calendar or in all, of one kind or of all.
  public func count(in calendar: Int? = nil, of kind: ItemKind? = nil) -> Int {
    items.reduce(0) { sum, entry in
      let isMeant =
        (calendar == nil || entry.key.calendar == calendar) && (kind == nil || entry.key.kind == kind)
      return isMeant ? sum + entry.value : sum
    }
  }

  /// The number of repeating events.
  public var eventSeries: Int {
    series[.eventInstant, default: 0] + series[.eventWall, default: 0]
  }

  init() {}

  init(_ database: Database) throws(StoreError) {
    let statement = try database.statement("SELECT subject, a, b, rows FROM tally")
    defer { database.release(statement) }
    while try statement.step() {
      let (a, b, rows) = (statement.int(1), statement.int(2), statement.int(3))
      if rows == 0 { continue }
      switch PlanningCounters.Subject(rawValue: statement.int(0)) {
      case .lane:
        guard let lane = IndexLane(rawValue: a) else { continue }
        indexed[lane, default: 0] += rows
        if let durationClass = DurationClass(rawValue: b) {
          classes[lane, default: [:]][durationClass] = rows
        }
      case .lazilyExpanded:
        if let lane = IndexLane(rawValue: a) { lazilyExpanded[lane, default: 0] += rows }
      case .partlyMaterialized:
        if let lane = IndexLane(rawValue: a) { partlyMaterialized[lane, default: 0] += rows }
      case .series:
        if let lane = IndexLane(rawValue: a) { series[lane, default: 0] += rows }
      case .items:
        if let kind = ItemKind(rawValue: b) { items[CalendarKind(calendar: a, kind: kind)] = rows }
      case .undated: undatedReminders = rows
      case nil: continue
      }
    }
    for lane in partlyMaterialized.keys { common[lane] = try Self.common(lane, database) }
  }

  private static func common(_ lane: IndexLane, _ database: Database) throws(StoreError) -> Range<Int>? {
    func edge(_ sql: SQL) throws(StoreError) -> Int? {
      try database.with(sql) { (row) throws(StoreError) in
        try row.bind(1, lane.rawValue).step() ? row.optionalInt(0) : nil
      }
    }
    let from = try edge(
      "SELECT max(indexed_from) FROM series INDEXED BY series_from WHERE lane = ?1 AND state = 1")
    let to = try edge("SELECT min(indexed_to) FROM series INDEXED BY series_to WHERE lane = ?1 AND state = 1")
    guard let from, let to, from < to else { return nil }
    return from..<to
  }

  /// The duration classes of the rows of some lanes: their maximum length in seconds, nil for the last class,
  /// and their part of the rows.
  public func classShares(_ lanes: [IndexLane]) -> [(longest: Int?, part: Double)] {
    let all = lanes.reduce(0) { $0 + indexed[$1, default: 0] }
    return DurationClass.allCases.compactMap { durationClass in
      let rows = lanes.reduce(0) { $0 + (classes[$1]?[durationClass] ?? 0) }
      return rows > 0 ? (durationClass.longest, Double(rows) / Double(all)) : nil
    }
  }

  /// Whether the index holds everything of the partly indexed series of a lane that overlaps [from, to).
  func holdsPartlyIndexed(_ lane: IndexLane, from: Int?, to: Int?) -> Bool {
    if partlyMaterialized[lane, default: 0] == 0 { return true }
    guard let common = common[lane], let from, let to else { return false }
    return from.addingClamped(-IndexingPolicy.longestPartly) >= common.lowerBound
      && to <= common.upperBound
  }
}

/// The cost of all reads since the store was opened, for `explain` and for tests.
public struct ReadCounters: Hashable, Sendable {
  /// Index rows read because they were ongoing at a window's start.
  public var ongoingRows = 0
  /// Index rows read because they start in a window.
  public var startingRows = 0
  /// Index rows counted by whole buckets, without being read.
  public var countedRows = 0
  /// Series expanded because their span overlaps a window.
  public var seriesExpanded = 0
  /// Series whose span was checked.
  public var seriesConsidered = 0
  /// Occurrences made by expansion.
  public var occurrencesExpanded = 0
  /// Items whose own occurrences were looked up.
  public var objectsRead = 0
  /// Items that the text index gave.
  public var textRows = 0
  /// Items scanned one by one.
  public var itemsScanned = 0
  /// Item rows read, without cached ones.
  public var recordsRead = 0
  /// Item records returned from the cache.
  public var recordsRemembered = 0

  /// Creates counters at zero.
  public init() {}
}

/// The counters that all readers of one store share.
final class CounterBox {
  var value = ReadCounters()
}

/// An SQL statement used by a read, and SQLite's plan for it.
public struct UsedStatement: Sendable {
  /// The text, on one line; parameters are `?1`, `?2` and so on.
  public let text: String
  /// SQLite's plan: a line for each table, saying whether it is searched by an index or scanned.
  public let plan: [String]
}

extension CalendarStore {
  /// Runs `body` and returns the statements of its reads, each once, in the order of first use.
  public func statements<Failure: Error>(
    usedBy body: () throws(Failure) -> Void
  ) throws(Failure) -> [UsedStatement] {
    try database.recording(body).map { sql in
      let words = "\(sql.text)".split { $0 == " " || $0 == "\n" }
      return UsedStatement(text: words.joined(separator: " "), plan: (try? database.queryPlan(sql)) ?? [])
    }
  }
}
