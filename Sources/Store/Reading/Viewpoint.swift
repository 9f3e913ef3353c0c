/// A window in time as somebody in a zone sees it.
struct TimeWindow: Hashable {
  /// The first moment inside; nil where it has no beginning.
  var from: Instant?
  /// The first moment after; nil where it has no end.
  var to: Instant?

  /// Whether an occurrence overlaps the window; one without length is in when it starts inside.
  func overlaps(_ start: Instant, _ end: Instant) -> Bool {
    if let to, start >= to { return false }
    guard let from else { return true }
    return end > from || (start == end && start >= from)
  }
}

/// Where the wall clock of a viewer stands against time: how rows of the wall axis become moments.
struct Viewpoint {
  let zone: Zone
  let window: TimeWindow

  /// Seconds by which the wall axis must be searched wider than the window, as
  /// clock changes near its ends demand.
  private static let reach = 2 * 86_400

  /// The stretch of a lane's axis that holds all starts and ends that can meet the window.
  func bounds(on axis: TimeAxis) -> (from: Int?, to: Int?) {
    switch axis {
    case .instant: (window.from?.seconds, window.to?.seconds)
    case .wall: (window.from.map { wall($0, direction: -1) }, window.to.map { wall($0, direction: 1) })
    }
  }

  /// The stretch of a lane's axis that overlaps the window and nothing beside it; nil where the clock changes
  /// near the window's ends, so that no stretch does.
  func exactBounds(on axis: TimeAxis) -> (from: Int?, to: Int?)? {
    if axis == .wall, ![window.from, window.to].allSatisfy({ $0.map(isQuiet) ?? true }) { return nil }
    return bounds(on: axis)
  }

  /// The wall time of a moment; where the clock changes nearby, two days before or after it.
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

  /// A row's moments.
  struct Place {
    var start: Instant
    var end: Instant
    /// The earliest moment that any later row of its lane can start at.
    var horizon: Instant
    /// Whether the viewer's clock jumps over the start, so that later rows can come first.
    var isInGap: Bool
  }

  /// The moments of a row.
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

  /// When a wall time is; in a gap, later wall times can be earlier moments, down to the gap's own.
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
