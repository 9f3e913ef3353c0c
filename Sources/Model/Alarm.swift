import CivilTime

/// What reminds of an item (RFC 5545, 3.6.6; RFC 9074).
public struct Alarm: Hashable, Sendable {
  /// When it goes off.
  public enum Trigger: Hashable, Sendable {
    /// Before (negative) or after the start; of a reminder its due date, if it has one.
    case relative(CalendarDuration, toEnd: Bool)
    /// At a fixed moment.
    case absolute(Instant)
    /// On reaching or leaving a place (RFC 9074 PROXIMITY).
    case proximity(entering: Bool, place: StructuredLocation?)
  }

  /// What happens then.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case display, audio, email, procedure
  }

  /// When it goes off.
  public var trigger: Trigger
  /// What happens then.
  public var action: Action
  /// The text to show; nil when not given.
  public var message: String?

  /// An alarm with all its parts.
  public init(trigger: Trigger, action: Action = .display, message: String? = nil) {
    self.trigger = trigger
    self.action = action
    self.message = message
  }
}
