/// One start of a recurrence set, whatever an item makes of it (RFC 5545, 3.8.5
/// calls it a recurrence instance).
public struct RecurrenceInstance: Hashable, Sendable {
  /// What an instance comes from.
  public enum Source: Hashable, Sendable {
    /// DTSTART.
    case start
    /// A rule.
    case rule
    /// The RDATE at this index of the set's `dates`, and nothing else.
    case extraDate(Int)
  }

  /// The start on the wall axis of the series' zone.
  public let start: CivilDateTime
  /// What it comes from.
  public let source: Source
  /// The end that an RDATE with a PERIOD gives it; nil for the end that the component gives.
  public let end: PeriodEnd?
}

/// How far a recurrence set reaches.
public enum LastOccurrence: Hashable, Sendable {
  /// There is no occurrence.
  case none
  /// The last occurrence starts here.
  case at(CivilDateTime)
  /// It goes on to the end of the calendar, year 9999.
  case endless
}
