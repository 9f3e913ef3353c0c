/// A row of the `series` table, ready to be expanded.
struct StoredSeries {
  /// The plan of the expansion.
  enum Plan {
    /// A single occurrence that the policy keeps out of the index.
    case single(IndexRow)
    /// Rules and dates without overridden occurrences, which have their own rows.
    case repeating(Series)
  }

  /// The materialization of a series; raw values are stored.
  enum State: Int {
    case lazilyExpanded = 0, partlyMaterialized, materialized
  }

  let item: Int
  let calendar: Int
  let lane: IndexLane
  /// The interval whose starts are in the index; nil when none are.
  let materialized: Range<Int>?
  let plan: Plan

  /// Selects the lazily expanded series of lane ?1 that may overlap [?2, ?3); a series that ends at ?2 may
  /// have an occurrence without length there.
  static let lazilyExpanded: SQL = """
    SELECT item, calendar, lane, indexed_from, indexed_to, plan, first FROM series INDEXED BY series_sought
    WHERE lane = ?1 AND last >= ?2 AND first < ?3 AND state = 0
    """

  /// Selects the partly materialized series in the same way.
  static let partlyMaterialized: SQL = """
    SELECT item, calendar, lane, indexed_from, indexed_to, plan, first FROM series INDEXED BY series_partly
    WHERE lane = ?1 AND last >= ?2 AND first < ?3 AND state = 1
    """

  static let one: SQL = """
    SELECT item, calendar, lane, indexed_from, indexed_to, plan FROM series WHERE item = ?1
    """

  /// The occurrences that overlap [from, to) on the lane's axis.
  ///
  /// `skippingIndexed` leaves out occurrences that the index already contains. When the stop signal is set,
  /// the rows may end early.
  func rows(from: Int?, to: Int?, skippingIndexed: Bool, stopSignal: StopSignal? = nil) -> ExpandedRows {
    ExpandedRows(self, from: from, to: to, skipping: skippingIndexed ? materialized : nil, stopSignal)
  }

  /// The number and total length of the occurrences that overlap [from, to) and are not in the index, without
  /// expanding them; nil when they must be expanded.
  func totals(from: Int?, to: Int?) -> (count: Int, seconds: Int)? {
    guard materialized == nil, case .repeating(let series) = plan else { return nil }
    return series.totals(from: from, to: to)
  }

  /// Whether the occurrences are whole days.
  var isAllDay: Bool {
    switch plan {
    case .single(let row): row.flags.contains(.allDay)
    case .repeating(let series): series.form == .date
    }
  }

  /// Whether the series has more occurrences a day than any policy indexes.
  var isDense: Bool {
    guard case .repeating(let series) = plan else { return false }
    return series.set.mostPerDay > IndexingPolicy.mostPerDay
  }

  /// The occurrence with a key; nil when there is none or an override replaces it.
  func row(_ key: OccurrenceKey) -> IndexRow? {
    switch plan {
    case .single(let row): OccurrenceCode.key(row.key) == key ? row : nil
    case .repeating(let series):
      series.occurrence(key).map { IndexRow($0, of: item, calendar: calendar, isDate: series.form == .date) }
    }
  }
}

extension IndexRow {
  /// Creates a row from an occurrence of a series.
  init(_ occurrence: SeriesOccurrence, of series: Int, calendar: Int, isDate: Bool) {
    var flags: OccurrenceFlags = isDate ? [.recurring, .allDay] : .recurring
    if occurrence.override != nil { flags.insert(.detached) }
    self.init(
      start: occurrence.start, end: occurrence.end, series: series, key: OccurrenceCode.key(occurrence.key),
      item: occurrence.override ?? series, calendar: calendar, flags: flags)
  }

  /// The order of the index: start, then series, then key.
  @inline(__always)
  static func precedes(_ a: IndexRow, _ b: IndexRow) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.series != b.series { return a.series < b.series }
    return a.key < b.key
  }
}

/// Expands one series over a window, a row at a time.
struct ExpandedRows {
  private let item: Int
  private let calendar: Int
  private let isDate: Bool
  private let skipping: Range<Int>?
  private let stopSignal: StopSignal?
  /// Exactly one of the two is set, until the single row is taken.
  private var cursor: SeriesCursor?
  private var single: IndexRow?
  /// The next row; nil at the end.
  private(set) var head: IndexRow?

  init(_ stored: StoredSeries, from: Int?, to: Int?, skipping: Range<Int>?, _ stopSignal: StopSignal?) {
    self.stopSignal = stopSignal
    item = stored.item
    calendar = stored.calendar
    self.skipping = skipping
    switch stored.plan {
    case .single(let row):
      let (from, to) = (from ?? Int.min, to ?? Int.max)
      let isInside = row.start < to && (row.end > from || row.start == row.end && row.start >= from)
      single = isInside ? row : nil
      isDate = false
    case .repeating(let series):
      var isStopped: (@Sendable () -> Bool)?
      if let stopSignal { isStopped = { stopSignal.isSet } }
      cursor = series.occurrences(from: from, to: to, isStopped: isStopped)
      isDate = series.form == .date
    }
    advance()
  }

