import CivilTime

extension CompiledRecurrence {
  /// The longest that an occurrence with an end of its own (an RDATE with a PERIOD) lasts, in wall seconds; 0 when none has.
  public var longestOwnLength: Int {
    var longest = 0
    for extra in details?.extras ?? [] {
      switch extra.end {
      case .end(let wall): longest = max(longest, wall.wallSeconds - extra.wall)
      case .length(let duration):
        longest = max(longest, (duration.months * 31 + duration.days) * 86_400 + duration.seconds)
      case nil: break
      }
    }
    return longest
  }

  /// Whether a rule can give two occurrences nearer to each other than a clock change moves them.
  public var hasSeveralADay: Bool { mostPerDay > 1 }
}
