/// The time of an item, put together from the parts of it that are said apart: `friday … at 10`.
struct SpokenTime {
  /// A single day.
  private var day: DaySyntax?
  /// A clock time, and the end of a range of two.
  private var clock: ClockSyntax?, end: DateSyntax?
  private var dayPart: DayPart?
  /// A time that no other part can add to.
  private var whole: RangeSyntax?
  /// The end of `by friday` and `until christmas`.
  private(set) var last: DateSyntax?
  /// The place of the first part.
  private(set) var range: SourceRange?

  /// Whether a day is said.
  var hasDay: Bool { day != nil || whole != nil }

  /// Whether a clock time is said; a time that is whole has what it needs.
  var hasClock: Bool { clock != nil || whole != nil }

  /// The clock times that are said.
  var clocks: [ClockSyntax] {
    if let whole { return whole.dates.compactMap(\.base.clockTime) }
    return (clock.map { [$0] } ?? []) + (end?.base.clockTime.map { [$0] } ?? [])
  }

  /// The part of the day that is said, which decides the half of the day.
  var half: DayPart? { dayPart }

  /// Adds a time; false when it does not go with what is said already.
  mutating func add(_ time: RangeSyntax) -> Bool {
    range = range.map { $0.union(time.range) } ?? time.range
    switch time.kind {
    case .on(let date), .from(let date): return add(date, as: time)
    case .span(let lower, let upper):
      if case .clock(let begin) = lower.base, lower.offsets.isEmpty, case .clock = upper.base {
        guard clock == nil, whole == nil else { return false }
        (clock, end) = (begin, upper)
        return true
      }
      return add(whole: time)
    case .to(let date):
      if last != nil { return false }
      last = date
      return true
    case .since, .after, .before, .anytime: return false
    }
  }

  /// Adds a part of a day; false when there is one.
  mutating func add(_ part: DayPart) -> Bool {
    if dayPart != nil || whole != nil { return false }
    dayPart = part
    return true
  }

  private mutating func add(_ date: DateSyntax, as range: RangeSyntax) -> Bool {
    guard date.offsets.isEmpty else { return add(whole: range) }
    switch date.base {
    case .clock(let time):
      guard clock == nil, whole == nil else { return false }
      clock = time
    case .day(let found, at: let time):
      guard found.isSingleDay else { return add(whole: range) }
      guard day == nil, whole == nil, time == nil || clock == nil else { return false }
      day = found
      if let time { clock = time }
    case .part(let part, of: let found):
      guard day == nil, whole == nil, dayPart == nil else { return false }
      (day, dayPart) = (found, part)
    default: return add(whole: range)
    }
    return true
  }

  private mutating func add(whole time: RangeSyntax) -> Bool {
    if whole != nil || day != nil || clock != nil || dayPart != nil { return false }
    whole = time
    return true
  }

  /// Moves the clock times by a function.
  mutating func moveClocks(_ body: (ClockSyntax) -> ClockSyntax) {
    clock = clock.map(body)
    if case .clock(let time)? = end?.base { end?.base = .clock(body(time)) }
    guard var time = whole, case .span(var lower, var upper) = time.kind else { return }
    lower.base = lower.base.mapClock(body)
    upper.base = upper.base.mapClock(body)
    time.kind = .span(lower, upper)
    whole = time
  }

  /// The time as one range; nil when none is said.
  var result: RangeSyntax? {
    if let whole { return whole }
    let place = range ?? .none
    guard let clock else {
      guard let day else { return nil }
      let base: DateBase = dayPart.map { .part($0, of: day) } ?? .day(day, at: nil)
      return RangeSyntax(.on(DateSyntax(base, range: place)), hasPreposition: false, range: place)
    }
    let begin = DateSyntax(day.map { .day($0, at: clock) } ?? .clock(clock), range: place)
    let kind: RangeSyntax.Kind = end.map { .span(begin, $0) } ?? .on(begin)
    return RangeSyntax(kind, hasPreposition: false, range: place)
  }
}

extension DateBase {
  /// The base with its clock time changed by a function.
  fileprivate func mapClock(_ body: (ClockSyntax) -> ClockSyntax) -> DateBase {
    switch self {
    case .clock(let clock): .clock(body(clock))
    case .day(let day, at: let clock?): .day(day, at: body(clock))
    default: self
    }
  }
}
