extension RepeatBinder {
  /// The most exceptions that one date may stand for.
  private static let exceptionLimit = 1000

  /// Resolves a date; without a year it is the next from today on or, for a future item, from its start on.
  private mutating func resolve(_ date: DateSyntax) throws(BindingError) -> ResolvedDate {
    try resolver.resolve(date, lean: .forward, leaningOn: max(context.today, start.wall.date))
  }

  // MARK: The end

  /// The last moment at which an occurrence may start: a named day, month or year is included as a whole.
  mutating func until(_ date: DateSyntax, _ rule: RecurrenceRule) throws(BindingError) -> RecurrenceUntil {
    let result: RecurrenceUntil
    let isBeforeStart: Bool
    switch try resolve(date) {
    case .days(_, let end):
      guard let last = end.adding(days: -1) else { throw BindingError(.outOfCalendar, at: date.range) }
      result = self.until(throughDay: last, rule)
      isBeforeStart = last < start.wall.date
    case .instant(let instant):
      result = self.until(moment: instant)
      isBeforeStart = isBeforeStartDay(instant)
    case .span(_, let end):
      let instant = end.adding(seconds: -1)
      result = self.until(moment: instant)
      isBeforeStart = isBeforeStartDay(instant)
    }
    if isBeforeStart {
      throw bad(
        "the repetition ends before it starts, on \(DateText.day(start.wall.date))", at: date.range)
    }
    return result
  }

  private func until(throughDay last: CivilDate, _ rule: RecurrenceRule) -> RecurrenceUntil {
    let hasSeveralADay =
      rule.frequency.isSubDaily || [.byHour, .byMinute, .bySecond].contains { rule.has($0) }
    let endOfDay = CivilDateTime(clamping: last.dayNumber * 86_400 + 86_399)
    let wall = hasSeveralADay ? endOfDay : CivilDateTime(last, start.wall.time)
    return switch start {
    case .date: .date(last)
    case .floating: .floating(wall)
    case .zoned(_, let zone): .utc(zone.instant(of: wall))
    }
  }

  private func until(moment: Instant) -> RecurrenceUntil {
    switch start {
    case .date: .date(context.zone.civil(at: moment).date)
    case .floating: .floating(context.zone.civil(at: moment))
    case .zoned: .utc(moment)
    }
  }

  private func isBeforeStartDay(_ moment: Instant) -> Bool {
    start.isAllDay
      ? context.zone.civil(at: moment).date < start.wall.date : moment < start.instant(in: context.zone)
  }

  // MARK: Exceptions

  /// The occurrences that a date excludes: those of its days, or the one at its moment.
  mutating func exceptions(_ date: DateSyntax, _ rule: RecurrenceRule) throws(BindingError) -> [EventTime] {
    let zone = start.zone ?? context.zone
    switch try resolve(date) {
    case .days(let first, let end):
      let found = try occurrences(
        CivilDateTime(first, .midnight), CivilDateTime(end, .midnight), rule, date.range)
      if !found.isEmpty { return found }
      noteNoOccurrence(DateText.text(.days(first, until: end), zone))
      // The exception may be for a repetition that is changed later.
      return end.dayNumber - first.dayNumber == 1
        ? [start.with(wall: CivilDateTime(first, start.wall.time))] : []
    case .instant(let instant):
      let wall = zone.civil(at: instant)
      if try occurrences(wall, wall.adding(seconds: 1) ?? .max, rule, date.range).isEmpty, !start.isAllDay {
        noteNoOccurrence(DateText.moment(instant, zone))
      }
      return [start.with(wall: wall)]
    case .span(let from, let to):
      return try occurrences(zone.civil(at: from), zone.civil(at: to), rule, date.range)
    }
  }

  private func occurrences(
    _ from: CivilDateTime, _ to: CivilDateTime, _ rule: RecurrenceRule, _ range: SourceRange
  ) throws(BindingError) -> [EventTime] {
    var result: [EventTime] = []
    for occurrence in series(rule).occurrences(from: from, to: to) {
      guard result.count < Self.exceptionLimit else {
        throw bad(
          "this leaves out more than \(Self.exceptionLimit) occurrences", hint: "use `until`", at: range)
      }
      result.append(start.with(wall: occurrence.start))
    }
    return result
  }

  private mutating func noteNoOccurrence(_ text: String) {
    notes.append(Note("repeat-exception", "there is no occurrence to leave out on \(text)"))
  }
}
