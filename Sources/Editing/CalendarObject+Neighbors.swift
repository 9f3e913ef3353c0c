/// Neighboring occurrences, searched from a given occurrence and not from the start of the series.
extension CalendarObject {
  /// The key of the first occurrence after one, detached ones included; nil when there is none.
  public func key(after key: OccurrenceKey, until stopSignal: StopSignal) -> OccurrenceKey? {
    let own = detachedKeys.filter { $0 > key }.min()
    var looks = StopLooks(stopSignal)
    return [own, generatedKey(after: key) { looks.step() }].compactMap { $0 }.min()
  }

  /// The key of the last occurrence before one, detached ones included; nil when there is none.
  public func key(before key: OccurrenceKey, until stopSignal: StopSignal) -> OccurrenceKey? {
    let own = detachedKeys.filter { $0 < key }.max()
    return [own, generatedKey(before: key.wallSeconds, until: stopSignal)].compactMap { $0 }.max()
  }

  /// The key of the last occurrence that the rules give before a wall second and that was not detached.
  ///
  /// The search goes backward in growing intervals, so that it walks neither a rule of every second nor a
  /// rule of every year.
  func generatedKey(before wall: Int, until stopSignal: StopSignal) -> OccurrenceKey? {
    guard let series, let span = series.set.span else { return nil }
    let detached = Set(series.overridden)
    var looks = StopLooks(stopSignal)
    var end = min(wall, (span.last?.wallSeconds ?? Int.max - 1) + 1)
    var length = 60
    while end > span.first.wallSeconds {
      let begin = max(span.first.wallSeconds, end - length)
      var found: OccurrenceKey?
      let interval = series.set.occurrences(
        from: CivilDateTime(clamping: begin), to: CivilDateTime(clamping: end))
      for occurrence in interval {
        if looks.step() { return nil }
        let key = OccurrenceKey(wallSeconds: occurrence.start.wallSeconds, isDate: series.form == .date)
        if !detached.contains(key) { found = key }
      }
      if let found { return found }
      end = begin
      length = min(length * 8, 1 << 36)
    }
    return nil
  }

  /// The last occurrence of a reminder from a key on whose due date is past; nil when there is none, or the
  /// signal ended the search.
  func lastPast(from key: OccurrenceKey, now: Instant, until stopSignal: StopSignal) -> OccurrenceKey? {
    guard let series, let master = master?.item, let anchor = master.anchor, let due = master.due else {
      return nil
    }
    func isPast(_ key: OccurrenceKey) -> Bool {
      item(at: key)?.due.map { $0.axisSeconds < now.seconds } ?? false
    }
    guard series.ranges.isEmpty else { return lastPastByWalking(series, from: key, now, stopSignal, isPast) }
    // Every occurrence is due as many wall-clock seconds after its start as the master.
    let zone = due.zone ?? .utc
    var wall = zone.civil(at: now).wallSeconds - (due.wall.wallSeconds - anchor.wall.wallSeconds)
    // After the clock was set back, later wall times are already past.
    wall += max(
      0, zone.offset(at: now.adding(seconds: -Self.backward)).seconds - zone.offset(at: now).seconds)
    var found = generatedKey(before: wall + 1, until: stopSignal)
    var looks = StopLooks(stopSignal)
    while let candidate = found, candidate >= key, !isPast(candidate) {
      if looks.step() || stopSignal.isSet { return nil }
      found = generatedKey(before: candidate.wallSeconds, until: stopSignal)
    }
    return found.flatMap { $0 >= key ? $0 : nil }
  }

  /// The maximum number of seconds by which clocks are set back.
  private static let backward = 3 * 3_600

  private func lastPastByWalking(
    _ series: Series, from key: OccurrenceKey, _ now: Instant, _ stopSignal: StopSignal,
    _ isPast: (OccurrenceKey) -> Bool
  ) -> OccurrenceKey? {
    var last: OccurrenceKey?
    for occurrence in series.occurrences(from: nil, to: now.seconds + 86_400 * 2) {
      if stopSignal.isSet { return nil }
      if occurrence.key < key { continue }
      if !isPast(occurrence.key) { break }
      last = occurrence.key
    }
    return last
  }
}
