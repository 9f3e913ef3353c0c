/// The kind of rows that a query asks for; its first word.
public enum Noun: String, CaseIterable, Sendable {
  case events, reminders, calendars, sources, series, alarms, busy, conflicts
}

extension Token {
  /// The noun that the token is, if it is one.
  var noun: Noun? { keyword.flatMap { Noun(rawValue: $0.rawValue) } }
}

/// An output format, named after `as` or by `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
  case table, chart, line, json, jsonl, csv, tsv, ids, ics, jscalendar, invitation, reply

  /// The formats that hold whole items, which an export writes.
  public static let exported: [OutputFormat] = [.ics, .jscalendar]

  /// `table, chart, …, invitation or reply`.
  package static let listed: String = {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()
}

/// A condition of one word: a clause by itself (`reminders overdue`) and a condition in `where`.
public enum QueryFlag: String, CaseIterable, Sendable {
  case allday, timed, recurring, detached, busy, free, tentative, confirmed, cancelled
  case open, incomplete, completed, overdue, undated, flagged
  case writable, subscribed, hidden
  case due

  /// The nouns that the flag applies to.
  public var nouns: Set<Noun> {
    switch self {
    case .allday, .timed, .busy, .free, .tentative, .confirmed, .cancelled:
      [.events, .series, .alarms, .busy, .conflicts]
    case .detached: [.events, .busy, .conflicts, .alarms]
    case .recurring: [.events, .reminders, .alarms, .busy, .conflicts]
    case .open, .incomplete, .completed, .overdue, .undated, .flagged: [.reminders]
    case .writable, .subscribed, .hidden: [.calendars]
    case .due: [.alarms]
    }
  }

  /// One line of help.
  public var help: String {
    switch self {
    case .allday: "lasts whole days"
    case .timed: "has a clock time"
    case .recurring: "repeats"
    case .detached: "is an occurrence changed apart from its series"
    case .busy: "blocks its time"
    case .free: "leaves its time free"
    case .tentative: "is not yet certain"
    case .confirmed: "is certain"
    case .cancelled: "was called off"
    case .open, .incomplete: "is still to be done"
    case .completed: "is done"
    case .overdue: "is still to be done and was due before now"
    case .undated: "has no due date"
    case .flagged: "is marked to be seen"
    case .writable: "can be changed"
    case .subscribed: "is a copy of somebody else's calendar"
    case .hidden: "is left out unless it is named"
    case .due: "rang within the last day, and what it is about is still to be done or not yet over"
    }
  }
}

/// The relation that an item's time must have to the range.
public enum RangeRelation: String, CaseIterable, Sendable {
  /// The item and the range share time; the default.
  case overlapping
  /// The item starts in the range.
  case starting
  /// The item ends in the range.
  case ending
  /// The item lies wholly in the range.
  case within
}

/// A whole unit of the calendar or the clock, as in `next week`.
public enum CalendarUnit: String, CaseIterable, Sendable {
  case minute, hour, day, week, weekend, month, quarter, year
}

/// A unit of length, as in `3mo`.
public enum DurationUnit: String, CaseIterable, Sendable {
  case year, quarter, month, week, day, hour, minute, second

  /// The short spelling that `description` prints.
  public var symbol: String {
    switch self {
    case .year: "y"
    case .quarter: "quarter"
    case .month: "mo"
    case .week: "w"
    case .day: "d"
    case .hour: "h"
    case .minute: "m"
    case .second: "s"
    }
  }

  /// Whether the unit moves the wall clock (years to days) and is not elapsed time.
  public var isNominal: Bool {
    switch self {
    case .year, .quarter, .month, .week, .day: true
    case .hour, .minute, .second: false
    }
  }

  /// The unit with this spelling: a symbol, a short or a full word, singular or plural.
  public init?(spelling: String) {
    switch spelling.lowercased() {
    case "y", "yr", "yrs", "year", "years": self = .year
    case "quarter", "quarters": self = .quarter
    case "mo", "month", "months": self = .month
    case "w", "wk", "wks", "week", "weeks": self = .week
    case "d", "day", "days": self = .day
    case "h", "hr", "hrs", "hour", "hours": self = .hour
    case "m", "min", "mins", "minute", "minutes": self = .minute
    case "s", "sec", "secs", "second", "seconds": self = .second
    default: return nil
    }
  }
}

/// A part of a date that a condition or a group may look at, as `start.weekday`; local to the query's zone.
public enum DatePart: String, CaseIterable, Sendable {
  case date, time, weekday, day, week, month, year, hour
}

/// A unit that rows are grouped or sorted by: the part of the row's own start (or due) date.
public enum TimeBucket: String, CaseIterable, Sendable {
  case day, week, month, year, weekday, hour
}
