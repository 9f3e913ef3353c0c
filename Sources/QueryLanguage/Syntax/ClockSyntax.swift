import CivilTime

/// A wall-clock time, with its zone if one is written.
public struct ClockSyntax: Hashable, Sendable {
  /// The seconds that a clock of twelve hours shows.
  static let halfDay = 43_200

  /// Seconds after midnight, 0 to 86400; 86400 is `24:00`, the end of the day.
  public var secondOfDay: Int
  /// The zone, else the query's.
  public var zone: ZoneSyntax?
  /// How the half of the day is known; the printed time says it.
  @NotCompared public var half: DayHalf
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A clock time.
  public init(
    secondOfDay: Int, zone: ZoneSyntax? = nil, half: DayHalf = .written, range: SourceRange = .none
  ) {
    self.secondOfDay = secondOfDay
    self.zone = zone
    self.half = half
    self.range = range
  }
}

/// How it is known whether a clock time is before noon or after it.
public enum DayHalf: Hashable, Sendable {
  /// It is written.
  case written
  /// The hour stands alone and is taken as it is written, as 9:00 for `at 9`.
  case open
  /// The hour stands alone and its half of the day is a guess, as 17:00 for `at 5`.
  case guessed
}

extension ClockSyntax {
  /// The second of the day at which the hour comes before noon, and the one after it.
  public var halves: [Int] { [secondOfDay % Self.halfDay, secondOfDay % Self.halfDay + Self.halfDay] }

  /// Whether an end at this time is on the next morning: it is before noon and at
  /// most 14 hours after the begin.
  func isNextMorning(after begin: ClockSyntax) -> Bool {
    secondOfDay < 12 * 3_600 && secondOfDay + 86_400 - begin.secondOfDay <= 14 * 3_600
  }
}

/// A part of a day; the settings say from when to when.
public enum DayPart: String, CaseIterable, Sendable {
  case morning, afternoon, evening

  /// Whether a clock time may be said to be in it; people are not strict about where an evening begins.
  func admits(_ clock: ClockSyntax) -> Bool {
    let hours =
      switch self {
      case .morning: 0...12
      case .afternoon: 12...19
      case .evening: 16...24
      }
    return clock.secondOfDay >= hours.lowerBound * 3_600 && clock.secondOfDay <= hours.upperBound * 3_600
  }
}

/// A time zone as written; the binder decides whether it exists.
public struct ZoneSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// An IANA name, `UTC` or `GMT`.
    case named(String)
    case offset(UTCOffset)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A zone.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}
