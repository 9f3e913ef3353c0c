/// The moments that a wall-clock time denotes in a zone: one, none (a gap) or two (a fold).
public enum LocalResolution: Hashable, Sendable {
  /// The clock shows this time once.
  case unique(Instant)
  /// The clock jumps over this time; the offsets in force before and after the jump.
  case gap(before: UTCOffset, after: UTCOffset)
  /// The clock shows this time twice, as when summer time ends.
  case fold(first: Instant, second: Instant)
}

/// How to choose a moment where a wall-clock time is skipped or doubled.
public enum Disambiguation: Hashable, Sendable {
  /// Takes the offset before a gap (02:30 becomes 03:30) and the first moment of a fold: RFC 5545 with
  /// erratum 4271.
  case compatible
  /// Takes the offset after a gap and the first moment of a fold.
  case earlier
  /// Takes the offset before a gap and the second moment of a fold.
  case later
  /// Takes the first moment after a gap and the first moment of a fold: the start of a day or a month.
  case start
}

/// An interval of time in which a zone keeps one offset.
public struct ZoneSegment: Hashable, Sendable {
  /// The first moment of the interval; `Int.min` seconds when it has no beginning.
  public let start: Instant
  /// The first moment after the interval; `Int.max` seconds when it has no end.
  public let end: Instant
  /// Local time minus UTC.
  public let offset: UTCOffset
  /// Whether the zone calls this daylight-saving time.
  public let isDaylight: Bool
  /// The zone's abbreviation for this time, such as `CET`.
  public let abbreviation: String

  /// Creates an interval from its parts.
  public init(
    start: Instant, end: Instant, offset: UTCOffset, isDaylight: Bool, abbreviation: String
  ) {
    self.start = start
    self.end = end
    self.offset = offset
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }
}

extension Zone {
  /// Whether the clock went back between two moments, so that it shows the wall time at `end` for the second
  /// time.
  ///
  /// An end may then look as if it came before its start, or an hour too early; only its offset tells the
  /// two apart.
  public func showsAgain(_ end: Instant, since start: Instant) -> Bool {
    end > start && offset(at: end) != offset(at: start) && instant(of: civil(at: end)) != end
  }
}
