/// A moment or day of an item: its place on its axis, and whether it is a whole day.
public struct ItemTime: Hashable, Sendable {
  /// Whether the seconds count moments or the time on a wall clock.
  public var axis: TimeAxis
  /// The seconds on that axis.
  public var seconds: Int
  /// Whether it is a whole day.
  public var isAllDay: Bool

  /// The moment as seen in a zone; a whole day begins with its first moment there.
  public func instant(in viewer: Zone) -> Instant {
    switch axis {
    case .instant: return Instant(seconds: seconds)
    case .wall:
      let local = CivilDateTime(clamping: seconds)
      return isAllDay ? viewer.startOfDay(local.date) : viewer.instant(of: local)
    }
  }

  /// The time on a clock in the zone; floating times and days are the same in every zone.
  public func civil(in viewer: Zone) -> CivilDateTime {
    switch axis {
    case .instant: viewer.civil(at: Instant(seconds: seconds))
    case .wall: CivilDateTime(clamping: seconds)
    }
  }

  /// The time as a value: a date, a floating time or a moment in the viewer's zone.
  public func value(in viewer: Zone) -> Value {
    switch axis {
    case .instant: return .instant(Instant(seconds: seconds), viewer)
    case .wall:
      let local = CivilDateTime(clamping: seconds)
      return isAllDay ? .date(local.date) : .floating(local)
    }
  }

  /// The last day from this time to an end: for whole days the day before their exclusive end.
  package func lastDay(until end: ItemTime, in viewer: Zone) -> CivilDate {
    if end.seconds <= seconds { return civil(in: viewer).date }
    // The moment before an exclusive end, so that an item that ends at midnight does not touch the next day.
    var before = end
    before.seconds -= 1
    return before.civil(in: viewer).date
  }
}

extension Occurrence {
  /// The time that assigns an event to a unit of time: its start, or the beginning of a range in
  /// which it is already in progress.
  ///
  /// Hours use the start alone, as they group by when events begin.
  func time(for bucket: TimeBucket, in range: TimeRange?, _ context: QueryContext) -> ItemTime? {
    guard bucket != .hour, let from = range?.from, isGoingOn(at: from) else { return startTime }
    let seconds = axis == .instant ? from.seconds : context.zone.civil(at: from).wallSeconds
    return ItemTime(axis: axis, seconds: max(axisStart, seconds), isAllDay: isAllDay)
  }

  /// Whether it began before a moment and ends after it.
  func isGoingOn(at moment: Instant) -> Bool { !isUndated && start < moment && moment < end }
}
