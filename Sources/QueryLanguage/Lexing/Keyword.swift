/// A word with a meaning in some place of the language.
///
/// Only reserved keywords need quotes to be names; the others are keywords only in the places of the grammar.
public enum Keyword: String, CaseIterable, Sendable {
  case explain, dates, plan, sql, events, reminders, calendars, sources, series, alarms, busy, conflicts
  case allday, timed, recurring, detached, free, tentative, confirmed, cancelled, incomplete, completed
  case overdue, undated, flagged, writable, subscribed, hidden, starting, ending, within, `in`, all, source
  case except, `where`, sort, by, limit, offset, group, having, select, `as`, asc, desc, and, or, not
  case `is`, empty, between, contains, starts, ends, with, has, like, exactly, matches, count, sum, avg
  case min, max, of, day, week, month, year, agenda, hour, weekday, weekend, minute, quarter, weekdays
  case from, to, until, before, after, since, on, during, anytime, now, today, tomorrow, yesterday, noon
  case midnight, am, pm, at, this, next, last, start, end, rest, ago, add, event, reminder, calendar
  case form, dry, run, quick, edit, set, view, readonly, delete, complete, reopen, move, into, duplicate
  case `for`, due, priority, high, medium, low, none, `repeat`, alarm, location, notes, url, zone
  case floating, tag, attach, under, travel, attendee, entering, leaving, sound, email, open, radius, span
  case future, `if`, rev, yes, daily, weekly, monthly, yearly, every, other, the, times, once, never, rename
  case color, `default`, show, hide, `import`, conflict, skip, replace, copy, export, undo, redo
  case history, begin, commit, rollback, sync, watch, changes, save, views, sets, drop, access, requests
  case grant, deny, revoke, full, denied, restricted, ask, options, describe, help, load, tour, quit, off
  case created, modified, occurrence, past, check, reindex, backup, duplicates, completion
  case accept, maybe, decline, choose, snooze, send
  case account, accounts, path, keep, remove, link, unlink, allow, resolve, mine, theirs, both
  case done, ignoring
  case readOnly = "read-only"
  case writeOnly = "write-only"

  /// The keyword with this spelling in any letter case.
  public init?(spelling: String) {
    guard let keyword = Self.bySpelling[spelling.lowercased()] else { return nil }
    self = keyword
  }

  /// Whether the word must be quoted to be a name or a value.
  public var isReserved: Bool { Self.reserved.contains(self) }

  private static let bySpelling = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The clause words.
  public static let reserved: Set<Keyword> = [
    .from, .to, .between, .before, .after, .since, .until, .by, .on, .during, .in, .except, .where, .group,
    .having, .sort, .limit, .select, .as, .and, .or, .not, .is, .starting, .ending, .within, .span, .set, .if,
  ]
}
