/// Where a new item begins whose repetition names its days and whose time names none: `mondays 18:30`.
extension ChangeBinder {
  /// The parts of a new item with its first day in their times, and without `starting`.
  ///
  /// The first day is the first one of the repetition, from now or from the day of `starting` on. What says its
  /// day stays there, and so does a repetition that names no days, such as `monthly`, unless `starting` says
  /// where it begins. Without any time the item gets the whole day.
  mutating func beginningSeries(
    _ parts: [ItemPartSyntax], zone: Zone?, isFloating: Bool
  ) throws(BindingError) -> [ItemPartSyntax] {
    guard let place = parts.firstIndex(where: { $0.pattern != nil }), let pattern = parts[place].pattern
    else {
      return parts
    }
    var parts = parts
    let starting = parts[place].withoutSeriesStart()
    guard !parts.contains(where: \.saysDay) else {
      guard let starting else { return parts }
      throw BindingError(
        .badRepeat("the item has a day on which it begins", hint: "leave `starting` out, or the day"),
        at: starting.range)
    }
    var anchor = EventTime.date(context.today)
    let clock = parts.lazy.compactMap(\.clock).first
    if let clock { anchor = try time(clock, zone: zone, isFloating: isFloating) }
    var day: CivilDate?
    if let starting {
      day = context.zone.civil(at: try resolved(starting, in: zone).start(in: context.zone)).date
    }
    if pattern.namesDays {
      let pure = RepeatSyntax(.pattern(pattern, []), range: parts[place].range)
      let rule = try RepeatBinder.bind(pure, start: anchor, context: context).rule
      let now = (anchor.zone ?? context.zone).civil(at: context.now)
      let midnight = CivilDateTime(day ?? context.today, .midnight)
      let bound = day == nil && clock != nil ? now : midnight
      if let rule, let first = firstDay(of: rule, from: bound, at: anchor) { day = first }
    }
    guard let day else { return parts }
    let written = DaySyntax.date(day, weekday: nil)
    parts = parts.map { $0.on(written) }
    if !parts.contains(where: \.isTime) {
      let range = starting?.range ?? parts[place].range
      parts.append(
        ItemPartSyntax(
          .when(RangeSyntax(.on(DateSyntax(.day(written, at: nil), range: range)))), range: range))
    }
    return parts
  }

  /// The first day that a rule gives from a wall time on, whichever of its periods it begins with.
  private func firstDay(
    of rule: RecurrenceRule, from bound: CivilDateTime, at anchor: EventTime
  ) -> CivilDate? {
    var best: CivilDateTime?
    for period in 0..<min(rule.interval, Self.mostPeriods) {
      guard let day = Self.start(of: period, of: rule.frequency, from: bound.date) else { continue }
      let start: RecurrenceStart =
        anchor.isAllDay ? .date(day) : .dateTime(CivilDateTime(day, anchor.wall.time))
      var found = rule.occurrences(start: start, zone: anchor.zone, from: bound).makeIterator()
      guard let next = found.next()?.start else { continue }
      best = best.map { min($0, next) } ?? next
    }
    return best?.date
  }

  /// The most periods of a rule that it may begin with.
  private static let mostPeriods = 60

  /// The day on which a rule can begin in a later period; the first period begins on the day itself.
  private static func start(of period: Int, of frequency: Frequency, from day: CivilDate) -> CivilDate? {
    if period == 0 { return day }
    switch frequency {
    case .yearly: return CivilDate(year: day.year + period, month: 1, day: 1)
    case .monthly:
      let months = day.year * 12 + day.month - 1 + period
      return CivilDate(year: months / 12, month: months % 12 + 1, day: 1)
    case .weekly:
      return day.adding(days: 7 * period - (day.weekday.rawValue + 6) % 7)
    case .daily: return day.adding(days: period)
    case .hourly, .minutely, .secondly: return nil
    }
  }
}

extension RepeatPattern {
  /// Whether it names the days on which an item comes, or has all of them.
  fileprivate var namesDays: Bool {
    switch self {
    case .days: true
    case .interval(_, let unit, let place):
      switch unit {
      case .day: true
      case .second, .minute, .hour: false
      case .week, .month, .quarter, .year: place.days != nil
      }
    case .rule: false
    }
  }
}

extension ItemPartSyntax {
  fileprivate var pattern: RepeatPattern? {
    if case .repeats(let repetition) = kind, case .pattern(let pattern, _) = repetition.kind {
      pattern
    } else {
      nil
    }
  }

  /// Takes `starting` out of a repetition, and returns its day.
  fileprivate mutating func withoutSeriesStart() -> DateSyntax? {
    guard case .repeats(var repetition) = kind, case .pattern(let pattern, let limits) = repetition.kind
    else {
      return nil
    }
    var start: DateSyntax?
    let others = limits.filter { limit in
      guard case .starting(let date) = limit else { return true }
      start = date
      return false
    }
    repetition.kind = .pattern(pattern, others)
    kind = .repeats(repetition)
    return start
  }

  /// Whether it is the time of an event, or the one that a reminder is due at.
  fileprivate var isTime: Bool {
    switch kind {
    case .when, .due: true
    default: false
    }
  }

  /// Whether it is a time with a day.
  fileprivate var saysDay: Bool {
    if case .when(let range) = kind, case .span(let lower, _) = range.kind { return !lower.isClockAlone }
    return dates.contains { !$0.isClockAlone }
  }

  /// The clock time at which it begins; nil for other parts.
  fileprivate var clock: DateSyntax? { dates.first }

  /// The same clock times on a day; the end of a range is on the day of its begin already.
  fileprivate func on(_ day: DaySyntax) -> ItemPartSyntax {
    mappingBegins { date in
      guard case .clock(let clock) = date.base else { return date }
      return DateSyntax(.day(day, at: clock), offsets: date.offsets, range: date.range)
    }
  }

  /// The part with the dates at which its times begin changed by a function.
  func mappingBegins(_ body: (DateSyntax) -> DateSyntax) -> ItemPartSyntax {
    var part = self
    switch kind {
    case .when(var range):
      range.kind =
        switch range.kind {
        case .on(let date): .on(body(date))
        case .from(let date): .from(body(date))
        case .span(let first, let last): .span(body(first), last)
        case .to(let date): .to(body(date))
        case .since, .after, .before, .anytime: range.kind
        }
      part.kind = .when(range)
    case .due(let date): part.kind = .due(body(date))
    case .start(let date): part.kind = .start(body(date))
    default: break
    }
    return part
  }
}
