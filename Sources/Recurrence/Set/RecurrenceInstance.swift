/// One start of a recurrence set, regardless of how an item changes it (RFC 5545, 3.8.5 calls it a
/// recurrence instance).
public struct RecurrenceInstance: Hashable, Sendable {
  /// The origin of an instance.
  public enum Source: Hashable, Sendable {
    /// DTSTART.
    case start
    /// A rule.
    case rule
    /// Only the RDATE at this index of the set's `dates`.
    case extraDate(Int)
  }

  /// The start on the wall axis of the series' zone.
  public let start: CivilDateTime
  /// The origin of the instance.
  public let source: Source
  /// The end from an RDATE with a PERIOD; nil for the component's own duration.
  public let end: PeriodEnd?
}

/// The extent of a recurrence set.
public enum LastOccurrence: Hashable, Sendable {
  /// There is no occurrence.
  case none
  /// The last occurrence starts here.
  case at(CivilDateTime)
  /// The set goes on to the end of the calendar, year 9999.
  case endless
}
