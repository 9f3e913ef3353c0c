/// The occurrences of one item at which a search may show it: current and future occurrences in
/// time order, then past ones, the latest first.
///
/// Only `most` are examined on each side: a rule may have no end, and a condition may fail on all
/// occurrences.
struct NearestOccurrences {
  /// The most occurrences examined on each side of `pivot`.
  static let most = 400

  private let store: CalendarStore
  private let object: Int
  private let viewer: Zone
  /// The moment where the two sides meet, and the beginning of the earlier side.
  private let pivot: Instant
  private let earliest: Instant?
  private var ahead: OccurrenceCursor?
  private var looked = 0
  private var behind: [Occurrence]?

  /// Candidates of a series or single item within the bounds that a query's conditions set.
  init(_ object: Int, of query: BoundQuery, _ store: CalendarStore, _ context: QueryContext)
    throws(StoreError)
  {
    (self.store, self.object, viewer) = (store, object, context.zone)
    let bounds = query.predicate.timeBounds.eventWindow
    let now = max(context.now, bounds.start ?? context.now)
    pivot = bounds.end.map { min($0, now) } ?? now
    earliest = bounds.start
    if let record = try store.record(object), query.predicate.verdict(of: record) == false,
      let detached = try detached()
    {
      behind = detached
    } else {
      ahead = try store.occurrences(of: object, from: pivot, to: bounds.end, viewer: viewer)
    }
  }

  /// The occurrences with an override, the best candidate last: only these can pass if the series'
  /// record does not.
  ///
  /// Nil if there are more than `most`, or if one also changes later occurrences (RANGE=THISANDFUTURE).
  private func detached() throws(StoreError) -> [Occurrence]? {
    let overrides = try store.overrides(of: object)
    if overrides.count > Self.most { return nil }
    var found: [Occurrence] = []
    for override in overrides {
      guard let record = try store.record(override), let key = record.key else { continue }
      if record.isRange { return nil }
      if let occurrence = try store.occurrence(of: object, key: key, viewer: viewer) {
        found.append(occurrence)
      }
    }
    found.sort { $0.start < $1.start }
    return found.filter { $0.end < pivot } + found.filter { $0.end >= pivot }.reversed()
  }

  /// The next candidate; nil after the last.
  mutating func next() throws(StoreError) -> Occurrence? {
    while let cursor = ahead {
      if looked < Self.most, let found = try cursor.next() {
        looked += 1
        return found
      }
      cursor.close()
      ahead = nil
    }
    if behind == nil { behind = try latest(before: pivot) }
    return behind?.popLast()
  }

  /// The last occurrences that ended by a moment, in the order of time.
  private func latest(before moment: Instant) throws(StoreError) -> [Occurrence] {
    var high = moment.seconds
    var span = 86_400
    let lowest = max(earliest?.seconds ?? Self.beginning, Self.beginning)
    var low = max(lowest, high - span)
    // Widen the interval until it holds occurrences, then narrow it until they are few.
    var found = try occurrences(low, high)
    while found.isEmpty, low > lowest {
      span = span.multipliedReportingOverflow(by: 8).partialValue
      low = max(lowest, high - span)
      found = try occurrences(low, high)
    }
    while found.count > Self.most, high - low > 1 {
      let middle = low + (high - low) / 2
      let later = try occurrences(middle, high)
      if later.isEmpty { high = middle } else { low = middle }
      found = later.isEmpty ? try occurrences(low, high) : later
    }
    return found
  }

  /// The first occurrences that overlap an interval, at most one more than `most`.
  private func occurrences(_ low: Int, _ high: Int) throws(StoreError) -> [Occurrence] {
    guard low < high else { return [] }
    let cursor = try store.occurrences(
      of: object, from: Instant(seconds: low), to: Instant(seconds: high), viewer: viewer)
    defer { cursor.close() }
    var found: [Occurrence] = []
    while found.count <= Self.most, let next = try cursor.next() { found.append(next) }
    return found
  }

  /// The first second of the calendar.
  private static let beginning = CivilDateTime(.min, .midnight).wallSeconds
}
