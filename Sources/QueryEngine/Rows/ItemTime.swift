import CivilTime
import Model

/// A moment or day of an item: where it lies on its axis and how it is seen.
public struct ItemTime: Hashable, Sendable {
  /// Whether it counts moments or what a wall clock shows.
  public var axis: TimeAxis
  /// The seconds on that axis.
  public var seconds: Int
  /// Whether it is a whole day.
  public var isAllDay: Bool

  /// A time with all its parts.
  public init(axis: TimeAxis, seconds: Int, isAllDay: Bool) {
    self.axis = axis
    self.seconds = seconds
    self.isAllDay = isAllDay
  }

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
}
