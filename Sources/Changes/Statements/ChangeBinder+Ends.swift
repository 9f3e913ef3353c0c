extension Note {
  /// Says that a clock time alone as an end was taken as a time of the next day.
  public static func endsNextDay(_ end: Instant, in zone: Zone) -> Note {
    let wall = zone.civil(at: end)
    return Note(
      "ends-next-day",
      "the end is on the next day: \(DateText.day(wall.date)) \(wall.time.description.prefix(5))")
  }
}

/// Ends of events: the meaning of a clock time alone as an end, and errors for ends before the start.
extension ChangeBinder {
  /// Whether a clock time alone as an end means the next morning: it is before
  /// noon and at most 14 hours away.
  func isNight(from start: Instant, to end: Instant, in zone: Zone) -> Bool {
    end.seconds - start.seconds <= 14 * 3_600 && zone.civil(at: end).time.secondOfDay < 12 * 3_600
  }

  /// The second moment at which the clock shows the time of `moment`; nil if the clock shows
  /// that time once.
  private func second(of moment: Instant, in zone: Zone) -> Instant? {
    guard case .fold(_, let second) = zone.resolve(zone.civil(at: moment)) else { return nil }
    return second
  }

  /// The first moment after `start` at which the clock shows the time of `moment`.
  func clock(of moment: Instant, after start: Instant, in zone: Zone) -> Instant? {
    let time = zone.civil(at: moment).time
    let day = zone.civil(at: start).date
    for days in 0...1 {
      guard let date = day.adding(days: days) else { return nil }
      let found = zone.instant(of: CivilDateTime(date, time))
      if found > start { return found }
      if let second = second(of: found, in: zone), second > start { return second }
    }
    return nil
  }

  /// The error for an event's range that ends before it starts, with its fixes: both exchanged, or
  /// an end on a later day.
  func reversed(
    _ first: DateSyntax, _ last: DateSyntax, laterEnd: Instant?, in zone: Zone
  ) -> BindingError {
    var fixes = ["from \(last) to \(first)"]
    if first.clock != nil, case .day(.year(let year), nil) = last.base, last.offsets.isEmpty,
      let time = TimeOfDay(hour: year / 100, minute: year % 100)
    {
      // Four digits name a year if they can, but after a clock time they hardly mean one.
      return BindingError(.reversedTimes(["from \(first) to \(time.description.prefix(5))"]), at: last.range)
    }
    if let clock = last.clock, last.isClockAlone, case .day(let day, _?) = first.base {
      // The day goes with the time that comes first.
      fixes = ["from \(DateSyntax(.day(day, at: clock))) to \(DateSyntax(.clock(first.clock ?? clock)))"]
    }
    if let laterEnd { fixes.append("from \(first) to \(written(laterEnd, in: zone))") }
    return BindingError(.reversedTimes(fixes), at: last.range)
  }

  /// A moment as written in a statement whose times are in a zone.
  func written(_ moment: Instant, in zone: Zone) -> DateSyntax {
    var other = context
    other.zone = zone
    return ItemSyntax(other).date(EventTime(moment, in: zone))
  }

  mutating func noteNight(_ end: Instant, in zone: Zone) { note(.endsNextDay(end, in: zone)) }

  /// Adds a note unless it is already present.
  mutating func note(_ note: Note) {
    if !notes.contains(note) { notes.append(note) }
  }

  // MARK: Due dates

  /// Throws if a new reminder would be due before it starts.
  mutating func checkDue(_ syntax: AddSyntax, _ item: Item) throws(BindingError) {
    var (first, last): (DateSyntax?, DateSyntax?)
    for part in syntax.parts {
      switch part.kind {
      case .start(let date): first = date
      case .due(let date): last = date
      case .when(let range):
        switch range.kind {
        case .on(let date), .to(let date): last = date
        default: break
        }
      default: break
      }
    }
    guard item.isDueBeforeStart, let first, let last, let start = item.start else { return }
    var fixes = ["start \(last) due \(first)"]
    let from = context.zone.civil(at: start.instant(in: context.zone)).date
    if last.isBareWeekday, let due = try? time(last, from: from) {
      fixes.append("start \(first) due \(ItemSyntax(context).date(due))")
    } else {
      fixes.append("due \(last)")
    }
    throw BindingError(.reversedTimes(fixes, isReminder: true), at: last.range)
  }

  /// Throws if assignments would make a reminder due before it starts; a form shows that in its
  /// review instead.
  func checkDue(_ edit: ItemEdit, _ assignments: [AssignmentSyntax]) throws(BindingError) {
    let item = edit.values
    guard !exchangesTimes, !edit.fields.isDisjoint(with: [.reminderStart, .due]), item.isDueBeforeStart,
      let start = item.start, let due = item.due
    else { return }
    let last = assignments.last { [.start, .due, .allday, .zone].contains($0.field.name) }
    let syntax = ItemSyntax(context)
    throw BindingError(
      .reversedTimes(
        ["start = \(syntax.date(due)), due = \(syntax.date(start))", "start = empty"], isReminder: true),
      at: last?.range ?? .none)
  }

