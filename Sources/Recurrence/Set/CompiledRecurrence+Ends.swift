extension CompiledRecurrence {
  /// The duration of the longest occurrence with its own end (an RDATE with a PERIOD), in wall seconds; 0
  /// when there is no such occurrence.
  public var longestOwnLength: Int {
    var longest = 0
    for extra in details?.extras ?? [] {
      switch extra.end {
      case .end(let wall): longest = max(longest, wall.wallSeconds - extra.wall)
      case .length(let duration):
        // Lengths are clamped to the calendar, so that none overflows.
        let calendar = RuleProgram.end - CivilDateTime.min.wallSeconds
        let days = max(0, min(duration.months, 130_000)) * 31 + max(0, min(duration.days, 4_000_000))
        longest = max(longest, min(days * 86_400 + max(0, min(duration.seconds, calendar)), calendar))
      case nil: break
      }
    }
    return longest
  }

  /// Whether two occurrences can be nearer to each other than a clock change moves them.
  public var hasSeveralADay: Bool { mostPerDay > 1 }
}
