extension RecurrenceRuleError: CustomStringConvertible {
  /// A stable name for the kind of error.
  public var code: String {
    switch self {
    case .missingFrequency: "rule-without-frequency"
    case .unknownFrequency: "unknown-frequency"
    case .invalidNumber: "rule-number"
    case .notPositive: "rule-not-positive"
    case .invalidUntil: "rule-until"
    case .invalidWeekday: "rule-weekday"
    case .noUsableValue: "rule-value"
    case .unsupportedCalendarScale: "rule-calendar-scale"
    case .unsupportedSkip: "rule-skip"
    }
  }

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .missingFrequency: "the rule has no FREQ"
    case .unknownFrequency(let text): "FREQ=\(text) is no frequency"
    case .invalidNumber(let part, let text): "\(part) has “\(text)”, which is no number"
    case .notPositive(let part): "\(part) must be at least 1"
    case .invalidUntil(let text): "UNTIL=\(text) is neither a date nor a date-time"
    case .invalidWeekday(let text): "“\(text)” is no weekday"
    case .noUsableValue(let part): "\(part.name) has no value in its range"
    case .unsupportedCalendarScale(let name): "rules in the \(name) calendar are not supported"
    case .unsupportedSkip(let text): "SKIP=\(text) is not supported"
    }
  }
}

extension RecurrenceWarning: CustomStringConvertible {
  /// A stable name for the kind of warning.
  public var code: String {
    switch self {
    case .unknownPart: "rule-unknown-part"
    case .malformedPart: "rule-malformed-part"
    case .duplicatePart: "rule-duplicate-part"
    case .valueOutOfRange: "rule-value-range"
    case .unusualUntil: "rule-until-form"
    case .partNotAllowed: "rule-part-not-allowed"
    case .ordinalIgnored: "rule-ordinal"
    case .countWithUntil: "rule-count-and-until"
    case .positionsAlone: "rule-positions-alone"
    case .leapSecondIgnored: "rule-leap-second"
    case .dateUntilOnTimedStart: "rule-until-date"
    case .timedUntilOnDateStart: "rule-until-time"
    case .floatingUntilOnZonedStart: "rule-until-local"
    case .utcUntilOnFloatingStart: "rule-until-utc"
    case .subDailyOnDateStart: "rule-frequency-on-date"
    case .timePartOnDateStart: "rule-time-on-date"
    case .neverMatches: "rule-never-matches"
    case .startOutsideRule: "start-outside-rule"
    }
  }

  /// The irregularity, and how it is read, as a sentence.
  public var description: String {
    switch self {
    case .unknownPart(let name): "the rule part \(name) is unknown and has no effect"
    case .malformedPart(let text): "“\(text)” is no rule part and has no effect"
    case .duplicatePart(let name): "\(name) is there more than once; the last one counts"
    case .valueOutOfRange(let part, let value):
      "\(part.name) has \(value), which is out of range and matches nothing"
    case .unusualUntil(let text): "UNTIL=\(text) is not written as RFC 5545 asks"
    case .partNotAllowed(let part, let frequency):
      "\(part.name) is not allowed with FREQ=\(frequency.text); it is read as a limit"
    case .ordinalIgnored(let day, let frequency):
      "the number in BYDAY=\(day) has no meaning here (FREQ=\(frequency.text)); every such day is taken"
    case .countWithUntil: "COUNT and UNTIL exclude each other; whichever ends first counts"
    case .positionsAlone: "BYSETPOS needs another BY part"
    case .leapSecondIgnored: "BYSECOND=60 names leap seconds, which no clock here shows"
    case .dateUntilOnTimedStart: "UNTIL is a date, but the series has times; the whole day is included"
    case .timedUntilOnDateStart: "UNTIL has a time, but the series is of dates; its date counts"
    case .floatingUntilOnZonedStart: "UNTIL should be in UTC; it is read on the series' own clock"
    case .utcUntilOnFloatingStart: "UNTIL is in UTC, but the series has no zone; it is read as local time"
    case .subDailyOnDateStart(let frequency):
      "FREQ=\(frequency.text) makes no sense on a series of dates; it is read as DAILY"
    case .timePartOnDateStart(let part): "\(part.name) has no effect on a series of dates"
    case .neverMatches(let rule): "no date ever matches the rule \(rule)"
    case .startOutsideRule: "the start does not match its own rule; it is shown and not counted"
    }
  }
}
