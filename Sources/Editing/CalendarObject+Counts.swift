import ICalendar

/// Counts of an object's occurrences.
extension CalendarObject {
  /// The number of occurrences, overrides included; nil when they are endless or the signal ended the
  /// counting.
  public func occurrenceCount(until stopSignal: StopSignal) -> Int? {
    guard series != nil else { return master == nil ? overrides.count : 1 }
    return occurrenceCount(from: nil, until: stopSignal)
  }

  /// The number of a series' occurrences from a key on, overrides included; nil as in
  /// `occurrenceCount(until:)`.
  public func occurrenceCount(from key: OccurrenceKey?, until stopSignal: StopSignal) -> Int? {
    guard let generated = generatedCount(from: key, until: stopSignal) else { return nil }
    return generated
      + overrides.count { member in !member.isRange && (member.key ?? .earliest) >= key ?? .earliest }
  }

  /// The number of occurrences from a key on without an override; nil as in `occurrenceCount(until:)`.
  private func generatedCount(from key: OccurrenceKey?, until stopSignal: StopSignal) -> Int? {
    guard let series, !series.set.isEndless else { return nil }
    if let count = computedCount(of: series, from: key) { return count }
    var count = 0
    var looks = StopLooks(stopSignal)
    for occurrence in series.occurrences(from: nil, to: nil) {
      if looks.step() { return nil }
      if occurrence.key >= key ?? .earliest { count += 1 }
    }
    return count
  }

  /// The same count by arithmetic, for rules that allow it: the occurrences of the rules, less the overridden
  /// ones.
  private func computedCount(of series: Series, from key: OccurrenceKey?) -> Int? {
    guard let plain = master?.item.series(), let all = plain.totals(from: nil, to: nil) else { return nil }
    let own = series.overridden.count { $0 >= key ?? .earliest && plain.occurrence($0) != nil }
    guard let key else { return all.count - own }
    guard let start = plain.occurrence(key)?.start, let before = plain.totals(from: nil, to: start) else {
      return nil
    }
    return all.count - before.count - own
  }

  /// Whether an occurrence of a reminder is completed.
  public func isCompleted(at key: OccurrenceKey) -> Bool { override(at: key)?.item.isCompleted == true }

  /// The number of open occurrences of a repeating reminder, after the last completed one; nil when they are
  /// endless or the signal ended the counting.
  func openCount(until stopSignal: StopSignal) -> Int? {
    guard let master, !master.item.isCompleted, isSeries else { return 0 }
    // What was done is an override, so that it is not among those that the rules give from there on.
    return generatedCount(from: openBehind, until: stopSignal).map { $0 + openOverrides.count }
  }
}

extension CalendarObject {
  /// Returns the member of a component made from other members, which takes their zone definitions; where
  /// these differ, the last one wins.
  static func member(
    _ component: Component, id: Int?, key: OccurrenceKey?, from sources: Member..., context: EditContext
  ) -> Member {
    context.read(component, id: id, key: key, definitions: sources.flatMap(\.definitions))
  }
}
