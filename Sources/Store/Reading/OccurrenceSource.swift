/// A source of index rows, in the order (start, series, key) of one lane.
protocol RowSource: AnyObject {
  var axis: TimeAxis { get }
  /// Replaces `rows` by the next rows; empty at the end.
  func fill(_ rows: inout ContiguousArray<IndexRow>) throws(StoreError)
  /// Releases the source's resources; may be called again.
  func close()
}

/// A source of the rows of the occurrence table that one statement selects.
final class TableSource: RowSource {
  let axis: TimeAxis
  private let database: Database
  private let counters: CounterBox
  private let isOngoing: Bool
  private let batch: RowBatch
  private var statement: Statement?

  /// Creates a source; `statement` takes a `RowBatch` as its parameter ?4.
  init(
    _ statement: Statement, axis: TimeAxis, batch: RowBatch, isOngoing: Bool, database: Database,
    counters: CounterBox
  ) {
    self.statement = statement
    self.axis = axis
    self.isOngoing = isOngoing
    self.database = database
    self.counters = counters
    self.batch = batch
    statement.bind(4, batch)
  }

  func fill(_ rows: inout ContiguousArray<IndexRow>) throws(StoreError) {
    rows.removeAll(keepingCapacity: true)
    guard let statement else { return }
    if database.stopSignal.isSet { throw StoreError(.interrupted, database.path) }
    let isMore = try statement.step()
    rows.append(contentsOf: batch.rows)
    if isOngoing {
      counters.value.ongoingRows += batch.state.pointee.seen
    } else {
      counters.value.startingRows += batch.state.pointee.seen
    }
    batch.state.pointee.seen = 0
    batch.clear()
    if !isMore { close() }
  }

  func close() {
    guard let statement else { return }
    self.statement = nil
    // The statement may be used again after the batch is released.
    statement.bindNull(4)
    database.release(statement)
  }
}

/// A source seen by a viewer: only rows that overlap the window, in the order of moments.
struct ViewedSource {
  /// A row of the index and its moments for the viewer.
  struct Head {
    var row: IndexRow
    var start: Instant
    var end: Instant

    /// The order of results: by start, then series, then key.
    @inline(__always)
    static func precedes(_ a: Head, _ b: Head) -> Bool {
      if a.start != b.start { return a.start < b.start }
      if a.row.series != b.row.series { return a.row.series < b.row.series }
      return a.row.key < b.row.key
    }
  }

  private let source: any RowSource
  private let viewpoint: Viewpoint
  private let axis: TimeAxis
  private var rows: ContiguousArray<IndexRow> = []
  private var position = 0
  /// Rows in a gap of the viewer's clock, which later rows may still precede, in order.
  private var held: [Head] = []
  private var horizon = Instant(seconds: Int.min)
  private var isExhausted = false

  init(_ source: any RowSource, _ viewpoint: Viewpoint) {
    self.source = source
    self.viewpoint = viewpoint
    axis = source.axis
  }

  /// The next row; nil at the end.
  mutating func next() throws(StoreError) -> Head? {
    if axis == .wall { return try nextOnWall() }
    while true {
      while position < rows.count {
        let row = rows[position]
        position += 1
        let (start, end) = (Instant(seconds: row.start), Instant(seconds: row.end))
        if viewpoint.window.overlaps(start, end) { return Head(row: row, start: start, end: end) }
      }
      if try !read() { return nil }
    }
  }

  private mutating func nextOnWall() throws(StoreError) -> Head? {
    while true {
      if let first = held.first, isExhausted || first.start < horizon { return held.removeFirst() }
      if isExhausted { return nil }
      if position == rows.count, try !read() { continue }
      let row = rows[position]
      position += 1
      let place = viewpoint.place(row, on: axis)
      horizon = place.horizon
      guard viewpoint.window.overlaps(place.start, place.end) else { continue }
      let head = Head(row: row, start: place.start, end: place.end)
      if held.isEmpty, !place.isInGap { return head }
      let index = held.firstIndex { Head.precedes(head, $0) } ?? held.count
      held.insert(head, at: index)
    }
  }

  /// Reads the next rows; false at the end.
  private mutating func read() throws(StoreError) -> Bool {
    if isExhausted { return false }
    position = 0
    try source.fill(&rows)
    isExhausted = rows.isEmpty
    return !isExhausted
  }

  /// Returns the occurrence of a row.
  func occurrence(_ head: Head) -> Occurrence { Occurrence(head.row, start: head.start, end: head.end, axis) }

  func close() { source.close() }

  /// Releases all resources, after the last row.
  mutating func end() {
    source.close()
    rows = []
    held = []
  }
}
