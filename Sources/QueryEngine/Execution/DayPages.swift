/// Turns rows in start order into days, each with all its rows; a row of several days is on
/// each of them.
struct DayPages {
  private let context: QueryContext
  private let stopSignal: StopSignal
  /// Whether all of the days are held at once, as for a page, and not one at a time.
  private let isPage: Bool
  private let days: ClosedRange<CivilDate>
  private var ahead: ItemRow?
  private var isExhausted = false
  /// The rows that continue after the last returned day.
  private var going: [ItemRow] = []
  private var day: CivilDate?
  /// The number of rows read.
  private var read = 0

  init(_ range: ResolvedRange, isPage: Bool, _ context: QueryContext, until stopSignal: StopSignal) {
    (self.context, self.isPage, self.stopSignal) = (context, isPage, stopSignal)
    days = Self.days(of: range, context)
  }

  /// The days that a range touches.
  static func days(of range: ResolvedRange, _ context: QueryContext) -> ClosedRange<CivilDate> {
    let zone = context.zone
    let first = range.start.map { zone.civil(at: $0).date } ?? .min
    let last = range.end.map { zone.civil(at: range.isInstant ? $0 : $0.adding(seconds: -1)).date } ?? .max
    return first...max(first, last)
  }

  private func firstDay(_ row: ItemRow) -> CivilDate {
    max(days.lowerBound, row.shownTime?.civil(in: context.zone).date ?? days.lowerBound)
  }

  private func lastDay(_ row: ItemRow) -> CivilDate {
    guard let end = row.end, let start = row.start else { return firstDay(row) }
    let local = end.civil(in: context.zone).wallSeconds
    let lastSecond = end.seconds > start.seconds ? local - 1 : local
    return min(days.upperBound, CivilDateTime(clamping: lastSecond).date)
  }

  /// The rows of one day: whole days before clock times; otherwise the order of starts holds.
  private struct Day {
    var wholeDays: [ItemRow] = []
    var timed: [ItemRow] = []
    /// The rows that continue after it.
    var going: [ItemRow] = []

    var rows: [ItemRow] { wholeDays.isEmpty ? timed : wholeDays + timed }

    mutating func add(_ row: ItemRow, goesOn: Bool) {
      if row.shownTime?.isAllDay ?? false { wholeDays.append(row) } else { timed.append(row) }
      if goesOn { going.append(row) }
    }
  }

  /// The next day with rows; `read` supplies them.
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
    var found = Day()
    var looks = StopLooks(stopSignal)
    for row in going {
      if looks.step() { throw .store(StoreError(.interrupted, "")) }
      found.add(row, goesOn: lastDay(row) > date)
    }
    while let row = ahead, firstDay(row) <= date {
      found.add(row, goesOn: lastDay(row) > date)
      try RowBudget.check(found.wholeDays.count + found.timed.count, most: RowBudget.mostWhole)
      ahead = nil
      try advance(read)
    }
    day = date
    going = found.going
    return (date, found.rows)
  }

  private mutating func advance(_ read: () throws(QueryError) -> ItemRow?) throws(QueryError) {
    guard ahead == nil, !isExhausted else { return }
    ahead = try read()
    isExhausted = ahead == nil
    self.read += 1
    if isPage { try RowBudget.check(self.read, most: RowBudget.mostWhole) }
  }
}
