/// What a wall-clock time means in a zone: one moment, none (a gap) or two (a fold).
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
  /// In a gap the offset before it (02:30 becomes 03:30), in a fold the first: RFC 5545 with erratum 4271.
  case compatible
  /// In a gap the offset after it, in a fold the first.
  case earlier
  /// In a gap the offset before it, in a fold the second.
  case later
  /// In a gap the first moment after it, in a fold the first: the start of a day or a month.
  case start
}

/// A stretch of time in which a zone keeps one offset.
public struct ZoneSegment: Hashable, Sendable {
  /// The first moment of the stretch; the smallest number where it has no beginning.
  public let start: Instant
  /// The first moment after the stretch; the largest number where it has no end.
  public let end: Instant
  /// Local time minus UTC.
  public let offset: UTCOffset
  /// Whether the zone calls this daylight-saving time.
  public let isDaylight: Bool
  /// The zone's name for it, such as `CET`.
  public let abbreviation: String

  /// A stretch with all its parts.
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
  /// Whether the clock was put back between two moments and shows at `end` what it has shown once before.
  ///
  /// An end may then look as if it came before its start, or an hour too early;
  /// only its offset tells which it is.
  public func showsAgain(_ end: Instant, since start: Instant) -> Bool {
    end > start && offset(at: end) != offset(at: start) && instant(of: civil(at: end)) != end
  }
}
