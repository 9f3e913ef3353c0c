/// A number of occurrences, and their total length.
public struct OccurrenceTotals: Hashable, Sendable {
  /// The number of occurrences.
  public var rows = 0
  /// The sum of their lengths in seconds, each in full.
  public var seconds = 0
  /// The number of occurrences that do not belong to a series.
  public var singles = 0

  /// Creates totals of zero.
  public init() {}

  /// Adds occurrences, or subtracts them.
  public mutating func add(_ rows: Int, seconds: Int, singles: Int) {
    self.rows += rows
    self.seconds += seconds
    self.singles += singles
  }

  /// Adds other totals.
  mutating func add(_ other: OccurrenceTotals) {
    add(other.rows, seconds: other.seconds, singles: other.singles)
  }
}

/// The start histogram: the number of index rows that start in each bucket of a lane, and their total length,
/// by calendar.
///
/// It is written with the rows. A window's totals come from it, except for the buckets at the window's ends,
/// whose rows are read; so do the planner's estimates.
enum StartHistogram {
  /// The length of a bucket in seconds, as a power of two: about 24 days.
  static let shift = 21

  /// The number of the bucket that contains a start.
  static func bucket(_ start: Int) -> Int { start >> shift }

  /// The buckets that lie entirely in [from, to), at least `margin` seconds from its ends.
  static func inside(_ bounds: (from: Int?, to: Int?), margin: Int) -> Range<Int>? {
    let low = bounds.from.map { bucket($0.addingClamped(margin).addingClamped((1 << shift) - 1)) }
    let high = bounds.to.map { bucket($0.addingClamped(-margin)) }
    let (first, end) = (low ?? bucket(Int.min), high ?? bucket(Int.max) + 1)
    return first < end ? first..<end : nil
  }

  /// Selects the buckets in [?2, ?3) of lane ?1.
  static let read: SQL = """
    SELECT stretch, calendar, rows, seconds, singles FROM density WHERE lane = ?1 AND stretch >= ?2 AND stretch < ?3
    """
}

/// An estimate of the occurrences that start in a window.
public struct EstimatedStarts: Sendable {
  /// The number of index rows.
  public var rows = 0.0
  /// The rows in the calendars asked for.
  public var inCalendars = 0.0
  /// The rows in these calendars that belong to no series.
  public var singles = 0.0
  /// The rows in buckets that are only partly in the window.
  public var atEnds = 0.0
  /// The index rows of a bucket around the window's start; 0 when the window has no start.
  public var around = 0.0
}

extension CalendarStore {
  /// The totals of the occurrences that `events` would return, by calendar; calendars without any are left
  /// out.
  ///
  /// This reads only the rows at the window's ends, and series that the index does not contain. Floating
  /// times and whole days are counted together, so that with `onlyTimed` the rows on the wall axis are read.
  public func totals(
    from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>? = nil, onlyTimed: Bool = false
  ) throws(StoreError) -> [Int: OccurrenceTotals] {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var totals: [Int: OccurrenceTotals] = [:]
    var sources: [ViewedSource] = []
    defer { for source in sources { source.close() } }
    for lane in [IndexLane.eventInstant, .eventWall] {
      let bounds = viewpoint.bounds(on: lane.axis)
      try appendOngoing(lane, bounds.from, viewpoint, calendars, to: &sources)
      try addExpanded(lane, bounds, viewpoint, calendars, onlyTimed: onlyTimed, to: &sources, &totals)
      let counted =
        onlyTimed && lane.axis == .wall
        ? nil : StartHistogram.inside(bounds, margin: lane.axis == .wall ? Self.clockReach : 0)
      guard let inside = counted else {
        try appendStarting(lane, bounds, viewpoint, calendars, to: &sources)
        continue
      }
      try count(inside, of: lane, calendars) {
        totals[$0, default: OccurrenceTotals()].add($1)
      }
      if bounds.from != nil {
        let end = inside.lowerBound << StartHistogram.shift
        try appendStarting(lane, (bounds.from, end), viewpoint, calendars, to: &sources)
      }
      if bounds.to != nil {
        let start = inside.upperBound << StartHistogram.shift
        try appendStarting(lane, (start, bounds.to), viewpoint, calendars, to: &sources)
      }
    }
    for index in sources.indices {
      var counted = 0
      while let head = try sources[index].next() {
        counted &+= 1
        if counted & 1_023 == 0 { try checkStopSignal() }
        if onlyTimed, head.row.flags.contains(.allDay) { continue }
        totals[head.row.calendar, default: OccurrenceTotals()].add(
          1, seconds: head.row.end - head.row.start, singles: head.row.flags.contains(.recurring) ? 0 : 1)
      }
    }
    return totals
  }

