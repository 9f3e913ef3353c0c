/// The interval of an axis that an item covers.
struct AxisSpan: Hashable {
  var axis: TimeAxis
  var start: Int
  var end: Int
  var isAllDay: Bool

  init(axis: TimeAxis, start: Int, end: Int, isAllDay: Bool) {
    self.axis = axis
    self.start = start
    self.end = max(start, end)
    self.isAllDay = isAllDay
  }

  /// Creates the interval of a length from a start.
  init(_ start: EventTime, _ length: EventLength) {
    let end: Int
    switch start {
    case .date, .floating:
      let wall = start.wall
      switch length {
      case .exact(let seconds): end = wall.wallSeconds.addingClamped(seconds)
      case .nominal(let duration): end = (wall.adding(duration) ?? .max).wallSeconds
      }
    case .zoned(let wall, let zone):
      let instant = zone.instant(of: wall)
      switch length {
      case .exact(let seconds): end = instant.adding(seconds: seconds).seconds
      case .nominal(let duration):
        end = zone.instant(instant, adding: duration)?.seconds ?? CivilDateTime.max.wallSeconds
      }
    }
    self.init(
      axis: start.axis, start: start.axisSeconds, end: min(end, CivilDateTime.max.wallSeconds),
      isAllDay: start.isAllDay)
  }

  /// Creates the interval of a moment, such as a due date.
  init(at time: EventTime) {
    self.init(axis: time.axis, start: time.axisSeconds, end: time.axisSeconds, isAllDay: time.isAllDay)
  }
}

/// The derived rows of one object.
struct DerivedRows {
  /// A row of the `series` table.
  struct Compiled {
    var item: Int
    var lane: IndexLane
    var first: Int
    var last: Int
    var state: StoredSeries.State
    var materialized: Range<Int>?
    var plan: StoredSeries.Plan
  }

  /// The first occurrence of an item, as the `item` table stores it.
  struct First: Hashable {
    var span: AxisSpan
    var key: OccurrenceKey?
    /// The override whose fields apply to the occurrence; nil for the item itself.
    var item: Int?
  }

  var rows: [(lane: IndexLane, row: IndexRow)] = []
  var compiled: [Compiled] = []
  var firsts: [Int: First] = [:]

  /// The starts of a series' rows on its own lane, overrides included, ascending and without duplicates.
  func starts(of compiled: Compiled) -> [Int] {
    var result: [Int] = []
    for (lane, row) in rows where lane == compiled.lane && row.series == compiled.item {
      result.append(row.start)
    }
    // The starts are mostly in order: the expanded ones, with the overrides' before them.
    result.sort()
    var last: Int?
    result.removeAll { start in
      defer { last = start }
      return start == last
    }
    return result
  }
}
