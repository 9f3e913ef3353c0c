import Model

/// The notations of RFC 8984, 1.4: times without a zone, and durations.
enum LocalTime {
  /// A LocalDateTime (1.4.4): `2026-11-18T09:15:00`.
  static func text(_ wall: CivilDateTime) -> String { ExtendedFormat.text(wall) }

  /// A UTCDateTime (1.4.3): `2026-11-18T08:15:00Z`.
  static func text(_ instant: Instant) -> String { instant.description }

  /// A Duration or SignedDuration (1.4.6 and 1.4.7), which has no months: they become days, counted from
  /// `start`.
  static func text(_ duration: CalendarDuration, from start: CivilDateTime? = nil) -> String {
    var days = duration.days
    if duration.months != 0 {
      let moved = start?.date.adding(months: duration.months)
      days += moved.flatMap { end in start.map { end.dayNumber - $0.date.dayNumber } } ?? duration.months * 30
    }
    let isNegative = days < 0 || duration.seconds < 0
    let seconds = Int(duration.seconds.magnitude)
    if days == 0, seconds == 0 { return "PT0S" }
    var text = isNegative ? "-P" : "P"
    if days != 0 { text += "\(days.magnitude)D" }
    if seconds == 0 { return text }
    text += "T"
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { text += "\(hours)H" }
    // No part between two others may be missing: PT1H0M30S.
    if minutes > 0 || hours > 0 && rest > 0 { text += "\(minutes)M" }
    if rest > 0 { text += "\(rest)S" }
    return text
  }

  /// The duration of an event.
  static func text(_ length: EventLength, from start: CivilDateTime) -> String {
    switch length {
    case .exact(let seconds): text(CalendarDuration(seconds: seconds))
    case .nominal(let duration): text(duration, from: start)
    }
  }
}
