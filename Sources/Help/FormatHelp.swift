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
    case .rangeDays: "7"
    case .null: "\"–\""
    case .ownAddresses: "\"ann@example.org\""
    case .alarmCommand: "\"notify-send\""
    default: choices.last ?? "on"
    }
  }
}
