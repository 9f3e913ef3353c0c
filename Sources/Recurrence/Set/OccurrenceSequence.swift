/// The occurrences of a window, computed on demand, strictly increasing on the wall axis.
///
/// Where the zone's clock jumps forward, two wall times of a set can be one moment; the earlier one stands
/// for both. The sequence ends after four million consecutive excluded occurrences, more than a daily series
/// can have at all.
public struct OccurrenceSequence: Sequence, Sendable {
  let recurrence: CompiledRecurrence
  let from: Int
  let to: Int
  let isStopped: (@Sendable () -> Bool)?

  /// Creates an iterator at the window's beginning.
  public func makeIterator() -> Iterator { Iterator(recurrence, from: from, to: to, isStopped: isStopped) }

  /// Computes occurrences in order.
  public struct Iterator: IteratorProtocol, Sendable {
    private var first: RuleCursor?
    private var head = RuleCursor.done
    private var others: [(cursor: RuleCursor, head: Int)] = []
    private let from: Int
    private let to: Int
    private let start: Int
    private var startIsDue = false
    private let includesStart: Bool
    private var extras: ArraySlice<CompiledRecurrence.Extra> = []
    private var exclusions: Exclusions?
    private var merger: MomentMerger?
    private let isStopped: (@Sendable () -> Bool)?

    init(_ recurrence: CompiledRecurrence, from: Int, to: Int, isStopped: (@Sendable () -> Bool)?) {
      self.isStopped = isStopped
      self.from = from
      self.to = Swift.min(to, RuleProgram.end)
      start = recurrence.start.wallSeconds
      includesStart = recurrence.includesStart
      if recurrence.last < from || recurrence.first >= to { return }
      var begin = from
      if let zone = recurrence.zone, recurrence.canRepeatMoments {
        let merger = MomentMerger(ClockChanges(zone))
        // An occurrence in a gap before the window can stand for one inside the window.
        begin = merger.begin(for: from)
        self.merger = merger
      }
      if let rule = recurrence.rules.first {
        var cursor = RuleCursor(rule, from: begin, to: self.to, isStopped: isStopped)
        head = cursor.next()
        first = cursor
      }
      for rule in recurrence.rules.dropFirst() {
        var cursor = RuleCursor(rule, from: begin, to: self.to, isStopped: isStopped)
        let head = cursor.next()
        others.append((cursor, head))
      }
      startIsDue = recurrence.addsStart && start >= begin && start < self.to
      if let details = recurrence.details {
        extras = details.extras(from: begin, to: self.to)
        exclusions = Exclusions(details, from: begin, to: self.to, isStopped: isStopped)
      }
    }

    /// The next instance, or nil at the window's end.
    public mutating func next() -> RecurrenceInstance? {
      for step in 0..<4_000_000 {
        if step & 1_023 == 1_023, isStopped?() == true { return nil }
        if others.isEmpty, !startIsDue, extras.isEmpty {
          let wall = head
          if wall == RuleCursor.done { return nil }
          head = first?.next() ?? RuleCursor.done
          if isVisible(wall) { return instance(wall, .rule, nil) }
        } else {
          guard let found = nextMerged() else { return nil }
          if isVisible(found.wall) { return instance(found.wall, found.source, found.end) }
        }
      }
      return nil
    }

    private func instance(
      _ wall: Int, _ source: RecurrenceInstance.Source, _ end: PeriodEnd?
    ) -> RecurrenceInstance {
      RecurrenceInstance(
        start: CivilDateTime(clamping: wall), source: includesStart && wall == start ? .start : source,
        end: end)
    }

    /// Whether a wall time is in the window, no exception removes it, and no earlier wall time is the same
    /// moment.
    private mutating func isVisible(_ wall: Int) -> Bool {
      if exclusions?.excludes(wall) == true { return false }
      if merger?.isRepeated(wall) == true { return false }
      return wall >= from
    }

