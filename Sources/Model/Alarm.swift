import CivilTime

/// What reminds of an item (RFC 5545, 3.6.6; RFC 9074).
public struct Alarm: Hashable, Sendable {
  /// When it goes off.
  public enum Trigger: Hashable, Sendable {
    /// Before (negative) or after the start; with `toEnd` the end of an event or the due date of a reminder.
    case relative(CalendarDuration, toEnd: Bool)
    /// At a fixed moment.
    case absolute(Instant)
    /// On reaching or leaving a place (RFC 9074 PROXIMITY).
    case proximity(entering: Bool, place: StructuredLocation?)
  }

  /// What happens then; it follows from the sound, e-mail address or URL that the alarm has.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case display, audio, email, procedure
  }

  /// When it goes off.
  public var trigger: Trigger
  /// What happens then.
  public var action: Action
  /// The text to show; nil when not given.
  public var message: String?
  /// The sound to play (ATTACH of an audio alarm); nil when not given.
  public var sound: String?
  /// Whom to write to (ATTENDEE of an e-mail alarm, without `mailto:`); nil when not given.
  public var email: String?
  /// What to open (ATTACH of a procedure alarm); nil when not given.
  public var url: String?

  /// The radius meant by a geofence whose radius is 0 or not given, in metres.
  public static let defaultRadius = 100.0

  /// An alarm of any action.
  public init(trigger: Trigger, action: Action = .display, message: String? = nil) {
    self.trigger = trigger
    self.action = action
    self.message = message
  }

  /// An alarm that plays a sound.
  public static func sound(_ name: String, trigger: Trigger) -> Alarm {
    var alarm = Alarm(trigger: trigger, action: .audio)
    alarm.sound = name
    return alarm
  }

  /// An alarm that writes to somebody.
  public static func email(_ address: String, trigger: Trigger) -> Alarm {
    var alarm = Alarm(trigger: trigger, action: .email)
    alarm.email = address
    return alarm
  }

  /// An alarm that opens something.
  public static func opening(_ url: String, trigger: Trigger) -> Alarm {
    var alarm = Alarm(trigger: trigger, action: .procedure)
    alarm.url = url
    return alarm
  }

  /// When it goes off for an occurrence; nil for a geofence.
  ///
  /// `travel` is the way there: the alarm of an event counts from when one has to leave. `-24h` is elapsed time, `-1d`
  /// keeps the wall clock of `zone`.
  public func moment(start: Instant, end: Instant, travel: CalendarDuration?, zone: Zone) -> Instant? {
    switch trigger {
    case .absolute(let instant): return instant
    case .proximity: return nil
    case .relative(let offset, let toEnd):
      var base = toEnd ? end : start
      if !toEnd, let travel { base = zone.instant(base, adding: -travel) ?? base }
      return zone.instant(base, adding: offset)
    }
  }
}