  /// Moves `head` to the next row.
  mutating func advance() {
    var skipped = 0
    while let occurrence = cursor?.next() {
      if let skipping, skipping.contains(occurrence.start) {
        skipped &+= 1
        if skipped & 1_023 == 0, stopSignal?.isSet == true { break }
        continue
      }
      head = IndexRow(occurrence, of: item, calendar: calendar, isDate: isDate)
      return
    }
    head = single
    single = nil
  }

  /// Returns the next row and advances.
  mutating func pop() -> IndexRow? {
    let row = head
    if row != nil { advance() }
    return row
  }
}

/// The rows of many series of one lane, expanded side by side and merged by a heap.
struct SeriesMerger {
  private var series: ContiguousArray<ExpandedRows> = []
  /// The next row of each series, by its number.
  private var heads: ContiguousArray<IndexRow> = []
  /// A heap of series numbers by their next rows.
  private var heap: ContiguousArray<Int> = []
  private var isOrdered = false

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  mutating func add(_ rows: ExpandedRows) {
    guard let head = rows.head else { return }
    heap.append(series.count)
    series.append(rows)
    heads.append(head)
  }

  mutating func next() -> IndexRow? {
    if !isOrdered {
      isOrdered = true
      for index in (0..<heap.count / 2).reversed() { sink(index) }
    }
    guard let number = heap.first else { return nil }
    let row = heads[number]
    series[number].advance()
    if let head = series[number].head {
      heads[number] = head
    } else {
      let last = heap.removeLast()
      if heap.isEmpty { return row }
      heap[0] = last
    }
    sink(0)
    return row
  }

  private mutating func sink(_ start: Int) {
    let moving = heap[start]
    let row = heads[moving]
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, IndexRow.precedes(heads[heap[child + 1]], heads[heap[child]]) { child += 1 }
      if !IndexRow.precedes(heads[heap[child]], row) { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = moving
  }
}

/// A source of rows from expanded series.
final class ExpansionSource: RowSource {
  let axis: TimeAxis
  private static let most = 64
  private var merger: SeriesMerger
  private let store: CalendarStore
  private let counters: CounterBox
  /// The number of rows to expand at a time: few at first, for readers that want few.
  private var room = 4

  init(_ merger: SeriesMerger, lane: IndexLane, _ store: CalendarStore) {
    self.merger = merger
    self.store = store
    axis = lane.axis
    counters = store.counterBox
  }

  func fill(_ rows: inout ContiguousArray<IndexRow>) throws(StoreError) {
    rows.removeAll(keepingCapacity: true)
    while rows.count < room, let row = merger.next() { rows.append(row) }
    // A series stopped by the signal looks like one that has ended.
    try store.checkStopSignal()
    counters.value.occurrencesExpanded += rows.count
    room = min(2 * room, Self.most)
  }

  func close() { merger = SeriesMerger() }
}

extension CalendarStore {
  /// The series in the current row of a `StoredSeries` statement; nil when its zone is unknown and such
  /// series are left out.
  func storedSeries(row: Statement) throws(StoreError) -> StoredSeries? {
    let item = row.int(0)
    if let known = knownSeries[item] { return known }
    var missing: String?
    let plan = row.withBytes(5) {
      SeriesPlanCoding.decode($0) { (name) -> Zone? in
        let zone = self.zone(named: name, of: item)
        if zone == nil { missing = name }
        return zone
      }
    }
    if let missing {
      if !leavesOutUnknownZones { throw StoreError(.zoneMissing, missing) }
      lostSeries.insert(item)
      return nil
    }
    guard let lane = IndexLane(rawValue: row.int(2)), let plan else {
      throw StoreError(.corrupt, path, detail: "the compiled series of item \(row.int(0)) cannot be read")
    }
    let from = row.optionalInt(3)
    let to = row.optionalInt(4)
    let materialized = from.flatMap { from in to.flatMap { from <= $0 ? from..<$0 : nil } }
    let series = StoredSeries(
      item: item, calendar: row.int(1), lane: lane, materialized: materialized, plan: plan)
    if knownSeries.count >= Self.mostKnownSeries { knownSeries = [:] }
    knownSeries[item] = series
    return series
  }

  private static let mostKnownSeries = 20_000

  /// The compiled series of an item; nil when it does not repeat, or its zone is unknown.
  func storedSeries(of item: Int) throws(StoreError) -> StoredSeries? {
    try database.with(StoredSeries.one) { (row) throws(StoreError) in
      try row.bind(1, item).step() ? try storedSeries(row: row) : nil
    }
  }
}
