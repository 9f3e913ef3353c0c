import Changes

/// The text of busy and free time in tables and flat columns.
enum BlockText {
  static let blockColumns = ["type", "start", "end", "duration"]
  static let conflictColumns = ["start", "end", "duration", "id", "title", "otherId", "otherTitle"]

  /// Returns the cells of start and end; an end on another day names that day.
  ///
  /// With `today` the day is as short as possible.
  static func times(_ block: TimeBlock, _ zone: Zone, today: CivilDate? = nil) -> [String] {
    let (start, end) = (zone.civil(at: block.start), zone.civil(at: block.end))
    if end.date == start.date {
      return [
        start.time.description,
        end.time.description + DateText.offset(from: block.start, to: block.end, in: zone),
      ]
    }
    if end.time == .midnight, end.date == start.date.adding(days: 1) {
      return [start.time.description, "24:00"]
    }
    let day = today.map { TimeText.shortDay(end.date, today: $0) } ?? DateText.day(end.date)
    return [start.time.description, "→ " + day + " " + end.time.description]
  }

  /// The values of a block's flat columns.
  static func values(_ block: TimeBlock, _ zone: Zone) -> [String] {
    [block.kind.rawValue] + common(block, zone)
  }

  /// The values of a conflict's flat columns.
  static func values(_ row: ConflictRow, _ zone: Zone) -> [String] {
    common(row.block, zone) + row.items.flatMap { [id($0), $0.record.title ?? ""] }
  }

  private static func common(_ block: TimeBlock, _ zone: Zone) -> [String] {
    [
      ExtendedFormat.text(block.start, in: zone), ExtendedFormat.text(block.end, in: zone),
      block.duration.description,
    ]
  }

  /// The id that names an item at its occurrence.
  static func id(_ item: ItemRow) -> String { item.occurrenceID ?? item.id }

  /// Returns the display title of an item.
  static func title(_ item: ItemRow) -> String { SafeText.line(item.record.title ?? "(no title)") }
}
