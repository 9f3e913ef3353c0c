/// What a zone's clock changes do to wall times: where two of them are one
/// moment, and where a moment cuts them.
struct ClockChanges: Sendable {
  let zone: Zone

  init(_ zone: Zone) { self.zone = zone }

  /// The wall time that a clock shows at the moment which a wall time in a gap
  /// denotes; itself when in no gap.
  func shown(_ wall: Int) -> Int {
    let instant = zone.instant(of: CivilDateTime(clamping: wall))
    return instant.seconds + zone.offset(at: instant).seconds
  }

  /// The latest wall time such that no gap lies between a wall time (which is in none) and it.
  func clearUntil(_ wall: Int) -> Int {
    let instant = zone.instant(of: CivilDateTime(clamping: wall))
    let segment = zone.segment(at: instant)
    return segment.end.seconds == Int.max ? Int.max : segment.end.seconds + segment.offset.seconds
  }

  /// The first wall time of the gap that a wall time lies in, or whose length
  /// after the gap has not passed yet.
  ///
  /// Wall times in a gap denote the same moments as those of that length after it.
  func gapStart(near wall: Int) -> Int? {
    let instant = zone.instant(of: CivilDateTime(clamping: wall))
    let segment = zone.segment(at: instant)
    if segment.start.seconds == Int.min { return nil }
    let before = zone.offset(at: segment.start.adding(seconds: -1)).seconds
    let length = segment.offset.seconds - before
    let gapStart = segment.start.seconds + before
    return length > 0 && wall < gapStart + 2 * length ? gapStart : nil
  }

  /// All wall times that denote a moment, as `Zone.instant(of:)` reads them.
  func walls(of instant: Instant) -> [Int] {
    let shown = instant.seconds + zone.offset(at: instant).seconds
    var result: [Int] = []
    if zone.instant(of: CivilDateTime(clamping: shown)) == instant { result.append(shown) }
    let segment = zone.segment(at: instant)
    if segment.start.seconds == Int.min { return result }
    let before = zone.offset(at: segment.start.adding(seconds: -1)).seconds
    let skipped = instant.seconds + before
    // The same moment read with the offset before the gap.
    if before < segment.offset.seconds, skipped < segment.start.seconds + segment.offset.seconds {
      result.append(skipped)
    }
    return result
  }

  /// The last wall time whose moment is not after `instant`, and the wall times before it that come later.
  func lastWall(upTo instant: Instant) -> (last: Int, hole: Range<Int>) {
    let segment = zone.segment(at: instant)
    let shown = instant.seconds + segment.offset.seconds
    if segment.start.seconds == Int.min { return (shown, 0..<0) }
    let before = zone.offset(at: segment.start.adding(seconds: -1)).seconds
    let change = segment.start.seconds
    let length = segment.offset.seconds - before
    if length > 0, shown < change + segment.offset.seconds + length {
      // Within the gap's length after it: the later part of the gap denotes moments still to come.
      return (shown, (instant.seconds + before + 1)..<(change + segment.offset.seconds))
    }
    if length < 0, shown < change + before {
      // In the second pass of a fold every wall time of it has had its first moment.
      return (change + before - 1, 0..<0)
    }
    return (shown, 0..<0)
  }
}
