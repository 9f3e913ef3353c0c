import JSON
import Model

/// Writes RRULEs as RecurrenceRule objects (RFC 8984, 4.3.3).
enum RuleObject {
  /// The rule on the clock of `zone`; members with their default value are omitted.
  ///
  /// `rscale` and `skip` always have their default, because rules with other values are not read.
  static func object(_ rule: RecurrenceRule, zone: Zone?, isAllDay: Bool) -> JSONObject {
    var result = JSONObject(["@type": .string("RecurrenceRule")])
    result["frequency"] = .string(rule.frequency.text.lowercased())
    if rule.interval != 1 { result["interval"] = .integer(rule.interval) }
    if rule.weekStart != .monday { result["firstDayOfWeek"] = .string(name(rule.weekStart)) }
    if !rule.byDay.isEmpty {
      result["byDay"] = .array(
        rule.byDay.map { day in
          var object = JSONObject(["@type": .string("NDay"), "day": .string(name(day.weekday))])
          object["nthOfPeriod"] = day.ordinal.map { .integer($0) }
          return .object(object)
        })
    }
    // Months are text, because other calendars have leap months such as 5L.
    add("byMonthDay", rule.byMonthDay, &result)
    if !rule.byMonth.isEmpty { result["byMonth"] = .array(rule.byMonth.map { .string(String($0)) }) }
    add("byYearDay", rule.byYearDay, &result)
    add("byWeekNo", rule.byWeekNumber, &result)
    add("byHour", rule.byHour, &result)
    add("byMinute", rule.byMinute, &result)
    add("bySecond", rule.bySecond, &result)
    add("bySetPosition", rule.bySetPosition, &result)
    if let count = rule.count {
      result["count"] = .integer(count)
    } else {
      result["until"] = rule.until.map { .string(LocalTime.text(wall($0, zone: zone, isAllDay: isAllDay))) }
    }
    return result
  }

  private static func add(_ key: String, _ values: [Int], _ object: inout JSONObject) {
    if !values.isEmpty { object[key] = .array(values.map { .integer($0) }) }
  }

  private static func name(_ day: Weekday) -> String { String(day.name.lowercased().prefix(2)) }

  /// The last moment on the series' own clock, inclusive as in RFC 5545.
  private static func wall(_ until: RecurrenceUntil, zone: Zone?, isAllDay: Bool) -> CivilDateTime {
    switch until {
    case .date(let date):
      // The whole last day belongs to a series with times.
      CivilDateTime(date, isAllDay ? .midnight : TimeOfDay(hour: 23, minute: 59, second: 59) ?? .midnight)
    case .floating(let wall): wall
    case .utc(let instant): zone?.civil(at: instant) ?? instant.utc
    }
  }
}
