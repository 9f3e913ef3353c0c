extension ResultRow {
  /// The target of a change to this row; nil for rows that are not items.
  public var target: ItemTarget? {
    switch self {
    case .event(let row), .reminder(let row): row.target
    case .series(let row): ItemTarget(item: row.occurrence.series)
    case .alarm(let row): row.item.target
    case .block, .conflict, .calendar, .source, .day, .group, .selected: nil
    }
  }

  /// The item of the row; nil for rows without an item or with several.
  package var item: ItemRow? {
    switch self {
    case .event(let row), .reminder(let row), .series(let row): row
    case .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected: nil
    }
  }
}

extension ItemRow {
  /// The target of a change to this row.
  public var target: ItemTarget { ItemTarget(item: occurrence.series, key: occurrence.key) }
}
