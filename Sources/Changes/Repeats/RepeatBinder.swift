/// A repetition bound for an item with a given start.
public struct BoundRepeat: Hashable, Sendable {
  /// The rule; nil for `never`.
  public var rule: RecurrenceRule?
  /// The excluded occurrences, each of the start's kind: days, floating times, or times in the start's zone.
  public var exceptions: [EventTime] = []
  /// Whether the next occurrence counts from the last completion; only for reminders.
  public var countsFromCompletion = false
  /// Notes on the interpretation and on possible surprises.
  public var notes: [Note] = []
}

/// Resolves the rule, the end and the exceptions of a repetition.
struct RepeatBinder {
  let start: EventTime
  let context: QueryContext
  /// The range of the repetition in the statement.
  let range: SourceRange
  var resolver: DateResolver
  var notes: [Note] = []

  init(_ syntax: RepeatSyntax, start: EventTime, context: QueryContext) {
    self.start = start
    self.context = context
    range = syntax.range
    resolver = DateResolver(context)
  }

  static func bind(
    _ syntax: RepeatSyntax, start: EventTime, context: QueryContext
  ) throws(BindingError) -> BoundRepeat {
    switch syntax.kind {
    case .never: return BoundRepeat(rule: nil)
    case .pattern(let pattern, let limits):
      var binder = RepeatBinder(syntax, start: start, context: context)
      return try binder.bind(pattern, limits)
    }
  }

  private mutating func bind(
    _ pattern: RepeatPattern, _ limits: [RepeatLimitSyntax]
  ) throws(BindingError) -> BoundRepeat {
    var rule = try rule(pattern)
    if start.isAllDay, rule.frequency.isSubDaily {
      throw bad("a whole day repeats by days at the shortest", hint: "give the item a time")
    }
    for limit in limits {
      switch limit {
      case .times(let count): rule.count = count
      case .until(let date): rule.until = try until(date, rule)
      case .starting(let date):
        throw bad(
          "the item has a day on which it begins", hint: "leave `starting` out, or the day", at: date.range)
      case .except, .afterCompletion: break
      }
    }
    try check(rule, isText: pattern.isText)
    rule = withOneEnd(rule)
    notes += skipNotes(rule)
    var exceptions: [EventTime] = []
    for case .except(let dates) in limits {
      for date in dates { exceptions += try self.exceptions(date, rule) }
    }
    var seen: Set<EventTime> = []
    var result = BoundRepeat(
      rule: rule, exceptions: exceptions.filter { seen.insert($0).inserted }, notes: resolver.notes + notes)
    result.countsFromCompletion = limits.contains(.afterCompletion)
    return result
  }

  func bad(_ reason: String, hint: String? = nil, at range: SourceRange? = nil) -> BindingError {
    BindingError(.badRepeat(reason, hint: hint), at: range ?? self.range)
  }

  /// The series that a rule makes of the start.
  func series(_ rule: RecurrenceRule) -> RecurrenceSet {
    let first: RecurrenceStart =
      switch start {
      case .date(let date): .date(date)
      case .floating(let wall), .zoned(let wall, _): .dateTime(wall)
      }
    return RecurrenceSet(start: first, rules: [rule], zone: start.zone)
  }

  /// Checks how the rule fits the start.
  private mutating func check(_ rule: RecurrenceRule, isText: Bool) throws(BindingError) {
    // `withOneEnd` handles two ends, and the end of a phrase is always of the right kind.
    for warning in series(rule).warnings where warning != .countWithUntil {
      switch warning {
      case .neverMatches:
        throw bad("no date ever matches this", hint: "see whether its days exist in these months")
      case .startOutsideRule:
        let counted = rule.count.map {
          $0 == 1 ? "; the one is counted without it" : "; the \($0) are counted without it"
        }
        notes.append(
          Note(
            "start-outside-rule",
            "the first is the start itself, \(DateText.day(start.wall.date)), which the repetition does not name"
              + (counted ?? "")))
      default: if isText { notes.append(Note(warning.code, warning.description)) }
      }
    }
  }

  /// Keeps the count or the last day, whichever ends first, as RFC 5545 allows no rule to have both.
  private mutating func withOneEnd(_ rule: RecurrenceRule) -> RecurrenceRule {
    guard rule.count != nil, rule.until != nil else { return rule }
    var counted = rule
    counted.until = nil
    var ended = rule
    ended.count = nil
    let countEnds: Bool =
      switch (series(counted).lastOccurrence(), series(ended).lastOccurrence()) {
      case (.at(let last), .at(let other)): last < other
      case (.at, .endless): true
      case (.none, _), (.endless, _), (.at, .none): false
      }
    let text =
      countEnds
      ? "the number of times ends it before the last day" : "the last day ends it before the number of times"
    notes.append(Note("repeat-two-ends", text, kind: .echo))
    return countEnds ? counted : ended
  }
}

extension RepeatPattern {
  /// Whether it is a rule in iCalendar text.
  fileprivate var isText: Bool {
    switch self {
    case .rule: true
    case .days, .interval: false
    }
  }
}
