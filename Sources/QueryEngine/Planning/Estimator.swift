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
    /// Those of them in the calendars asked for that are of no series.
    var singles = 0.0
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

    /// A window with so many rows and nothing else.
    init(starting: Double = 0) { self.starting = starting }

    init(_ starts: EstimatedStarts) {
      starting = starts.rows
      singles = starts.singles
      atEnds = starts.atEnds
      if starts.rows > 0 { share = max(starts.inCalendars, 0.5) / max(starts.rows, 0.5) }
    }
  }

  /// Occurrences per day that a series is thought to have.
  private static let perSeriesDay = 0.1
  /// Over how many days series are thought to go on where a window has no end.
  private static let reach = 3_652.0

  /// What the window holds of two lanes of events.
  func events(_ window: SecondBounds, calendars: Set<Int>?) throws(StoreError) -> Window {
    let lanes = [IndexLane.eventInstant, .eventWall]
    let starts = try store.estimatedStarts(lanes, from: window.from, to: window.to, calendars: calendars)
    var result = Window(starts)
    let stretch = CalendarStore.stretchLength
    for (length, part) in statistics.classShares(lanes) {
      let back = Double(min(length ?? stretch, stretch)) / Double(stretch)
      result.searched += starts.around * part * back
      result.ongoing += starts.around * part * back / 2
    }
    for lane in lanes {
      let expanded = try store.expandedSeries(lane, from: window.from, to: window.to, reach: Self.reach)
      result.series += Double(expanded.series)
      result.expanded += expanded.days * Self.perSeriesDay
    }
    return result
  }

  /// The rows of lanes of points, such as due dates, in a window.
  func points(
    _ lanes: [IndexLane], _ window: SecondBounds, calendars: Set<Int>?
  ) throws(StoreError) -> Window {
    Window(try store.estimatedStarts(lanes, from: window.from, to: window.to, calendars: calendars))
  }

  /// How many different items some of a window's rows are about: each single one, and no more series than there are.
  func items(of rows: Double, in window: Window) -> Double {
    let all = max(window.rows, 1)
    let series = statistics.series.values.reduce(0, +)
    let singles = min(window.singles, all)
    return min(rows, singles * rows / all + min((all - singles) * rows / all, Double(series) * window.share))
  }

  /// Which part of a window's rows passes a condition; `text` is the part that passes a searched text, where it is known.
  func selectivity(_ condition: ItemPredicate, in window: Window, text: Double? = nil) -> Double {
    switch condition {
    case .all: return 1
    case .none: return 0
    case .and(let parts): return parts.reduce(1) { $0 * selectivity($1, in: window, text: text) }
    case .or(let parts): return 1 - parts.reduce(1) { $0 * (1 - selectivity($1, in: window, text: text)) }
    case .not(let part): return 1 - selectivity(part, in: window, text: text)
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
    case .recurring: return window.rows > 0 ? 1 - min(1, window.singles / window.rows) : 0.5
    case .completed: return 0.5
    case .status, .availability, .busy, .free, .writable, .subscribed, .hidden: return 0.5
    }
  }
}
