/// Which occurrences of repeating events stand in the index, and which are computed when a window meets them.
///
/// Answers never depend on it; only their cost does.
public enum IndexingPolicy: Hashable, Sendable {
  /// Nothing is indexed, not even single events: everything is sought.
  case nothing
  /// Single events, overrides, short series and series that can't be sought by arithmetic are indexed.
  ///
  /// Where many series are sought already, further ones are indexed for the time around now.
  case standard
  /// As `standard`, and everything that starts this many years around now.
  case everythingWithin(years: Int)

  /// How much of a series is indexed.
  enum Share: Hashable {
    case nothing
    /// Starts in this stretch of the series' axis.
    case within(Range<Int>)
    case everything
  }

  /// Whether single events and overrides are indexed.
  var indexesSingles: Bool {
    switch self {
    case .nothing: false
    case .standard, .everythingWithin: true
    }
  }

  private static let year = 366 * 86_400
  /// A series with no more occurrences than this costs less as rows than as a
  /// series to look at in every query.
  private static let short = 16
  /// Denser rules would fill the index; they are always sought.
  static let mostPerDay = 24
  /// Longer occurrences are always sought, so that what a window meets started at
  /// most this many seconds before it.
  static let longestPartly = 31 * 86_400
  /// As many series are sought in each lane before others are indexed: looking at
  /// one costs about a microsecond.
  package static let crowd = 64

  /// How much of a series is indexed when written at `now`; `isCrowded` tells that many are sought already.
  func share(of series: Series, now: Instant, isCrowded: Bool) -> Share {
    let recurrence = series.set
    if self == .nothing { return .nothing }
    if Self.isShort(series) { return .everything }
    if recurrence.mostPerDay > Self.mostPerDay || series.longestLength > Self.longestPartly {
      return .nothing
    }
    switch self {
    case .nothing: return .nothing
    case .standard:
      if recurrence.isSeekable, !isCrowded { return .nothing }
      return .within(now.seconds - Self.year..<now.seconds + 2 * Self.year)
    case .everythingWithin(let years):
      return .within(now.seconds - years * Self.year..<now.seconds + years * Self.year)
    }
  }

  private static func isShort(_ series: Series) -> Bool {
    if series.set.isEndless { return false }
    var cursor = series.occurrences(from: nil, to: nil)
    for _ in 0...short where cursor.next() == nil { return true }
    return false
  }
}
