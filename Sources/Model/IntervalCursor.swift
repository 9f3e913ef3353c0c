/// Expands an interval of a series lazily from a window's start on, in order of the occurrences' starts.
///
/// All occurrences of an interval shift by the same amount, so only clock changes can bring a later
/// occurrence before an earlier one: the first occurrence costs one step of the rule and at most the starts
/// within a clock change.
struct IntervalCursor: Sendable {
  private let series: Series
  private let from: Int
  private let to: Int
  private let isStopped: (@Sendable () -> Bool)?
  private var generated: OccurrenceSequence.Iterator
  /// The wall seconds by which the occurrences start after their slots.
  private let shift: Int
  /// Occurrences held back because a clock change may bring others before them, in order from `nextPending`
  /// on.
  private var pending: [SeriesOccurrence] = []
  private var nextPending = 0
  /// No later occurrence starts before this second.
  private var horizon = Int.min
  /// Whether a later wall time can come earlier on the axis.
  private let mayReorder: Bool
  private var isExhausted = false
  private var skipped = 0

  /// Creates a cursor over the occurrences whose slots are in an interval of the series' wall clock.
  init(
    series: Series, slots: Range<Int>, shift: Int, from: Int?, to: Int?, isStopped: (@Sendable () -> Bool)?
  ) {
    self.series = series
    self.shift = shift
    self.isStopped = isStopped
    self.from = from ?? Int.min
    self.to = to ?? Int.max
    // Starts are generated on the wall clock, in a range wide enough for lengths and clock changes.
    let begin = from.map { $0.addingClamped(-series.longestActualLength) }
    let earliest = begin.map { begin in
      begin.addingClamped(Self.offsets(near: begin, series.form).lowerBound).addingClamped(-shift)
    }
    let latest = to.map { end in
      end.addingClamped(Self.offsets(near: end, series.form).upperBound).addingClamped(-shift)
    }
    let first = Swift.max(earliest ?? Int.min, slots.lowerBound)
    let last = Swift.min(latest ?? Int.max, slots.upperBound)
    generated = series.set.occurrences(
      from: first == Int.min ? nil : CivilDateTime(clamping: first),
      to: last == Int.max ? nil : CivilDateTime(clamping: last), isStopped: isStopped
    ).makeIterator()
    mayReorder = series.axis == .instant && series.set.hasSeveralADay
  }

  /// The range of the series' clock offsets near a moment, within the reach of any offset; 0 for other
  /// forms.
  private static func offsets(near moment: Int, _ form: Series.Form) -> ClosedRange<Int> {
    guard case .zoned(let zone) = form else { return 0...0 }
    var segment = zone.segment(at: Instant(seconds: moment.addingClamped(-SeriesCursor.clockReach)))
    var result = segment.offset.seconds...segment.offset.seconds
    while segment.end.seconds <= moment.addingClamped(SeriesCursor.clockReach), segment.end.seconds < Int.max
    {
      segment = zone.segment(at: segment.end)
      let offset = segment.offset.seconds
      result = Swift.min(result.lowerBound, offset)...Swift.max(result.upperBound, offset)
    }
    return result
  }

  /// The next occurrence in the window; nil at the end.
  mutating func next() -> SeriesOccurrence? {
    if !mayReorder { return nextInWindow() }
    while true {
      if nextPending < pending.count, isExhausted || pending[nextPending].start <= horizon {
        defer { nextPending += 1 }
        return pending[nextPending]
      }
      if isExhausted { return nil }
      if nextPending == pending.count {
        pending.removeAll(keepingCapacity: true)
        nextPending = 0
      }
      guard let occurrence = nextInWindow() else {
        isExhausted = true
        continue
      }
      horizon = horizon(after: occurrence)
      if pending.isEmpty, occurrence.start <= horizon { return occurrence }
      insert(occurrence)
    }
  }

  /// The earliest second at which an occurrence after `occurrence` can start.
  private func horizon(after occurrence: SeriesOccurrence) -> Int {
    guard case .zoned(let zone) = series.form else { return occurrence.start }
    // A wall time in a gap moves forward, and wall times after the gap do not; all others keep their order.
    let wall = occurrence.key.wallSeconds.addingClamped(shift)
    return wall - zone.offset(at: Instant(seconds: occurrence.start)).seconds
  }

  private mutating func insert(_ occurrence: SeriesOccurrence) {
    if nextPending > 4_096 {
      pending.removeFirst(nextPending)
      nextPending = 0
    }
    let waiting = pending[nextPending...]
    let position = waiting.lastIndex { $0.start <= occurrence.start }.map { $0 + 1 } ?? nextPending
    pending.insert(occurrence, at: position)
  }

  private mutating func nextInWindow() -> SeriesOccurrence? {
    while let start = generated.next() {
      if let occurrence = series.placed(start), occurrence.start < to {
        let overlaps =
          occurrence.end > from || (occurrence.end == occurrence.start && occurrence.start >= from)
        if overlaps, !series.isOverridden(occurrence.key) { return occurrence }
      }
      skipped &+= 1
      if skipped & 1_023 == 0, isStopped?() == true { return nil }
    }
    return nil
  }
}
