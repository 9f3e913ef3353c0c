/// The length of the periods of a rule (FREQ, RFC 5545 3.3.10), from the shortest to the longest.
public enum Frequency: Int, CaseIterable, Comparable, Hashable, Sendable {
  case secondly, minutely, hourly, daily, weekly, monthly, yearly

  /// The value as RFC 5545 writes it, such as `WEEKLY`.
  public var text: String {
    switch self {
    case .secondly: "SECONDLY"
    case .minutely: "MINUTELY"
    case .hourly: "HOURLY"
    case .daily: "DAILY"
    case .weekly: "WEEKLY"
    case .monthly: "MONTHLY"
    case .yearly: "YEARLY"
    }
  }

  /// Whether a period is shorter than a day.
  public var isSubDaily: Bool { rawValue < Frequency.daily.rawValue }

  /// The length of a period of a sub-daily frequency in seconds; a day for every other.
  var unitSeconds: Int {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: 86_400
    }
  }

  /// Orders frequencies from SECONDLY to YEARLY.
  public static func < (a: Frequency, b: Frequency) -> Bool { a.rawValue < b.rawValue }
}

/// A weekday of BYDAY with or without an ordinal: `TU`, `2MO`, `-1FR`.
public struct WeekdayNumber: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The position within the month or year, counted from the end when negative; nil means every one.
  public let ordinal: Int?
  /// The weekday.
  public let weekday: Weekday

  /// Creates a weekday: every one, or only the one with the ordinal.
  public init(_ weekday: Weekday, ordinal: Int? = nil) {
    self.ordinal = ordinal
    self.weekday = weekday
  }

  /// The value as RFC 5545 writes it, such as `-1FR`.
  public var description: String {
    (ordinal.map(String.init) ?? "") + weekday.recurrenceText
  }

  /// Orders plain weekdays first, then by ordinal, then from Monday to Sunday.
  public static func < (a: WeekdayNumber, b: WeekdayNumber) -> Bool {
    (a.ordinal ?? Int.min, a.weekday) < (b.ordinal ?? Int.min, b.weekday)
  }
}

extension Weekday {
  /// The two-letter name in RFC 5545.
  var recurrenceText: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }

  /// The weekday with a two-letter name in upper case; nil for other text.
  init?(recurrenceText bytes: ArraySlice<UInt8>) {
    guard let found = Weekday.allCases.first(where: { bytes.elementsEqual($0.recurrenceText.utf8) })
    else { return nil }
    self = found
  }
}

/// The end of a rule (UNTIL), inclusive, in one of its three forms.
public enum RecurrenceUntil: Hashable, Sendable, CustomStringConvertible {
  /// A day; a timed series includes the whole day.
  case date(CivilDate)
  /// A wall time on the series' own clock.
  case floating(CivilDateTime)
  /// A moment, compared with the moments of a zoned series.
  case utc(Instant)

  /// The value as RFC 5545 writes it.
  public var description: String {
    switch self {
    case .date(let date): BasicFormat.text(date)
    case .floating(let value): BasicFormat.text(value)
    case .utc(let instant): BasicFormat.text(instant.utc) + "Z"
    }
  }
}
