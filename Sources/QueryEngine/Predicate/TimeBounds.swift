/// Bounds of moments in whole seconds: [from, to), unbounded on a side that is nil.
public struct SecondBounds: Hashable, Sendable {
  /// The first second inside.
  public var from: Int?
  /// The first second after.
  public var to: Int?

  /// Whether it has no bounds.
  public var isOpen: Bool { from == nil && to == nil }

  func intersection(_ other: SecondBounds) -> SecondBounds {
    SecondBounds(
      from: [from, other.from].compactMap { $0 }.max(), to: [to, other.to].compactMap { $0 }.min())
  }

  /// The shortest bounds around both.
  func hull(_ other: SecondBounds) -> SecondBounds {
    var result = SecondBounds()
    if let a = from, let b = other.from { result.from = min(a, b) }
    if let a = to, let b = other.to { result.to = max(a, b) }
    return result
  }
}

/// Bounds on the times of all rows that pass a condition.
///
/// An event that starts at s and ends at e (e > s) has its last second at e - 1; a point has it at s. To
/// overlap [a, b) is then to start before b and to have the last second at a or later, so every relation is a
/// box of starts and last seconds.
public struct TimeBounds: Hashable, Sendable {
  /// Of an event's first second.
  public var start = SecondBounds()
  /// Of an event's last second.
  public var last = SecondBounds()
  /// Of a reminder's due time; a reminder without one is outside any bounds.
  public var due = SecondBounds()
  /// Of a reminder's completion; a reminder without one is outside any bounds.
  public var completed = SecondBounds()

  func intersection(_ other: TimeBounds) -> TimeBounds { joined(other) { $0.intersection($1) } }

  func hull(_ other: TimeBounds) -> TimeBounds { joined(other) { $0.hull($1) } }

  private func joined(
    _ other: TimeBounds, _ join: (SecondBounds, SecondBounds) -> SecondBounds
  ) -> TimeBounds {
    TimeBounds(
      start: join(start, other.start), last: join(last, other.last), due: join(due, other.due),
      completed: join(completed, other.completed))
  }

  /// A range that every event within the bounds overlaps.
  public var eventWindow: SecondBounds {
    let from = [start.from, last.from].compactMap { $0 }.max()
    let to = [start.to, last.to].compactMap { $0 }.min()
    guard let from, let to, from >= to else { return SecondBounds(from: from, to: to) }
    // An event that starts before `to` and lasts until `from` is in progress just before `to`.
    return SecondBounds(from: to - 1, to: to)
  }
}

extension ItemPredicate {
  /// The bounds that follow from the condition; open if it has no test of time.
  public var timeBounds: TimeBounds {
    switch self {
    case .and(let parts): return parts.reduce(TimeBounds()) { $0.intersection($1.timeBounds) }
    case .or(let parts):
      guard let first = parts.first?.timeBounds else { return TimeBounds() }
      return parts.dropFirst().reduce(first) { $0.hull($1.timeBounds) }
    case .time(let relation, let range): return Self.bounds(relation, range)
    case .date(let field, let range): return Self.bounds(field, range)
    case .part(let field, .date(let sign, let range, _)):
      return Self.days(sign, range).map { Self.bounds(field, $0) } ?? TimeBounds()
    case .overdue(let now):
      var bounds = TimeBounds()
      bounds.due.to = now.seconds
      return bounds
    default: return TimeBounds()
    }
  }

  /// The range of times whose day compares so with the days of a range; nil if it has no bounds.
  ///
  /// A day compares by its first moment, so a range that ends within a day is extended past that day.
  private static func days(_ sign: ComparisonOperator, _ range: TimeRange) -> TimeRange? {
    let rest = 2 * 86_400
    let from = range.from?.adding(seconds: range.fromIsDay ? 0 : rest)
    let to = range.to?.adding(seconds: range.toIsDay ? 0 : rest)
    return switch sign {
    case .equal: TimeRange(from: range.from, to: to)
    case .notEqual: nil
    case .less: TimeRange(from: nil, to: from)
    case .lessOrEqual: TimeRange(from: nil, to: to)
    case .greater: TimeRange(from: range.to, to: nil)
    case .greaterOrEqual: TimeRange(from: range.from, to: nil)
    }
  }

  private static func bounds(_ relation: RangeRelation, _ range: TimeRange) -> TimeBounds {
    var bounds = TimeBounds()
    let (from, to) = (range.from?.seconds, range.to?.seconds)
    switch relation {
    case .overlapping:
      bounds.start.to = to
      bounds.last.from = from
    case .starting: bounds.start = SecondBounds(from: from, to: to)
    case .ending: bounds.last = SecondBounds(from: from, to: to)
    case .within:
      bounds.start.from = from
      bounds.last.to = to
    }
    return bounds
  }

  private static func bounds(_ field: DateField, _ range: TimeRange) -> TimeBounds {
    var bounds = TimeBounds()
    let plain = SecondBounds(from: range.from?.seconds, to: range.to?.seconds)
    switch field {
    case .start: bounds.start = plain
    case .end:
      // An end at `from` itself belongs to an event whose last second is the one before.
      bounds.last = SecondBounds(from: plain.from.map { range.fromIsDay ? $0 : $0 - 1 }, to: plain.to)
    case .due: bounds.due = plain
    case .completed: bounds.completed = plain
    case .created, .modified, .occurrence, .time: break
    }
    return bounds
  }
}
