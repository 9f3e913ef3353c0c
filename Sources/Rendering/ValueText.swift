import Changes
import JSON

/// Values of selected and grouped columns, for people and for JSON.
package enum ValueText {
  /// Returns a value as people read it; a missing one is empty.
  package static func plain(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .boolean(let flag): flag ? "yes" : "no"
    case .date(let date): date.description
    case .instant(let instant, let zone): ExtendedFormat.text(instant, in: zone)
    case .floating(let time): time.description
    case .clock(let time): time.description
    case .weekday(let weekday): weekday.name
    case .week(let year, let week): "\(year)-W" + (week < 10 ? "0" : "") + String(week)
    case .month(let year, let month): "\(year)-" + (month < 10 ? "0" : "") + String(month)
    case .duration(let duration): length(duration)
    case .priority(let number): PriorityBand(priority: number).name
    case .list(let values): values.map(plain).joined(separator: ", ")
    }
  }

  /// `1 h 30 min`, `3 d`.
  package static func length(_ duration: CalendarDuration) -> String {
    var parts: [String] = []
    if duration.months != 0 { parts.append("\(duration.months) mo") }
    if duration.days != 0 { parts.append("\(duration.days) d") }
    let hours = duration.seconds / 3600
    let minutes = duration.seconds / 60 % 60
    let seconds = duration.seconds % 60
    if hours != 0 { parts.append("\(hours) h") }
    if minutes != 0 { parts.append("\(minutes) min") }
    if seconds != 0 || parts.isEmpty { parts.append("\(seconds) s") }
    return parts.joined(separator: " ")
  }

  /// Appends a value as JSON: numbers and flags as such, times as RFC 3339, durations as ISO 8601.
  static func appendJSON(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .integer(let number): JSONText.append(number, to: &bytes)
    case .real(let number): JSONText.append(number, to: &bytes)
    case .boolean(let flag): JSONText.append(flag, to: &bytes)
    case .duration(let duration): JSONText.append(duration.description, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        appendJSON(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .weekday(let weekday): JSONText.append(weekday.name.lowercased(), to: &bytes)
    case .text, .date, .instant, .floating, .clock, .week, .month, .priority:
      JSONText.append(plain(value), to: &bytes)
    }
  }
}
