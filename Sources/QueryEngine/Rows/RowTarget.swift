extension ResultRow {
  /// What a change of this row would be about; nil for rows that are no items.
  public var target: ItemTarget? {
    switch self {
    case .event(let row), .reminder(let row): row.target
    case .series(let row): ItemTarget(item: row.occurrence.series)
    case .alarm(let row): row.item.target
    case .block, .conflict, .calendar, .source, .day, .group, .selected: nil
    }
  }

  /// The item that it is of; nil for rows that are of none, or of several.
  package var item: ItemRow? {
    switch self {
    case .event(let row), .reminder(let row), .series(let row): row
    case .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected: nil
    }
  }
}

extension ItemRow {
  /// What a change of this row would be about.
  public var target: ItemTarget { ItemTarget(item: occurrence.series, key: occurrence.key) }
}
