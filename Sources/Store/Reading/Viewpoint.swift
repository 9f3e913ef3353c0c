/// A time window as a person in a zone sees it.
struct TimeWindow: Hashable {
  /// The first moment inside; nil when the window has no start.
  var from: Instant?
  /// The first moment after the window; nil when it has no end.
  var to: Instant?

  /// Whether an occurrence overlaps the window; an occurrence without length does when it starts inside.
  func overlaps(_ start: Instant, _ end: Instant) -> Bool {
    if let to, start >= to { return false }
    guard let from else { return true }
    return end > from || (start == end && start >= from)
  }
}

/// A viewer's zone and window, which map rows of the wall axis to moments.
struct Viewpoint {
  let zone: Zone
  let window: TimeWindow

  /// The seconds by which the search on the wall axis is wider than the window, because of clock changes near
  /// its ends.
  private static let reach = 2 * 86_400

  /// The interval of a lane's axis that contains all starts and ends that can overlap the window.
  func bounds(on axis: TimeAxis) -> (from: Int?, to: Int?) {
    switch axis {
    case .instant: (window.from?.seconds, window.to?.seconds)
    case .wall: (window.from.map { wall($0, direction: -1) }, window.to.map { wall($0, direction: 1) })
    }
  }

  /// The interval of a lane's axis that matches the window exactly; nil when the clock changes near the
  /// window's ends, so that no interval does.
  func exactBounds(on axis: TimeAxis) -> (from: Int?, to: Int?)? {
    if axis == .wall, ![window.from, window.to].allSatisfy({ $0.map(isQuiet) ?? true }) { return nil }
    return bounds(on: axis)
  }

  /// The wall time of a moment; near a clock change, two days before or after it.
  private func wall(_ instant: Instant, direction: Int) -> Int {
    let wall = instant.adding(seconds: zone.offset(at: instant).seconds).seconds
    return isQuiet(instant) ? wall : wall.addingClamped(direction * Self.reach)
  }

  /// Whether the clock does not change within two days of a moment.
  private func isQuiet(_ instant: Instant) -> Bool {
    let segment = zone.segment(at: instant)
    return segment.start <= instant.adding(seconds: -Self.reach)
      && segment.end > instant.adding(seconds: Self.reach)
  }

  /// The moments of a row.
  struct Place {
    var start: Instant
    var end: Instant
    /// The earliest moment at which any later row of the lane can start.
    var horizon: Instant
    /// Whether the start is in a gap of the viewer's clock, so that later rows can come first.
    var isInGap: Bool
  }

  /// Returns the moments of a row.
  func place(_ row: IndexRow, on axis: TimeAxis) -> Place {
    switch axis {
    case .instant:
      let start = Instant(seconds: row.start)
      return Place(start: start, end: Instant(seconds: row.end), horizon: start, isInGap: false)
    case .wall:
      let isAllDay = row.flags.contains(.allDay)
      var place = moments(CivilDateTime(clamping: row.start), isAllDay: isAllDay)
      if row.end > row.start {
        place.end = max(place.start, moments(CivilDateTime(clamping: row.end), isAllDay: isAllDay).start)
      }
      return place
    }
  }

  /// The moment of a wall time; in a gap, later wall times can be earlier moments, down to the gap's own.
  private func moments(_ local: CivilDateTime, isAllDay: Bool) -> Place {
    switch zone.resolve(local) {
    case .unique(let at), .fold(let at, _):
      return Place(start: at, end: at, horizon: at, isInGap: false)
    case .gap:
      let jump = zone.instant(of: local, .start)
      let at = isAllDay ? jump : zone.instant(of: local)
      return Place(start: at, end: at, horizon: jump, isInGap: true)
    }
  }
}
