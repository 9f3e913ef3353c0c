/// One RRULE or EXRULE (RFC 5545 3.3.10), its lists sorted and without duplicates.
///
/// Two rules are equal when their parts are equal; irregularities of their text are not compared.
public struct RecurrenceRule: Hashable, Sendable, CustomStringConvertible {
  /// A part unknown to RFC 5545, kept as it was written.
  public struct UnknownPart: Hashable, Sendable {
    /// The name in upper case.
    public let name: String
    /// The text after the equals sign.
    public let value: String

    /// Creates a part.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// FREQ.
  public let frequency: Frequency
  /// INTERVAL: the distance between two periods of the rule, at least 1.
  public let interval: Int
  /// COUNT: the number of occurrences, at least 1; nil when the rule has none.
  public var count: Int?
  /// UNTIL: the last moment at which an occurrence may start; nil when the rule has none.
  public var until: RecurrenceUntil?
  /// WKST: the first day of the week; Monday by default.
  public let weekStart: Weekday
  /// BYMONTH, 1…12.
  public let byMonth: [Int]
  /// BYWEEKNO, 1…53 and −53…−1.
  public let byWeekNumber: [Int]
  /// BYYEARDAY, 1…366 and −366…−1.
  public let byYearDay: [Int]
  /// BYMONTHDAY, 1…31 and −31…−1.
  public let byMonthDay: [Int]
  /// BYDAY.
  public let byDay: [WeekdayNumber]
  /// BYHOUR, 0…23.
  public let byHour: [Int]
  /// BYMINUTE, 0…59.
  public let byMinute: [Int]
  /// BYSECOND, 0…60.
  public let bySecond: [Int]
  /// BYSETPOS, 1…366 and −366…−1.
  public let bySetPosition: [Int]
  /// Parts unknown to RFC 5545, in the order of the text.
  public let unknownParts: [UnknownPart]
  /// The irregularities that the parser accepted.
  let parserWarnings: [RecurrenceWarning]

  /// Creates a rule; sorts its lists and drops duplicates and values out of range.
  public init(
    frequency: Frequency, interval: Int = 1, count: Int? = nil, until: RecurrenceUntil? = nil,
    weekStart: Weekday = .monday, byMonth: [Int] = [], byWeekNumber: [Int] = [],
    byYearDay: [Int] = [], byMonthDay: [Int] = [], byDay: [WeekdayNumber] = [], byHour: [Int] = [],
    byMinute: [Int] = [], bySecond: [Int] = [], bySetPosition: [Int] = [],
    unknownParts: [UnknownPart] = []
  ) {
    var draft = RuleDraft()
    draft.interval = interval
    draft.count = count
    draft.until = until
    draft.weekStart = weekStart
    draft.byDay = byDay
    draft.unknownParts = unknownParts
    draft.lists = [
      .byMonth: byMonth, .byWeekNumber: byWeekNumber, .byYearDay: byYearDay, .byMonthDay: byMonthDay,
      .byHour: byHour, .byMinute: byMinute, .bySecond: bySecond, .bySetPosition: bySetPosition,
    ]
    self.init(frequency, draft)
  }

  init(_ frequency: Frequency, _ draft: RuleDraft) {
    func list(_ part: RulePart) -> [Int] {
      guard let values = draft.lists[part] else { return [] }
      return Set(values.filter(part.allows)).sorted()
    }
    self.frequency = frequency
    interval = max(1, draft.interval)
    count = draft.count.map { max(1, $0) }
    until = draft.until
    weekStart = draft.weekStart
    byMonth = list(.byMonth)
    byWeekNumber = list(.byWeekNumber)
    byYearDay = list(.byYearDay)
    byMonthDay = list(.byMonthDay)
    byDay = Set(draft.byDay.filter { $0.ordinal.map(RulePart.byDay.allows) ?? true }).sorted()
    byHour = list(.byHour)
    byMinute = list(.byMinute)
    bySecond = list(.bySecond)
    bySetPosition = list(.bySetPosition)
    unknownParts = draft.unknownParts
    parserWarnings = draft.warnings
  }

  /// Reads the value of an RRULE or EXRULE property; accepts irregularities of real files and reports them
  /// in `warnings`.
  public init(parsing bytes: some Collection<UInt8>) throws(RecurrenceRuleError) {
    self = try RuleParser.rule(bytes)
  }

  /// Reads the value of an RRULE or EXRULE property from text.
  public init(parsing text: String) throws(RecurrenceRuleError) {
    self = try RuleParser.rule(text.utf8)
  }

  /// Whether the rule has the part with at least one value.
  public func has(_ part: RulePart) -> Bool {
    switch part {
    case .byMonth: !byMonth.isEmpty
    case .byWeekNumber: !byWeekNumber.isEmpty
    case .byYearDay: !byYearDay.isEmpty
    case .byMonthDay: !byMonthDay.isEmpty
    case .byDay: !byDay.isEmpty
    case .byHour: !byHour.isEmpty
    case .byMinute: !byMinute.isEmpty
    case .bySecond: !bySecond.isEmpty
    case .bySetPosition: !bySetPosition.isEmpty
    }
  }

  /// The rule in RFC 5545's form, in the order of the RFC's grammar; reads back as an equal rule.
  public var description: String {
    var result = "FREQ=" + frequency.text
    func add(_ name: String, _ value: String) { result += ";" + name + "=" + value }
    func add(_ part: RulePart, _ values: [Int]) {
      if !values.isEmpty { add(part.name, values.map(String.init).joined(separator: ",")) }
    }
    if let until { add("UNTIL", until.description) }
    if let count { add("COUNT", String(count)) }
    if interval != 1 { add("INTERVAL", String(interval)) }
    add(.bySecond, bySecond)
    add(.byMinute, byMinute)
    add(.byHour, byHour)
    if !byDay.isEmpty { add("BYDAY", byDay.map(\.description).joined(separator: ",")) }
    add(.byMonthDay, byMonthDay)
    add(.byYearDay, byYearDay)
    add(.byWeekNumber, byWeekNumber)
    add(.byMonth, byMonth)
    add(.bySetPosition, bySetPosition)
    if weekStart != .monday { add("WKST", weekStart.recurrenceText) }
    for part in unknownParts { add(part.name, part.value) }
    return result
  }

  /// Whether both rules have the same parts.
  public static func == (a: RecurrenceRule, b: RecurrenceRule) -> Bool {
    a.frequency == b.frequency && a.interval == b.interval && a.count == b.count
      && a.until == b.until && a.weekStart == b.weekStart && a.byMonth == b.byMonth
      && a.byWeekNumber == b.byWeekNumber && a.byYearDay == b.byYearDay
      && a.byMonthDay == b.byMonthDay && a.byDay == b.byDay && a.byHour == b.byHour
      && a.byMinute == b.byMinute && a.bySecond == b.bySecond
      && a.bySetPosition == b.bySetPosition && a.unknownParts == b.unknownParts
  }

  /// Hashes the parts that distinguish most rules.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(frequency)
    hasher.combine(interval)
    hasher.combine(count)
    hasher.combine(until)
    hasher.combine(byDay)
    hasher.combine(byMonthDay)
    hasher.combine(byMonth)
  }
}

/// The parts of a rule while they are being collected.
struct RuleDraft {
  var interval = 1
  var count: Int?
  var until: RecurrenceUntil?
  var weekStart = Weekday.monday
  var byDay: [WeekdayNumber] = []
  var lists: [RulePart: [Int]] = [:]
  var unknownParts: [RecurrenceRule.UnknownPart] = []
  var warnings: [RecurrenceWarning] = []
}
