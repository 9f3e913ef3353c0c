import Changes
import JSON
import Rendering

/// An alarm that rings now.
package struct RingingAlarm: Sendable {
  package let row: AlarmRow
  /// The lateness in seconds; 0 if on time.
  let lateness: Int

  /// The item's title, on one line.
  package var title: String { SafeText.line(row.item.record.title ?? "(no title)") }

  /// `09:05  Standup  Wed 18 Nov 2026 09:15, 10 min before, in Work`.
  package func line(in zone: Zone) -> String {
    let clock = String(zone.civil(at: row.time).time.description.prefix(5))
    return "\(clock)  \(title)  \(text(in: zone))"
  }

  /// `Wed 18 Nov 2026 09:15, 10 min before, in Work (3 h late)`.
  package func text(in zone: Zone) -> String {
    let time = row.item.record.kind == .reminder ? row.item.due ?? row.item.start : row.item.start
    var parts = time.map { [TimeText.time($0, in: zone)] } ?? []
    parts.append(SafeText.line(AlarmText.words(row)))
    parts.append("in " + SafeText.line(row.item.calendar.title))
    let late = lateness / 60 * 60
    return parts.joined(separator: ", ")
      + (late == 0 ? "" : " (\(ValueText.length(CalendarDuration(seconds: late))) late)")
  }

  /// The row of the alarm, with `late` as its last member.
  package func object(in zone: Zone) -> JSONObjectText {
    var row = JSONObjectText()
    var items = ItemJSON(now: self.row.time, zone: zone)
    row.add(objectWrittenBy: { items.append(self.row, to: &$0) })
    return row.adding("late", lateness)
  }
}
