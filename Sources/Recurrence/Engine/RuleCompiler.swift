/// Compiles a rule and the start of its series into a program.
///
/// The start supplies everything that the rule leaves open (RFC 5545 3.3.10, "information, not contained in
/// the rule").
enum RuleCompiler {
  /// The program of a rule, or nil when its parts obviously exclude each other.
  ///
  /// The program ignores COUNT; see `CountBound`.
  static func program(_ rule: RecurrenceRule, start: RecurrenceStart, zone: Zone?) -> RuleProgram? {
    var fields = RuleFields()
    fields.start = start.wall.wallSeconds
    fields.weekStart = rule.weekStart.rawValue - 1
    let frequency = start.isDate ? max(rule.frequency, .daily) : rule.frequency
    setDays(&fields, rule, frequency, start.wall.date)
    setTimes(&fields, rule, frequency, start)
    setShape(&fields, rule, frequency)
    setUntil(&fields, rule, start, zone)
    if fields.times.isEmpty || fields.offsets.isEmpty || fields.until < fields.start { return nil }
    return RuleProgram(fields)
  }

  private static func setDays(
    _ fields: inout RuleFields, _ rule: RecurrenceRule, _ frequency: Frequency, _ start: CivilDate
  ) {
    for month in rule.byMonth { fields.months |= 1 << UInt16(month - 1) }
    fields.monthDays = MonthDays(rule.byMonthDay)
    fields.yearDays = YearDays(rule.byYearDay)
    fields.weekNumbers = WeekNumbers(rule.byWeekNumber)
    // Ordinals have a meaning in a month, and in a year without BYWEEKNO; elsewhere they are dropped.
    let keepsOrdinals =
      frequency == .monthly || frequency == .yearly && rule.byWeekNumber.isEmpty
    fields.weekdays = Weekdays(rule.byDay, keepsOrdinals: keepsOrdinals)
    fields.ordinalsInYear = frequency == .yearly && rule.byMonth.isEmpty
    let parts = start.parts
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: break
    case .weekly:
      if rule.byDay.isEmpty {
        fields.weekdays = Weekdays([WeekdayNumber(start.weekday)], keepsOrdinals: false)
      }
    case .monthly:
      if rule.byDay.isEmpty, rule.byMonthDay.isEmpty { fields.monthDays = MonthDays([parts.day]) }
    case .yearly:
      if !rule.byYearDay.isEmpty { break }
      if !rule.byWeekNumber.isEmpty {
        if rule.byDay.isEmpty, rule.byMonthDay.isEmpty {
          fields.weekdays = Weekdays([WeekdayNumber(start.weekday)], keepsOrdinals: false)
        }
      } else if rule.byDay.isEmpty {
        if rule.byMonthDay.isEmpty { fields.monthDays = MonthDays([parts.day]) }
        if rule.byMonth.isEmpty { fields.months = 1 << UInt16(parts.month - 1) }
      }
    }
  }

  private static func setTimes(
    _ fields: inout RuleFields, _ rule: RecurrenceRule, _ frequency: Frequency, _ start: RecurrenceStart
  ) {
    if start.isDate {
      if frequency == .daily, !rule.bySetPosition.isEmpty {
        fields.times = fields.times.chosen(at: rule.bySetPosition)
      }
      return
    }
    let time = start.wall.time
    func bits(_ values: [Int], below limit: Int) -> UInt64 {
      // No clock here shows a leap second (60).
      values.reduce(0) { $1 < limit ? $0 | 1 << UInt64($1) : $0 }
    }
    let hours = UInt32(bits(rule.byHour, below: 24))
    let minutes = bits(rule.byMinute, below: 60)
    let seconds = bits(rule.bySecond, below: 60)
    let startTimes = TimesOfDay(second: time.secondOfDay)
    var times = TimesOfDay(
      hours: rule.byHour.isEmpty ? startTimes.hours : hours,
      minutes: rule.byMinute.isEmpty ? startTimes.minutes : minutes,
      seconds: rule.bySecond.isEmpty ? startTimes.seconds : seconds)
    if !frequency.isSubDaily {
      fields.times =
        frequency == .daily && !rule.bySetPosition.isEmpty
        ? times.chosen(at: rule.bySetPosition) : times
      return
    }
    fields.unit = frequency.unitSeconds
    var offsets = times
    offsets.hours = 1
    if frequency < .hourly { offsets.minutes = 1 }
    if frequency < .minutely { offsets.seconds = 1 }
    if !rule.bySetPosition.isEmpty { offsets = offsets.chosen(at: rule.bySetPosition) }
    fields.offsets = offsets
    if rule.byHour.isEmpty { times.hours = TimesOfDay.allHours }
    if frequency == .hourly {
      times.minutes = 1
    } else if rule.byMinute.isEmpty {
      times.minutes = TimesOfDay.allSixty
    }
    if frequency != .secondly {
      times.seconds = 1
    } else if rule.bySecond.isEmpty {
      times.seconds = TimesOfDay.allSixty
    }
    fields.times = times
  }

  private static func setShape(_ fields: inout RuleFields, _ rule: RecurrenceRule, _ frequency: Frequency) {
    let hasDayLimits =
      fields.months != 0 || fields.monthDays != MonthDays() || !fields.yearDays.isEmpty
      || !fields.weekNumbers.isEmpty || !fields.weekdays.isEmpty
    // An interval that leaves the years 1 to 9999 at the first step is equivalent to any longer one.
    let longest: Int
    switch frequency {
    case .secondly, .minutely, .hourly:
      fields.shape = .subDaily
      longest = 3_660_000 * 86_400 / fields.unit
    case .daily:
      fields.shape = !hasDayLimits ? .everyDays : rule.interval <= 31 ? .daysInMonths : .sparseDays
      longest = 3_660_000
    case .weekly:
      fields.shape = .weeks
      longest = 523_000
    case .monthly:
      fields.shape = .months
      longest = 120_100
    case .yearly:
      fields.shape = rule.byWeekNumber.isEmpty ? .yearMonths : .weekYears
      longest = 10_010
    }
    fields.interval = min(rule.interval, longest)
    if frequency >= .weekly { fields.positions = rule.bySetPosition }
    // A rule for a day that its month lacks needs no check here: its masks are empty.
  }

  private static func setUntil(
    _ fields: inout RuleFields, _ rule: RecurrenceRule, _ start: RecurrenceStart, _ zone: Zone?
  ) {
    guard let until = rule.until else { return }
    switch (until, start) {
    case (.date(let date), _): fields.until = date.dayNumber * 86_400 + 86_399
    case (.floating(let value), .date): fields.until = value.date.dayNumber * 86_400
    case (.utc(let instant), .date): fields.until = instant.utc.date.dayNumber * 86_400
    case (.floating(let value), .dateTime): fields.until = value.wallSeconds
    case (.utc(let instant), .dateTime):
      guard let zone else {
        fields.until = instant.utc.wallSeconds
        return
      }
      let edge = ClockChanges(zone).lastWall(upTo: instant)
      fields.until = edge.last
      fields.holeStart = edge.hole.lowerBound
      fields.holeEnd = edge.hole.upperBound
    }
  }
}
