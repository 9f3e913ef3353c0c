/// Thirty zones whose rules since 1996 fit in a few lines, written out as VTIMEZONE.
enum ZoneTable {
  private enum Rule { case none, europe, america }

  private static let rows: [(name: String, hours: Int, minutes: Int, rule: Rule)] = [
    ("Europe/Berlin", 1, 0, .europe), ("Europe/London", 0, 0, .europe), ("Europe/Lisbon", 0, 0, .europe),
    ("Europe/Dublin", 0, 0, .europe), ("Europe/Paris", 1, 0, .europe), ("Europe/Madrid", 1, 0, .europe),
    ("Europe/Rome", 1, 0, .europe), ("Europe/Stockholm", 1, 0, .europe), ("Europe/Warsaw", 1, 0, .europe),
    ("Europe/Vienna", 1, 0, .europe), ("Europe/Zurich", 1, 0, .europe), ("Europe/Athens", 2, 0, .europe),
    ("Europe/Helsinki", 2, 0, .europe), ("America/New_York", -5, 0, .america),
    ("America/Chicago", -6, 0, .america),
    ("America/Denver", -7, 0, .america), ("America/Los_Angeles", -8, 0, .america),
    ("America/Toronto", -5, 0, .america), ("America/Phoenix", -7, 0, .none), ("America/Bogota", -5, 0, .none),
    ("Asia/Tokyo", 9, 0, .none), ("Asia/Seoul", 9, 0, .none), ("Asia/Shanghai", 8, 0, .none),
    ("Asia/Hong_Kong", 8, 0, .none), ("Asia/Singapore", 8, 0, .none), ("Asia/Kolkata", 5, 30, .none),
    ("Asia/Dubai", 4, 0, .none), ("Africa/Johannesburg", 2, 0, .none), ("Africa/Nairobi", 3, 0, .none),
    ("Australia/Brisbane", 10, 0, .none),
  ]

  static let names: [String] = rows.map(\.name)

  /// Writes the definitions of the first zones of the table.
  static func write(_ count: Int, to writer: inout CalendarWriter) {
    for row in rows.prefix(count) {
      let standard = offset(row.hours, row.minutes)
      let summer = offset(row.hours + 1, row.minutes)
      writer.line("BEGIN:VTIMEZONE")
      writer.line("TZID", row.name)
      switch row.rule {
      case .none:
        observance("STANDARD", standard, standard, "19700101T000000", nil, to: &writer)
      case .europe:
        // The change is at 01:00 UTC: an hour later on the wall for each hour east.
        let spring = "19960331T0" + String(row.hours + 1) + "0000"
        let autumn = "19961027T0" + String(row.hours + 2) + "0000"
        observance("DAYLIGHT", standard, summer, spring, "BYMONTH=3;BYDAY=-1SU", to: &writer)
        observance("STANDARD", summer, standard, autumn, "BYMONTH=10;BYDAY=-1SU", to: &writer)
      case .america:
        let first = offsetUTC(row.hours, until: "20060402T", to: 2)
        let last = offsetUTC(row.hours + 1, until: "20061029T", to: 2)
        observance(
          "DAYLIGHT", standard, summer, "19870405T020000", "BYMONTH=4;BYDAY=1SU;UNTIL=" + first, to: &writer)
        observance(
          "STANDARD", summer, standard, "19671029T020000", "BYMONTH=10;BYDAY=-1SU;UNTIL=" + last, to: &writer)
        observance("DAYLIGHT", standard, summer, "20070311T020000", "BYMONTH=3;BYDAY=2SU", to: &writer)
        observance("STANDARD", summer, standard, "20071104T020000", "BYMONTH=11;BYDAY=1SU", to: &writer)
      }
      writer.line("END:VTIMEZONE")
    }
  }

  private static func observance(
    _ kind: String, _ from: String, _ to: String, _ start: String, _ rule: String?,
    to writer: inout CalendarWriter
  ) {
    writer.line("BEGIN", kind)
    writer.line("DTSTART", start)
    if let rule { writer.line("RRULE", "FREQ=YEARLY;" + rule) }
    writer.line("TZOFFSETFROM", from)
    writer.line("TZOFFSETTO", to)
    writer.line("END", kind)
  }

  private static func offset(_ hours: Int, _ minutes: Int) -> String {
    (hours < 0 ? "-" : "+") + digits(abs(hours)) + digits(minutes)
  }

  /// A wall hour of a day, in UTC.
  private static func offsetUTC(_ hours: Int, until day: String, to hour: Int) -> String {
    day + digits(hour - hours) + "0000Z"
  }

  private static func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
