/// The number of occurrences of a series.
public enum OccurrenceCount: Hashable, Sendable {
  case exactly(Int)
  /// More than this number, which is where the count stopped.
  case moreThan(Int)
  case endless
}

extension CalendarStore {
  /// The number of occurrences of a series, overrides included: by arithmetic when its rule allows it, else
  /// counted up to `most`.
  public func occurrenceCount(
    of series: Int, most: Int = 1_000, viewer: Zone
  ) throws(StoreError) -> OccurrenceCount {
    if let stored = try storedSeries(of: series), case .repeating(let plan) = stored.plan,
      plan.set.isEndless
    {
      return .endless
    }
    if let known = try totals(of: series, from: nil, to: nil, viewer: viewer) { return .exactly(known.rows) }
    let cursor = try occurrences(of: series, from: nil, to: nil, viewer: viewer)
    defer { cursor.close() }
    var count = 0
    while try cursor.next() != nil {
      count += 1
      if count & 63 == 0 { try checkStopSignal() }
      if count > most { return .moreThan(most) }
    }
    return .exactly(count)
  }
}
