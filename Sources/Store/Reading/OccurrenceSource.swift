import CivilTime
import Model

/// Where index rows come from, in the order (start, series, key) of one lane.
protocol RowSource: AnyObject {
  var axis: TimeAxis { get }
  func next() throws(StoreError) -> IndexRow?
  /// Gives back what it holds; called once.
  func close()
}

/// Rows of the occurrence table that one statement finds.
final class TableSource: RowSource {
  let axis: TimeAxis
  private let database: Database
  private let counters: CounterBox
  private let calendars: Set<Int>?
  private let isOngoing: Bool
  private var statement: Statement?

  init(
    _ statement: Statement, axis: TimeAxis, calendars: Set<Int>?, isOngoing: Bool, database: Database,
    counters: CounterBox
  ) {
    self.statement = statement
    self.axis = axis
    self.calendars = calendars
    self.isOngoing = isOngoing
    self.database = database
    self.counters = counters
  }

  func next() throws(StoreError) -> IndexRow? {
    guard let statement else { return nil }
    while try statement.step() {
      if isOngoing { counters.value.ongoingRows += 1 } else { counters.value.startingRows += 1 }
      let calendar = statement.int(5)
      if let calendars, !calendars.contains(calendar) { continue }
      let start = statement.int(0)
      let series = statement.int(1)
      let item = statement.int(4)
      return IndexRow(
        start: start, end: start + statement.int(3), series: series, key: statement.int(2),
        item: item == 0 ? series : item, calendar: calendar,
        flags: OccurrenceFlags(rawValue: statement.int(6)))
    }
    close()
    return nil
  }

  func close() {
    guard let statement else { return }
    self.statement = nil
    database.release(statement)
  }
}

/// One source seen by a viewer: only what overlaps the window, in the order of moments.
final class ViewedSource {
  private let source: any RowSource
  private let viewpoint: Viewpoint
  /// Rows that a gap in the viewer's clock may still let others before, in order.
  private var held: [Occurrence] = []
  private var horizon = Instant(seconds: Int.min)
  private var isExhausted = false
  /// The next occurrence; nil at the end.
  private(set) var head: Occurrence?

  init(_ source: any RowSource, _ viewpoint: Viewpoint) {
    self.source = source
    self.viewpoint = viewpoint
  }

  /// Moves `head` on.
  func advance() throws(StoreError) {
    while true {
      if let first = held.first, isExhausted || first.start < horizon {
        held.removeFirst()
        head = first
        return
      }
      if isExhausted {
        head = nil
        return
      }
      guard let row = try source.next() else {
        isExhausted = true
        continue
      }
      let axis = source.axis
      let place = viewpoint.place(row, on: axis)
      horizon = place.horizon
      guard viewpoint.window.overlaps(place.start, place.end) else { continue }
      let occurrence = Occurrence(row, place, axis)
      if held.isEmpty, !place.isInGap {
        head = occurrence
        return
      }
      let position = held.firstIndex { Occurrence.precedes(occurrence, $0) } ?? held.count
      held.insert(occurrence, at: position)
    }
  }

  func close() { source.close() }
}
