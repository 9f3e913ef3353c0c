/// A BY part of a rule, in the order in which RFC 5545 3.3.10 applies them.
///
/// The effect of a part depends on the frequency:
///
/// | part       | SECONDLY | MINUTELY | HOURLY | DAILY  | WEEKLY | MONTHLY | YEARLY |
/// |------------|----------|----------|--------|--------|--------|---------|--------|
/// | BYMONTH    | limit    | limit    | limit  | limit  | limit  | limit   | expand |
/// | BYWEEKNO   | –        | –        | –      | –      | –      | –       | expand |
/// | BYYEARDAY  | limit    | limit    | limit  | –      | –      | –       | expand |
/// | BYMONTHDAY | limit    | limit    | limit  | limit  | –      | expand  | expand |
/// | BYDAY      | limit    | limit    | limit  | limit  | expand | note 1  | note 2 |
/// | BYHOUR     | limit    | limit    | limit  | expand | expand | expand  | expand |
/// | BYMINUTE   | limit    | limit    | expand | expand | expand | expand  | expand |
/// | BYSECOND   | limit    | expand   | expand | expand | expand | expand  | expand |
/// | BYSETPOS   | limit    | limit    | limit  | limit  | limit  | limit   | limit  |
///
/// Note 1: BYDAY limits if BYMONTHDAY is present, else it expands within the month. Note 2: it limits if
/// BYYEARDAY or BYMONTHDAY is present, else it expands within the weeks of BYWEEKNO, the months of BYMONTH,
/// or the year. RFC 5545 forbids a part with a dash in the table; such a part is read as a limit, with a
/// warning.
public enum RulePart: Int, CaseIterable, Hashable, Sendable {
  case byMonth, byWeekNumber, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond, bySetPosition

  /// The effect of a part on the occurrences of a period.
  public enum Role: Hashable, Sendable {
    /// The part adds occurrences to a period.
    case expands
    /// The part removes occurrences from a period.
    case limits
    /// RFC 5545 forbids the part with this frequency.
    case notAllowed
  }

  /// The name as RFC 5545 writes it, such as `BYMONTHDAY`.
  public var name: String {
    switch self {
    case .byMonth: "BYMONTH"
    case .byWeekNumber: "BYWEEKNO"
    case .byYearDay: "BYYEARDAY"
    case .byMonthDay: "BYMONTHDAY"
    case .byDay: "BYDAY"
    case .byHour: "BYHOUR"
    case .byMinute: "BYMINUTE"
    case .bySecond: "BYSECOND"
    case .bySetPosition: "BYSETPOS"
    }
  }

  /// The effect of the part in a rule of the given frequency, by the table above; notes 1 and 2 are read as
  /// expanding.
  public func role(in frequency: Frequency) -> Role {
    switch self {
    case .byMonth: frequency == .yearly ? .expands : .limits
    case .byWeekNumber: frequency == .yearly ? .expands : .notAllowed
    case .byYearDay:
      frequency == .yearly ? .expands : frequency.isSubDaily ? .limits : .notAllowed
    case .byMonthDay:
      frequency >= .monthly ? .expands : frequency == .weekly ? .notAllowed : .limits
    case .byDay: frequency >= .weekly ? .expands : .limits
    case .byHour: frequency >= .daily ? .expands : .limits
    case .byMinute: frequency >= .hourly ? .expands : .limits
    case .bySecond: frequency >= .minutely ? .expands : .limits
    case .bySetPosition: .limits
    }
  }

  /// Whether RFC 5545 allows the number as a value; for BYDAY, as an ordinal.
  public func allows(_ value: Int) -> Bool {
    switch self {
    case .byMonth: value >= 1 && value <= 12
    case .byWeekNumber, .byDay: value != 0 && value >= -53 && value <= 53
    case .byYearDay, .bySetPosition: value != 0 && value >= -366 && value <= 366
    case .byMonthDay: value != 0 && value >= -31 && value <= 31
    case .byHour: value >= 0 && value <= 23
    case .byMinute: value >= 0 && value <= 59
    case .bySecond: value >= 0 && value <= 60
    }
  }
}
