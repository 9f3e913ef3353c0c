import Editing
import Foundation

/// The rule by which an item repeats; only its end can be changed.
///
/// Lists that have no meaning for the frequency are ignored. Rules of other programs may contain more than
/// the properties show; `text` is the whole rule, which stays unchanged unless another rule is set.
public final class KLRecurrenceRule {
  private(set) var rule: RecurrenceRule
  private let zone: Zone
  /// Reports a change to the rule's item.
  var onChange: (() -> Void)?

  init(_ rule: RecurrenceRule, zone: Zone) {
    self.rule = rule
    self.zone = zone
  }

  /// Creates a simple rule; throws for an interval less than 1.
  public convenience init(
    recurrenceWith type: KLRecurrenceFrequency, interval: Int, end: KLRecurrenceEnd?
  ) throws(KLRecurrenceProblem) {
    try self.init(
      recurrenceWith: type, interval: interval, daysOfTheWeek: nil, daysOfTheMonth: nil,
      monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: end)
  }

  /// Creates a rule with lists.
  ///
  /// Daily rules have no list, weekly rules weekdays (without number), monthly rules weekdays and days of the
  /// month, yearly rules weekdays, months, weeks and days of the year; set positions select among the
  /// occurrences of another list. Other lists are ignored. Throws for values out of range in lists that are
  /// used.
  public init(
    recurrenceWith type: KLRecurrenceFrequency, interval: Int, daysOfTheWeek: [KLRecurrenceDayOfWeek]?,
    daysOfTheMonth: [Int]?, monthsOfTheYear: [Int]?, weeksOfTheYear: [Int]?, daysOfTheYear: [Int]?,
    setPositions: [Int]?, end: KLRecurrenceEnd?
  ) throws(KLRecurrenceProblem) {
    if interval < 1 { throw .badInterval(interval) }
    let isYearly = type == .yearly
    let days = try Self.days(daysOfTheWeek ?? [], type)
    let monthDays = try Self.list(daysOfTheMonth, "daysOfTheMonth", 31, if: type == .monthly)
    let months = try Self.list(monthsOfTheYear, "monthsOfTheYear", 12, if: isYearly, mayBeNegative: false)
    let weeks = try Self.list(weeksOfTheYear, "weeksOfTheYear", 53, if: isYearly)
    let yearDays = try Self.list(daysOfTheYear, "daysOfTheYear", 366, if: isYearly)
    let hasList = ![days.isEmpty, monthDays.isEmpty, months.isEmpty, weeks.isEmpty, yearDays.isEmpty]
      .allSatisfy { $0 }
    let positions = try Self.list(setPositions, "setPositions", 366, if: hasList)
    zone = .utc
    rule = RecurrenceRule(
      frequency: type.frequency, interval: interval,
      count: end.flatMap { $0.occurrenceCount > 0 ? $0.occurrenceCount : nil },
      until: end?.endDate.map { .utc(Instant($0)) }, byMonth: months, byWeekNumber: weeks,
      byYearDay: yearDays, byMonthDay: monthDays, byDay: days, bySetPosition: positions)
  }

  private static func days(
    _ days: [KLRecurrenceDayOfWeek], _ type: KLRecurrenceFrequency
  ) throws(KLRecurrenceProblem) -> [WeekdayNumber] {
    let allowed: ClosedRange<Int>
    switch type {
    case .daily: return []
    case .weekly: allowed = 0...0
    case .monthly: allowed = -5...5
    case .yearly: allowed = -53...53
    }
    for day in days where !allowed.contains(day.weekNumber) {
      throw .badWeekNumber(day.weekNumber, allowed: allowed)
    }
    return days.map(\.day)
  }

  private static func list(
    _ values: [Int]?, _ name: String, _ largest: Int, if counts: Bool, mayBeNegative: Bool = true
  ) throws(KLRecurrenceProblem) -> [Int] {
    guard counts, let values else { return [] }
    for value in values
    where value.magnitude > largest || value < (mayBeNegative ? -largest : 1) || value == 0 {
      throw .badValue(value, list: name, largest: largest)
    }
    return values
  }

  // MARK: Values

  /// The frequency.
  public var frequency: KLRecurrenceFrequency { KLRecurrenceFrequency(rule.frequency) }

  /// The number of days, weeks, months or years from one repetition to the next.
  public var interval: Int { rule.interval }

  /// The end; nil when the rule is endless.
  public var recurrenceEnd: KLRecurrenceEnd? {
    get { KLRecurrenceEnd(rule, zone: zone) }
    set {
      rule.count = newValue.flatMap { $0.occurrenceCount > 0 ? $0.occurrenceCount : nil }
      rule.until = newValue?.endDate.map { .utc(Instant($0)) }
      onChange?()
    }
  }

  /// The first day of the week, Sunday 1, when it has an effect: Monday (2) for rules created here; else 0.
  public var firstDayOfTheWeek: Int {
    rule.frequency == .weekly && rule.interval > 1 ? KLWeekday(rule.weekStart).rawValue : 0
  }

  /// The weekdays; nil when the rule names none.
  public var daysOfTheWeek: [KLRecurrenceDayOfWeek]? {
    rule.byDay.isEmpty ? nil : rule.byDay.map { KLRecurrenceDayOfWeek($0) }
  }

  /// The days of the month; nil when the rule names none.
  public var daysOfTheMonth: [Int]? { Self.named(rule.byMonthDay) }
  /// The months; nil when the rule names none.
  public var monthsOfTheYear: [Int]? { Self.named(rule.byMonth) }
  /// The weeks of the year; nil when the rule names none.
  public var weeksOfTheYear: [Int]? { Self.named(rule.byWeekNumber) }
  /// The days of the year; nil when the rule names none.
  public var daysOfTheYear: [Int]? { Self.named(rule.byYearDay) }
  /// The positions of the occurrences that count in each period; nil for all.
  public var setPositions: [Int]? { Self.named(rule.bySetPosition) }

  private static func named(_ values: [Int]) -> [Int]? { values.isEmpty ? nil : values }

  /// The calendar system.
  public var calendarIdentifier: String { "gregorian" }

  /// The whole rule in iCalendar's form.
  public var text: String { rule.description }
}
