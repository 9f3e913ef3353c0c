import Recurrence

/// A date or a date with time in a calendar file (RFC 5545, 3.3.4 and 3.3.5).
public enum DateValue: Hashable, Sendable {
  /// A whole day.
  case date(CivilDate)
  /// A wall-clock time without a zone.
  case floating(CivilDateTime)
  /// A time in UTC.
  case utc(CivilDateTime)
  /// A wall-clock time in the zone that the file calls `tzid`.
  case zoned(CivilDateTime, tzid: String)

  /// The wall-clock time; midnight for a whole day.
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

  /// Whether the value is a whole day.
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

  /// The value in RFC 5545's form, without the TZID: `20261118`, `20261118T091500`, `20261118T091500Z`.
  public var text: String {
    switch self {
    case .date(let date): BasicFormat.text(date)
    case .floating(let time), .zoned(let time, _): BasicFormat.text(time)
    case .utc(let time): BasicFormat.text(time) + "Z"
    }
  }
}

/// A period of time (RFC 5545, 3.3.9), or a plain time in an RDATE.
public struct PeriodValue: Hashable, Sendable {
  /// The start.
  public var start: DateValue
  /// The end, if the period is written with an end.
  public var end: DateValue?
  /// The length, if the period is written with a length.
  public var duration: CalendarDuration?

  /// Creates a period from its parts.
  public init(start: DateValue, end: DateValue? = nil, duration: CalendarDuration? = nil) {
    self.start = start
    self.end = end
    self.duration = duration
  }
}
