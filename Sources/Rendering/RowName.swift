import Changes

/// A row in a few words: its title and time, or its values.
package enum RowName {
  /// The name of a row of an answer.
  package static func text(_ row: ResultRow, in zone: Zone) -> String {
    switch row {
    case .event(let item), .reminder(let item), .series(let item): text(item, in: zone)
    case .alarm(let alarm):
      text(
        alarm.item.record.title ?? "(no title)",
        time(of: alarm.item, in: zone) ?? minute(alarm.time, zone))
    case .conflict(let conflict):
      text(
        conflict.items.map { $0.record.title ?? "" }.joined(separator: ", "),
        minute(conflict.block.start, zone))
    case .block(let block): text(block.kind.rawValue, minute(block.start, zone))
    case .calendar(let row): text(row.calendar.title, nil)
    case .source(let row): text(row.source.title, nil)
    case .day(let date, _): date?.description ?? ""
    case .group(let values), .selected(let values):
      String(SafeText.line(values.map(ValueText.plain).joined(separator: "  ")).prefix(72))
    }
  }

  /// Returns a title, cut if it is long, with a time.
  package static func text(_ title: String, _ time: String?) -> String {
    let title = SafeText.line(title)
    return CellText.fit(title, to: min(48, CellWidth.of(title))) + (time.map { "  " + $0 } ?? "")
  }

  private static func text(_ item: ItemRow, in zone: Zone) -> String {
    text(item.record.title ?? "(no title)", time(of: item, in: zone))
  }

  private static func time(of item: ItemRow, in zone: Zone) -> String? {
    (item.start ?? item.due).map { time in
      time.isAllDay ? time.civil(in: zone).date.description : minute(time.civil(in: zone))
    }
  }

  private static func minute(_ instant: Instant, _ zone: Zone) -> String { minute(zone.civil(at: instant)) }

  private static func minute(_ time: CivilDateTime) -> String {
    time.date.description + " " + time.time.description.prefix(5)
  }
}
