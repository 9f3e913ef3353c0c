import Recurrence

/// A date or a date with time as a calendar file writes it (RFC 5545, 3.3.4 and 3.3.5).
public enum DateValue: Hashable, Sendable {
  /// A whole day.
  case date(CivilDate)
  /// A wall-clock time in no zone.
  case floating(CivilDateTime)
  /// A time in UTC.
  case utc(CivilDateTime)
  /// A wall-clock time in the zone that the file calls `tzid`.
  case zoned(CivilDateTime, tzid: String)

  /// What the wall clock shows; midnight for a whole day.
  public var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date, .midnight)
    case .floating(let time), .utc(let time), .zoned(let time, _): time
    }
  }

  /// The date part.
  public var date: CivilDate {
    switch self {
    case .date(let date): date
    case .floating(let time), .utc(let time), .zoned(let time, _): time.date
    }
  }

  /// Whether it is a whole day.
  public var isDate: Bool {
    switch self {
    case .date: true
    case .floating, .utc, .zoned: false
    }
  }

  /// The zone that the file names, as written; nil for the other kinds.
  public var tzid: String? {
    switch self {
    case .date, .floating, .utc: nil
    case .zoned(_, let tzid): tzid
    }
  }

  /// The value as RFC 5545 writes it, without the TZID: `20261118`, `20261118T091500`, `20261118T091500Z`.
  public var text: String {
    switch self {
    case .date(let date): BasicFormat.text(date)
    case .floating(let time), .zoned(let time, _): BasicFormat.text(time)
    case .utc(let time): BasicFormat.text(time) + "Z"
    }
  }
}

/// A period of time (RFC 5545, 3.3.9), or a plain time where RDATE has one.
public struct PeriodValue: Hashable, Sendable {
  /// When it starts.
  public var start: DateValue
  /// When it ends, if written so.
  public var end: DateValue?
  /// How long it is, if written so.
  public var duration: CalendarDuration?

  /// A period with all its parts.
  public init(start: DateValue, end: DateValue? = nil, duration: CalendarDuration? = nil) {
    self.start = start
    self.end = end
    self.duration = duration
  }
}
