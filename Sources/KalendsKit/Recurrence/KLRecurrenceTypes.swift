import Editing
import Foundation

/// The frequency of a rule.
public enum KLRecurrenceFrequency: Int, CaseIterable, Sendable {
  case daily = 0
  case weekly, monthly, yearly

  var frequency: Frequency {
    switch self {
    case .daily: .daily
    case .weekly: .weekly
    case .monthly: .monthly
    case .yearly: .yearly
    }
  }

  /// Creates the nearest frequency: rules of other programs may repeat within a day.
  init(_ frequency: Frequency) {
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: self = .daily
    case .weekly: self = .weekly
    case .monthly: self = .monthly
    case .yearly: self = .yearly
    }
  }
}

/// A day of the week, numbered from Sunday.
public enum KLWeekday: Int, CaseIterable, Sendable {
  case sunday = 1
  case monday, tuesday, wednesday, thursday, friday, saturday

  var weekday: Weekday { Weekday.allCases[(rawValue + 5) % 7] }

  init(_ weekday: Weekday) { self = Self.allCases[weekday.rawValue % 7] }
}

/// The reason why a rule cannot be created.
public enum KLRecurrenceProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interval is less than 1.
  case badInterval(Int)
  /// The number of occurrences is less than 1.
  case badOccurrenceCount(Int)
  /// A weekday's number is outside the frequency's range, `allowed`.
  case badWeekNumber(Int, allowed: ClosedRange<Int>)
  /// A value of a list is outside its range.
  case badValue(Int, list: String, largest: Int)

  /// One sentence that names the value and the allowed values.
  public var description: String {
    switch self {
    case .badInterval(let value): "the interval \(value) is less than 1"
    case .badOccurrenceCount(let value): "the number of occurrences \(value) is less than 1"
    case .badWeekNumber(let value, let allowed) where allowed == 0...0:
      "a weekday's number \(value) has no meaning here; it must be 0"
    case .badWeekNumber(let value, let allowed):
      "a weekday's number \(value) does not lie between \(allowed.lowerBound) and \(allowed.upperBound)"
    case .badValue(let value, let list, let largest):
      "\(value) in \(list) does not lie between 1 and \(largest), nor between -\(largest) and -1"
    }
  }
}

/// The end of a series: a date, or a number of occurrences.
public struct KLRecurrenceEnd: Hashable, Sendable {
  /// The last moment at which an occurrence may start; nil for an end by count.
  public let endDate: Date?
  /// The number of occurrences; 0 for an end by date.
  public let occurrenceCount: Int

  /// Creates an end at a date, which may itself be an occurrence.
  public init(end: Date) {
    endDate = end
    occurrenceCount = 0
  }

  /// Creates an end after a number of occurrences; throws for less than 1.
  public init(occurrenceCount: Int) throws(KLRecurrenceProblem) {
    if occurrenceCount < 1 { throw .badOccurrenceCount(occurrenceCount) }
    endDate = nil
    self.occurrenceCount = occurrenceCount
  }

  init?(_ rule: RecurrenceRule, zone: Zone) {
    if let count = rule.count {
      endDate = nil
      occurrenceCount = count
      return
    }
    occurrenceCount = 0
    switch rule.until {
    case nil: return nil
    case .utc(let instant): endDate = Date(instant)
    case .floating(let wall): endDate = Date(zone.instant(of: wall))
    case .date(let date):
      endDate = Date(zone.startOfDay(date.adding(days: 1) ?? date).adding(seconds: -1))
    }
  }
}

/// A weekday, every one or the nth of a month or year.
public struct KLRecurrenceDayOfWeek: Hashable, Sendable {
  /// The weekday.
  public let dayOfTheWeek: KLWeekday
  /// The weekday's number, counted from the end when negative; 0 for every one.
  public let weekNumber: Int

  /// Creates every one of a weekday.
  public init(_ dayOfTheWeek: KLWeekday) {
    self.dayOfTheWeek = dayOfTheWeek
    weekNumber = 0
  }

  /// Creates the nth of a weekday, −53…53; throws for other numbers.
  public init(_ dayOfTheWeek: KLWeekday, weekNumber: Int) throws(KLRecurrenceProblem) {
    if !(-53...53).contains(weekNumber) { throw .badWeekNumber(weekNumber, allowed: -53...53) }
    self.dayOfTheWeek = dayOfTheWeek
    self.weekNumber = weekNumber
  }

  init(_ day: WeekdayNumber) {
    dayOfTheWeek = KLWeekday(day.weekday)
    weekNumber = day.ordinal ?? 0
  }

  var day: WeekdayNumber {
    WeekdayNumber(dayOfTheWeek.weekday, ordinal: weekNumber == 0 ? nil : weekNumber)
  }
}
