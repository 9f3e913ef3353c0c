import QueryLanguage

extension OutputFormat {
  /// `table, chart, …, invitation or reply`.
  static let listed: String = {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  /// What an answer in this format is, in one line.
  var help: String {
    switch self {
    case .table: "columns for people, as wide as the terminal; what a terminal gets"
    case .chart: "a bar for each group: count, or sums and lengths, by what they are grouped by"
    case .line: "one field a line, for rows that are too wide for a table"
    case .json: "one array of objects, one row a line; what a pipe gets"
    case .jsonl: "one object a line"
    case .csv: "comma-separated values"
    case .tsv: "values parted by tabs"
    case .ids: "one id a line, for other statements"
    case .ics: "the whole items as an iCalendar file"
    case .jscalendar: "the whole items as JSCalendar objects"
    case .invitation: "an invitation to send to those who are invited"
    case .reply: "the answer to send to whoever invites"
    }
  }

  /// A statement that answers in it.
  var example: String {
    switch self {
    case .chart: "count events this year group by month as chart"
    case .table, .line, .json, .jsonl, .csv, .tsv, .ids, .ics, .jscalendar, .invitation, .reply:
      "events this week in Work as \(rawValue)"
    }
  }
}

extension Setting {
  /// A value that it takes.
  var example: String {
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
