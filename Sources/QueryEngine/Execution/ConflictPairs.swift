import CivilTime

/// All pairs that take the same time, in order of when that begins, made as they are asked for: of what happens at once
/// there are many more pairs than items.
struct ConflictPairs {
  private let taken: [BusyTime.Taken]
  private let reader: RowReader
  /// The later one of the next pairs.
  private var next = 0
  /// What goes on when that begins, by its place in `taken`, and how much of it was paired already.
  private var going: [Int] = []
  private var paired = 0

  /// Pairs of what comes in order of its start.
  init(_ taken: [BusyTime.Taken], _ reader: RowReader) {
    self.taken = taken
    self.reader = reader
  }

  /// The next pair, taken; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    while next < taken.count {
      let later = taken[next]
      if paired == 0 { going.removeAll { taken[$0].end <= later.start } }
      if paired < going.count {
        let earlier = taken[going[paired]]
        paired += 1
        let both = TimeBlock(.busy, later.start, min(earlier.end, later.end))
        let (first, second) = (try reader.row(earlier.item), try reader.row(later.item))
        return .conflict(ConflictRow(block: both, first: first, second: second))
      }
      going.append(next)
      next += 1
      paired = 0
    }
    return nil
  }
}

extension TimeBlock {
  /// A stretch between two seconds.
  init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.init(kind: kind, start: Instant(seconds: start), end: Instant(seconds: end))
  }
}

/// Rows that do not come from reading item by item.
enum ListedRows {
  case all(ArraySlice<ResultRow>)
  case conflicts(ConflictPairs)

  init(_ rows: [ResultRow]) { self = .all(rows[...]) }

  init(_ pairs: ConflictPairs) { self = .conflicts(pairs) }

  /// The next row, taken; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    switch self {
    case .all(var rows):
      let row = rows.popFirst()
      self = .all(rows)
      return row
    case .conflicts(var pairs):
      // Only one of the two holds the pairs while they move on.
      self = .all([])
      let row = try pairs.popFirst()
      self = .conflicts(pairs)
      return row
    }
  }

  /// The rows in the order that a query asks for; made whole where that is not the one they come in.
  consuming func sorted(_ query: BoundQuery, _ context: QueryContext) throws(QueryError) -> ListedRows {
    if query.sort.isEmpty { return self }
    if case .groups = query.shape { return self }
    var rows: [ResultRow] = []
    while let row = try popFirst() { rows.append(row) }
    return ListedRows(CatalogueRows.sorted(rows, query, context))
  }
}
