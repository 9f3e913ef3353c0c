extension RecurrenceRule {
  /// All warnings about the rule on its own: irregularities of its text, and parts that RFC 5545 forbids.
  public var warnings: [RecurrenceWarning] {
    var result = parserWarnings
    for part in RulePart.allCases where has(part) && part.role(in: frequency) == .notAllowed {
      result.append(.partNotAllowed(part, frequency))
    }
    if frequency < .monthly || frequency == .yearly && !byWeekNumber.isEmpty {
      for day in byDay where day.ordinal != nil { result.append(.ordinalIgnored(day, frequency)) }
    }
    if count != nil, until != nil { result.append(.countWithUntil) }
    if has(.bySetPosition), !RulePart.allCases.contains(where: { $0 != .bySetPosition && has($0) }) {
      result.append(.positionsAlone)
    }
    if bySecond.contains(60) { result.append(.leapSecondIgnored) }
    return result
  }
}

extension RecurrenceSet {
  /// All warnings about the set: about each rule on its own, and about how the rules fit the start.
  ///
  /// The warnings include rules that never match, which can take a millisecond to find; use them for import,
  /// not for queries.
  public var warnings: [RecurrenceWarning] {
    var result: [RecurrenceWarning] = []
    for rule in rules + exceptionRules {
      result += rule.warnings + warnings(rule)
      let alone = RecurrenceSet(start: start, rules: [rule], zone: zone, includesStart: false)
      if alone.compiled().rules.isEmpty { result.append(.neverMatches(rule.description)) }
    }
    if includesStart, !rules.isEmpty {
      let union = RecurrenceSet(start: start, rules: rules, zone: zone)
      if union.compiled().addsStart { result.append(.startOutsideRule) }
    }
    return result
  }

  private func warnings(_ rule: RecurrenceRule) -> [RecurrenceWarning] {
    var result: [RecurrenceWarning] = []
    switch (rule.until, start) {
    case (nil, _), (.date, .date): break
    case (.date, .dateTime): result.append(.dateUntilOnTimedStart)
    case (.floating, .date), (.utc, .date): result.append(.timedUntilOnDateStart)
    case (.floating, .dateTime): if zone != nil { result.append(.floatingUntilOnZonedStart) }
    case (.utc, .dateTime): if zone == nil { result.append(.utcUntilOnFloatingStart) }
    }
    if start.isDate {
      if rule.frequency.isSubDaily { result.append(.subDailyOnDateStart(rule.frequency)) }
      for part in [RulePart.byHour, .byMinute, .bySecond] where rule.has(part) {
        result.append(.timePartOnDateStart(part))
      }
    }
    return result
  }
}
