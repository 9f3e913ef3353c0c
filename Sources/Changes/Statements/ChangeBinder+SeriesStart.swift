/// The first day of a new series that `starting` names, as in `add event "Sync" 14:00 repeat every thursday
/// starting dec 3`.
extension ChangeBinder {
  /// The parts with the day that `starting` names in their time: that day, or the first weekday of the
  /// repetition after it.
  mutating func beginningSeries(_ parts: [ItemPartSyntax]) throws(BindingError) -> [ItemPartSyntax] {
    var parts = parts
    guard let place = parts.firstIndex(where: { $0.seriesStart != nil }), let date = parts[place].seriesStart,
      case .repeats(var repetition) = parts[place].kind,
      case .pattern(let pattern, let limits) = repetition.kind
    else { return parts }
    var day = context.zone.civil(at: try resolved(date, in: nil).start(in: context.zone)).date
    let weekdays = pattern.weekdays
    while !weekdays.isEmpty, !weekdays.contains(day.weekday) {
      guard let next = day.adding(days: 1) else { throw BindingError(.outOfCalendar, at: date.range) }
      day = next
    }
    repetition.kind = .pattern(pattern, limits.filter { if case .starting = $0 { false } else { true } })
    parts[place].kind = .repeats(repetition)
    let first = DaySyntax.date(day, weekday: nil)
    guard let time = parts.firstIndex(where: \.isTime) else {
      parts.append(
        ItemPartSyntax(
          .when(RangeSyntax(.on(DateSyntax(.day(first, at: nil), range: date.range)))), range: date.range))
      return parts
    }
    guard let kind = parts[time].kind.on(first) else {
      throw BindingError(
        .badRepeat("the item has a day on which it begins", hint: "leave `starting` out, or the day"),
        at: date.range)
    }
    parts[time].kind = kind
    return parts
  }
}

extension ItemPartSyntax {
  fileprivate var seriesStart: DateSyntax? {
    guard case .repeats(let repetition) = kind, case .pattern(_, let limits) = repetition.kind else {
      return nil
    }
    for case .starting(let date) in limits { return date }
    return nil
  }

  fileprivate var isTime: Bool {
    switch kind {
    case .when, .due: true
    default: false
    }
  }
}

extension ItemPartSyntax.Kind {
  /// The same clock times on a day; nil if it names a day itself.
  fileprivate func on(_ day: DaySyntax) -> ItemPartSyntax.Kind? {
    func dated(_ date: DateSyntax) -> DateSyntax? {
      guard case .clock(let clock) = date.base else { return nil }
      return DateSyntax(.day(day, at: clock), offsets: date.offsets, range: date.range)
    }
    switch self {
    case .due(let date): return dated(date).map { .due($0) }
    case .when(var range):
      switch range.kind {
      case .on(let date):
        guard let date = dated(date) else { return nil }
        range.kind = .on(date)
      case .span(let first, let last):
        guard let first = dated(first), case .clock = last.base else { return nil }
        range.kind = .span(first, last)
      case .from, .since, .after, .to, .before, .anytime: return nil
      }
      return .when(range)
    default: return nil
    }
  }
}

extension RepeatPattern {
  /// The weekdays that it names without a number; empty without any.
  fileprivate var weekdays: [Weekday] {
    switch self {
    case .days(.weekdays, in: _): [.monday, .tuesday, .wednesday, .thursday, .friday]
    case .days(.weekends, in: _): [.saturday, .sunday]
    case .days(.named(let days), in: _): days
    case .interval(_, _, let place): if case .weekdays(let days)? = place.days { days } else { [] }
    case .rule: []
    }
  }
}
