import ArgumentParser
import CSQLiteBench
import CivilTime
import Editing
import Foundation
import Interchange
import LoadGenerator
import Model
import Recurrence
import Store

/// Edits in a large store, each a transaction of its own, beside bare transactions of
/// one row with the same durability.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edits", abstract: "Times edits in a large store beside bare transactions.")

  @Argument(help: "The number of single events; 100000 have a million occurrences in ten years.")
  var items = 100_000
  @Option(help: "Edits of each kind; the median counts.") var runs = 101

  private static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min

  func run() throws {
    let folder = NSTemporaryDirectory() + "kalends-bench-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try CalendarStore(path: folder + "/store.sqlite", access: .create, zones: ZoneDatabase())
    let now = Zone.utc.startOfDay(Self.today)
    var pieces: [[UInt8]] = []
    try GeneratedCalendar(shape: .peers, items: items, seed: 1, today: Self.today).write { pieces.append($0) }
    var next = pieces.makeIterator()
    let begin = ContinuousClock.now
    let summary = try store.importCalendars(named: "generated.ics", now: now, next: { next.next() })
    print("imported \(summary.added) items in \(ContinuousClock.now - begin)")
    for durability in Durability.allCases {
      try store.setDurability(durability)
      let bare = try bareTransactions(folder, durability)
      print("\(durability.rawValue):")
      printRow("bare transaction of one row", bare, "\(rounded(1 / bare, 0)) a second")
      try edits(store, now, besides: bare)
    }
  }

  private func edits(_ store: CalendarStore, _ now: Instant, besides bare: Double) throws {
    let workspace = Workspace(store)
    guard let calendar = try store.calendars().first(where: \.isWritable)?.id else {
      throw ValidationError("no calendar can be written to")
    }
    func report(_ name: String, _ work: () throws -> Void) throws {
      let seconds = try median(of: runs) {
        try work()
        return 0
      }.seconds
      printRow(
        name, seconds, "\(rounded(1 / seconds, 0)) a second, \(rounded(seconds / bare)) times the bare one")
    }
    func edit(_ change: (inout Item) -> Void, _ field: ItemField) -> ItemEdit {
      var edit = ItemEdit(.event)
      edit.set(field, change)
      return edit
    }
    var number = 0
    func retitled() -> ItemEdit {
      number += 1
      return edit({ $0.title = "Edited \(number)" }, .title)
    }

    var single = Item(kind: .event)
    single.title = "Single"
    let wall = Self.today.dayNumber * 86_400 + 36_000
    single.start = .floating(CivilDateTime(clamping: wall))
    let added = try workspace.add(single, to: calendar, cause: "bench", now: now).target
    try report("add an event") { _ = try workspace.add(single, to: calendar, cause: "bench", now: now) }
    try report("change its title") {
      _ = try workspace.save(retitled(), to: added, span: .all, cause: "bench", now: now)
    }

    var weekly = single
    weekly.recurrence = RecurrenceSet(
      start: .dateTime(.min), rules: [RecurrenceRule(frequency: .weekly, count: 260)])
    let series = try workspace.add(weekly, to: calendar, cause: "bench", now: now).target
    var week = 0
    func occurrence(_ series: ItemTarget) -> ItemTarget {
      week += 1
      let start = wall + (week % 250) * 7 * 86_400
      return ItemTarget(item: series.item, key: OccurrenceKey(wallSeconds: start, isDate: false))
    }
    try report("change the title of all 260 occurrences") {
      _ = try workspace.save(retitled(), to: series, span: .all, cause: "bench", now: now)
    }
    var later = 0
    try report("move all 260 occurrences by a minute") {
      later += 1
      let start = EventTime.floating(CivilDateTime(clamping: wall + later * 60))
      _ = try workspace.save(
        edit({ $0.start = start }, .start), to: series, span: .all, cause: "bench", now: now)
    }
    let other = try workspace.add(weekly, to: calendar, cause: "bench", now: now).target
    try report("change the title of one of 260") {
      _ = try workspace.save(retitled(), to: occurrence(other), span: .this, cause: "bench", now: now)
    }
    week = 100
    try report("cut 260 in two, and take it back") {
      let third = try workspace.add(weekly, to: calendar, cause: "bench", now: now).target
      _ = try workspace.save(retitled(), to: occurrence(third), span: .future, cause: "bench", now: now)
      _ = try store.undo(.latest, now: now)
      _ = try store.undo(.latest, now: now)
    }
    try report("take the last step back and do it again") {
      _ = try store.undo(.latest, now: now)
      _ = try store.redo(now: now)
    }
  }

  /// The time of a transaction that inserts one row of 200 bytes.
  private func bareTransactions(_ folder: String, _ durability: Durability) throws -> Double {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2("\(folder)/bare-\(durability.rawValue).sqlite", &database, flags, nil) == SQLITE_OK
    else { throw ValidationError("SQLite does not open") }
    defer { sqlite3_close(database) }
    sqlite3_exec(
      database,
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(durability.rawValue); CREATE TABLE t(a INTEGER PRIMARY KEY, b)",
      nil, nil, nil)
    return median(of: runs) {
      Int(sqlite3_exec(database, "INSERT INTO t(b) VALUES (randomblob(200))", nil, nil, nil))
    }.seconds
  }
}
