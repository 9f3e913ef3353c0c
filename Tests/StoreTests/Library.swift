import CivilTime
import Model
import TestSupport
import Testing

@testable import Interchange
@testable import Store

/// A store in memory and short ways to fill and ask it.
struct Library {
  let store: CalendarStore
  static let now = Instant(seconds: 1_795_012_200)  // 2026-11-18T14:30Z

  init(_ path: String? = nil) throws {
    if let path {
      store = try CalendarStore(path: path, access: .create, zones: zones)
    } else {
      store = try CalendarStore.inMemory(zones: zones)
    }
  }

  @discardableResult
  func take(
    _ text: String, named name: String = "work.ics", into: String? = nil,
    policy: IndexingPolicy = .standard, isDryRun: Bool = false, now: Instant = Self.now,
    crowd: Int = IndexingPolicy.crowd
  ) throws -> ImportSummary {
    var options = ImportOptions(into: into.map { .title($0) })
    options.policy = policy
    options.isDryRun = isDryRun
    options.crowd = crowd
    var rest: [UInt8]? = Array(text.utf8)
    return try store.importCalendars(named: name, options: options, now: now) {
      defer { rest = nil }
      return rest
    }
  }

  /// `start title` of what overlaps a stretch of UTC days, as seen in a zone.
  func events(_ from: String, _ to: String, in zone: Zone = .utc) throws -> [String] {
    let found = try all(store.events(from: Self.instant(from), to: Self.instant(to), viewer: zone))
    return try found.map { "\($0.start) \(try store.record($0.item)?.title ?? "?")" }
  }

  static func instant(_ text: String) throws -> Instant {
    let date = try #require(BasicFormat.date(text.utf8))
    return Instant(seconds: date.dayNumber * 86_400)
  }
}

func calendar(_ components: String..., header: String = "") -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n\(header)"
    + components.map { $0.split(separator: "\n").joined(separator: "\r\n") + "\r\n" }.joined()
    + "END:VCALENDAR\r\n"
}

func event(_ uid: String?, _ lines: String) -> String {
  "BEGIN:VEVENT\n\(uid.map { "UID:\($0)\n" } ?? "")\(lines)\nEND:VEVENT"
}

func todo(_ uid: String, _ lines: String) -> String { "BEGIN:VTODO\nUID:\(uid)\n\(lines)\nEND:VTODO" }

/// What an export of a selection writes.
func exported(_ store: CalendarStore, _ selection: ExportSelection) throws -> String {
  var bytes: [UInt8] = []
  try store.export(selection) {
    bytes += $0
    return true
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension Library {
  /// Every row of every table but the log, as text.
  func dump() throws -> [String] {
    let tables: [SQL] = [
      "SELECT json_array(id, source, title, folded, color, kinds, hex(header)) FROM calendar",
      "SELECT json_array(id, name, content, hex(text)) FROM zone_definition",
      "SELECT json_array(calendar, position, definition, is_private) FROM calendar_zone ORDER BY calendar, position",
      "SELECT json_array(item, definition) FROM item_zone ORDER BY item, definition",
      "SELECT json_array(id, calendar, position, kind, master, key, is_range, is_recurring, first_axis, first_start, first_end, first_key, first_item, revision, uid, content, title, start_wall) FROM item ORDER BY id",
      "SELECT json_array(item, hex(text)) FROM item_text ORDER BY item",
      "SELECT json_array(item, lane, calendar, first, last, state, indexed_from, indexed_to, hex(plan)) FROM series ORDER BY item",
      "SELECT json_array(lane, start, series, key, length, item, calendar, flags) FROM occurrence ORDER BY lane, start, series, key",
      "SELECT json_array(subject, a, b, rows) FROM tally WHERE rows <> 0 ORDER BY subject, a, b",
      "SELECT json_array(lane, stretch, calendar, rows, seconds, singles) FROM density WHERE rows <> 0 ORDER BY lane, stretch, calendar",
    ]
    var result: [String] = []
    for sql in tables {
      let row = try store.database.statement(sql)
      defer { store.database.release(row) }
      while try row.step() { result.append(row.text(0)) }
    }
    return result
  }
}

/// Puts a zone file `Place` into a folder, and an event and a series in that zone into a new store; returns
/// the file's bytes.
func putPlace(in folder: TemporaryFolder, store path: String, rule: String) throws -> [UInt8] {
  let system = try #require(zones.directory)
  let file = try #require(ProjectFiles.bytes(system + "/Europe/Berlin"))
  try write(file, to: folder.path + "/Place")
  var pieces = [
    Array(
      calendar(
        event("a", "SUMMARY:A\nDTSTART;TZID=Place:20261118T120000"),
        event("s", "SUMMARY:S\nDTSTART;TZID=Place:20261118T130000\n" + rule)
      ).utf8)
  ]
  let store = try CalendarStore(path: path, access: .create, zones: ZoneDatabase(directory: folder.path))
  _ = try store.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
  return file
}
