/// The direction in which an incomplete date, one without a year or a week, is resolved.
package enum DateLean: Hashable, Sendable {
  /// The earliest that has not ended: for additions and moves.
  case forward
  /// In queries: the latest that ended at most 90 days ago, else the earliest that has not ended.
  ///
  /// Weekdays are those of the coming seven days.
  case nearest
  /// The latest that has begun: after `since` and with completed, created, modified.
  case backward
}

/// Resolves date expressions at a given moment in a given zone.
package struct DateResolver {
  let context: QueryContext
  /// Whether whole days may end at the end of the calendar; an item's days cannot.
  var reachesEnd = false
  /// Whether `in 3 days` keeps the clock time, because the caller needs a moment and not a day.
  private var wantsMoments = false
  /// Notes on guesses and moved times.
  package var notes: [Note] = []
  /// The day from which incomplete dates are resolved.
  private(set) var anchor: CivilDate
  /// Whether the anchor is the other end of a range, so that only one reading is left.
  private(set) var isAnchored = false

  var zone: Zone { context.zone }

  package init(_ context: QueryContext) {
    self.context = context
    anchor = context.today
  }

  /// Resolves an expression.
  package mutating func resolve(_ syntax: DateSyntax, lean: DateLean = .forward) throws(BindingError)
    -> ResolvedDate
  {
    var result = try base(syntax.base, lean, syntax.range)
    for offset in syntax.offsets {
      result = try add(try duration(offset), to: result, at: syntax.range)
    }
    return result
  }

  /// Resolves an expression to a moment: whole days to their beginning, while a distance keeps
  /// the clock time.
  package mutating func moment(_ syntax: DateSyntax, lean: DateLean = .forward) throws(BindingError)
    -> Instant
  {
    wantsMoments = true
    defer { wantsMoments = false }
    return try resolve(syntax, lean: lean).start(in: zone)
  }

  /// Resolves an expression, its incomplete dates from a given day instead of today.
  package mutating func resolve(
    _ syntax: DateSyntax, lean: DateLean, leaningOn day: CivilDate
  ) throws(BindingError) -> ResolvedDate {
    let saved = (anchor, isAnchored)
    (anchor, isAnchored) = (day, true)
    defer { (anchor, isAnchored) = saved }
    return try resolve(syntax, lean: lean)
  }

  private mutating func base(
    _ base: DateBase, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    switch base {
    case .now: return .instant(context.now)
    case .offset(let offset): return .instant(try moved(context.now, by: try duration(offset), range))
    case .ahead(let syntax): return try distant(try duration(syntax), range)
    case .ago(let syntax): return try distant(-(try duration(syntax)), range)
    case .epoch(let seconds): return .instant(try inCalendar(Instant(seconds: seconds), range))
    case .parameter(let name):
      var bound = try context.syntax(of: name, at: range, expected: "a date") { (text) throws(SyntaxError) in
        try SyntaxFragment.plainDate(text)
      }
      bound.range = range
      return try resolve(bound, lean: lean)
    case .clock(let clock): return .instant(try moment(context.today, clock))
    case .day(let syntax, let clock):
      let day = try day(syntax, lean, range)
      guard let clock else { return day }
      switch day {
      case .days(let first, _): return .instant(try moment(first, clock))
      case .instant, .span: return day
      }
    case .part(let part, of: let syntax):
      return try self.part(part, of: try single(syntax, lean, range), range)
    case .unit(let word, let unit): return try period(word, unit, range)
    case .named(let word, let part): return try relative(word, part, range)
    case .rolling(let direction, let syntax): return try rolling(direction, try duration(syntax), range)
    case .rest(let syntax):
      let whole = try period(syntax, .forward, range)
      // On most days the weekend is still to come; every other unit has begun.
      if whole.start(in: zone) > context.now { return whole }
      return .span(context.now, max(whole.end(in: zone), context.now))
    }
  }

  /// Resolves `in 3 days` and `2 weeks ago` to that whole day; hours and minutes to the moment.
  private mutating func distant(
    _ length: CalendarDuration, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    guard length.isDayLike, !wantsMoments else { return .instant(try moved(context.now, by: length, range)) }
    let day = try moved(context.today, by: length, range)
    return .days(day, until: try self.day(day, plus: 1, range))
  }

  /// Resolves a date that is the whole range: an offset of days or more, as `-5d`, means
  /// that whole day.
  mutating func resolveAlone(_ syntax: DateSyntax, lean: DateLean) throws(BindingError) -> ResolvedDate {
    let date = try resolve(syntax, lean: lean)
    guard case .offset(let first) = syntax.base, case .instant(let moment) = date else { return date }
    for offset in [first] + syntax.offsets where !(try duration(offset.duration).isDayLike) { return date }
    let day = zone.civil(at: moment).date
    return .days(day, until: try self.day(day, plus: 1, syntax.range))
  }

  // MARK: Lengths

  /// The signed length of an offset.
  package func duration(_ syntax: OffsetSyntax) throws(BindingError) -> CalendarDuration {
    let length = try duration(syntax.duration)
    return syntax.isNegative ? -length : length
  }

  /// The length of a duration.
  package func duration(_ syntax: DurationSyntax) throws(BindingError) -> CalendarDuration {
    switch syntax.kind {
    case .parameter(let name):
      var bound = try context.syntax(of: name, at: syntax.range, expected: "a length of time") {
        (text) throws(SyntaxError) in
        try SyntaxFragment.plainDuration(text)
      }
      bound.range = syntax.range
      return try duration(bound)
    case .components:
      // A length beyond the calendar is useless, and a length within it does not overflow.
      guard let length = syntax.calendarDuration, length.isInCalendar else {
        throw BindingError(.outOfCalendar, at: syntax.range)
      }
      return length
    }
  }

  /// A result moved by a length: whole days stay whole days unless it has hours.
  mutating func add(
    _ duration: CalendarDuration, to date: ResolvedDate, at range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    switch date {
    case .instant(let instant): return .instant(try moved(instant, by: duration, range))
    case .days(let first, let end):
      guard duration.isDayLike else {
        return .instant(try moved(zone.startOfDay(first), by: duration, range))
      }
      let newFirst = try moved(first, by: duration, range)
      let isWholeMonths = first.day == 1 && end.day == 1
      let newEnd =
        isWholeMonths
        ? try moved(end, by: duration, range)
        : try day(newFirst, plus: end.dayNumber - first.dayNumber, range)
      return .days(newFirst, until: newEnd)
    case .span(let start, let end):
      return .span(try moved(start, by: duration, range), try moved(end, by: duration, range))
    }
  }

  private func moved(
    _ date: CivilDate, by duration: CalendarDuration, _ range: SourceRange
  ) throws(BindingError) -> CivilDate {
    guard let month = date.adding(months: duration.months), let day = month.adding(days: duration.days)
    else { throw BindingError(.outOfCalendar, at: range) }
    return day
  }

  /// A moment moved on the wall clock by months and days and then by elapsed seconds.
  package mutating func moved(
    _ instant: Instant, by duration: CalendarDuration, _ range: SourceRange
  ) throws(BindingError) -> Instant {
    let elapsed = CalendarDuration(seconds: duration.seconds)
    if duration.months == 0, duration.days == 0 {
      return try inCalendar(instant.adding(seconds: elapsed.seconds), range)
    }
    let nominal = CalendarDuration(months: duration.months, days: duration.days)
    guard let local = zone.civil(at: instant).adding(nominal) else {
      throw BindingError(.outOfCalendar, at: range)
    }
    return try inCalendar(self.instant(of: local, in: zone).adding(seconds: elapsed.seconds), range)
  }

  func day(_ date: CivilDate, plus days: Int, _ range: SourceRange) throws(BindingError) -> CivilDate {
    guard let day = date.adding(days: days) else { throw BindingError(.outOfCalendar, at: range) }
    return day
  }

  private func inCalendar(_ instant: Instant, _ range: SourceRange) throws(BindingError) -> Instant {
    guard instant.utc.wallSeconds == instant.seconds else { throw BindingError(.outOfCalendar, at: range) }
    return instant
  }

  // MARK: Clocks

  /// A clock time on a day, in the zone written with it or the query's.
  mutating func moment(_ date: CivilDate, _ clock: ClockSyntax) throws(BindingError) -> Instant {
    let zone = try clock.zone.map { (syntax) throws(BindingError) in try self.zone(syntax) } ?? zone
    try checkGuess(clock)
    switch clock.secondOfDay {
    case 0: return midnight(of: date, in: zone)
    case 86_400...: return midnight(of: try day(date, plus: 1, clock.range), in: zone)
    default:
      let wall = date.dayNumber * 86_400 + clock.secondOfDay
      return instant(of: CivilDateTime(clamping: wall), in: zone)
    }
  }

  /// Notes which half of the day was taken for an hour such as `at 5`; strict mode rejects it.
  private mutating func checkGuess(_ clock: ClockSyntax) throws(BindingError) {
    guard clock.half == .guessed else { return }
    let texts = clock.halves.map { CivilDateTime(clamping: $0).time.description.prefix(5).description }
    if context.isStrict { throw BindingError(.ambiguousHour(choices: texts), at: clock.range) }
    let (own, other) = clock.secondOfDay == clock.halves[0] ? (texts[0], texts[1]) : (texts[1], texts[0])
    let note = Note("guessed-hour", "the hour is taken as \(own), not \(other)")
    if !notes.contains(note) { notes.append(note) }
  }

  /// The first moment of a day, for a written midnight; adds a note if the clock skips midnight.
  private mutating func midnight(of date: CivilDate, in zone: Zone) -> Instant {
    let local = CivilDateTime(date, .midnight)
    guard case .gap = zone.resolve(local) else { return zone.startOfDay(date) }
    return instant(of: local, in: zone, .start)
  }

  /// The moment of a local time; adds a note if a clock change skips or doubles it.
  package mutating func instant(
    of local: CivilDateTime, in zone: Zone, _ disambiguation: Disambiguation = .compatible
  ) -> Instant {
    let result = zone.instant(of: local, disambiguation)
    let place = "\(local.time) on \(DateText.day(local.date)) in \(zone.identifier)"
    switch zone.resolve(local) {
    case .unique: break
    case .gap:
      notes.append(
        Note("clock-gap", "the clock skips \(place); \(zone.civil(at: result).time) is taken"))
    case .fold(let first, let second):
      let taken = zone.offset(at: first)
      notes.append(
        Note(
          "clock-fold",
          "the clock shows \(place) twice; the first (\(taken)) is taken, write \(zone.offset(at: second)) for the other"
        ))
    }
    return result
  }

  /// A zone by its name or offset.
  package func zone(_ syntax: ZoneSyntax) throws(BindingError) -> Zone {
    switch syntax.kind {
    case .offset(let offset): return Zone(identifier: offset.description, offset: offset)
    case .named(let name):
      if let zone = context.zones.zone(named: name) { return zone }
      throw BindingError(
        .unknownZone(name, near: Spelling.suggestions(for: name, among: context.zones.identifiers)),
        at: syntax.range)
    }
  }
}
