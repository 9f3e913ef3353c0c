/// Times that are past when they are added, perhaps by mistake.
extension ChangeBinder {
  /// The note for a new item whose time is past although its words do not say so, as
  /// `friday 9:00` in the afternoon of a friday.
  func pastNote(_ syntax: AddSyntax, _ item: Item) -> Note? {
    let dates = syntax.parts.flatMap(\.dates)
    if dates.isEmpty || dates.contains(where: \.namesItsDay) { return nil }
    func instant(_ time: EventTime?) -> Instant? { time?.instant(in: context.zone) }
    if item.kind == .reminder {
      guard let due = item.due,
        let end = due.isAllDay ? due.wall.date.adding(days: 1).map(EventTime.date) : due,
        let moment = instant(end), moment < context.now
      else { return nil }
      return Note("time-is-past", "this is past; it is overdue from the beginning")
    }
    guard let start = instant(item.start), let end = instant(item.effectiveEnd), start < context.now else {
      return nil
    }
    if item.recurrence != nil { return nil }
    if end <= context.now { return Note("time-is-past", "this is past; it is added all the same") }
    return item.isAllDay ? nil : Note("time-is-past", "this has begun already; it is added all the same")
  }

  /// Notes that an item moves from a time to come to a past one although the words do not say so, as
  /// `today 9:00` in the afternoon.
  mutating func notePast(_ date: DateSyntax, from old: EventTime?, to new: EventTime) {
    guard !date.namesItsDay, !new.isAllDay, new.instant(in: context.zone) < context.now,
      let old, old.instant(in: context.zone) >= context.now
    else { return }
    note(Note("time-is-past", "this is past; it is moved all the same"))
  }
}

extension ItemPartSyntax {
  /// The dates that set the time of an item, in their order; none for other parts.
  var dates: [DateSyntax] {
    switch kind {
    case .when(let range): range.dates
    case .due(let date), .start(let date): [date]
    case .length, .allDay, .calendar, .priority, .repeats, .alarms, .location, .notes, .url, .zone,
      .availability, .tags, .attachments, .under, .flagged, .travel, .attendees:
      []
    }
  }
}

extension DateSyntax {
  /// Whether the day cannot be mistaken: it has its year, is a distance from now, or is past by its words.
  fileprivate var namesItsDay: Bool {
    switch base {
    case .now, .offset, .ahead, .ago, .epoch, .parameter, .named(.last, _), .unit(.last, _),
      .rolling(.last, _):
      true
    case .day(let day, at: _), .part(_, of: let day): day.namesItsYear
    case .clock, .named, .unit, .rolling, .rest: false
    }
  }
}

extension DaySyntax {
  /// Whether it has its year, or is past by its words.
  fileprivate var namesItsYear: Bool {
    switch self {
    case .date, .yearMonth, .isoWeek, .year, .yesterday, .relativeWeekday(.last, _): true
    case .named(_, let year), .monthDay(_, _, let year, _), .holiday(_, let year): year != nil
    case .weekOf(let day), .workday(_, from: let day): day.namesItsYear
    case .third(_, let period), .ordinal(_, _, of: let period):
      switch period {
      case .yearMonth, .isoWeek, .year, .relative(.last, _), .named(_, year: .some): true
      case .current, .relative, .week, .named: false
      }
    case .today, .tomorrow, .weekday, .weekdays, .relativeWeekday, .dayOfMonth, .week, .boundary: false
    }
  }
}
