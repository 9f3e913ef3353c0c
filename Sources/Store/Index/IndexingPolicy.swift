/// The policy that decides which occurrences the index stores, and which queries compute by lazy expansion.
///
/// It never changes the results of queries, only their cost.
public enum IndexingPolicy: Hashable, Sendable {
  /// Nothing is indexed, not even single events: everything is lazily expanded.
  case nothing
  /// Indexes single events, overrides, short series and series that arithmetic cannot seek.
  ///
  /// When many series are already lazily expanded, further ones are materialized for the time around now.
  case standard
  /// As `standard`, and every start within this many years of now.
  case everythingWithin(years: Int)

  /// The materialized part of a series.
  enum Share: Hashable {
    case nothing
    /// Starts in this interval of the series' axis.
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
  /// A series with at most this many occurrences costs less as rows than as a series that every query must
  /// examine.
  private static let short = 16
  /// Denser rules would fill the index; they are always lazily expanded.
  static let mostPerDay = 24
  /// Series of longer occurrences are always lazily expanded, so that an occurrence that overlaps a window
  /// started at most this many seconds before it.
  static let longestPartly = 31 * 86_400
  /// The number of lazily expanded series in a lane at which further ones are materialized: examining one
  /// costs about a microsecond.
  package static let crowd = 64

  /// The materialized part of a series written at `now`; `isCrowded` says that many are already lazily
  /// expanded.
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
