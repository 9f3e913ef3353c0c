import CivilTime
import Model

/// A row of the `series` table, ready to be expanded.
struct StoredSeries {
  /// What the expansion follows.
  enum Plan {
    /// One occurrence that the policy keeps out of the index.
    case single(IndexRow)
  }

  /// How much of a series the index holds; raw values are written.
  enum State: Int {
    case sought = 0, partlyIndexed, indexed
  }

  let item: Int
  let calendar: Int
  let lane: IndexLane
  /// Starts in this stretch are in the index; nil where none are.
  let indexed: Range<Int>?
  let plan: Plan

  /// Series of lane ?1 that may meet [?2, ?3); one that ends at ?2 may have an occurrence without length there.
  static let live: SQL = """
    SELECT item, calendar, lane, indexed_from, indexed_to, plan FROM series INDEXED BY series_span
    WHERE lane = ?1 AND last >= ?2 AND first < ?3 AND state < 2
    """

  static let one: SQL = """
    SELECT item, calendar, lane, indexed_from, indexed_to, plan FROM series WHERE item = ?1
    """

  /// The occurrences that overlap [from, to) on the lane's axis; nil when there are none.
  ///
  /// `skippingIndexed` leaves out those that the index already has.
  func rows(from: Int?, to: Int?, skippingIndexed: Bool) -> ExpandedRows? {
    var rows = ExpandedRows(self, from: from, to: to, skipping: skippingIndexed ? indexed : nil)
    return rows.peek() == nil ? nil : rows
  }

  /// The occurrence with that key; nil when there is none or an override took its place.
  func row(_ key: OccurrenceKey) -> IndexRow? {
    switch plan {
    case .single(let row): OccurrenceCode.key(row.key) == key ? row : nil
    }
  }
}

/// Expands one series over a window, a row at a time.
struct ExpandedRows {
  private enum Source {
    case single(IndexRow?)
  }

  private var source: Source
  private let skipping: Range<Int>?
  private var next: IndexRow??

  init(_ series: StoredSeries, from: Int?, to: Int?, skipping: Range<Int>?) {
    self.skipping = skipping
    switch series.plan {
    case .single(let row):
      let isInside =
        row.start < to ?? Int.max
        && (row.end > from ?? Int.min || row.start == row.end && row.start >= from ?? Int.min)
      source = .single(isInside ? row : nil)
    }
  }

  /// The next row without going past it.
  mutating func peek() -> IndexRow? {
    if let next { return next }
    let found = advance()
    next = .some(found)
    return found
  }

  /// The next row; nil at the end.
  mutating func pop() -> IndexRow? {
    let row = peek()
    next = nil
    return row
  }

  private mutating func advance() -> IndexRow? {
    while let row = generate() {
      if let skipping, skipping.contains(row.start) { continue }
      return row
    }
    return nil
  }

  private mutating func generate() -> IndexRow? {
    switch source {
    case .single(let row):
      source = .single(nil)
      return row
    }
  }
}

/// Rows that come from expanding a series.
final class ExpansionSource: RowSource {
  let axis: TimeAxis
  private var rows: ExpandedRows
  private let counters: CounterBox

  init(_ rows: ExpandedRows, axis: TimeAxis, counters: CounterBox) {
    self.rows = rows
    self.axis = axis
    self.counters = counters
  }

  func next() throws(StoreError) -> IndexRow? {
    let row = rows.pop()
    if row != nil { counters.value.occurrencesExpanded += 1 }
    return row
  }

  func close() {}
}

extension CalendarStore {
  /// The series in the row that a statement of `StoredSeries` stands on.
  func storedSeries(row: Statement) throws(StoreError) -> StoredSeries {
    guard let lane = IndexLane(rawValue: row.int(2)),
      let plan = row.withBytes(5, { SeriesPlanCoding.decode($0) })
    else {
      throw StoreError(.corrupt, path, detail: "the compiled series of item \(row.int(0)) cannot be read")
    }
    let from = row.optionalInt(3)
    let to = row.optionalInt(4)
    let indexed = from.flatMap { from in to.flatMap { from <= $0 ? from..<$0 : nil } }
    return StoredSeries(item: row.int(0), calendar: row.int(1), lane: lane, indexed: indexed, plan: plan)
  }

  /// The compiled series of an item; nil when it does not repeat.
  func storedSeries(of item: Int) throws(StoreError) -> StoredSeries? {
    try database.with(StoredSeries.one) { (row) throws(StoreError) in
      try row.bind(1, item).step() ? try storedSeries(row: row) : nil
    }
  }
}
