/// All pairs of items that take the same time, in order of the overlap's start; made on demand,
/// as simultaneous items form many more pairs than items.
struct ConflictPairs {
  private var taken: TakenFeed
  private let reader: RowReader
  /// The later item of the next pairs; nil before it is read.
  private var later: BusyTime.Taken?
  /// The items in progress when `later` begins, and how many of them are already paired.
  private var going: [BusyTime.Taken] = []
  private var paired = 0

  init(_ taken: TakenFeed, _ reader: RowReader) {
    self.taken = taken
    self.reader = reader
  }

  /// Removes and returns the next pair; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    while true {
      guard let later else {
        guard let next = try taken.next() else { return nil }
        going.removeAll { $0.end <= next.start }
        try RowBudget.check(going.count)
        later = next
        paired = 0
        continue
      }
      if paired < going.count {
        let earlier = going[paired]
        paired += 1
        let both = TimeBlock(.busy, later.start, min(earlier.end, later.end))
        let (first, second) = (try reader.row(earlier.item), try reader.row(later.item))
        return .conflict(ConflictRow(block: both, first: first, second: second))
      }
      going.append(later)
      self.later = nil
    }
  }
}

/// The intervals that are taken, made on demand.
struct BusyBlocks {
  private var time: TakenTime
  private let condition: GroupPredicate?
  private let context: QueryContext

  init(_ time: TakenTime, _ condition: GroupPredicate?, _ context: QueryContext) {
    self.time = time
    self.condition = condition
    self.context = context
  }

  /// Removes and returns the next block that passes; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    while let next = try time.next() {
      let row = ResultRow.block(TimeBlock(.busy, next.start, next.end))
      if condition?.holds(context, { CatalogRows.value($0, row, context) }) ?? true { return row }
    }
    return nil
  }
}

extension TimeBlock {
  /// An interval between two seconds.
  init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.init(kind: kind, start: Instant(seconds: start), end: Instant(seconds: end))
  }
}

/// Rows that are not read item by item.
enum ListedRows {
  case all(ArraySlice<ResultRow>)
  case conflicts(ConflictPairs)
  case blocks(BusyBlocks)
  case alarms(AlarmFeed)

  init(_ rows: [ResultRow]) { self = .all(rows[...]) }

  init(_ pairs: ConflictPairs) { self = .conflicts(pairs) }

  init(_ blocks: BusyBlocks) { self = .blocks(blocks) }

  init(_ alarms: AlarmFeed) { self = .alarms(alarms) }

  /// Removes and returns the next row; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    switch self {
    case .all(var rows):
      let row = rows.popFirst()
      self = .all(rows)
      return row
    case .conflicts(var pairs):
      // Only `pairs` holds the state while it advances.
      self = .all([])
      let row = try pairs.popFirst()
      self = .conflicts(pairs)
      return row
    case .blocks(var blocks):
      self = .all([])
      let row = try blocks.popFirst()
      self = .blocks(blocks)
      return row
    case .alarms(var alarms):
      self = .all([])
      let row = try alarms.popFirst()
      self = .alarms(alarms)
      return row
    }
  }

  /// The rows in a query's order; a query with `sort` reads all rows first.
  consuming func sorted(
    _ query: BoundQuery, _ context: QueryContext, _ store: CalendarStore
  ) throws(QueryError) -> ListedRows {
    if query.sort.isEmpty { return self }
    if case .groups = query.shape { return self }
    var sorter = RowSorter<ResultRow>(query.sort, most: query.mostSorted)
    var place = 0
    while let row = try popFirst() {
      if place & 255 == 0 { try store.checkStop() }
      let keys = query.sort.map { SortValue(CatalogRows.value($0.content, row, context), context) }
      sorter.add(RowSorter.Entry(keys: keys, place: place, row: row))
      place += 1
      try RowBudget.check(sorter.count, most: RowBudget.mostWhole)
    }
    return ListedRows(try sorter.sorted(until: store.stopSignal))
  }
}

extension BoundQuery {
  /// The number of sorted rows that are needed; nil for all.
  var mostSorted: Int? { limit.map { $0.addingClamped(offset) } }
}
