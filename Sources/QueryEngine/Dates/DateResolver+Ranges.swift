/// The meaning of a missing side of a range.
enum OpenEnds: Hashable, Sendable {
  /// A range of events: it begins now or runs on for `range.days`.
  case bounded
  /// A range of one date field, or of reminders: it has no such side.
  case open
}

extension DateResolver {
  /// The range of events for a query without one: today and the days after.
  mutating func defaultRange() throws(BindingError) -> ResolvedRange {
    let days = max(0, context.rangeDays)
    let end = try day(context.today, plus: days + 1, .none)
    let range = ResolvedRange(
      start: zone.startOfDay(context.today), end: zone.startOfDay(end), startIsDay: true, endIsDay: true)
    let last = try day(context.today, plus: days, .none)
    let rest = days == 0 ? "" : " and the \(days) day\(days == 1 ? "" : "s") after"
    notes.append(
      Note("default-range", "default range: today\(rest), until \(DateText.day(last))", kind: .echo))
    return range
  }

  /// Resolves a range.
  ///
  /// `includesEnd` makes a moment after `to`, `until` or `by` part of the range, as a due time is.
  mutating func resolve(
    _ syntax: RangeSyntax, ends: OpenEnds, lean: DateLean = .nearest, includesEnd: Bool = false
  ) throws(BindingError) -> ResolvedRange {
    let range = try unchecked(syntax, ends, lean, includesEnd)
    try noteLength(range)
    return range
  }

  private mutating func unchecked(
    _ syntax: RangeSyntax, _ ends: OpenEnds, _ lean: DateLean, _ includesEnd: Bool
  ) throws(BindingError) -> ResolvedRange {
    switch syntax.kind {
    case .anytime: return .anytime
    case .on(let date):
      let when = try resolveAlone(date, lean: lean)
      try checkDay(when, date.range)
      return ResolvedRange(
        start: when.start(in: zone), end: when.end(in: zone), startIsDay: when.isDays, endIsDay: when.isDays,
        isInstant: when.isInstant)
    case .span(let first, let last): return try span(first, last, lean, includesEnd)
    case .from(let date):
      let when = try resolve(date, lean: lean)
      return try following(when.start(in: zone), when, ends, startIsDay: when.isDays, syntax.range)
    case .after(let date):
      let when = try resolve(date, lean: lean)
      let start = when.end(in: zone).adding(seconds: when.isInstant ? 1 : 0)
      return try following(start, when, ends, startIsDay: when.isDays, syntax.range)
    case .since(let date):
      let when = try resolve(date, lean: .backward)
      let start = when.start(in: zone)
      switch ends {
      case .open: return ResolvedRange(start: start, end: nil, startIsDay: when.isDays)
      case .bounded:
        if start > context.now { throw BindingError(.rangeIsFuture, at: date.range) }
        return echoed(ResolvedRange(start: start, end: context.now, startIsDay: when.isDays))
      }
    case .to(let date):
      let when = try resolve(date, lean: ends == .bounded && lean == .nearest ? .forward : lean)
      let extra = includesEnd && when.isInstant ? 1 : 0
      return try preceding(when.end(in: zone).adding(seconds: extra), when, ends, date.range)
    case .before(let date):
      let when = try resolve(date, lean: ends == .bounded && lean == .nearest ? .forward : lean)
      return try preceding(when.start(in: zone), when, ends, date.range)
    }
  }

  /// A range from a moment on, which ends `range.days` after the date that names it.
  private mutating func following(
    _ start: Instant, _ date: ResolvedDate, _ ends: OpenEnds, startIsDay: Bool, _ range: SourceRange
  ) throws(BindingError) -> ResolvedRange {
    switch ends {
    case .open: return ResolvedRange(start: start, end: nil, startIsDay: startIsDay)
    case .bounded:
      let length = CalendarDuration(days: max(0, context.rangeDays))
      let end: Instant
      switch date {
      case .days(_, let last): end = zone.startOfDay(try day(last, plus: length.days, range))
      case .instant(let instant), .span(_, let instant): end = try moved(instant, by: length, range)
      }
      return echoed(ResolvedRange(start: start, end: end, startIsDay: startIsDay, endIsDay: date.isDays))
    }
  }

  /// A range from now up to a moment; from the start of today if the moment was earlier today.
  private mutating func preceding(
    _ end: Instant, _ date: ResolvedDate, _ ends: OpenEnds, _ range: SourceRange
  ) throws(BindingError) -> ResolvedRange {
    switch ends {
    case .open: return ResolvedRange(start: nil, end: end, endIsDay: date.isDays)
    case .bounded:
      if end <= context.now {
        let dawn = zone.startOfDay(context.today)
        if end <= dawn { throw BindingError(.rangeIsPast, at: range) }
        return echoed(ResolvedRange(start: dawn, end: end, startIsDay: true, endIsDay: date.isDays))
      }
      return echoed(ResolvedRange(start: context.now, end: end, endIsDay: date.isDays))
    }
  }

