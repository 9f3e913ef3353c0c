/// Why the text of a rule cannot be used at all.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// There is no FREQ.
  case missingFrequency
  /// FREQ has an unknown value.
  case unknownFrequency(String)
  /// A part has something that is no number; the part and the text.
  case invalidNumber(String, String)
  /// INTERVAL or COUNT is zero or less.
  case notPositive(String)
  /// UNTIL is neither a date nor a date-time.
  case invalidUntil(String)
  /// BYDAY or WKST has something that is no weekday.
  case invalidWeekday(String)
  /// A list has no value that RFC 5545 allows.
  case noUsableValue(RulePart)
  /// RSCALE (RFC 7529) names another calendar than the Gregorian.
  case unsupportedCalendarScale(String)
  /// SKIP (RFC 7529) asks to move dates that do not exist.
  case unsupportedSkip(String)
}

/// Something odd about a rule or a recurrence set that does not keep it from being used.
public enum RecurrenceWarning: Hashable, Sendable {
  /// A part that RFC 5545 does not know; it is kept and has no effect.
  case unknownPart(String)
  /// A part without an equals sign; it has no effect.
  case malformedPart(String)
  /// A part is there more than once; the last one counts.
  case duplicatePart(String)
  /// A value outside the part's range; it is dropped.
  case valueOutOfRange(RulePart, Int)
  /// UNTIL is written in another form than RFC 5545 asks for.
  case unusualUntil(String)
  /// A part that the frequency forbids; it is read as a limit.
  case partNotAllowed(RulePart, Frequency)
  /// An ordinal before a weekday where none is allowed; it is dropped.
  case ordinalIgnored(WeekdayNumber, Frequency)
  /// COUNT and UNTIL together; whichever ends first counts.
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
