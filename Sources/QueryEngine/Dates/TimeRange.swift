/// An interval of time [from, to), unbounded on a side whose end is nil.
///
/// Seconds are whole, so the bare moment t is [t, t + 1): an item overlaps that if and only if it is
/// going on at t or is a point at t.
public struct TimeRange: Hashable, Sendable {
  /// The first moment inside; nil if it has no beginning.
  public var from: Instant?
  /// The first moment after; nil if it has no end.
  public var to: Instant?
  /// Whether `from` is the edge of a day, so that an item that ended there belongs to the day before.
  public var fromIsDay = false
  /// Whether `to` is the edge of a day, so that an item that ended there belongs to the last day.
  public var toIsDay = false

  /// The same with an end that is later by some seconds.
  func extended(by seconds: Int) -> TimeRange {
    TimeRange(from: from, to: to?.adding(seconds: seconds), fromIsDay: fromIsDay)
  }

  /// All of time.
  public static let always = TimeRange(from: nil, to: nil)

  /// Whether it contains no moment.
  public var isEmpty: Bool {
    guard let from, let to else { return false }
    return from >= to
  }

  /// Whether a moment lies inside.
  public func contains(_ instant: Instant) -> Bool {
    if let from, instant < from { return false }
    if let to, instant >= to { return false }
    return true
  }
}
