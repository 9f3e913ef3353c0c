/// An alarm of an item (RFC 5545, 3.6.6; RFC 9074).
public struct Alarm: Hashable, Sendable {
  /// The time or place at which the alarm goes off.
  public enum Trigger: Hashable, Sendable {
    /// An offset, negative before, from the start; with `toEnd` from the end of an event or the due date of
    /// a reminder.
    case relative(CalendarDuration, toEnd: Bool)
    /// A fixed moment.
    case absolute(Instant)
    /// Arrival at or departure from a place (RFC 9074 PROXIMITY).
    case proximity(entering: Bool, place: StructuredLocation?)
  }

  /// The action of an alarm that goes off (ACTION).
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case display, audio, email, procedure
  }

  /// Further rings after the first (RFC 5545, 3.8.6.2: REPEAT and DURATION).
  public struct Repetition: Hashable, Sendable {
    /// The number of further rings in the file, 1 or more; `rings` caps it.
    public var count: Int
    /// The time from one ring to the next, longer than zero.
    public var interval: CalendarDuration

    /// The maximum number of rings after the first, and the seconds after it in which they lie: 31 days.
    public static let (most, reach) = (1_000, 31 * 86_400)

    /// Creates a repetition; nil when there is nothing to repeat: no count, or an interval that is not
    /// longer than zero.
    public init?(count: Int, interval: CalendarDuration) {
      guard count > 0, interval.months == 0, interval.days >= 0, interval.seconds >= 0, interval != .zero
      else { return nil }
      (self.count, self.interval) = (count, interval)
    }

    /// The seconds from one ring to the next, with 24 hours to a day.
    private var step: Int { interval.days.multiplied(by: 86_400, plus: interval.seconds) }

    /// The number of rings after the first, at most `most` and within `reach`.
    var rings: Int { min(count, Self.most, Self.reach / step) }

    /// The seconds from the first ring to the last, with 24 hours to a day.
    public var length: Int { rings * step }
  }

  /// The time or place at which the alarm goes off.
  public var trigger: Trigger
  /// The rings after the first; nil when the alarm rings once.
  public var repetition: Repetition?
  /// The action of the alarm.
  public var action: Action
  /// The text to show; nil when not given.
  public var message: String?
  /// The sound to play (ATTACH of an audio alarm); nil when not given.
  public var sound: String?
  /// The recipient (ATTENDEE of an e-mail alarm, without `mailto:`); nil when not given.
  public var email: String?
  /// The URL to open (ATTACH of a procedure alarm); nil when not given.
  public var url: String?

  /// The radius of a geofence whose radius is 0 or not given, in meters.
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

  /// An alarm that sends an e-mail.
  public static func email(_ address: String, trigger: Trigger) -> Alarm {
    var alarm = Alarm(trigger: trigger, action: .email)
    alarm.email = address
    return alarm
  }

  /// An alarm that opens a URL.
  public static func opening(_ url: String, trigger: Trigger) -> Alarm {
    var alarm = Alarm(trigger: trigger, action: .procedure)
    alarm.url = url
    return alarm
  }

  /// The moments of all rings, in order, when the first ring is at `first`; days keep the wall clock of
  /// `zone`.
  ///
  /// There are at most `Repetition.most` rings after the first, all within 31 days, whatever a file says.
  public func rings(from first: Instant, zone: Zone) -> [Instant] {
    guard let repetition else { return [first] }
    let interval = repetition.interval
    return (0...repetition.rings).compactMap { number in
      zone.instant(
        first, adding: CalendarDuration(days: interval.days * number, seconds: interval.seconds * number))
    }
  }

  /// The moment of the first ring for an occurrence; nil for a geofence.
  ///
  /// `travel` is the travel time: the alarm of an event counts from the departure. `-24h` is elapsed time,
  /// `-1d` keeps the wall clock of `zone`.
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
  /// The product plus `rest`; `Int.max` on overflow.
  fileprivate func multiplied(by factor: Int, plus rest: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    let (sum, overflows) = product.addingReportingOverflow(rest)
    return overflow || overflows ? .max : sum
  }
}
