/// The lanes of the occurrence index; events and reminders have separate lanes, so that neither scans past
/// the other.
public enum IndexLane: Int, CaseIterable, Sendable {
  /// Events at moments.
  case eventInstant = 0
  /// Floating and whole-day events, on the wall clock.
  case eventWall = 1
  /// Due dates at moments.
  case dueInstant = 2
  /// Floating and whole-day due dates, on the wall clock.
  case dueWall = 3
  /// Completion times of reminders.
  case completed = 4

  /// The axis of the lane's seconds.
  public var axis: TimeAxis {
    switch self {
    case .eventInstant, .dueInstant, .completed: .instant
    case .eventWall, .dueWall: .wall
    }
  }

  /// The lane of events on an axis.
  static func events(_ axis: TimeAxis) -> IndexLane {
    switch axis {
    case .instant: .eventInstant
    case .wall: .eventWall
    }
  }

  /// The lane of due dates on an axis.
  static func due(_ axis: TimeAxis) -> IndexLane {
    switch axis {
    case .instant: .dueInstant
    case .wall: .dueWall
    }
  }
}
