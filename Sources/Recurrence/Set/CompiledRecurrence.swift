/// A recurrence set that is ready to run: integers only, quick to load, able to seek.
///
/// UTC values of UNTIL, COUNT and EXDATE were converted to wall times by the zone's rules, so the set is
/// compiled again when these rules change.
public struct CompiledRecurrence: Sendable {
  /// The start of the series on the wall axis.
  public let start: CivilDateTime
  /// Whether the series is of dates.
  public let isDate: Bool
  /// The zone of the start; nil for floating series and series of dates.
  public let zone: Zone?
  /// Whether the start is an occurrence that no rule produces.
  let addsStart: Bool
  /// Whether the start is an occurrence even if no rule produces it.
  let includesStart: Bool
  let rules: [RuleProgram]
  let details: Details?
  /// A wall second at or before every occurrence, and one at or after the last; `first > last` when there is
  /// no occurrence.
  let first: Int
  let last: Int
  /// Whether two occurrences can be near enough to become one moment at a clock change.
  let canRepeatMoments: Bool

  /// The data that few series have: exceptions and extra dates.
  final class Details: Sendable {
    let exceptionRules: [RuleProgram]
    let extras: [Extra]
    /// Excluded wall seconds and day numbers, sorted.
    let walls: [Int]
    let days: [Int]

    init(exceptionRules: [RuleProgram], extras: [Extra], walls: [Int], days: [Int]) {
      self.exceptionRules = exceptionRules
      self.extras = extras
      self.walls = walls
      self.days = days
    }

    /// The extra dates that start in `[from, to)`.
    func extras(from: Int, to: Int) -> ArraySlice<Extra> {
      let low = partitionIndex(extras.count) { extras[$0].wall < from }
      let high = partitionIndex(extras.count) { extras[$0].wall < to }
      return low < high ? extras[low..<high] : []
    }
  }

  /// An RDATE: its start, its index in the set, and its own end.
  struct Extra: Hashable, Sendable {
    var wall: Int
    var index: Int
    var end: PeriodEnd?
  }

  init(
    start: CivilDateTime, isDate: Bool, zone: Zone?, includesStart: Bool, rules: [RuleProgram],
    details: Details?, addsStart known: Bool? = nil
  ) {
    self.start = start
    self.isDate = isDate
    self.zone = zone
    self.includesStart = includesStart
    self.rules = rules
    self.details = details
    let wall = start.wallSeconds
    var first = includesStart ? wall : Int.max
    var last = includesStart ? wall : Int.min
    for rule in rules {
      // A rule's first occurrence is not computed here, because this runs for every loaded series.
      first = min(first, wall)
      last = max(last, rule.fields.until)
    }
    if let extra = details?.extras.first { first = min(first, extra.wall) }
    if let extra = details?.extras.last { last = max(last, extra.wall) }
    let addsStart =
      known
      ?? (includesStart
        && !rules.contains { RuleCursor($0, from: wall, to: wall + 1).first == wall })
    self.addsStart = addsStart
    canRepeatMoments =
      zone != nil && !(rules.count == 1 && details == nil && !addsStart && rules[0].isSparse)
    self.first = first
    self.last = last
  }

  init(_ set: RecurrenceSet) {
    let changes = set.start.isDate ? nil : set.zone.map(ClockChanges.init)
    func programs(_ rules: [RecurrenceRule]) -> [RuleProgram] {
      rules.compactMap { Self.program($0, set) }
    }
    let exceptionRules = programs(set.exceptionRules)
    // A rule that an EXRULE cancels completely would be walked to the end of the calendar in vain.
    let rules = programs(set.rules).filter { rule in
      !exceptionRules.contains { exception in
        exception.fields.until >= rule.fields.until && exception.fields.holeEnd == 0
          && exception.isSameButForItsEnd(as: rule)
      }
    }
    var extras: [Extra] = []
    for (index, date) in set.dates.enumerated() {
      extras.append(Extra(wall: Self.wall(of: date.start, in: set.start), index: index, end: date.end))
    }
    extras.sort { ($0.wall, $0.end == nil ? 1 : 0, $0.index) < ($1.wall, $1.end == nil ? 1 : 0, $1.index) }
    var walls: Set<Int> = []
    var days: Set<Int> = []
    for exception in set.exceptions {
      switch exception {
      case .wholeDay(let date): days.insert(date.dayNumber)
      case .dateTime(let value):
        if set.start.isDate {
          days.insert(value.date.dayNumber)
        } else {
          walls.insert(value.wallSeconds)
          if let changes { walls.formUnion(changes.walls(of: changes.zone.instant(of: value))) }
        }
      case .instant(let instant):
        if set.start.isDate {
          days.insert(instant.utc.date.dayNumber)
        } else if let changes {
          walls.formUnion(changes.walls(of: instant))
        } else {
          walls.insert(instant.seconds)
        }
      }
    }
    let isPlain = exceptionRules.isEmpty && extras.isEmpty && walls.isEmpty && days.isEmpty
    self.init(
      start: set.start.wall, isDate: set.start.isDate, zone: changes?.zone,
      includesStart: set.includesStart, rules: rules,
      details: isPlain
        ? nil
        : Details(
          exceptionRules: exceptionRules, extras: extras, walls: walls.sorted(), days: days.sorted()))
  }

