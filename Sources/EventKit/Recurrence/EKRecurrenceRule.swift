import Editing
import Foundation

/// The rule by which an item repeats; only its end can be changed.
///
/// Lists that have no meaning for the frequency are ignored. A value out of range, which Apple's framework answers with an
/// exception, makes a rule that cannot be saved: the save throws and says which value it is. Rules of other programs
/// may contain more than the properties show, and stay as they are unless another rule is set. Two rules are equal
/// when they say the same.
open class EKRecurrenceRule: EKObject, NSCopying {
  private(set) var rule: RecurrenceRule
  private let zone: Zone
  private let listFault: RecurrenceProblem?
  private var endFault: RecurrenceProblem?
  /// Reports a change to the rule's item.
  var onChange: (() -> Void)?

  init(_ rule: RecurrenceRule, zone: Zone, fault: RecurrenceProblem? = nil) {
    self.rule = rule
    self.zone = zone
    listFault = fault
    super.init(store: nil)
  }

  /// Creates a simple rule: every `interval` days, weeks, months or years, 1 or more.
  public convenience init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int, end: EKRecurrenceEnd?
  ) {
    self.init(
      recurrenceWith: type, interval: interval, daysOfTheWeek: nil, daysOfTheMonth: nil,
      monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: end)
  }

  /// Creates a rule with lists.
  ///
  /// Daily rules have no list, weekly rules weekdays (without number), monthly rules weekdays and days of the
  /// month, yearly rules weekdays, months, weeks and days of the year; set positions select among the
  /// occurrences of another list. Other lists are ignored.
  public convenience init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int, daysOfTheWeek days: [EKRecurrenceDayOfWeek]?,
    daysOfTheMonth monthDays: [NSNumber]?, monthsOfTheYear months: [NSNumber]?,
    weeksOfTheYear: [NSNumber]?, daysOfTheYear: [NSNumber]?,
    setPositions: [NSNumber]?, end: EKRecurrenceEnd?
  ) {
    var lists = RuleLists(type)
    let plain = RecurrenceRule(
      frequency: type.frequency, interval: lists.interval(interval),
      byMonth: lists.list(months, "monthsOfTheYear", 1...12, for: [.yearly]),
      byWeekNumber: lists.list(weeksOfTheYear, "weeksOfTheYear", -53...53, for: [.yearly]),
      byYearDay: lists.list(daysOfTheYear, "daysOfTheYear", -366...366, for: [.yearly]),
      byMonthDay: lists.list(monthDays, "daysOfTheMonth", -31...31, for: [.monthly]),
      byDay: lists.days(days ?? []), bySetPosition: lists.positions(setPositions))
    self.init(plain, zone: .utc, fault: lists.fault)
    setEnd(end)
  }

  /// Throws for a rule that cannot be one.
  package func check() throws(RecurrenceProblem) {
    if let fault = listFault ?? endFault { throw fault }
  }

  private func setEnd(_ end: EKRecurrenceEnd?) {
    rule.count = end.flatMap { $0.occurrenceCount > 0 ? $0.occurrenceCount : nil }
    rule.until = end?.endDate.map { .utc(Instant($0)) }
    let isEnd = end.map { $0.endDate != nil || $0.occurrenceCount > 0 } ?? true
    endFault = isEnd ? nil : .badOccurrenceCount(end?.occurrenceCount ?? 0)
  }

  // MARK: Values

  /// The calendar system: always the Gregorian calendar.
  open var calendarIdentifier: String { "gregorian" }

  /// The end; nil when the rule is endless.
  open var recurrenceEnd: EKRecurrenceEnd? {
    get { EKRecurrenceEnd.of(rule, zone: zone) }
    set {
      setEnd(newValue)
      onChange?()
    }
  }

  /// The frequency.
  open var frequency: EKRecurrenceFrequency { EKRecurrenceFrequency(rule.frequency) }

  /// The number of days, weeks, months or years from one repetition to the next.
  open var interval: Int { rule.interval }

  /// The first day of the week, Sunday 1, when it has an effect: Monday (2) for rules created here; else 0.
  open var firstDayOfTheWeek: Int {
    rule.frequency == .weekly && rule.interval > 1 ? EKWeekday(rule.weekStart).rawValue : 0
  }

  /// The weekdays; nil when the rule names none.
  open var daysOfTheWeek: [EKRecurrenceDayOfWeek]? {
    rule.byDay.isEmpty ? nil : rule.byDay.map { EKRecurrenceDayOfWeek($0) }
  }

  /// The days of the month; nil when the rule names none.
  open var daysOfTheMonth: [NSNumber]? { Self.named(rule.byMonthDay) }
  /// The days of the year; nil when the rule names none.
  open var daysOfTheYear: [NSNumber]? { Self.named(rule.byYearDay) }
  /// The weeks of the year; nil when the rule names none.
  open var weeksOfTheYear: [NSNumber]? { Self.named(rule.byWeekNumber) }
  /// The months; nil when the rule names none.
  open var monthsOfTheYear: [NSNumber]? { Self.named(rule.byMonth) }
  /// The positions of the occurrences that count in each period; nil for all.
  open var setPositions: [NSNumber]? { Self.named(rule.bySetPosition) }

  private static func named(_ values: [Int]) -> [NSNumber]? {
    values.isEmpty ? nil : values.map { NSNumber(value: $0) }
  }

  /// The whole rule in iCalendar's form (RFC 5545, 3.3.10).
  package var iCalendarText: String { rule.description }

  /// The rule in iCalendar's form, behind `RRULE`.
  open override var description: String { ObjectDescription(self).with("RRULE " + iCalendarText) }

  // MARK: Equality and copies

  override var identity: AnyHashable? { rule }

  /// A copy that belongs to no item.
  open func copy(with zone: NSZone? = nil) -> Any { copied }

  /// A copy that belongs to no item.
  final var copied: EKRecurrenceRule {
    let copy = EKRecurrenceRule(rule, zone: self.zone, fault: listFault)
    copy.endFault = endFault
    return copy
  }
}
