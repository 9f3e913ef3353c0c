import CivilTime
import Model
import QueryLanguage
import Store

/// How many rows there will be, as the store's statistics have it: by duration class, calendar and stretch of time.
struct Estimator {
  let store: CalendarStore
  let statistics: StoreStatistics

  /// What a window of events holds.
  struct Window {
    /// Index rows that start in it, of any calendar.
    var starting = 0.0
    /// Index rows that must be looked at to find those that are going on at its beginning.
    var searched = 0.0
    /// Occurrences that are computed.
    var expanded = 0.0
    /// Series that are looked at.
    var series = 0.0
    /// The part of the rows that is in the calendars asked for.
    var share = 1.0
    /// Rows that reading gives.
    var rows: Double { (starting + ongoing) * share + expanded * share }
    /// Index rows going on at its beginning.
    var ongoing = 0.0
    /// The rows of `starting` that lie in stretches which are not whole: all that totals must read of them.
    var atEnds = 0.0
  }

  /// Occurrences per day that a series is thought to have.
  private static let perSeriesDay = 0.1
  /// Over how many days series are thought to go on where a window has no end.
  private static let reach = 3_652.0

  /// What the window holds of two lanes of events.
  func events(_ window: SecondBounds, calendars: Set<Int>?) throws(StoreError) -> Window {
    var result = Window()
    let lanes = [IndexLane.eventInstant, .eventWall]
    try count(lanes, window, calendars, &result)
    let stretch = CalendarStore.stretchLength
    let days = window.days(Self.reach)
    if let from = window.from {
      let around = try store.estimatedStarts(lanes, from: from - stretch, to: from + stretch)
      let perSecond = around / Double(2 * stretch)
      for (length, part) in statistics.classShares(lanes) {
        let back = Double(min(length ?? stretch, stretch))
        result.searched += perSecond * part * back
        result.ongoing += perSecond * part * back / 2
      }
    }
    result.atEnds = min(result.starting, try ends(window, lanes))
    for lane in lanes {
      let sought = Double(try store.soughtSeries(lane, from: window.from, to: window.to))
      result.series += sought
      result.expanded += sought * days * Self.perSeriesDay
      if !statistics.holdsPartlyIndexed(lane, from: window.from, to: window.to) {
        let partly = Double(statistics.partlyIndexed[lane, default: 0])
        result.series += partly
        result.expanded += partly * days * Self.perSeriesDay / 2
      }
    }
    return result
  }

  /// Rows in the halves of stretches that lie at the ends of a window on average.
  private func ends(_ window: SecondBounds, _ lanes: [IndexLane]) throws(StoreError) -> Double {
    let half = CalendarStore.stretchLength / 2
    var result = 0.0
    if let from = window.from { result += try store.estimatedStarts(lanes, from: from, to: from + half) }
    if let to = window.to { result += try store.estimatedStarts(lanes, from: to - half, to: to) }
    return result
  }

  /// The rows of lanes of points, such as due dates, in a window.
  func points(
    _ lanes: [IndexLane], _ window: SecondBounds, calendars: Set<Int>?
  ) throws(StoreError) -> Window {
    var result = Window()
    try count(lanes, window, calendars, &result)
    return result
  }

  private func count(
    _ lanes: [IndexLane], _ window: SecondBounds, _ calendars: Set<Int>?, _ result: inout Window
  ) throws(StoreError) {
    result.starting = try store.estimatedStarts(lanes, from: window.from, to: window.to)
    guard let calendars, result.starting > 0 else { return }
    let meant = try store.estimatedStarts(lanes, from: window.from, to: window.to, calendars: calendars)
    result.share = max(meant, 0.5) / max(result.starting, 0.5)
  }

  /// Which part of the rows passes a condition; `text` is the part that passes a searched text, where it is known.
  func selectivity(_ condition: ItemPredicate, text: Double? = nil) -> Double {
    switch condition {
    case .all: return 1
    case .none: return 0
    case .and(let parts): return parts.reduce(1) { $0 * selectivity($1, text: text) }
    case .or(let parts): return 1 - parts.reduce(1) { $0 * (1 - selectivity($1, text: text)) }
    case .not(let part): return 1 - selectivity(part, text: text)
    case .text(_, let test):
      return test.operation == .equals || test.operation == .exactly ? min(text ?? 0.01, 0.01) : text ?? 0.05
    case .anyText: return text ?? 0.05
    case .pattern: return 0.05
    case .identity: return 0.001
    case .calendar(let names):
      let rows = names.reduce(0) { $0 + statistics.count(in: $1.id) }
      return min(1, Double(rows) / Double(max(1, statistics.count())))
    case .time, .date, .overlap: return 0.5
    case .part, .number, .importance, .priorityBand, .source, .zone, .sourceKind, .calendarKind: return 0.3
    case .allDay, .detached, .tentative, .undated, .overdue, .due, .flagged, .isEmpty: return 0.1
    case .recurring, .completed: return 0.5
    case .status, .availability, .busy, .free, .writable, .subscribed, .hidden: return 0.5
    }
  }
}

extension SecondBounds {
  /// How many days it has, where it has both ends; else as many as are given.
  fileprivate func days(_ open: Double) -> Double {
    guard let from, let to else { return open }
    return Double(max(0, to - from)) / 86_400
  }
}
