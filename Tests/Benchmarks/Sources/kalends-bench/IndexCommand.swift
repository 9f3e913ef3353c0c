import ArgumentParser
import CSQLiteBench
import CivilTime
import Interchange
import LoadGenerator
import Store

/// A warm week of a large store beside a bare range scan of a covering index that
/// returns the same number of rows.
struct IndexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Times windows of a store beside a bare scan of a covering index.")

  @Argument(help: "The number of single events: 100000 or 1000000.") var items = 1_000_000
  @Option(help: "Runs of each task; the median counts.") var runs = 51
  @Option(help: "The length of a window in days; may be repeated.") var days = [1, 7, 365]

  func run() throws {
    let store = try CalendarStore.inMemory(zones: ZoneDatabase())
    let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min
    var pieces: [[UInt8]] = []
    try GeneratedCalendar(shape: .peers, items: items, seed: 1, today: today).write { pieces.append($0) }
    var next = pieces.makeIterator()
    let now = Zone.utc.startOfDay(today)
    let begin = ContinuousClock.now
    let summary = try store.importCalendars(named: "generated.ics", now: now, next: { next.next() })
    print("imported \(summary.added) items in \(ContinuousClock.now - begin)")
    guard let berlin = store.zone(named: "Europe/Berlin") else {
      throw ValidationError("no zone Europe/Berlin")
    }
    for days in days {
      let name = days == 1 ? "1 day" : "\(days) days"
      let from = berlin.startOfDay(today)
      let to = Instant(seconds: from.seconds + days * 86_400)
      func ours() throws -> Int {
        let cursor = try store.events(from: from, to: to, viewer: berlin)
        var rows = 0
        while try cursor.next() != nil { rows += 1 }
        return rows
      }
      let bareScan = try BareScan(rows: try ours(), of: items)
      // In turns, as the machine's own speed changes.
      var (oursTimes, bareTimes): ([Double], [Double]) = ([], [])
      var rows = 0
      for _ in 0..<runs {
        let once = try median(of: 1, ours)
        rows = once.result
        oursTimes.append(once.seconds)
        bareTimes.append(median(of: 1, bareScan.run).seconds)
      }
      let seconds = oursTimes.sorted()[runs / 2]
      let bare = bareTimes.sorted()[runs / 2]
      printRow("\(name), kalends", seconds, "\(rows) rows")
      printRow(
        "\(name), bare covering scan", bare, "kalends takes \(rounded(seconds / bare, 2)) times that")
    }
  }
}

/// Steps over rows of five columns in a clustered table.
private final class BareScan {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  /// A table of `total` rows, of which `rows` in the middle are read.
  init(rows: Int, of total: Int) throws {
    guard
      sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK
    else {
      throw ValidationError("SQLite does not open")
    }
    sqlite3_exec(
      database,
      """
      CREATE TABLE o(start INTEGER, series INTEGER, ordinal INTEGER, length INTEGER, calendar INTEGER,
      PRIMARY KEY(start, series, ordinal)) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(total - 1))
      INSERT INTO o SELECT i * 190, i, 0, 3600, i % 20 FROM n;
      """, nil, nil, nil)
    let first = max(0, total / 2 - rows / 2) * 190
    sqlite3_prepare_v2(
      database,
      "SELECT start, series, ordinal, length, calendar FROM o WHERE start >= \(first) AND start < \(first + rows * 190)",
      -1, &statement, nil)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  func run() -> Int {
    var sum = 0
    sqlite3_reset(statement)
    while sqlite3_step(statement) == SQLITE_ROW {
      for column: Int32 in 0..<5 { sum &+= Int(sqlite3_column_int64(statement, column)) }
    }
    return sum
  }
}