  /// The program of a rule with its COUNT converted to an end; nil when the rule never matches.
  private static func program(_ rule: RecurrenceRule, _ set: RecurrenceSet) -> RuleProgram? {
    guard let program = RuleCompiler.program(rule, start: set.start, zone: set.zone),
      RuleCursor(program, from: Int.min, to: Int.max).first != RuleCursor.done
    else { return nil }
    guard let count = rule.count else { return program }
    // If the calendar ends before the count is reached, the rule ends with the calendar.
    let last = CountBound.lastStart(program, count: count) ?? RuleProgram.end - 1
    var fields = program.fields
    fields.until = min(fields.until, last)
    return RuleProgram(fields)
  }

  private static func wall(of extra: RecurrenceStart, in start: RecurrenceStart) -> Int {
    switch (extra, start) {
    case (.date(let date), .date), (.date(let date), .dateTime):
      date.dayNumber * 86_400 + start.wall.time.secondOfDay
    case (.dateTime(let value), .dateTime): value.wallSeconds
    case (.dateTime(let value), .date): value.date.dayNumber * 86_400
    }
  }
}

extension CompiledRecurrence {
  /// The occurrences that start in `[from, to)` on the wall axis, in order; nil leaves that side open.
  ///
  /// Rules that match rarely and exceptions may keep a sequence searching: it checks `isStopped` now and
  /// then and ends early when that is true, so the caller must check whether this was the real end.
  public func occurrences(
    from: CivilDateTime? = nil, to: CivilDateTime? = nil, isStopped: (@Sendable () -> Bool)? = nil
  ) -> OccurrenceSequence {
    OccurrenceSequence(
      recurrence: self, from: from?.wallSeconds ?? CivilDateTime.min.wallSeconds,
      to: to?.wallSeconds ?? RuleProgram.end, isStopped: isStopped)
  }

  /// The interval of the wall axis that contains every start, both ends included; nil when there is no
  /// start.
  ///
  /// Its end is exact for COUNT, may be later than the last start for UNTIL, and is nil when a rule is
  /// endless.
  public var span: (first: CivilDateTime, last: CivilDateTime?)? {
    if first > last { return nil }
    return (CivilDateTime(clamping: first), last == Int.max ? nil : CivilDateTime(clamping: last))
  }

  /// Whether a rule goes on to the end of the calendar.
  public var isEndless: Bool { rules.contains { $0.fields.until == Int.max } }

  /// Whether every window costs no more than its own days, wherever it lies.
  ///
  /// False for sub-daily rules whose interval shifts from day to day against a limit on their times, which
  /// must be searched for, and for sets with EXRULEs, which may exclude any number of occurrences.
  public var isSeekable: Bool {
    let shifts = rules.contains { rule in
      rule.isSubDaily && rule.idleDayLimit != 1
        && rule.fields.times.count < 86_400 / rule.fields.unit
    }
    return !shifts && (details?.exceptionRules.isEmpty ?? true)
  }

  /// The maximum number of occurrences on a day, a bound on the work and the rows of a window.
  public var mostPerDay: Int {
    var result = (details?.extras.count ?? 0) + (addsStart ? 1 : 0)
    for rule in rules {
      let fields = rule.fields
      if rule.isSubDaily {
        result += min(fields.times.count, 86_400 / fields.unit / fields.interval + 1) * fields.offsets.count
      } else {
        result += fields.times.count
      }
    }
    return result
  }

  /// The last occurrence; `.none` without any occurrence, `.endless` without a last one.
  public func lastOccurrence() -> LastOccurrence {
    guard let first = occurrences().first(where: { _ in true }) else { return .none }
    if last == Int.max { return .endless }
    // The windows all have the same end; each is twice as long as the one before.
    let end = min(last, RuleProgram.end - 1) + 1
    var length = 86_400
    while true {
      let from = max(end - length, first.start.wallSeconds)
      var found: CivilDateTime?
      for occurrence in OccurrenceSequence(recurrence: self, from: from, to: end, isStopped: nil) {
        found = occurrence.start
      }
      if let found { return .at(found) }
      if from <= first.start.wallSeconds { return .at(first.start) }
      length *= 2
    }
  }
}
