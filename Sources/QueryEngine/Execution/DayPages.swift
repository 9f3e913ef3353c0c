import CivilTime
import Store

/// Turns rows in start order into days: each with all that happens on it, what lasts longer on each of its days.
struct DayPages {
  private let context: QueryContext
  private let first: CivilDate
  private let last: CivilDate
  private var ahead: ItemRow?
  private var isExhausted = false
  /// What goes on beyond the day last given.
  private var going: [ItemRow] = []
  private var day: CivilDate?

  init(_ range: ResolvedRange, _ context: QueryContext) {
    self.context = context
    let zone = context.zone
    first = range.start.map { zone.civil(at: $0).date } ?? .min
    last =
      range.end.map { zone.civil(at: range.isInstant ? $0 : $0.adding(seconds: -1)).date } ?? .max
  }

  private func firstDay(_ row: ItemRow) -> CivilDate {
    max(first, row.shownTime?.civil(in: context.zone).date ?? first)
  }

  private func lastDay(_ row: ItemRow) -> CivilDate {
    guard let end = row.end, let start = row.start else { return firstDay(row) }
    let local = end.civil(in: context.zone).wallSeconds
    let lastSecond = end.seconds > start.seconds ? local - 1 : local
    return min(last, CivilDateTime(clamping: lastSecond).date)
  }

  /// The next day on which something happens; `read` gives the rows.
  mutating func next(
    _ read: () throws(QueryError) -> ItemRow?
  ) throws(QueryError) -> (CivilDate, [ItemRow])? {
    try advance(read)
    var date: CivilDate
    if !going.isEmpty, let day, let following = day.adding(days: 1) {
      date = following
    } else if let ahead {
      date = firstDay(ahead)
    } else {
      return nil
    }
    if let day, date <= day { date = day.adding(days: 1) ?? day }
    var rows = going
    while let row = ahead, firstDay(row) <= date {
      rows.append(row)
      ahead = nil
      try advance(read)
    }
    day = date
    going = rows.filter { lastDay($0) > date }
    // Whole days stand before clock times; otherwise the order of starts holds.
    let wholeDays = rows.filter { $0.shownTime?.isAllDay ?? false }
    return (date, wholeDays + rows.filter { !($0.shownTime?.isAllDay ?? false) })
  }

  private mutating func advance(_ read: () throws(QueryError) -> ItemRow?) throws(QueryError) {
    guard ahead == nil, !isExhausted else { return }
    ahead = try read()
    isExhausted = ahead == nil
  }
}
