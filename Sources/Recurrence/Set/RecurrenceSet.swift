/// The start of a series, in the wall fields of its zone (DTSTART).
public enum RecurrenceStart: Hashable, Sendable {
  /// A day: the series is of dates.
  case date(CivilDate)
  /// A wall time: the series has times.
  case dateTime(CivilDateTime)

  /// The start on the wall axis; midnight for a date.
  public var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date, .midnight)
    case .dateTime(let value): value
    }
  }

  /// Whether the series is of dates.
  public var isDate: Bool {
    switch self {
    case .date: true
    case .dateTime: false
    }
  }
}

/// The end of an occurrence that RDATE gives as a PERIOD, in place of the event's own end.
public enum PeriodEnd: Hashable, Sendable {
  /// At a wall time of the series' zone.
  case end(CivilDateTime)
  /// After a duration.
  case length(CalendarDuration)
}

/// One value of RDATE.
public struct ExtraDate: Hashable, Sendable {
  /// The start of the occurrence, in the wall fields of the series' zone.
  ///
  /// A date on a timed series takes the time of day of the series' start; a time on a series of dates loses
  /// its time of day.
  public let start: RecurrenceStart
  /// The end from a PERIOD; nil for plain dates and times.
  public let end: PeriodEnd?

  /// Creates an extra occurrence.
  public init(_ start: RecurrenceStart, end: PeriodEnd? = nil) {
    self.start = start
    self.end = end
  }
}

/// One value of EXDATE.
public enum ExceptionValue: Hashable, Sendable {
  /// Every occurrence of a day.
  case wholeDay(CivilDate)
  /// The occurrence at a wall time of the series' zone, or at the same moment.
  case dateTime(CivilDateTime)
  /// The occurrence at a moment; on a series without zone its UTC fields are read as local.
  case instant(Instant)
}

/// The recurrence of one component: DTSTART, RRULE, EXRULE, RDATE and EXDATE (RFC 5545 3.8.5).
public struct RecurrenceSet: Hashable, Sendable {
  /// DTSTART in the wall fields of its zone.
  public var start: RecurrenceStart
  /// The RRULEs; the set has the union of their occurrences, each rule with its own COUNT.
  public var rules: [RecurrenceRule]
  /// The EXRULEs (RFC 2445); their occurrences are removed.
  public var exceptionRules: [RecurrenceRule]
  /// The RDATEs.
  public var dates: [ExtraDate]
  /// The EXDATEs, which take precedence over everything else.
  public var exceptions: [ExceptionValue]
  /// The zone of the start; nil for floating series and series of dates.
  public var zone: Zone?
  /// Whether the start is an occurrence even when no rule produces it: true for components, false for a rule
  /// alone.
  public var includesStart: Bool

  /// Creates a recurrence set.
  public init(
    start: RecurrenceStart, rules: [RecurrenceRule] = [], exceptionRules: [RecurrenceRule] = [],
    dates: [ExtraDate] = [], exceptions: [ExceptionValue] = [], zone: Zone? = nil,
    includesStart: Bool = true
  ) {
    self.start = start
    self.rules = rules
    self.exceptionRules = exceptionRules
    self.dates = dates
    self.exceptions = exceptions
    self.zone = zone
    self.includesStart = includesStart
  }

  /// The set ready to run; keep it to read more than one window.
  ///
  /// A COUNT is converted to the start of its last occurrence here, so that windows never walk from the
  /// start.
  public func compiled() -> CompiledRecurrence { CompiledRecurrence(self) }

  /// The occurrences that start in `[from, to)` on the wall axis, in order; nil leaves that side open.
  public func occurrences(from: CivilDateTime? = nil, to: CivilDateTime? = nil) -> OccurrenceSequence {
    compiled().occurrences(from: from, to: to)
  }

  /// The last occurrence; `.none` without any occurrence, `.endless` without a last one.
  public func lastOccurrence() -> LastOccurrence { compiled().lastOccurrence() }
}

extension RecurrenceRule {
  /// The occurrences of the rule alone that start in `[from, to)`: the start only if the rule produces it.
  public func occurrences(
    start: RecurrenceStart, zone: Zone? = nil, from: CivilDateTime? = nil, to: CivilDateTime? = nil
  ) -> OccurrenceSequence {
    RecurrenceSet(start: start, rules: [self], zone: zone, includesStart: false)
      .occurrences(from: from, to: to)
  }
}
