/// Occurrences one by one, in the order (start, series, key), from any source: rows of the index, compiled
/// series, and items known by id, UID or text.
///
/// Each source opens when its lower bound comes up, so that a reader that stops early, at a limit or by the
/// stop signal, pays only for the rows read, even with endless series. Memory grows with the number of open
/// sources and not of rows. A cursor must not outlive the read transaction it was made in; deinit releases
/// its resources.
public final class OccurrenceCursor {
  // A pointer, as each access to a stored property of an object would be checked, several times a row.
  private let merge: UnsafeMutablePointer<SourceMerge>

  init(_ sources: [ViewedSource], pending: [BoundedSource] = [], opener: SourceOpener? = nil) {
    merge = .allocate(capacity: 1)
    merge.initialize(to: SourceMerge(sources, pending: pending, opener: opener))
  }

  deinit {
    close()
    merge.deinitialize(count: 1)
    merge.deallocate()
  }

  /// Ends the read early.
  public func close() { merge.pointee.close() }

  /// The next occurrence; nil after the last.
  public func next() throws(StoreError) -> Occurrence? { try merge.pointee.next() }
}

/// A source that is not yet open.
struct BoundedSource {
  enum Source {
    /// The compiled series of an item, partly or not at all in the index.
    case series(Int)
    /// A master with its overrides, or a single item, read from the items themselves.
    case object(Int)
  }

  /// A lower bound of the source's starts, as the viewer sees them.
  let bound: Instant
  let source: Source

  /// The lower bound, in any zone, of rows that start at or after a second of an axis.
  static func bound(_ start: Int, on axis: TimeAxis) -> Instant {
    switch axis {
    case .instant: Instant(seconds: start)
    // No clock is more than 26 hours from UTC.
    case .wall: Instant(seconds: start.addingClamped(-93_600))
    }
  }
}

/// Sources merged by a heap of their next rows, with the lower bounds of sources not yet open.
struct SourceMerge {
  /// A source's number and its next row, or the bound of a pending source, whose number counts down from -1.
  private struct Entry {
    var head: ViewedSource.Head
    let source: Int
  }

  private var sources: ContiguousArray<ViewedSource>
  private var pending: [BoundedSource]
  private let opener: SourceOpener?
  private var isOpen = false
  /// Sources of ongoing occurrences come first and end soon; afterwards only sources of occurrences that
  /// start inside the window remain.
  private var heap: ContiguousArray<Entry> = []

  init(_ sources: [ViewedSource], pending: [BoundedSource], opener: SourceOpener?) {
    self.sources = ContiguousArray(sources)
    self.pending = pending
    self.opener = opener
  }

  mutating func close() {
    for source in sources { source.close() }
    sources = []
    pending = []
    heap = []
  }

  mutating func next() throws(StoreError) -> Occurrence? {
    if !isOpen { try open() }
    while let top = heap.first, top.source < 0 { try openFirst(-1 - top.source) }
    guard let number = heap.first?.source else { return nil }
    let result = sources[number].occurrence(heap[0].head)
    if let head = try sources[number].next() {
      heap[0].head = head
      if heap.count > 1 { sink(0) }
    } else {
      sources[number].end()
      removeFirst()
    }
    return result
  }

