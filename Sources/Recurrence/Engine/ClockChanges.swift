/// The effect of a zone's clock changes on wall times: which wall times denote the same moment, and which
/// moments come up to a given one.
struct ClockChanges: Sendable {
  let zone: Zone

  init(_ zone: Zone) { self.zone = zone }

  /// The wall time that the clock shows at the moment of a wall time; the same wall time outside gaps.
  func shown(_ wall: Int) -> Int {
    let instant = zone.instant(of: CivilDateTime(clamping: wall))
    return instant.seconds + zone.offset(at: instant).seconds
  }

  /// The wall time before which no gap follows `wall`, which is not in a gap itself.
  func clearUntil(_ wall: Int) -> Int {
    let instant = zone.instant(of: CivilDateTime(clamping: wall))
    let segment = zone.segment(at: instant)
    return segment.end.seconds == Int.max ? Int.max : segment.end.seconds + segment.offset.seconds
  }

  /// The first wall time of the gap that contains `wall`, or of a gap before `wall` that ended less than its
  /// own length ago.
  ///
  /// Wall times in a gap denote the same moments as the wall times one gap length later.
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

  /// The last wall time whose moment is not after `instant`, and the earlier wall times whose moments are
  /// after it.
  func lastWall(upTo instant: Instant) -> (last: Int, hole: Range<Int>) {
    let segment = zone.segment(at: instant)
    let shown = instant.seconds + segment.offset.seconds
    if segment.start.seconds == Int.min { return (shown, 0..<0) }
    let before = zone.offset(at: segment.start.adding(seconds: -1)).seconds
    let change = segment.start.seconds
    let length = segment.offset.seconds - before
    if length > 0, shown < change + segment.offset.seconds + length {
      // Within the gap's length after the gap: the later part of the gap denotes moments after `instant`.
      return (shown, (instant.seconds + before + 1)..<(change + segment.offset.seconds))
    }
    if length < 0, shown < change + before {
      // In the second pass of a fold every wall time of the fold has already had its first moment.
      return (change + before - 1, 0..<0)
    }
    return (shown, 0..<0)
  }
}
