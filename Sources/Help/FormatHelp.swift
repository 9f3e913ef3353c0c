import QueryLanguage
import Rendering
import Settings

extension OutputFormat {
  /// A statement with an answer in this format.
  package var example: String {
    row.scope == .groups
      ? "count events this year group by month as chart" : "events this week in Work as \(rawValue)"
  }
}

extension Setting {
  /// A value that it takes.
  package var example: String {
    switch self {
    case .now: "2026-11-18T14:30"
    case .zone: "Europe/Oslo"
    case .format: "json"
    case .rangeDays: "7"
    case .dayMorning: "\"07:00-12:00\""
    case .dayAfternoon: "\"12:00-17:00\""
    case .dayEvening: "\"17:00-23:00\""
    case .null: "\"–\""
    case .ownAddresses: "\"ann@example.org\""
    case .alarmCommand: "\"notify-send\""
    case .mailCommand: "\"sendmail -t\""
    case .conferenceCommand: "\"company-rooms\""
    default: choices.last ?? "on"
    }
  }

  /// The lines of a settings file with a value for each setting.
  package static var exampleFile: [String] {
    allCases.map(\.exampleLine)
  }

  /// The line of a settings file with the example.
  var exampleLine: String {
    if self == .store { return line("~/calendars.sqlite") }
    return line(example.hasPrefix("\"") ? String(example.dropFirst().dropLast()) : example)
  }
}
