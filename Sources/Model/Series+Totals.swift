extension Series {
  /// The number of occurrences that overlap [from, to) on the series' axis, and the sum of their lengths in
  /// seconds, without walking them.
  ///
  /// The totals exist for one rule without limits (DAILY to SECONDLY), without exceptions and overrides,
  /// whose occurrences all have the same length; nil for any other. An occurrence without length counts when
  /// `from <= start < to`.
  public func totals(from: Int?, to: Int?) -> (count: Int, seconds: Int)? {
    guard overridden.isEmpty, ranges.isEmpty, let length = constantLength, let progression = set.progression
    else {
      return nil
    }
    // An occurrence that starts less than its length before the window still overlaps it.
    let begin = from.map { length > 0 ? $0.addingClamped(1 - length) : $0 } ?? Int.min
    // Near the calendar's end lengths are cut, so occurrences that start there are walked.
    let cut = Self.calendarEnd - length
    if length > Self.longestWalk { return nil }
    let end = min(to ?? Int.max, cut)
    var count = 0
    if begin < end {
      switch form {
      case .date, .floating: count = progression.count(from: begin, to: end)
      case .zoned(let zone):
        let first = Instant(seconds: progression.first.addingClamped(-SeriesCursor.clockReach))
        count = progression.count(
          from: max(Instant(seconds: begin), first), to: Instant(seconds: end), in: zone)
      }
    }
    var (seconds, overflow) = count.multipliedReportingOverflow(by: length)
    if overflow { return nil }
    if to ?? Int.max > cut, progression.last >= cut - SeriesCursor.clockReach {
      for occurrence in occurrences(from: max(begin, cut), to: to)
      where occurrence.start >= cut && (from.map { occurrence.end > $0 || occurrence.start >= $0 } ?? true) {
        count += 1
        seconds += occurrence.end - occurrence.start
      }
    }
    return (count, seconds)
  }

  /// Two days before the end of year 9999, so that no clock reaches it.
  private static let calendarEnd = CivilDateTime.max.wallSeconds - 2 * 86_400

  /// Occurrences longer than this many seconds are not counted by arithmetic.
  private static let longestWalk = 86_400

  /// The length of every occurrence, in axis seconds; nil when the lengths differ.
  private var constantLength: Int? {
    switch length {
    case .exact(let seconds): return seconds >= 0 ? seconds : nil
    case .nominal(let duration):
      if duration.months != 0 || (axis == .instant && duration.days != 0) { return nil }
      let (days, tooLong) = duration.days.multipliedReportingOverflow(by: 86_400)
      let (seconds, overflow) = days.addingReportingOverflow(duration.seconds)
      return tooLong || overflow || seconds < 0 ? nil : seconds
    }
  }
}
