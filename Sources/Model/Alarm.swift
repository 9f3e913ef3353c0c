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

  /// Further rings after the first (RFC 5545, 3.8.6.2: REPEAT and DURATION).
  public struct Repetition: Hashable, Sendable {
    /// How many there are, 1 or more, as the file says: `rings` gives no more than are of use.
    public var count: Int
    /// The time from one to the next, which is longer than nothing.
    public var interval: CalendarDuration

    /// The most rings after the first, and the seconds after it in which they lie: 31 days.
    public static let (most, reach) = (1_000, 31 * 86_400)

    /// Nil where there is nothing to repeat: no count, or an interval that is not longer than nothing.
    public init?(count: Int, interval: CalendarDuration) {
      guard count > 0, interval.months == 0, interval.days >= 0, interval.seconds >= 0, interval != .zero
      else { return nil }
      (self.count, self.interval) = (count, interval)
    }

    /// The seconds from one ring to the next, a day counting 24 hours.
    private var step: Int { interval.days.multiplied(by: 86_400, plus: interval.seconds) }

    /// How many rings there are after the first, of those that are of use.
    var rings: Int { min(count, Self.most, Self.reach / step) }

    /// The seconds from the first ring to the last, a day counting 24 hours.
    public var length: Int { rings * step }
  }

  /// When it goes off.
  public var trigger: Trigger
  /// The rings after the first; nil where it rings once.
  public var repetition: Repetition?
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

  /// The radius meant by a geofence whose radius is 0 or not given, in meters.
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

  /// The moments at which it rings when it first does so at `first`, in order; days
  /// keep the wall clock of `zone`.
  ///
  /// At most `Repetition.most` after the first, in the 31 days behind it, whatever a file says.
  public func rings(from first: Instant, zone: Zone) -> [Instant] {
    guard let repetition else { return [first] }
    let interval = repetition.interval
    return (0...repetition.rings).compactMap { number in
      zone.instant(
        first, adding: CalendarDuration(days: interval.days * number, seconds: interval.seconds * number))
    }
  }

  /// When it goes off for an occurrence, of a repeated one for the first time; nil for a geofence.
  ///
  /// `travel` is the way there: the alarm of an event counts from when one has to leave. `-24h` is elapsed
  /// time, `-1d` keeps the wall clock of `zone`.
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

extension Int {
  /// The product and a sum, held at what can be counted.
  fileprivate func multiplied(by factor: Int, plus rest: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    let (sum, overflows) = product.addingReportingOverflow(rest)
    return overflow || overflows ? .max : sum
  }
}
