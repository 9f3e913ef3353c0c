import CivilTime
import Model
import QueryLanguage

extension ChangeBinder {
  /// A date as an item's time: a whole day, or a time in the zone written with it, else in `zone`.
  ///
  /// `isFloating` makes a clock time that of every zone.
  mutating func time(
    _ syntax: DateSyntax, zone: Zone? = nil, isFloating: Bool = false
  ) throws(BindingError) -> EventTime {
    let resolved = try resolved(syntax, in: zone)
    let clockZone = try syntax.clock?.zone.map { (syntax) throws(BindingError) in try resolver.zone(syntax) }
    switch resolved {
    case .days(let first, _): return .date(first)
    case .instant(let instant), .span(let instant, _):
      return place(instant, in: clockZone ?? zone ?? context.zone, isFloating: isFloating)
    }
  }

  /// A moment on a zone's clock; a fixed offset is no zone that calendars can keep, so that UTC or one's own is taken.
  func place(_ instant: Instant, in zone: Zone, isFloating: Bool = false) -> EventTime {
    if isFloating { return .floating(zone.civil(at: instant)) }
    let isNamed = context.zones.zone(named: zone.identifier) != nil
    let kept = isNamed || zone == .utc ? zone : zone.offset(at: instant) == .zero ? .utc : context.zone
    return .zoned(kept.civil(at: instant), kept)
  }

  /// What a date denotes when clock times are those of a zone.
  mutating func resolved(_ syntax: DateSyntax, in zone: Zone?) throws(BindingError) -> ResolvedDate {
    guard let zone, zone != context.zone else { return try resolver.resolve(syntax) }
    var other = context
    other.zone = zone
    var resolver = DateResolver(other)
    let result = try resolver.resolve(syntax)
    self.resolver.notes += resolver.notes
    return result
  }

  /// When an event is, as `add` says it: its start and how long it lasts, nil where the statement does not say.
  mutating func span(
    _ range: RangeSyntax, zone: Zone?, isFloating: Bool
  ) throws(BindingError) -> (start: EventTime, length: EventLength?) {
    switch range.kind {
    case .on(let date), .from(let date):
      let start = try time(date, zone: zone, isFloating: isFloating)
      switch try resolved(date, in: zone) {
      case .days(let first, let end):
        return (start, .nominal(CalendarDuration(days: end.dayNumber - first.dayNumber)))
      case .span(let first, let end): return (start, .exact(seconds: end.seconds - first.seconds))
      case .instant: return (start, nil)
      }
    case .span(let first, let last): return try between(first, last, zone, isFloating)
    case .since, .after, .to, .before, .anytime: throw BindingError(.noStartInRange, at: range.range)
    }
  }

  private mutating func between(
    _ first: DateSyntax, _ last: DateSyntax, _ zone: Zone?, _ isFloating: Bool
  ) throws(BindingError) -> (EventTime, EventLength?) {
    let start = try time(first, zone: zone, isFloating: isFloating)
    // The end leans on the day of the start: `friday 10:00 to 12:00` ends on that friday.
    let own = zone ?? context.zone
    let day = start.wall.date
    var other = context
    other.zone = own
    var resolver = DateResolver(other)
    let end: ResolvedDate
    if let clock = try resolver.clockEnd(last, of: first, startingAt: start.instant(in: own)) {
      end = .instant(clock)
    } else {
      end = try resolver.resolve(last, lean: .forward, leaningOn: day)
    }
    self.resolver.notes += resolver.notes
    switch (start, end) {
    case (.date(let first), .days(_, let until)):
      let days = until.dayNumber - first.dayNumber
      if days > 0 { return (start, .nominal(CalendarDuration(days: days))) }
      guard case .days(let earlier, _) = end else { return (start, nil) }
      noteExchange()
      return (.date(earlier), .nominal(CalendarDuration(days: first.dayNumber - earlier.dayNumber + 1)))
    case (.date(let first), .instant), (.date(let first), .span):
      return try exact(own.startOfDay(first), end.end(in: own), own, isFloating)
    case (.zoned, _), (.floating, _):
      let moment = start.instant(in: own)
      return try exact(moment, end.end(in: own), start.zone ?? own, isFloating)
    }
  }

  /// From one moment to another, exchanged where they are reversed.
  private mutating func exact(
    _ first: Instant, _ last: Instant, _ zone: Zone, _ isFloating: Bool
  ) throws(BindingError) -> (EventTime, EventLength?) {
    if last < first { noteExchange() }
    let start = place(min(first, last), in: zone, isFloating: isFloating)
    return (start, .exact(seconds: abs(last.seconds - first.seconds)))
  }

  mutating func noteExchange() {
    notes.append(Note("dates-exchanged", "the end lies before the start: the two are exchanged"))
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
  /// Whether it is a clock time without a day.
  var isClockAlone: Bool { if case .clock = base { offsets.isEmpty } else { false } }

  /// The clock time in a date expression; nil for days alone.
  var clock: ClockSyntax? {
    switch base {
    case .clock(let clock): clock
    case .day(_, let clock): clock
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .unit, .month, .rolling, .rest: nil
    }
  }
}