  mutating func noteExchange() {
    note(Note("dates-exchanged", "the end lies before the start: the two are exchanged"))
  }

  // MARK: Ends of existing events

  mutating func assignEnd(
    _ date: DateSyntax, _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    guard let start = edit.values.start else { return }
    var end: EventTime
    switch start {
    case .date:
      let last = try resolved(date, in: nil, from: ownDay(of: edit.values, start)).end(in: context.zone)
      let wall = context.zone.civil(at: last)
      if date.clock != nil, wall.time != .midnight {
        throw BindingError(
          .badValue(
            "\(date)", field: "end",
            expected:
              "a day, as it lasts whole days; `allday = false` or `start = DATE TIME` gives it a clock time"),
          at: syntax.range)
      }
      // A moment on a day makes that day the last.
      end = .date(wall.time == .midnight ? wall.date : wall.date.adding(days: 1) ?? wall.date)
    case .floating, .zoned:
      let known = resolver.notes.count
      end = keepingClock(of: edit.values.effectiveEnd, on: try time(date, like: start, of: edit.values))
      let zone = date.clock?.zone == nil ? context.zone : end.zone ?? context.zone
      let (first, last) = (start.instant(in: zone), end.instant(in: zone))
      if last < first, start.zone != nil, date.clock?.zone == nil, let second = second(of: last, in: zone),
        second >= first
      {
        // If the clock shows the time twice, the end is the one after the start.
        resolver.notes.removeSubrange(known...)
        end = EventTime(second, in: zone)
      } else if date.isClockAlone, !exchangesTimes, last < first,
        let later = clock(of: last, after: first, in: zone),
        date.isMidnight || isNight(from: first, to: later, in: zone)
      {
        // A clock time alone that lies before the start is on the next morning.
        end = start.zone == nil ? .floating(zone.civil(at: later)) : EventTime(later, in: end.zone ?? zone)
        if !date.isMidnight { noteNight(later, in: zone) }
      }
    }
    try setEnd(end, start, syntax, &edit)
  }

  mutating func setEnd(
    _ end: EventTime, _ start: EventTime, _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    var (start, end) = (start, end)
    if start.isAllDay {
      // The end of whole days is the day after the last.
      if end.wall.date <= start.wall.date {
        if !exchangesTimes { throw reversed(start, end, at: syntax.range) }
        noteExchange()
        func day(_ time: EventTime, plus days: Int) -> EventTime {
          time.with(wall: CivilDateTime(clamping: time.wall.wallSeconds + days * 86_400))
        }
        (start, end) = (day(end, plus: -1), day(start, plus: 1))
        let exchanged = start
        edit.set(.start) { $0.start = exchanged }
      }
    } else if end.instant(in: context.zone) < start.instant(in: context.zone) {
      if !exchangesTimes { throw reversed(start, end, at: syntax.range) }
      noteExchange()
      (start, end) = (end, start)
      let exchanged = start
      edit.set(.start) { $0.start = exchanged }
    }
    let length: EventLength =
      start.isAllDay
      ? .nominal(CalendarDuration(days: end.wall.date.dayNumber - start.wall.date.dayNumber))
      : .exact(seconds: end.axisSeconds - start.axisSeconds)
    // An end that equals start plus length is not a separate end, whatever its zone.
    let isOwn = end.zone != start.zone && start.adding(length) != end
    edit.set(.length) { item in
      item.length = length
      item.end = isOwn ? end : nil
    }
  }

  /// The error for an end that would lie before the start, with its fixes: both exchanged, or
  /// the end on a later day.
  private func reversed(_ start: EventTime, _ end: EventTime, at range: SourceRange) -> BindingError {
    let syntax = ItemSyntax(context)
    guard !start.isAllDay else {
      let last = end.with(wall: CivilDateTime(clamping: end.wall.wallSeconds - 86_400))
      return BindingError(
        .reversedTimes(["start = \(syntax.date(last)), end = \(syntax.date(start))", "duration = 1d"]),
        at: range)
    }
    var fixes = ["start = \(syntax.date(end)), end = \(syntax.date(start))"]
    let moment = end.instant(in: context.zone)
    if let later = clock(of: moment, after: start.instant(in: context.zone), in: context.zone) {
      fixes.append("end = \(written(later, in: context.zone))")
    }
    return BindingError(.reversedTimes(fixes), at: range)
  }
}