  private mutating func echoed(_ range: ResolvedRange) -> ResolvedRange {
    notes.append(Note("open-range", "range: \(range.text(in: zone))", kind: .range))
    return range
  }

  /// Notes a range of more than four years, which EventKit would cut silently.
  private mutating func noteLength(_ range: ResolvedRange) throws(BindingError) {
    guard let start = range.start, let end = range.end,
      let limit = zone.instant(start, adding: CalendarDuration(months: 48)), end > limit
    else { return }
    notes.append(Note("long-range", "the range is longer than four years; EventKit would have cut it"))
  }

  // MARK: Two ends

  /// From the start of the first date through the end of the last.
  ///
  /// If both are incomplete in the same way, as two weekdays are, the pair is the earliest that has not
  /// ended; leaning backward, the latest that has begun; for dates without a year in a query, the nearest.
  private mutating func span(
    _ first: DateSyntax, _ last: DateSyntax, _ lean: DateLean, _ includesEnd: Bool
  ) throws(BindingError) -> ResolvedRange {
    let (a, b) = try pair(first, last, lean)
    let start = a.start(in: zone)
    var end = b.end(in: zone)
    if let behind = try endBehindGap(first, startingAt: start, endingAt: end) { end = behind }
    if end < start || (end == start && !(a.isInstant && b.isInstant)) {
      try checkDay(a, first.range)
      try checkDay(b, last.range)
      throw BindingError(.reversedRange(swapped: "from \(last) to \(first)"), at: last.range)
    }
    if start == end { return ResolvedRange(start: start, end: end, isInstant: true) }
    return ResolvedRange(
      start: start, end: end.adding(seconds: includesEnd && b.isInstant ? 1 : 0), startIsDay: a.isDays,
      endIsDay: b.isDays)
  }

  /// Rejects a day that the clocks skip, as its range is empty.
  private func checkDay(_ date: ResolvedDate, _ range: SourceRange) throws(BindingError) {
    guard case .days(let day, _) = date, date.end(in: zone) <= date.start(in: zone) else { return }
    throw BindingError(.skippedDay(day, zone: zone.identifier), at: range)
  }

  private mutating func pair(
    _ first: DateSyntax, _ last: DateSyntax, _ lean: DateLean
  ) throws(BindingError) -> (ResolvedDate, ResolvedDate) {
    let openness = (first.base.openness, last.base.openness)
    if let kind = openness.0, kind == openness.1 {
      switch lean {
      case .nearest where kind != .week: return try nearestPair(first, last)
      case .forward, .nearest: return try pair(first, endingWith: last, .forward)
      case .backward:
        let a = try resolve(first, lean: .backward)
        return (a, try earliest(last, notBefore: a))
      }
    }
    if openness.0 != nil {
      let a = try resolve(first, lean: lean)
      if let end = try clockEnd(last, of: first, startingAt: a.start(in: zone)) { return (a, .instant(end)) }
      let b = try resolve(last, lean: lean)
      return a.start(in: zone) > b.end(in: zone) ? (try latest(first, notAfter: b), b) : (a, b)
    }
    let a = try resolve(first, lean: lean)
    if let end = try clockEnd(last, of: first, startingAt: a.start(in: zone)) { return (a, .instant(end)) }
    guard let kind = openness.1 else { return (a, try resolve(last, lean: lean)) }
    // In a query the start decides the year: the end never precedes it.
    if kind != .week, first.base.namesYear || lean == .nearest {
      return (a, try earliest(last, notBefore: a))
    }
    let b = try resolve(last, lean: lean)
    return b.end(in: zone) <= a.start(in: zone) ? (a, try earliest(last, notBefore: a)) : (a, b)
  }

  /// Two dates without a year: the pair that is going on, else the last that ended at
  /// most 90 days ago, else the next.
  private mutating func nearestPair(
    _ first: DateSyntax, _ last: DateSyntax
  ) throws(BindingError) -> (ResolvedDate, ResolvedDate) {
    let next = try pair(first, endingWith: last, .forward)
    let today = context.today
    if next.0.start(in: zone) < zone.startOfDay(try day(today, plus: 1, first.range)) { return next }
    let past = try pair(first, endingWith: last, .backward)
    let limit = try day(today, plus: -Self.daysBack, last.range)
    guard past.1.end(in: zone) > zone.startOfDay(limit), past.1.end(in: zone) < next.1.end(in: zone),
      try isNearer(past.1, than: next.0, first.range)
    else { return next }
    let (taken, other) = (written(past), written(next))
    if context.isStrict {
      throw BindingError(
        .yearMissing("\(first) to \(last)", suggestion: taken), at: first.range.union(last.range))
    }
    noteOtherReading("\(first) to \(last)", taken, other, .nearest)
    return past
  }

