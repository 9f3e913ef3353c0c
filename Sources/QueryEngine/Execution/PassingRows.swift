/// An occurrence that passed; its record is read only when it is needed.
struct PassingRow {
  let occurrence: Occurrence
  var row: ItemRow?
}

/// The rows of a plan that pass its condition, read one by one.
struct PassingRows {
  let context: QueryContext
  let reader: RowReader
  let test: RowTest
  var feed: OccurrenceFeed
  /// Whether rows come as occurrences, whose records are read only when they are needed.
  private let isBare: Bool
  /// Whether the feed must be notified of rows that passed.
  private let tellsFeed: Bool
  /// The number of occurrences examined.
  private var looked = 0

  init(
    context: QueryContext, reader: RowReader, condition: ItemPredicate, isEvents: Bool, feed: OccurrenceFeed
  ) {
    self.context = context
    self.reader = reader
    self.feed = feed
    tellsFeed = feed.isOfObjects
    // A series is asked about by its master's record, unless nothing is asked.
    if case .all = condition { isBare = isEvents } else { isBare = isEvents && !reader.isSeries }
    test = RowTest(condition, isBare: isBare, context)
  }

  /// The next row that passes; nil after the last.
  mutating func next() throws(QueryError) -> PassingRow? {
    while let occurrence = try read() {
      if isBare {
        if reader.isSeries, !occurrence.isRecurring { continue }
        switch test.verdict(occurrence) {
        case true?:
          if tellsFeed { feed.accept() }
          return PassingRow(occurrence: occurrence, row: nil)
        case false?: continue
        case nil: break
        }
      }
      let row = try reader.row(occurrence)
      if reader.isSeries, !row.record.isRecurring { continue }
      if test.passes(row) {
        if tellsFeed { feed.accept() }
        return PassingRow(occurrence: occurrence, row: row)
      }
    }
    return nil
  }

  /// The next occurrence that passes by itself, for conditions that need no record; nil after the last.
  mutating func nextBare() throws(QueryError) -> Occurrence? {
    while let occurrence = try read() {
      if test.verdict(occurrence) ?? false { return occurrence }
    }
    return nil
  }

  private mutating func read() throws(QueryError) -> Occurrence? {
    looked &+= 1
    // SQLite's own interruption is lost between two of its steps.
    if looked & 63 == 0 { try reader.store.checkStop() }
    do throws(StoreError) {
      return try feed.next()
    } catch {
      throw .store(error)
    }
  }
}

extension RowReader {
  /// The row of an occurrence that passed.
  func row(_ passing: PassingRow) throws(QueryError) -> ItemRow {
    if let row = passing.row { return row }
    return try row(passing.occurrence)
  }

  /// The value of a column, without reading the record if the occurrence alone has it.
  func value(
    _ content: ColumnContent, _ passing: inout PassingRow, range: ResolvedRange?, isEvents: Bool
  ) throws(QueryError) -> Value {
    if passing.row == nil, isEvents, let value = bareValue(content, passing.occurrence, range) {
      return value
    }
    let row = try row(passing)
    passing.row = row
    switch content {
    case .field(let field, let part): return row.value(field, part, context, overlap: range)
    case .bucket(let bucket): return row.value(bucket, context, in: isEvents ? range?.timeRange : nil)
    case .aggregate: return .null
    }
  }

  private func bareValue(
    _ content: ColumnContent, _ occurrence: Occurrence, _ range: ResolvedRange?
  ) -> Value? {
    switch content {
    case .field(.start, let part):
      guard let time = occurrence.startTime else { return .null }
      return part.map { time.value(of: $0, in: context.zone) } ?? time.value(in: context.zone)
    case .field(.calendar, _): return catalog.calendar(occurrence.calendar).map { .text($0.title) }
    case .field(.duration, _):
      guard let start = occurrence.startTime else { return .null }
      let seconds = occurrence.axisEnd - occurrence.axisStart
      return .duration(
        start.isAllDay ? CalendarDuration(days: seconds / 86_400) : CalendarDuration(seconds: seconds))
    case .bucket(let bucket):
      return occurrence.time(for: bucket, in: range?.timeRange, context)?.value(bucket, context) ?? .null
    case .field, .aggregate: return nil
    }
  }
}

extension ItemTime {
  /// The unit of time that it lies in; whole days have no hour.
  func value(_ bucket: TimeBucket, _ context: QueryContext) -> Value {
    let local = civil(in: context.zone)
    let date = local.date
    switch bucket {
    case .day: return .date(date)
    case .week:
      let (year, week) = date.isoWeek
      return .week(year: year, week: week)
    case .month: return .month(year: date.year, month: date.month)
    case .year: return .integer(date.year)
    case .weekday: return .weekday(date.weekday)
    case .hour: return isAllDay ? .null : .integer(local.time.hour)
    }
  }
}