  /// The totals of one series without overrides in [from, to), by arithmetic; nil when its occurrences must
  /// be enumerated.
  public func totals(of series: Int, from: Instant?, to: Instant?, viewer: Zone) throws(StoreError)
    -> OccurrenceTotals?
  {
    guard let stored = try storedSeries(of: series), case .repeating(let plan) = stored.plan else {
      return nil
    }
    // A plan leaves out overridden occurrences, so `overridden` shows whether the series has overrides.
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    guard plan.overridden.isEmpty, plan.ranges.isEmpty,
      let exact = viewpoint.exactBounds(on: stored.lane.axis),
      let found = plan.totals(from: exact.from, to: exact.to)
    else { return nil }
    counterBox.value.objectsRead += 1
    var totals = OccurrenceTotals()
    totals.add(found.count, seconds: found.seconds, singles: 0)
    return totals
  }

  /// A lower bound of the number of rows that `events` would return, known without reading them: rows counted
  /// by the histogram, and series counted by arithmetic.
  public func knownRows(from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>?) throws(StoreError)
    -> Int
  {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var rows = 0
    for lane in [IndexLane.eventInstant, .eventWall] {
      let bounds = viewpoint.bounds(on: lane.axis)
      if let inside = StartHistogram.inside(bounds, margin: lane.axis == .wall ? Self.clockReach : 0) {
        try count(inside, of: lane, calendars) { rows = rows.addingClamped($1.rows) }
      }
      if try statistics().lazilyExpanded[lane, default: 0] == 0 { continue }
      let exact = viewpoint.exactBounds(on: lane.axis) ?? bounds
      // Rules with many occurrences a day are always lazily expanded.
      try forEachExpanded(lane, bounds, calendars) { (_, _, series) throws(StoreError) in
        rows = rows.addingClamped(try series()?.totals(from: exact.from, to: exact.to)?.count ?? 0)
      }
    }
    return rows
  }

  /// Adds the occurrences in an interval of a lane that the index lacks: by arithmetic when a series allows
  /// it, else as a source to count.
  private func addExpanded(
    _ lane: IndexLane, _ bounds: (from: Int?, to: Int?), _ viewpoint: Viewpoint, _ calendars: Set<Int>?,
    onlyTimed: Bool, to sources: inout [ViewedSource], _ totals: inout [Int: OccurrenceTotals]
  ) throws(StoreError) {
    var merger = SeriesMerger()
    var computed: [Int: OccurrenceTotals] = [:]
    // When the viewer's clock changes near the window's ends, each occurrence there is checked.
    let exact = viewpoint.exactBounds(on: lane.axis)
    try forEachExpanded(lane, bounds, calendars) { (_, _, series) throws(StoreError) in
      guard let series = try series(), !(onlyTimed && series.isAllDay) else { return }
      if let exact, let found = series.totals(from: exact.from, to: exact.to) {
        computed[series.calendar, default: OccurrenceTotals()].add(
          found.count, seconds: found.seconds, singles: 0)
        return
      }
      merger.add(
        series.rows(
          from: bounds.from, to: bounds.to, skippingIndexed: true, stopSignal: database.followedSignal))
    }
    for (calendar, found) in computed { totals[calendar, default: OccurrenceTotals()].add(found) }
    if merger.isEmpty { return }
    counterBox.value.seriesExpanded += merger.count
    sources.append(ViewedSource(ExpansionSource(merger, lane: lane, self), viewpoint))
  }

  /// The maximum distance, in seconds, of a viewer's clock from the search bounds on the wall axis.
  private static let clockReach = 4 * 86_400