    /// The smallest of all heads, removed from every source that has it.
    private mutating func nextMerged() -> (wall: Int, source: RecurrenceInstance.Source, end: PeriodEnd?)? {
      var wall = head
      for other in others { wall = Swift.min(wall, other.head) }
      var source = RecurrenceInstance.Source.rule
      let ruleWall = wall
      if startIsDue { wall = Swift.min(wall, start) }
      if let extra = extras.first { wall = Swift.min(wall, extra.wall) }
      if wall == RuleCursor.done { return nil }
      if head == wall { head = first?.next() ?? RuleCursor.done }
      for index in others.indices where others[index].head == wall {
        others[index].head = others[index].cursor.next()
      }
      if startIsDue, start == wall { startIsDue = false }
      var end: PeriodEnd?
      while let extra = extras.first, extra.wall == wall {
        if wall < ruleWall, source == .rule { source = .extraDate(extra.index) }
        if end == nil { end = extra.end }
        extras.removeFirst()
      }
      return (wall, source, end)
    }
  }
}

/// The exceptions of a set, walked in parallel with its occurrences.
struct Exclusions: Sendable {
  private let details: CompiledRecurrence.Details
  private let to: Int
  private var wallIndex: Int
  private var dayIndex: Int
  private var cursors: [(cursor: RuleCursor, head: Int)] = []
  private let isStopped: (@Sendable () -> Bool)?

  init(_ details: CompiledRecurrence.Details, from: Int, to: Int, isStopped: (@Sendable () -> Bool)?) {
    self.details = details
    self.to = to
    self.isStopped = isStopped
    wallIndex = partitionIndex(details.walls.count) { details.walls[$0] < from }
    let day = floorDiv(from, 86_400)
    dayIndex = partitionIndex(details.days.count) { details.days[$0] < day }
    for rule in details.exceptionRules {
      var cursor = RuleCursor(rule, from: from, to: to, isStopped: isStopped)
      let head = cursor.next()
      cursors.append((cursor, head))
    }
  }

  /// Whether a wall time is excluded; callers pass increasing wall times only.
  mutating func excludes(_ wall: Int) -> Bool {
    while wallIndex < details.walls.count, details.walls[wallIndex] < wall { wallIndex += 1 }
    var result = wallIndex < details.walls.count && details.walls[wallIndex] == wall
    if !details.days.isEmpty {
      let day = floorDiv(wall, 86_400)
      while dayIndex < details.days.count, details.days[dayIndex] < day { dayIndex += 1 }
      if dayIndex < details.days.count, details.days[dayIndex] == day { result = true }
    }
    for index in cursors.indices {
      if cursors[index].head < wall { advance(index, to: wall) }
      if cursors[index].head == wall { result = true }
    }
    return result
  }

  /// Advances an EXRULE to a wall time, by seeking when the distance is large.
  private mutating func advance(_ index: Int, to wall: Int) {
    for _ in 0..<4 {
      cursors[index].head = cursors[index].cursor.next()
      if cursors[index].head >= wall { return }
    }
    cursors[index].cursor = RuleCursor(
      cursors[index].cursor.program, from: wall, to: to, isStopped: isStopped)
    cursors[index].head = cursors[index].cursor.next()
  }
}

/// Drops a wall time after a gap when the set has the wall time in the gap that denotes the same moment.
struct MomentMerger: Sendable {
  private let changes: ClockChanges
  /// No wall time from the last checked one up to this one lies in a gap.
  private var clearUntil = Int.min
  /// Wall times after the gap for which wall times in the gap already stand, in order.
  private var taken: [Int] = []

  init(_ changes: ClockChanges) { self.changes = changes }

  /// The wall time from which a set must be walked so that a window from `wall` on includes a gap before it.
  func begin(for wall: Int) -> Int { min(wall, changes.gapStart(near: wall) ?? wall) }

  /// Whether an earlier wall time was the same moment; callers pass increasing wall times only.
  mutating func isRepeated(_ wall: Int) -> Bool {
    if !taken.isEmpty {
      while let first = taken.first, first < wall { taken.removeFirst() }
      if taken.first == wall { return true }
    }
    if wall < clearUntil { return false }
    let shown = changes.shown(wall)
    if shown == wall {
      clearUntil = changes.clearUntil(wall)
    } else {
      taken.append(shown)
    }
    return false
  }
}

/// The first of `count` indices for which `holds` is false, by binary search; it is true for all indices
/// before.
func partitionIndex(_ count: Int, while holds: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
