import ICalendar

/// How many occurrences an object has.
extension CalendarObject {
  /// How many occurrences there are, overrides included; nil when there is no end to them, or
  /// the signal ended the counting.
  public func occurrenceCount(until stopSignal: StopSignal) -> Int? {
    guard series != nil else { return master == nil ? overrides.count : 1 }
    return occurrenceCount(from: nil, until: stopSignal)
  }

  /// How many occurrences of a series there are from a key on, overrides included;
  /// nil as `occurrenceCount(until:)`.
  public func occurrenceCount(from key: OccurrenceKey?, until stopSignal: StopSignal) -> Int? {
    guard let generated = generatedCount(from: key, until: stopSignal) else { return nil }
    return generated
      + overrides.count { member in !member.isRange && (member.key ?? .earliest) >= key ?? .earliest }
  }

  /// How many occurrences no override stands for alone, from a key on; nil as `occurrenceCount(until:)`.
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

  /// The same by arithmetic, for the rules that allow it: what they give without the
  /// overrides, less those that are among it.
  private func computedCount(of series: Series, from key: OccurrenceKey?) -> Int? {
    guard let plain = master?.item.series(), let all = plain.totals(from: nil, to: nil) else { return nil }
    let own = series.overridden.count { $0 >= key ?? .earliest && plain.occurrence($0) != nil }
    guard let key else { return all.count - own }
    guard let start = plain.occurrence(key)?.start, let before = plain.totals(from: nil, to: start) else {
      return nil
    }
    return all.count - before.count - own
  }

  /// Whether the occurrence of a reminder is done.
  public func isCompleted(at key: OccurrenceKey) -> Bool { override(at: key)?.item.isCompleted == true }

  /// How many occurrences of a repeating reminder are still to be done: those after the last one done; nil
  /// when there is no end to them, or the signal ended the counting.
  func openCount(until stopSignal: StopSignal) -> Int? {
    guard let master, !master.item.isCompleted, isSeries else { return 0 }
    // One that repeats from completion begins anew behind what was done.
    let done = overrides.filter(\.item.isCompleted).compactMap(\.key)
    let last = master.item.repeatsFromCompletion ? nil : done.max()
    // What was done is an override, so that it is not among those that the rules give from there on.
    guard let generated = generatedCount(from: last, until: stopSignal) else { return nil }
    return generated
      + overrides.count { member in
        !member.isRange && !member.item.isCompleted && member.item.status != .cancelled
          && member.key.map { key in last.map { key > $0 } ?? true } == true
      }
  }
}

extension CalendarObject {
  /// The member of a component that was made from others, whose zones it names; the last
  /// one's count where they differ.
  static func member(
    _ component: Component, id: Int?, key: OccurrenceKey?, from sources: Member..., context: EditContext
  ) -> Member {
    member(component, id: id, key: key, definitions: sources.flatMap(\.definitions), context: context)
  }

  /// The member of a component whose zones are understood by these definitions of the store;
  /// the last one of a name counts.
  static func member(
    _ component: Component, id: Int?, key: OccurrenceKey?, definitions: [Int], context: EditContext
  ) -> Member {
    Member(
      id: id, reading: component, zone: context.zones(definitions), key: key, definitions: definitions)
  }
}
