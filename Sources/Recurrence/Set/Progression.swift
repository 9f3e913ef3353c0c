/// Starts of a set at a constant distance on the wall axis, which can be counted without walking them.
///
/// DAILY, HOURLY, MINUTELY and SECONDLY rules without limits have such starts, with any INTERVAL, COUNT or
/// UNTIL.
public struct Progression: Hashable, Sendable {
  /// The first start, in wall seconds.
  public let first: Int
  /// Seconds from one start to the next, at least 1.
  public let step: Int
  /// No start lies after this wall second.
  public let last: Int
  /// Wall seconds without a start although later ones have one; a UTC UNTIL in a clock change excludes them.
  let hole: Range<Int>

  /// The number of starts in [from, to), in wall seconds.
  public func count(from: Int, to: Int) -> Int {
    between(from, to) - between(max(from, hole.lowerBound), min(to, hole.upperBound))
  }

  private func between(_ from: Int, _ to: Int) -> Int { max(0, before(to) - before(from)) }

  /// The number of terms in [from, to) that have another term `length` seconds, a number of whole steps,
  /// after them.
  private func pairs(_ from: Int, _ to: Int, apart length: Int) -> Int {
    let to = min(to, last - length + 1)
    // Neither of the two may lie in the hole.
    let (low, high) = (hole.lowerBound - length, hole.upperBound - length)
    return count(from: from, to: to) - count(from: max(from, low), to: min(to, high))
  }

  /// The number of terms before a wall second.
  private func before(_ wall: Int) -> Int {
    let end = min(wall, last + 1)
    return end <= first ? 0 : (end - 1 - first) / step + 1
  }

  /// The number of moments in [from, to) that are starts on the clock of a zone.
  ///
  /// A start in a gap moves forward by the gap's length; if another start already has that moment, the two
  /// count once.
  public func count(from: Instant, to: Instant, in zone: Zone) -> Int {
    if from >= to { return 0 }
    let changes = ClockChanges(zone)
    var count = upTo(to.adding(seconds: -1), changes) - upTo(from.adding(seconds: -1), changes)
    // In a gap of whole steps the starts coincide with the starts after the gap.
    var segment = zone.segment(at: from.adding(seconds: -Self.longestGap))
    while segment.end < to {
      let next = zone.segment(at: segment.end)
      let (change, before) = (segment.end.seconds, segment.offset.seconds)
      let length = next.offset.seconds - before
      if length > 0, length % step == 0 {
        let begin = max(change, from.seconds)
        let end = min(change + length, to.seconds)
        if begin < end { count -= pairs(begin + before, end + before, apart: length) }
      }
      segment = next
    }
    return count
  }

  /// More than any clock jumps forward: a day, where an island changes sides of the date line.
  private static let longestGap = 2 * 86_400

  /// The number of starts whose moment is at or before `instant`; a start in a gap that coincides with
  /// another counts too.
  private func upTo(_ instant: Instant, _ changes: ClockChanges) -> Int {
    let (last, hole) = changes.lastWall(upTo: instant)
    return count(from: first, to: last + 1) - count(from: hole.lowerBound, to: hole.upperBound)
  }
}

extension CompiledRecurrence {
  /// A step longer than the calendar, whose sums do not overflow.
  private static let endless = Int.max / 4

  /// The starts as a progression; nil for any other pattern.
  public var progression: Progression? {
    guard rules.count == 1, details == nil, !addsStart, let program = rules.first else { return nil }
    let fields = program.fields
    guard fields.positions.isEmpty, fields.months == 0, fields.monthDays == MonthDays(),
      fields.yearDays.isEmpty,
      fields.weekNumbers.isEmpty, fields.weekdays.isEmpty
    else { return nil }
    let step: Int
    var first: Int
    switch fields.shape {
    case .everyDays:
      guard program.single >= 0 else { return nil }
      step = min(fields.interval.multipliedClamped(by: 86_400), Self.endless)
      first = program.origin * 86_400 + program.single
    case .subDaily:
      let offset = fields.offsets.single
      guard offset >= 0, fields.times.count == 86_400 / fields.unit else { return nil }
      step = min(fields.interval.multipliedClamped(by: fields.unit), Self.endless)
      first = program.origin * fields.unit + offset
    case .daysInMonths, .sparseDays, .weeks, .months, .yearMonths, .weekYears: return nil
    }
    // Each day or unit has one start; the start in DTSTART's own day or unit may be before DTSTART.
    if first < fields.start { first += step }
    let last = min(fields.until, RuleProgram.end - 1)
    return Progression(
      first: first, step: step, last: last, hole: fields.holeStart..<max(fields.holeStart, fields.holeEnd))
  }
}
