/// A moment or day of an item: where it lies on its axis and how it is seen.
public struct ItemTime: Hashable, Sendable {
  /// Whether it counts moments or what a wall clock shows.
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

  /// What a clock in the zone shows at that time; floating times and days show the same everywhere.
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

  /// The last day that something touches from this time to an end: of whole days the
  /// one before their exclusive end.
  package func lastDay(until end: ItemTime, in viewer: Zone) -> CivilDate {
    if end.seconds <= seconds { return civil(in: viewer).date }
    // The moment before an exclusive end, so that an item that ends at midnight does not touch the next day.
    var before = end
    before.seconds -= 1
    return before.civil(in: viewer).date
  }
}

extension Occurrence {
  /// The time that an event is put into a unit of time by: its start, or the beginning of
  /// the range that it is going on at.
  ///
  /// Hours are of the start alone, as they tell when things begin.
  func time(for bucket: TimeBucket, in range: TimeRange?, _ context: QueryContext) -> ItemTime? {
    guard bucket != .hour, let from = range?.from, isGoingOn(at: from) else { return startTime }
    let seconds = axis == .instant ? from.seconds : context.zone.civil(at: from).wallSeconds
    return ItemTime(axis: axis, seconds: max(axisStart, seconds), isAllDay: isAllDay)
  }

  /// Whether it began before a moment and ends after it.
  func isGoingOn(at moment: Instant) -> Bool { !isUndated && start < moment && moment < end }
}
