/// One of the two axes of time: moments, or wall-clock times in whatever zone.
public enum TimeAxis: Int, Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z.
  case instant = 0
  /// Wall seconds since 1970-01-01T00:00, for floating times and whole days.
  case wall = 1
}

/// The time of something: a whole day, a wall-clock time anywhere, or a time in a zone (RFC 5545, 3.3.5).
public enum EventTime: Hashable, Sendable {
  /// A whole day.
  case date(CivilDate)
  /// The same wall-clock time in every zone.
  case floating(CivilDateTime)
  /// A wall-clock time in a zone; UTC is `Zone.utc`.
  case zoned(CivilDateTime, Zone)

  /// Creates the time of a moment on a zone's clock; in UTC when the moment is the second with the same
  /// local time.
  ///
  /// A local time means the first of the two moments (RFC 5545, 3.3.5), so the zone cannot express the
  /// second.
  public init(_ instant: Instant, in zone: Zone) {
    let wall = zone.civil(at: instant)
    if case .fold(_, let second) = zone.resolve(wall), second == instant {
      self = .zoned(instant.utc, .utc)
    } else {
      self = .zoned(wall, zone)
    }
  }

  /// The axis of this kind of time.
  public var axis: TimeAxis {
    switch self {
    case .date, .floating: .wall
    case .zoned: .instant
    }
  }

  /// The wall-clock time; midnight for a whole day.
  public var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date, .midnight)
    case .floating(let time): time
    case .zoned(let time, _): time
    }
  }

  /// The zone of a zoned time, else nil.
  public var zone: Zone? {
    switch self {
    case .date, .floating: nil
    case .zoned(_, let zone): zone
    }
  }

  /// Whether this is a whole day.
  public var isAllDay: Bool {
    switch self {
    case .date: true
    case .floating, .zoned: false
    }
  }

  /// The position on its axis in seconds; a time in a gap moves forward, a time in a fold means the first
  /// moment.
  public var axisSeconds: Int {
    switch self {
    case .date(let date): date.dayNumber * 86_400
    case .floating(let time): time.wallSeconds
    case .zoned(let time, let zone): zone.instant(of: time).seconds
    }
  }

  /// The moment for a viewer in the zone `viewer`; a whole day begins at that day's first moment there.
  public func instant(in viewer: Zone) -> Instant {
    switch self {
    case .date(let date): viewer.startOfDay(date)
    case .floating(let time): viewer.instant(of: time)
    case .zoned(let time, let zone): zone.instant(of: time)
    }
  }

  /// The same kind of time with another wall-clock time.
  public func with(wall: CivilDateTime) -> EventTime {
    switch self {
    case .date: .date(wall.date)
    case .floating: .floating(wall)
    case .zoned(_, let zone): .zoned(wall, zone)
    }
  }
}

/// The length of an event.
public enum EventLength: Hashable, Sendable {
  /// Elapsed seconds: the difference of two zoned times (RFC 5545 DTEND).
  case exact(seconds: Int)
  /// Months and days of the wall clock, then elapsed seconds (RFC 5545 DURATION; whole days).
  case nominal(CalendarDuration)

  /// No length.
  public static let zero = EventLength.exact(seconds: 0)
}
