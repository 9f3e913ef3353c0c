/// Which occurrences of a repeating reminder are still to be done.
extension CalendarObject {
  /// The last occurrence that is done; nil where none is, and where the series is done as a whole.
  package var lastDone: Member? {
    guard let master, !master.item.isCompleted else { return nil }
    return overrides.filter(\.item.isCompleted).max { ($0.key ?? .earliest) < ($1.key ?? .earliest) }
  }

  /// The occurrence behind which those are that are still to be done; nil where all may be.
  ///
  /// One that repeats from completion begins anew behind what was done, also where that was done long before
  /// it was due.
  package var openBehind: OccurrenceKey? {
    master?.item.repeatsFromCompletion == true ? nil : lastDone?.key
  }

  /// The components of their own that stand for occurrences still to be done.
  package var openOverrides: [Member] {
    let last = openBehind
    return overrides.filter { member in
      guard let key = member.key, !member.isRange || member.item.start == nil else { return false }
      return !member.item.isCompleted && member.item.status != .cancelled && last.map { key > $0 } ?? true
    }
  }

  /// The first occurrence still to be done that no component of its own stands for; nil where there is none.
  package func firstOpenSlot(isStopped: () -> Bool) -> OccurrenceKey? {
    generatedKey(after: openBehind, isStopped: isStopped)
  }

  /// The key of the first occurrence after one, or of all, that the rules give and that was not detached.
  ///
  /// `isStopped` is asked at each step and ends the search.
  package func generatedKey(after key: OccurrenceKey?, isStopped: () -> Bool) -> OccurrenceKey? {
    guard let series else { return nil }
    let detached = Set(series.overridden)
    let from = key.map { CivilDateTime(clamping: $0.wallSeconds + 1) }
    for next in series.set.occurrences(from: from, to: nil) {
      if isStopped() { return nil }
      let found = OccurrenceKey(wallSeconds: next.start.wallSeconds, isDate: series.form == .date)
      if !detached.contains(found) { return found }
    }
    return nil
  }
}
