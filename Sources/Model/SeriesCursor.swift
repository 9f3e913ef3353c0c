/// Expands a series lazily from a window's start on, in order of the occurrences' starts.
///
/// THISANDFUTURE overrides divide a series into intervals, each shifted by its override. Intervals are
/// merged, and opened when their first start is reached, so memory does not grow with the occurrences,
/// whatever the window, the rule and the shifts.
public struct SeriesCursor: Sequence, IteratorProtocol, Sendable {
  /// An open interval and its next occurrence.
  private struct Open {
    var head: SeriesOccurrence
    var cursor: IntervalCursor
  }

  /// An interval that is not open yet.
  private struct Pending {
    var slots: Range<Int>
    var shift: Int
    /// The second on the axis before which none of its occurrences starts.
    var bound: Int
  }

  private let series: Series
  private let from: Int?
  private let to: Int?
  private let isStopped: (@Sendable () -> Bool)?
  /// The only interval of a series without THISANDFUTURE overrides; nil for other series.
  private var single: IntervalCursor?
  private var open = MinHeap<Open> { ($0.head.start, $0.head.key) < ($1.head.start, $1.head.key) }
  /// The intervals that are not open yet; the next one is the last element.
  private var pending: [Pending] = []

  /// No clock change and no offset from UTC is longer.
  static let clockReach = 26 * 3600

  init(series: Series, from: Int?, to: Int?, isStopped: (@Sendable () -> Bool)?) {
    self.series = series
    self.from = from
    self.to = to
    self.isStopped = isStopped
    if series.ranges.isEmpty {
      single = IntervalCursor(
        series: series, slots: Int.min..<Int.max, shift: 0, from: from, to: to, isStopped: isStopped)
    } else {
      pending = intervals()
    }
  }

  /// The intervals that may overlap the window, the latest first.
  private func intervals() -> [Pending] {
    let reach = series.axis == .instant ? Self.clockReach : 0
    let longest = series.longestLength.addingClamped(reach)
    var result: [Pending] = []
    func add(_ slots: Range<Int>, _ shift: Int) {
      let bound = slots.lowerBound == Int.min ? Int.min : (slots.lowerBound + shift).addingClamped(-reach)
      let end = slots.upperBound.addingClamped(shift).addingClamped(longest)
      if slots.isEmpty || bound >= to ?? Int.max || end < from ?? Int.min { return }
      result.append(Pending(slots: slots, shift: shift, bound: bound))
    }
    // A generated slot is the first of two equal local times.
    let starts = series.ranges.map { $0.key.wallSeconds + ($0.key.isSecondOfFold ? 1 : 0) }
    add(Int.min..<starts[0], 0)
    for (index, range) in series.ranges.enumerated() {
      add(starts[index]..<(index + 1 < starts.count ? starts[index + 1] : Int.max), range.shift)
    }
    return result.sorted { $0.bound > $1.bound }
  }

  /// The next occurrence in the window; nil at the end.
  public mutating func next() -> SeriesOccurrence? {
    if single != nil { return single?.next() }
    while let interval = pending.last, open.first.map({ interval.bound <= $0.head.start }) ?? true {
      pending.removeLast()
      insert(
        IntervalCursor(
          series: series, slots: interval.slots, shift: interval.shift, from: from, to: to,
          isStopped: isStopped
        ))
    }
    guard let first = open.popFirst() else { return nil }
    insert(first.cursor)
    return first.head
  }

  private mutating func insert(_ cursor: IntervalCursor) {
    var cursor = cursor
    if let head = cursor.next() { open.insert(Open(head: head, cursor: cursor)) }
  }
}
