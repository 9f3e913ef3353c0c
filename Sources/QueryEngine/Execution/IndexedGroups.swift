/// How the groups of an answer are made.
public enum GroupingMethod: Hashable, Sendable {
  /// Each row that passes is put into its group.
  case rows
  /// Occurrences from the index are counted: keys, lengths and conditions need no record.
  case occurrences
  /// The index's totals are added up; only rows at the ends of the window are read.
  case totals
  /// Item by item: if the record decides and the rule is plain, occurrences are counted by arithmetic.
  case items
}

extension BoundQuery {
  /// The cheapest method to make the groups of a path's rows, given the residual condition.
  func groupingMethod(_ path: AccessPath, _ residual: ItemPredicate) -> GroupingMethod {
    guard case .groups(let keys, let columns) = shape, noun == .events, scope == .occurrences,
      !limitsRowsFirst || limit == nil && offset == 0
    else { return .rows }
    let isByItem: Bool
    switch path {
    case .eventWindow:
      if residual.needsRecord { return .rows }
      isByItem = false
    case .scan, .references, .uid, .text: isByItem = true
    case .nothing, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog: return .rows
    }
    var isTotal = isByItem || residual == .all
    for key in keys {
      switch key {
      case .field(.calendar, nil): break
      case .bucket: isTotal = false
      case .field, .aggregate: return .rows
      }
    }
    for content in columns.map(\.content) + sort.map(\.content) + (having?.predicate.columns ?? []) {
      switch content {
      case .aggregate(.count), .aggregate(.function(.sum, .duration)), .aggregate(.function(.avg, .duration)):
        break
      case .aggregate(.function(.sum, .overlap)), .aggregate(.function(.avg, .overlap)): isTotal = false
      case .aggregate: return .rows
      case .field, .bucket: if !keys.contains(content) { return .rows }
      }
    }
    if isByItem { return isTotal ? .items : .rows }
    return isTotal ? .totals : .occurrences
  }
}

/// Finds the groups of occurrences that come in time order, computing keys only when they change.
struct OccurrenceGroups {
  private let keys: [ColumnContent]
  private let range: TimeRange
  /// Whether whole days are left out of lengths.
  private let measuresTimed: Bool
  private let context: QueryContext
  private let catalog: Catalog
  /// For each axis, and for whole days separately: the interval in which all time keys are equal,
  /// and the groups by calendar.
  private var known: [Known] = [Known(), Known(), Known()]

  private struct Known {
    var interval = 0..<0
    var groups: [Int: Int] = [:]
  }

  init(
    _ keys: [ColumnContent], of query: BoundQuery, _ catalog: Catalog, _ context: QueryContext
  ) {
    self.keys = keys
    range = query.range?.timeRange ?? .always
    measuresTimed = query.measuresTimed
    self.catalog = catalog
    self.context = context
  }

  /// Adds an occurrence to its group; false if its calendar does not exist.
  mutating func add(_ occurrence: Occurrence, to grouping: inout Grouping) -> Bool {
    guard let group = group(of: occurrence, in: &grouping) else { return false }
    let isMeasured = !(measuresTimed && occurrence.isAllDay)
    grouping.add(
      group, rows: 1, measured: isMeasured ? 1 : 0,
      seconds: isMeasured ? occurrence.axisEnd - occurrence.axisStart : 0,
      overlap: isMeasured ? ItemPredicate.overlap(occurrence, range) : 0)
    return true
  }

  private mutating func group(of occurrence: Occurrence, in grouping: inout Grouping) -> Int? {
    // An occurrence in progress when the range begins belongs to the range's first day.
    if let from = range.from, occurrence.isGoingOn(at: from) {
      return values(of: occurrence).map { grouping.group(of: $0) }
    }
    let index = occurrence.isAllDay ? 2 : occurrence.axis == .wall ? 1 : 0
    if known[index].interval.contains(occurrence.axisStart) {
      if let group = known[index].groups[occurrence.calendar] { return group }
    } else {
      known[index] = Known(interval: interval(around: occurrence))
    }
    guard let values = values(of: occurrence) else { return nil }
    let group = grouping.group(of: values)
    known[index].groups[occurrence.calendar] = group
    return group
  }

  /// The values of the keys; nil if the calendar does not exist.
  private func values(of occurrence: Occurrence) -> [Value]? {
    var values: [Value] = []
    for key in keys {
      switch key {
      case .bucket(let bucket):
        values.append(occurrence.time(for: bucket, in: range, context)?.value(bucket, context) ?? .null)
      case .field, .aggregate:
        guard let calendar = catalog.calendar(occurrence.calendar) else { return nil }
        values.append(.text(calendar.title))
      }
    }
    return values
  }

  /// The interval of an occurrence's axis around its start in which the time keys stay the same:
  /// the hour or the day.
  private func interval(around occurrence: Occurrence) -> Range<Int> {
    var unit: Int?
    for case .bucket(let bucket) in keys {
      switch bucket {
      case .hour: unit = 3_600
      case .day, .week, .month, .year, .weekday: unit = unit ?? 86_400
      }
    }
    guard let unit else { return Int.min..<Int.max }
    let at = occurrence.axisStart
    if occurrence.axis == .wall {
      let into = ((at % unit) + unit) % unit
      return at - into..<at - into + unit
    }
    // Between two clock changes, an hour or day on the clock is one of elapsed time.
    let segment = context.zone.segment(at: occurrence.start)
    let local = at + segment.offset.seconds
    let into = ((local % unit) + unit) % unit
    let first = max(at - into, segment.start.seconds)
    return first..<max(first + 1, min(at - into + unit, segment.end.seconds))
  }
}
