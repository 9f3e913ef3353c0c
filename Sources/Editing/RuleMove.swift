/// Moves a rule along when its series moves to other days.
enum RuleMove {
  /// Returns the rule of a series whose start moves from `old` to `new`; nil when the rule cannot express its
  /// days for the new start.
  ///
  /// Weekdays of weekly rules move by the same number of days; a single day of a month or nth weekday becomes
  /// that of the new start.
  static func moved(_ rule: RecurrenceRule, from old: EventTime, to new: EventTime) -> RecurrenceRule? {
    let days = new.wall.date.dayNumber - old.wall.date.dayNumber
    var result: RecurrenceRule? = rule
    if days != 0 { result = movedByDays(rule, from: old.wall.date, to: new.wall.date) }
    let isOtherTime = old.wall.time != new.wall.time || old.isAllDay != new.isAllDay
    // Times of day that the rule lists would not move along.
    if isOtherTime, rule.has(.byHour) || rule.has(.byMinute) || rule.has(.bySecond) { return nil }
    if isOtherTime || days != 0, rule.frequency.isSubDaily, !rule.isPlain { return nil }
    guard var moved = result else { return nil }
    moved.until = moved.until.flatMap { until($0, from: old, to: new) }
    return moved
  }

  private static func movedByDays(
    _ rule: RecurrenceRule, from old: CivilDate, to date: CivilDate
  ) -> RecurrenceRule? {
    if rule.isPlain { return rule }
    let days = date.dayNumber - old.dayNumber
    if rule.has(.byYearDay) || rule.has(.byWeekNumber) { return nil }
    switch rule.frequency {
    case .secondly, .minutely, .hourly: return nil
    case .daily, .weekly:
      guard !rule.has(.byMonth), !rule.has(.byMonthDay), !rule.has(.bySetPosition),
        rule.byDay.allSatisfy({ $0.ordinal == nil })
      else { return nil }
      // The start of the week moves too, so that days on either side of it stay in one week.
      return rule.replacing(
        byDay: rule.byDay.map { WeekdayNumber($0.weekday.adding(days: days)) },
        weekStart: rule.interval > 1 ? rule.weekStart.adding(days: days) : rule.weekStart)
    case .monthly:
      if rule.has(.byMonth) || rule.has(.bySetPosition) { return nil }
      return nth(rule, from: old, to: date, byMonth: [])
    case .yearly:
      if rule.byMonth.count > 1 || rule.has(.bySetPosition) { return nil }
      // Without a month the nth weekday counts in the year, and the new start does not determine it.
      if rule.has(.byDay), !rule.has(.byMonth) { return nil }
      return nth(rule, from: old, to: date, byMonth: rule.has(.byMonth) ? [date.month] : [])
    }
  }

  /// Returns the rule with its one day of the month or nth weekday moved to a date.
  ///
  /// The day still counts from the same end of the month, unless that would leave out months that the rule
  /// had: when a new month begins, the day after the last Monday is the first Tuesday, not a fifth-last one.
  private static func nth(
    _ rule: RecurrenceRule, from old: CivilDate, to date: CivilDate, byMonth: [Int]
  ) -> RecurrenceRule? {
    let length = CivilDate.daysInMonth(date.month, year: date.year)
    if rule.has(.byDay), rule.has(.byMonthDay) { return nil }
    if rule.has(.byMonthDay) {
      guard rule.byMonthDay.count == 1, let day = rule.byMonthDay.first else { return nil }
      let (first, last) = (date.day, date.day - length - 1)
      let isOtherMonth = date.month != old.month || date.year != old.year
      let new = day > 0 ? first : last
      let leavesOut = isOtherMonth && abs(new) > 28 && abs(day) <= 28
      return rule.replacing(byMonth: byMonth, byMonthDay: [leavesOut ? (day > 0 ? last : first) : new])
    }
    if rule.has(.byDay) {
      guard rule.byDay.count == 1, let ordinal = rule.byDay.first?.ordinal else { return nil }
      let (first, last) = ((date.day - 1) / 7 + 1, -((length - date.day) / 7 + 1))
      let new = ordinal > 0 ? first : last
      // Not every month has five of a weekday.
      let leavesOut = abs(new) == 5 && abs(ordinal) < 5
      let number = leavesOut ? (ordinal > 0 ? last : first) : new
      return rule.replacing(byMonth: byMonth, byDay: [WeekdayNumber(date.weekday, ordinal: number)])
    }
    return rule.replacing(byMonth: byMonth)
  }

  /// Moves the end along with the series, so that the last occurrence stays in it.
  private static func until(_ until: RecurrenceUntil, from old: EventTime, to new: EventTime)
    -> RecurrenceUntil?
  {
    let days = new.wall.date.dayNumber - old.wall.date.dayNumber
    let seconds = new.wall.wallSeconds - old.wall.wallSeconds
    func wall(_ value: CivilDateTime) -> CivilDateTime {
      CivilDateTime(clamping: value.wallSeconds + seconds)
    }
    switch until {
    case .date(let date): return .date(date.adding(days: days) ?? date)
    case .floating(let value):
      return new.isAllDay ? .date(wall(value).date) : .floating(wall(value))
    case .utc(let instant):
      let moved = wall(old.zone?.civil(at: instant) ?? instant.utc)
      switch new {
      case .date: return .date(moved.date)
      case .floating: return .floating(moved)
      case .zoned(_, let zone): return .utc(zone.instant(of: moved))
      }
    }
  }
}

extension RecurrenceRule {
  /// Whether the rule has no BY part, so that its days follow from the start alone.
  var isPlain: Bool { !RulePart.allCases.contains { has($0) } }

  /// Returns the rule with other days.
  func replacing(
    byMonth: [Int]? = nil, byMonthDay: [Int]? = nil, byDay: [WeekdayNumber]? = nil, weekStart: Weekday? = nil
  )
    -> RecurrenceRule
  {
    RecurrenceRule(
      frequency: frequency, interval: interval, count: count, until: until,
      weekStart: weekStart ?? self.weekStart,
      byMonth: byMonth ?? self.byMonth, byWeekNumber: byWeekNumber, byYearDay: byYearDay,
      byMonthDay: byMonthDay ?? self.byMonthDay, byDay: byDay ?? self.byDay, byHour: byHour,
      byMinute: byMinute,
      bySecond: bySecond, bySetPosition: bySetPosition, unknownParts: unknownParts)
  }
}
