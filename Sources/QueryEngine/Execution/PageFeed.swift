/// Rows for the days of a page: events and due reminders by time, then reminders without a date.
struct PageFeed {
  private let zone: Zone
  private var due: Execution?
  private let undated: Execution?
  private var event: ItemRow?
  private var reminder: ItemRow?

  init(_ zone: Zone, due: Execution? = nil, undated: Execution? = nil) {
    (self.zone, self.due, self.undated) = (zone, due, undated)
  }

  /// The next row; `readEvent` returns the events in start order.
  mutating func next(_ readEvent: () throws(QueryError) -> ItemRow?) throws(QueryError) -> ItemRow? {
    if event == nil { event = try readEvent() }
    if reminder == nil { try readReminder() }
    let isReminder =
      switch (event?.shownTime, reminder?.shownTime) {
      case (nil, let due): due != nil
      case (_, nil): false
      case (let start?, let due?): due.instant(in: zone) < start.instant(in: zone)
      }
    defer { if isReminder { reminder = nil } else { event = nil } }
    return isReminder ? reminder : event
  }

  private mutating func readReminder() throws(QueryError) {
    reminder = try due?.nextReminder()
    if reminder == nil { due = nil }
  }

  /// The rows without a date.
  func undatedRows() throws(QueryError) -> [ItemRow] {
    var rows: [ItemRow] = []
    while let row = try undated?.nextReminder() {
      rows.append(row)
      try RowBudget.check(rows.count, most: RowBudget.mostWhole)
    }
    return rows
  }
}

extension Execution {
  fileprivate func nextReminder() throws(QueryError) -> ItemRow? {
    guard case .reminder(let row) = try next() else { return nil }
    return row
  }
}

extension ItemRow {
  /// The time at which a page shows it: its start, or the due time of a reminder.
  public var shownTime: ItemTime? { record.kind == .reminder ? due : start }
}