  /// Whether the end of a past range is nearer to today than the start of the next one.
  private func isNearer(
    _ past: ResolvedDate, than next: ResolvedDate, _ range: SourceRange
  ) throws(BindingError) -> Bool {
    let today = zone.startOfDay(context.today).seconds
    return today - past.end(in: zone).seconds < next.start(in: zone).seconds - today
  }

  private func written(_ pair: (ResolvedDate, ResolvedDate)) -> String {
    let last = zone.civil(at: pair.1.end(in: zone).adding(seconds: pair.1.isInstant ? 0 : -1)).date
    return "\(zone.civil(at: pair.0.start(in: zone)).date)..\(last)"
  }

  /// Resolves two incomplete dates, the last one first; each has a single reading.
  private mutating func pair(
    _ first: DateSyntax, endingWith last: DateSyntax, _ lean: DateLean
  ) throws(BindingError) -> (ResolvedDate, ResolvedDate) {
    let b = try resolve(last, lean: lean, leaningOn: context.today)
    return (try latest(first, notAfter: b), b)
  }

  /// The end if it is a bare clock time after a start on a day or at a clock time; nil for other dates.
  ///
  /// It is the first such time not before the start, on the next day if needed, in the start's zone
  /// unless it names one; offsets are added to that moment.
  package mutating func clockEnd(
    _ last: DateSyntax, of first: DateSyntax, startingAt start: Instant
  ) throws(BindingError) -> Instant? {
    guard let end = try plainClockEnd(last, of: first, startingAt: start) else { return nil }
    var result = ResolvedDate.instant(end)
    for offset in last.offsets { result = try add(try duration(offset), to: result, at: last.range) }
    return result.start(in: zone)
  }

  private mutating func plainClockEnd(
    _ last: DateSyntax, of first: DateSyntax, startingAt start: Instant
  ) throws(BindingError) -> Instant? {
    guard case .clock(var clock) = last.base else { return nil }
    switch first.base {
    case .clock, .day, .part, .unit, .named: break
    case .ahead(let length), .ago(let length): if !(try duration(length).isDayLike) { return nil }
    case .now, .offset, .epoch, .parameter, .rolling, .rest: return nil
    }
    clock.zone = clock.zone ?? first.base.clockTime?.zone
    let own = try clock.zone.map { (syntax) throws(BindingError) in try self.zone(syntax) } ?? zone
    let day = own.civil(at: start).date
    let known = notes.count
    let end = try moment(day, clock)
    if end >= start { return end }
    notes.removeSubrange(known...)
    if let behind = try endBehindGap(first, startingAt: start, endingAt: end) { return behind }
    return try moment(try self.day(day, plus: 1, last.range), clock)
  }

  /// The end that keeps the written length when a clock gap moves a start past its end.
  ///
  /// Nil in all other cases.
  package func endBehindGap(
    _ first: DateSyntax, startingAt start: Instant, endingAt end: Instant
  ) throws(BindingError) -> Instant? {
    guard end < start, let clock = first.base.clockTime else { return nil }
    let own = try clock.zone.map { (syntax) throws(BindingError) in try self.zone(syntax) } ?? zone
    let written = own.civil(at: start).date.dayNumber * 86_400 + clock.secondOfDay
    guard case .gap = own.resolve(CivilDateTime(clamping: written)) else { return nil }
    let last = own.civil(at: end).wallSeconds
    return last > written ? start.adding(seconds: last - written) : nil
  }

  /// The latest meaning of an incomplete date that starts no later than another date ends.
  private mutating func latest(
    _ syntax: DateSyntax, notAfter other: ResolvedDate
  ) throws(BindingError) -> ResolvedDate {
    let day = lastDay(of: other)
    let found = try resolve(syntax, lean: .backward, leaningOn: day)
    if found.start(in: zone) <= other.end(in: zone) { return found }
    return try resolve(syntax, lean: .backward, leaningOn: try self.day(day, plus: -1, syntax.range))
  }

  /// The earliest meaning of an incomplete date that ends no earlier than another date starts.
  private mutating func earliest(
    _ syntax: DateSyntax, notBefore other: ResolvedDate
  ) throws(BindingError) -> ResolvedDate {
    let day = zone.civil(at: other.start(in: zone)).date
    let found = try resolve(syntax, lean: .forward, leaningOn: day)
    if found.end(in: zone) >= other.start(in: zone) { return found }
    return try resolve(syntax, lean: .forward, leaningOn: try self.day(day, plus: 1, syntax.range))
  }

  private func lastDay(of date: ResolvedDate) -> CivilDate {
    let last = date.isInstant ? date.end(in: zone) : date.end(in: zone).adding(seconds: -1)
    return zone.civil(at: last).date
  }
}
