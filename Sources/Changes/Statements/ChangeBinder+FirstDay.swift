/// Where an item begins whose repetition names its days and whose time names none: `mondays 18:30`.
extension ChangeBinder {
  /// Moves a new item to the first day of its repetition from now on, at its clock time.
  ///
  /// Without any time an event or a reminder gets the whole day. What says its day stays there, and so does a
  /// repetition that names no days, such as `monthly`.
  mutating func beginOnPattern(_ syntax: AddSyntax, _ result: inout BoundAddition) throws(BindingError) {
    guard !syntax.parts.contains(where: \.saysDay),
      let repetition = syntax.parts.lazy.compactMap(\.repetition).first,
      case .pattern(let pattern, _) = repetition.kind, pattern.namesDays
    else { return }
    let isEvent = result.item.kind == .event
    let written = isEvent ? result.item.start : result.item.due
    let anchor = written ?? .date(context.today)
    let pure = RepeatSyntax(.pattern(pattern, []), range: repetition.range)
    guard let rule = try RepeatBinder.bind(pure, start: anchor, context: context).rule,
      let first = first(rule, from: anchor)
    else { return }
    if isEvent {
      result.item.start = first
      if written == nil { result.item.length = .nominal(CalendarDuration(days: 1)) }
    } else {
      result.item.due = first
    }
  }

  /// The first time that a rule gives from now on, whichever of its periods it begins with.
  private func first(_ rule: RecurrenceRule, from anchor: EventTime) -> EventTime? {
    let isDay = anchor.isAllDay
    let now =
      isDay
      ? CivilDateTime(context.today, .midnight) : (anchor.zone ?? context.zone).civil(at: context.now)
    var best: CivilDateTime?
    for period in 0..<min(rule.interval, Self.mostPeriods) {
      guard let day = Self.start(of: period, of: rule.frequency, from: now.date) else { continue }
      let start: RecurrenceStart =
        isDay ? .date(day) : .dateTime(CivilDateTime(day, anchor.wall.time))
      var found = rule.occurrences(start: start, zone: anchor.zone, from: now).makeIterator()
      guard let next = found.next()?.start else { continue }
      best = best.map { min($0, next) } ?? next
    }
    return best.map { wall in
      switch anchor {
      case .date: .date(wall.date)
      case .floating: .floating(wall)
      case .zoned(_, let zone): .zoned(wall, zone)
      }
    }
  }

  /// The most periods of a rule that it may begin with.
  private static let mostPeriods = 60

  /// The day on which a rule can begin in a later period; the first period begins today.
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
  fileprivate var repetition: RepeatSyntax? {
    if case .repeats(let repetition) = kind { repetition } else { nil }
  }

  /// Whether it is a time with a day.
  fileprivate var saysDay: Bool {
    switch kind {
    case .when(let range):
      switch range.kind {
      case .on(let date), .from(let date): !date.isClock
      case .span(let lower, _): !lower.isClock
      case .since, .after, .to, .before, .anytime: true
      }
    case .due(let date), .start(let date): !date.isClock
    default: false
    }
  }
}

extension DateSyntax {
  /// Whether it is a clock time alone.
  fileprivate var isClock: Bool {
    if case .clock = base { offsets.isEmpty } else { false }
  }
}
