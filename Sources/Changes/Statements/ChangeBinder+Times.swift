extension ChangeBinder {
  /// A date as an item's time: a whole day, or a time in the zone written with it, else in `zone`.
  ///
  /// `isFloating` makes a clock time floating.
  /// `day` is the day from which a bare weekday counts; nil for today.
  mutating func time(
    _ syntax: DateSyntax, zone: Zone? = nil, isFloating: Bool = false, from day: CivilDate? = nil
  ) throws(BindingError) -> EventTime {
    let resolved = try resolved(syntax, in: zone, from: day)
    let clockZone = try syntax.clock?.zone.map { (syntax) throws(BindingError) in try resolver.zone(syntax) }
    switch resolved {
    case .days(let first, _): return .date(first)
    case .instant(let instant), .span(let instant, _):
      return place(instant, in: clockZone ?? zone ?? context.zone, isFloating: isFloating)
    }
  }

  /// A moment as a time in a zone; a fixed offset is not a zone that calendars can store, so
  /// UTC or the viewer's zone is taken.
  ///
  /// The second of two equal times is kept in UTC, with a note; for a whole series the first
  /// is taken.
  mutating func place(_ instant: Instant, in zone: Zone, isFloating: Bool = false) -> EventTime {
    if isFloating { return .floating(zone.civil(at: instant)) }
    let isOffset = zone.identifier.hasPrefix("+") || zone.identifier.hasPrefix("-")
    let isNamed = !isOffset && context.zones.zone(named: zone.identifier) != nil
    let kept = isNamed || zone == .utc ? zone : zone.offset(at: instant) == .zero ? .utc : context.zone
    return named(instant, in: kept)
  }

  /// A moment as a time in a zone, which has no name for the second of two equal times.
  ///
  /// A single item is then kept in UTC. A series keeps to the clock that it follows on all its other days,
  /// and its first occurrence is at the first of the two times. A note reports either.
  mutating func named(_ instant: Instant, in zone: Zone) -> EventTime {
    let time = EventTime(instant, in: zone)
    if time.zone == zone { return time }
    let wall = zone.civil(at: instant)
    let reason = "the second \(wall.time) of that day has no name in \(zone.identifier)"
    if movesOnClock {
      note(Note("series-on-clock", reason + ": a series keeps to its clock, and begins at the first"))
      return .zoned(wall, zone)
    }
    note(Note("kept-in-utc", reason + ": it is kept in UTC"))
    return time
  }

  /// Resolves a date with its clock times in a zone; a bare weekday is the first from `day` on,
  /// else from today.
  mutating func resolved(
    _ syntax: DateSyntax, in zone: Zone?, from day: CivilDate? = nil
  ) throws(BindingError) -> ResolvedDate {
    var other = context
    other.zone = zone ?? context.zone
    var resolver = DateResolver(other)
    let result =
      if let day, syntax.isBareWeekday {
        try resolver.resolve(syntax, lean: .forward, leaningOn: day)
      } else {
        try resolver.resolve(syntax)
      }
    self.resolver.notes += resolver.notes
    return result
  }

  /// The day from which a bare weekday counts when an item is moved: the item's own day; for an
  /// open reminder, today at the earliest.
  func ownDay(of item: Item, _ time: EventTime?) -> CivilDate? {
    guard let time else { return nil }
    let day = context.zone.civil(at: time.instant(in: context.zone)).date
    return item.kind == .reminder && !item.isCompleted ? max(day, context.today) : day
  }

  /// The time of an event as `add` states it: its start, its length (nil if the statement has none), and
  /// its end if that is on another clock.
  mutating func span(
    _ range: RangeSyntax, zone: Zone?, isFloating: Bool
  ) throws(BindingError) -> (start: EventTime, length: EventLength?, end: EventTime?) {
    switch range.kind {
    case .on(let date), .from(let date):
      let start = try time(date, zone: zone, isFloating: isFloating)
      switch try resolved(date, in: zone) {
      case .days(let first, let end):
        return (start, .nominal(CalendarDuration(days: end.dayNumber - first.dayNumber)), nil)
      case .span(let first, let end): return (start, .exact(seconds: end.seconds - first.seconds), nil)
      case .instant: return (start, nil, nil)
      }
    case .span(let first, let last):
      let (start, length) = try between(first, last, zone, isFloating)
      return (start, length, try ownEnd(last, start, length))
    case .since, .after, .to, .before, .anytime: throw BindingError(.noStartInRange, at: range.range)
    }
  }

  /// The end of an event in the zone that is written with it; nil if it is the start's zone.
  private mutating func ownEnd(
    _ last: DateSyntax, _ start: EventTime, _ length: EventLength?
  ) throws(BindingError) -> EventTime? {
    // An offset identifies the moment, and is not a clock to keep.
    guard case .zoned(_, let own) = start, let length, let written = last.clock?.zone,
      case .named = written.kind
    else { return nil }
    let time = place(start.adding(length).instant(in: own), in: try resolver.zone(written))
    return time.zone == own ? nil : time
  }

  private mutating func between(
    _ first: DateSyntax, _ last: DateSyntax, _ zone: Zone?, _ isFloating: Bool
  ) throws(BindingError) -> (EventTime, EventLength?) {
    let start = try time(first, zone: zone, isFloating: isFloating)
    // The end is resolved from the day of the start: `friday 10:00 to 12:00` ends on that friday.
    let own = zone ?? context.zone
    let day = start.wall.date
    var other = context
    other.zone = own
    var resolver = DateResolver(other)
    // A series may begin at another moment than the one written, but keeps the written length.
    let beginning =
      movesOnClock && start.zone != nil
      ? try resolved(first, in: zone).start(in: own) : start.instant(in: own)
    let end: ResolvedDate
    if let clock = try resolver.clockEnd(last, of: first, startingAt: beginning) {
      end = .instant(clock)
      // The clock of the end's zone decides whether it is night.
      let named = last.clock?.zone ?? first.clock?.zone
      let night = try named.map { (syntax) throws(BindingError) in try resolver.zone(syntax) } ?? own
      if !exchangesTimes, night.civil(at: clock).date > night.civil(at: beginning).date, !start.isAllDay,
        !last.isMidnight
      {
        guard isNight(from: beginning, to: clock, in: night) else {
          throw reversed(first, last, laterEnd: clock, in: own)
        }
        noteNight(clock, in: night)
      }
    } else {
      let named = try resolver.resolve(last, lean: .forward, leaningOn: day)
      end =
        try resolver.endBehindGap(first, startingAt: beginning, endingAt: named.end(in: own))
        .map(ResolvedDate.instant) ?? named
    }
    self.resolver.notes += resolver.notes
    switch (start, end) {
    case (.date(let from), .days(let earlier, let until)):
      let days = until.dayNumber - from.dayNumber
      if days > 0 { return (start, .nominal(CalendarDuration(days: days))) }
      if !exchangesTimes {
        throw BindingError(
          .reversedTimes(["from \(last) to \(first)", "from \(first) for 2d"]), at: last.range)
      }
      noteExchange()
      return (.date(earlier), .nominal(CalendarDuration(days: from.dayNumber - earlier.dayNumber + 1)))
    case (.date(let from), .instant), (.date(let from), .span):
      let moment = own.startOfDay(from)
      if end.end(in: own) < moment, !exchangesTimes { throw reversed(first, last, laterEnd: nil, in: own) }
      return exact(moment, end.end(in: own), own, isFloating)
    case (.zoned, _), (.floating, _):
      let until = end.end(in: own)
      if until < beginning, !exchangesTimes {
        throw reversed(first, last, laterEnd: clock(of: until, after: beginning, in: own), in: own)
      }
      return exact(beginning, until, start.zone ?? own, isFloating, start: start)
    }
  }

  /// From one moment to another, exchanged if they are reversed; `start` is the time of the first.
  private mutating func exact(
    _ first: Instant, _ last: Instant, _ zone: Zone, _ isFloating: Bool, start: EventTime? = nil
  ) -> (EventTime, EventLength?) {
    if last < first { noteExchange() }
    let begin = last < first ? nil : start
    return (
      begin ?? place(min(first, last), in: zone, isFloating: isFloating),
      .exact(seconds: abs(last.seconds - first.seconds))
    )
  }

  /// A duration written in a statement.
  func length(_ syntax: DurationSyntax) throws(BindingError) -> CalendarDuration {
    try resolver.duration(syntax)
  }

  /// A length for an event that starts at a time: days of the wall clock for whole days, else elapsed.
  func length(
    _ duration: CalendarDuration, for start: EventTime, at range: SourceRange
  ) throws(BindingError) -> EventLength {
    if start.isAllDay {
      guard duration.isDayLike, duration != .zero else { throw BindingError(.lengthNeedsClock, at: range) }
      return .nominal(duration)
    }
    return duration.months == 0 && duration.days == 0 ? .exact(seconds: duration.seconds) : .nominal(duration)
  }
}

extension DateSyntax {
  /// Whether it is a weekday, with a clock time or without, that names no week.
  var isBareWeekday: Bool {
    if case .day(.weekday, _) = base { offsets.isEmpty } else { false }
  }

  /// Whether its clock time is 24:00, the end of the day.
  var isMidnight: Bool { clock.map { $0.secondOfDay >= 86_400 } ?? false }

  /// Whether it is a clock time without a day.
  var isClockAlone: Bool { if case .clock = base { offsets.isEmpty } else { false } }

  /// The clock time in a date expression; nil for days alone.
  var clock: ClockSyntax? {
    switch base {
    case .clock(let clock): clock
    case .day(_, let clock): clock
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .part, .unit, .named, .rolling, .rest: nil
    }
  }
}
