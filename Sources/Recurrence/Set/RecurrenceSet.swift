/// Where a series begins, in the wall fields of its zone (DTSTART).
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

/// How an occurrence that RDATE gives as a PERIOD ends instead of as its event does.
public enum PeriodEnd: Hashable, Sendable {
  /// At a wall time of the series' zone.
  case end(CivilDateTime)
  /// After a length of time.
  case length(CalendarDuration)
}

/// One value of RDATE.
public struct ExtraDate: Hashable, Sendable {
  /// Where the occurrence starts, in the wall fields of the series' zone.
  ///
  /// A date on a timed series takes the time of day of the series' start; a time
  /// on a series of dates is cut off.
  public let start: RecurrenceStart
  /// The end that a PERIOD brings with it; nil for plain dates and times.
  public let end: PeriodEnd?

  /// An extra occurrence.
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

/// What makes up the occurrences of one component: DTSTART, RRULE, EXRULE, RDATE and EXDATE (RFC 5545 3.8.5).
public struct RecurrenceSet: Hashable, Sendable {
  /// DTSTART in the wall fields of its zone.
  public var start: RecurrenceStart
  /// The RRULEs; their occurrences are united, each with its own COUNT.
  public var rules: [RecurrenceRule]
  /// The EXRULEs (RFC 2445); their occurrences are taken away.
  public var exceptionRules: [RecurrenceRule]
  /// The RDATEs.
  public var dates: [ExtraDate]
  /// The EXDATEs, which win over everything else.
  public var exceptions: [ExceptionValue]
  /// The zone of the start; nil for floating series and series of dates.
  public var zone: Zone?
  /// Whether the start is an occurrence even when no rule produces it: so for
  /// components, not for a rule alone.
  public var includesStart: Bool

  /// A recurrence set of these parts.
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

  /// The set made ready to run; keep it when more than one window is asked for.
  ///
  /// A COUNT is turned into the start of its last occurrence here, so that windows never walk from the start.
  public func compiled() -> CompiledRecurrence { CompiledRecurrence(self) }

  /// The occurrences that start in `[from, to)` on the wall axis, in order; nil leaves that side open.
  public func occurrences(from: CivilDateTime? = nil, to: CivilDateTime? = nil) -> OccurrenceSequence {
    compiled().occurrences(from: from, to: to)
  }

  /// The last occurrence, or that there is none, or no last one.
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