  private mutating func open() throws(StoreError) {
    isOpen = true
    for number in sources.indices {
      if let head = try sources[number].next() { heap.append(Entry(head: head, source: number)) }
    }
    for (number, bounded) in pending.enumerated() {
      // The bound sorts before every row that starts at it.
      let row = IndexRow(
        start: bounded.bound.seconds, end: bounded.bound.seconds, series: Int.min, key: Int.min, item: 0,
        calendar: 0,
        flags: [])
      let head = ViewedSource.Head(row: row, start: bounded.bound, end: bounded.bound)
      heap.append(Entry(head: head, source: -1 - number))
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  /// Opens the pending source at the top, whose bound has come up.
  private mutating func openFirst(_ number: Int) throws(StoreError) {
    removeFirst()
    guard let opener else { return }
    let opened = try opener.open(pending[number].source)
    // A series stopped by the signal looks like one that has ended.
    try opener.checkStopSignal()
    for var source in opened {
      guard let head = try source.next() else {
        source.close()
        continue
      }
      heap.append(Entry(head: head, source: sources.count))
      sources.append(source)
      rise(heap.count - 1)
    }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    sink(0)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, ViewedSource.Head.precedes(heap[index].head, heap[(index - 1) / 2].head) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= heap.count { return }
      if child + 1 < heap.count, ViewedSource.Head.precedes(heap[child + 1].head, heap[child].head) {
        child += 1
      }
      if !ViewedSource.Head.precedes(heap[child].head, heap[index].head) { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}

/// Opens pending sources for one viewer and window.
final class SourceOpener {
  private let store: CalendarStore
  private let viewpoint: Viewpoint
  private let isWanted: ((Int) throws(StoreError) -> Bool)?

  init(
    _ store: CalendarStore, _ viewpoint: Viewpoint, isWanted: ((Int) throws(StoreError) -> Bool)? = nil
  ) {
    self.store = store
    self.viewpoint = viewpoint
    self.isWanted = isWanted
  }

  func checkStopSignal() throws(StoreError) { try store.checkStopSignal() }

  func open(_ source: BoundedSource.Source) throws(StoreError) -> [ViewedSource] {
    switch source {
    case .series(let item):
      guard let stored = try store.storedSeries(of: item) else { return [] }
      if let isWanted, stored.isDense, try !isWanted(item) { return [] }
      return expansion(of: stored, skippingIndexed: true)
    case .object(let item): return try object(of: item)
    }
  }

  private func expansion(of stored: StoredSeries, skippingIndexed: Bool) -> [ViewedSource] {
    let bounds = viewpoint.bounds(on: stored.lane.axis)
    var merger = SeriesMerger()
    merger.add(
      stored.rows(
        from: bounds.from, to: bounds.to, skippingIndexed: skippingIndexed,
        stopSignal: store.database.followedSignal))
    if merger.isEmpty { return [] }
    if skippingIndexed { store.counterBox.value.seriesExpanded += 1 }
    return [ViewedSource(ExpansionSource(merger, lane: stored.lane, store), viewpoint)]
  }

  /// Opens the series of a master and its overrides, or a single item.
  func object(of item: Int) throws(StoreError) -> [ViewedSource] {
    store.counterBox.value.objectsRead += 1
    var sources: [ViewedSource] = []
    if let stored = try store.storedSeries(of: item) {
      sources += expansion(of: stored, skippingIndexed: false)
    } else if !store.lostSeries.contains(item), let record = try store.record(item),
      let (axis, row) = IndexRow.first(of: record)
    {
      sources.append(ViewedSource(ListSource([row], axis: axis), viewpoint))
    }
    for axis in [TimeAxis.instant, .wall] {
      let bounds = viewpoint.bounds(on: axis)
      let source = try OverrideSource(of: item, axis: axis, from: bounds.from, to: bounds.to, store)
      sources.append(ViewedSource(source, viewpoint))
    }
    return sources
  }
}

/// The overrides of a master on one axis that may overlap a window, in the order of their starts, without
/// their records.
final class OverrideSource: RowSource {
  let axis: TimeAxis
  private let master: Int
  private let database: Database
  private let counters: CounterBox
  private var statement: Statement?
  private static let most = 64
  private var room = 4

  init(of master: Int, axis: TimeAxis, from: Int?, to: Int?, _ store: CalendarStore) throws(StoreError) {
    self.axis = axis
    self.master = master
    database = store.database
    counters = store.counterBox
    statement = try database.statement(
      """
      SELECT id, key, first_start, first_end, calendar, is_all_day FROM item
      WHERE master = ?1 AND first_axis = ?2 AND first_start < ?4 AND (first_end > ?3 OR first_start >= ?3)
      ORDER BY first_start, key
      """
    ).bind(1, master).bind(2, axis.rawValue).bind(3, from ?? Int.min).bind(4, to ?? Int.max)
  }

  deinit { close() }

  func fill(_ rows: inout ContiguousArray<IndexRow>) throws(StoreError) {
    rows.removeAll(keepingCapacity: true)
    guard let statement else { return }
    if database.stopSignal.isSet { throw StoreError(.interrupted, database.path) }
    while rows.count < room {
      guard try statement.step() else {
        close()
        break
      }
      var flags: OccurrenceFlags = [.recurring, .detached]
      if statement.bool(5) { flags.insert(.allDay) }
      rows.append(
        IndexRow(
          start: statement.int(2), end: statement.int(3), series: master, key: statement.int(1),
          item: statement.int(0),
          calendar: statement.int(4), flags: flags))
    }
    counters.value.startingRows += rows.count
    room = min(2 * room, Self.most)
  }

  func close() {
    guard let statement else { return }
    self.statement = nil
    database.release(statement)
  }
}
