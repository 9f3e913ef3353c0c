import Changes

/// What templates have of rows beside their fields.
package enum TemplateWord: String, CaseIterable, Sendable {
  case `in`, day, type

  /// A few words of help.
  package var help: String {
    switch self {
    case .in: "how far away it is: in 25 min, now"
    case .day: "the day it is on: Wed 18 Nov 2026, or by a pattern"
    case .type: "event, reminder, series, alarm, busy, free, conflict, calendar or source"
    }
  }

  /// Whether rows of a noun have it.
  package func isOf(_ noun: Noun) -> Bool { self == .type || noun != .calendars && noun != .sources }

  /// Returns `now`, `in 25 min`, `in 3 h 10 min` or `in 2 d`: short enough for a bar.
  static func distance(_ seconds: Int) -> String {
    let minutes = (seconds + 59) / 60
    switch minutes {
    case ...0: return "now"
    case ..<60: return "in \(minutes) min"
    case ..<1_440:
      let rest = minutes % 60
      return "in \(minutes / 60) h" + (rest == 0 ? "" : " \(rest) min")
    default: return "in \(minutes / 1_440) d"
    }
  }
}

extension ResultRow {
  /// What kind of row it is; empty for groups and columns.
  var typeName: String {
    switch self {
    case .event: "event"
    case .reminder: "reminder"
    case .series: "series"
    case .alarm: "alarm"
    case .conflict: "conflict"
    case .block(let block): block.kind.rawValue
    case .calendar: "calendar"
    case .source: "source"
    case .day: "day"
    case .group, .selected: ""
    }
  }
}
