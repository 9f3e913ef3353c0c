/// The value of a date expression: a moment, whole days or an interval between moments.
public enum ResolvedDate: Hashable, Sendable {
  case instant(Instant)
  /// Whole days, the last excluded.
  case days(CivilDate, until: CivilDate)
  /// From the first moment to the second, excluded, as `last 6 hours`.
  case span(Instant, Instant)

  /// The first moment; the zone decides when days begin.
  public func start(in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .days(let first, _): zone.startOfDay(first)
    case .span(let start, _): start
    }
  }

  /// The first moment after it; for a moment, the moment itself.
  public func end(in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .days(_, let end): zone.startOfDay(end)
    case .span(_, let end): end
    }
  }

  /// Whether it is one moment.
  public var isInstant: Bool {
    switch self {
    case .instant: true
    case .days, .span: false
    }
  }

  /// Whether it is made of whole days.
  public var isDays: Bool {
    switch self {
    case .days: true
    case .instant, .span: false
    }
  }
}

/// The range of time that a query asks about.
public struct ResolvedRange: Hashable, Sendable {
  /// The first moment; nil if the range has no beginning.
  public var start: Instant?
  /// The first moment after the range, or the bare moment itself; nil if the range has no end.
  public var end: Instant?
  /// Whether `start` is the edge of a day.
  public var startIsDay = false
  /// Whether `end` is the edge of a day.
  public var endIsDay = false
  /// Whether it is a bare moment, so that `start` equals `end`.
  public var isInstant = false

  /// All stored items: `anytime`.
  public static let anytime = ResolvedRange(start: nil, end: nil)

  /// Whether it has neither beginning nor end.
  public var isAnytime: Bool { start == nil && end == nil }

  /// The range as people read it, as `Fri 20 Nov 2026, 00:00 – Sat 21 Nov 2026, 00:00 +01:00`.
  public func text(in zone: Zone) -> String {
    switch (start, end) {
    case (nil, nil): return "any time"
    case (let start?, nil): return "from \(DateText.moment(start, zone))"
    case (nil, let end?): return "until \(DateText.moment(end, zone))"
    case (let start?, let end?):
      if isInstant { return DateText.moment(start, zone) }
      let isSameOffset = zone.offset(at: start) == zone.offset(at: end)
      let first = DateText.moment(start, zone, showsOffset: !isSameOffset)
      return "\(first) – \(DateText.moment(end, zone))"
    }
  }

  /// The range as an interval of whole seconds.
  var timeRange: TimeRange {
    TimeRange(
      from: start, to: isInstant ? end?.adding(seconds: 1) : end, fromIsDay: startIsDay, toIsDay: endIsDay)
  }
}