  private func count(
    _ buckets: Range<Int>, of lane: IndexLane, _ calendars: Set<Int>?,
    _ body: (Int, OccurrenceTotals) -> Void
  ) throws(StoreError) {
    try database.with(StartHistogram.read) { (row) throws(StoreError) in
      row.bind(1, lane.rawValue).bind(2, buckets.lowerBound).bind(3, buckets.upperBound)
      while try row.step() {
        let calendar = row.int(1)
        if let calendars, !calendars.contains(calendar) { continue }
        var totals = OccurrenceTotals()
        totals.add(row.int(2), seconds: row.int(3), singles: row.int(4))
        counterBox.value.countedRows += totals.rows
        body(calendar, totals)
      }
    }
  }

  /// The length in seconds of a bucket of the start histogram.
  public static let bucketLength = 1 << StartHistogram.shift

  /// Estimates the rows that start in [from, to) of lanes from the start histogram; a bucket partly inside
  /// counts for that part.
  public func estimatedStarts(
    _ lanes: [IndexLane], from: Int?, to: Int?, calendars: Set<Int>? = nil
  ) throws(StoreError) -> EstimatedStarts {
    let (begin, end) = (from ?? Int.min, to ?? Int.max)
    var result = EstimatedStarts()
    if begin >= end { return result }
    let length = Double(Self.bucketLength)
    let first = StartHistogram.bucket(begin)
    for lane in lanes {
      try database.with(StartHistogram.read) { (row) throws(StoreError) in
        row.bind(1, lane.rawValue).bind(2, from == nil ? first : first - 1).bind(
          3, StartHistogram.bucket(end - 1) + 1)
        while try row.step() {
          let (bucket, rows) = (row.int(0), Double(row.int(2)))
          if from != nil, bucket <= first { result.around += rows / 2 }
          if bucket < first { continue }
          let start = bucket << StartHistogram.shift
          let meant = Double(min(end, start.addingClamped(Self.bucketLength))) - Double(max(begin, start))
          let part = min(1, meant / length)
          result.rows += rows * part
          if part < 1 { result.atEnds += rows * part }
          if calendars?.contains(row.int(1)) ?? true {
            result.inCalendars += rows * part
            result.singles += Double(row.int(4)) * part
          }
        }
      }
    }
    return result
  }

  /// The number of series of a lane that a query of [from, to) must expand, as the index does not contain
  /// them and their span overlaps it, and the total of their days there; without an end of the window each
  /// series counts for at most `reach` days.
  public func expandedSeries(
    _ lane: IndexLane, from: Int?, to: Int?, reach: Double
  ) throws(StoreError) -> (series: Int, days: Double) {
    let statistics = try statistics()
    var result = (series: 0, days: 0.0)
    func add(_ sql: SQL, from: Int?) throws(StoreError) {
      let (series, seconds) = try database.with(sql) { (row) throws(StoreError) in
        row.bind(1, lane.rawValue).bind(2, from ?? Int.min).bind(3, to ?? Int.max).bind(
          4, to == nil ? reach * 86_400 : 1e18)
        return try row.step() ? (row.int(0), row.optionalDouble(1) ?? 0) : (0, 0)
      }
      result.series += series
      result.days += seconds / 86_400
    }
    if statistics.lazilyExpanded[lane, default: 0] > 0 {
      try add(
        """
        SELECT count(*), total(min(?4, min(0.0 + last, ?3) - max(0.0 + first, ?2))) FROM series INDEXED BY series_sought
        WHERE lane = ?1 AND last >= ?2 AND first < ?3 AND state = 0
        """, from: from)
    }
    if !statistics.holdsPartlyIndexed(lane, from: from, to: to) {
      // For a window that begins inside the interval common to all series, only its end is expanded.
      let common = statistics.common[lane]
      let begin = from.flatMap { from in common.map { $0.contains(from) ? $0.upperBound : from } } ?? from
      try add(
        """
        SELECT count(*), total(min(?4, min(0.0 + last, ?3) - max(0.0 + first, ?2))) FROM series INDEXED BY series_partly
        WHERE lane = ?1 AND last >= ?2 AND first < ?3 AND state = 1
        """, from: begin)
    }
    return result
  }
}
