import Changes

/// The words of templates about rows, besides the names of fields.
package enum TemplateWord: String, CaseIterable, Sendable {
  case `in`, day, lastDay, type

  /// A few words of help.
  package var help: String {
    switch self {
    case .in: "how far away it is: in 25 min, now"
    case .day: "the day it is on: Wed 18 Nov 2026, or by a pattern"
    case .lastDay: "the last day it is on; the end of an event of whole days is the day after"
    case .type: "event, reminder, series, alarm, busy, free, conflict, calendar or source"
    }
  }

  /// Whether rows of a noun have it.
  package func isOf(_ noun: Noun) -> Bool {
    switch self {
    case .type: true
    case .in, .day: noun != .calendars && noun != .sources
    case .lastDay: noun == .events || noun == .series || noun == .conflicts
    }
  }

  /// Whether its value is a date, which a pattern can write.
  var isDate: Bool { self == .day || self == .lastDay }

  /// Finds the word that is written, in any letter case; nil for others.
  init?(written text: String) {
    let name = text.lowercased()
    guard let word = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
    self = word
  }

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
  /// The kind of row, in a word; empty for groups and columns.
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
