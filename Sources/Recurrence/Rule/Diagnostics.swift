/// The reason why the text of a rule cannot be used at all.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// FREQ is missing.
  case missingFrequency
  /// FREQ has an unknown value.
  case unknownFrequency(String)
  /// A part has a value that is not a number; the part and the text.
  case invalidNumber(String, String)
  /// INTERVAL or COUNT is zero or less.
  case notPositive(String)
  /// UNTIL is neither a date nor a date-time.
  case invalidUntil(String)
  /// BYDAY or WKST has a value that is not a weekday.
  case invalidWeekday(String)
  /// A list has no value that RFC 5545 allows.
  case noUsableValue(RulePart)
  /// RSCALE (RFC 7529) names a calendar other than the Gregorian.
  case unsupportedCalendarScale(String)
  /// SKIP (RFC 7529) requests another treatment of dates that do not exist than their omission.
  case unsupportedSkip(String)
}

/// An irregularity of a rule or a recurrence set that does not prevent its use.
public enum RecurrenceWarning: Hashable, Sendable {
  /// A part unknown to RFC 5545; it is kept and has no effect.
  case unknownPart(String)
  /// A part without an equals sign; it has no effect.
  case malformedPart(String)
  /// A part occurs more than once; the last one counts.
  case duplicatePart(String)
  /// A value outside the part's range; it is dropped.
  case valueOutOfRange(RulePart, Int)
  /// UNTIL has a form other than RFC 5545's.
  case unusualUntil(String)
  /// A part that the frequency forbids; it is read as a limit.
  case partNotAllowed(RulePart, Frequency)
  /// An ordinal before a weekday in a rule that allows no ordinal; it is dropped.
  case ordinalIgnored(WeekdayNumber, Frequency)
  /// COUNT and UNTIL together; the earlier end counts.
  case countWithUntil
  /// BYSETPOS without another BY part.
  case positionsAlone
  /// BYSECOND=60; no zone data in use has leap seconds, so it is dropped.
  case leapSecondIgnored
  /// UNTIL is a date on a timed series; the whole day is included.
  case dateUntilOnTimedStart
  /// UNTIL has a time on a series of dates; its date counts.
  case timedUntilOnDateStart
  /// UNTIL is local on a series with a zone; it is read on the series' clock.
  case floatingUntilOnZonedStart
  /// UNTIL is in UTC on a series without a zone; its fields are read as local.
  case utcUntilOnFloatingStart
  /// The frequency is shorter than a day on a series of dates; it is read as DAILY.
  case subDailyOnDateStart(Frequency)
  /// Parts of the time of day on a series of dates; they have no effect.
  case timePartOnDateStart(RulePart)
  /// No date ever matches the rule.
  case neverMatches(String)
  /// The start is not among the rule's own occurrences; it is added and not counted.
  case startOutsideRule
}
