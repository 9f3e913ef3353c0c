extension ChangeBinder {
  /// The edit that assignments make to an item or occurrence as shown.
  public mutating func edit(
    _ assignments: [AssignmentSyntax], of shown: Item
  ) throws(QueryError) -> BoundEdit {
    try binding { (binder) throws(BindingError) in
      var result = BoundEdit(edit: ItemEdit(of: shown))
      // A start moves the end, so an end in the same statement must be assigned after it.
      let starts = assignments.filter { $0.field.name == .start && $0.operation == .set }
      let others = assignments.filter { $0.field.name != .start || $0.operation != .set }
      for assignment in starts + others { try binder.assign(assignment, shown, &result) }
      try binder.checkDue(result.edit, assignments)
      return result
    }
  }

  private mutating func assign(
    _ syntax: AssignmentSyntax, _ shown: Item, _ result: inout BoundEdit
  ) throws(BindingError) {
    let field = syntax.field.name
    let isReminder = shown.kind == .reminder
    let noun: Noun = isReminder ? .reminders : .events
    guard FieldCatalog.settable([noun]).contains(where: { $0.name == field }) else {
      throw BindingError(.wrongKindOfItem(field, isReminder: isReminder), at: syntax.field.range)
    }
    switch field.row.shape {
    case nil: throw BindingError(.wrongKindOfItem(field, isReminder: isReminder), at: syntax.field.range)
    case .text(let path, let separator): try assignText(path, separator: separator, syntax, &result.edit)
    case .flag(let path):
      let value = if case .boolean(let value) = syntax.value { value } else { false }
      result.edit.set(field.parts) { $0[keyPath: path] = value }
    case .calendar:
      if case .calendar(let name) = syntax.value { result.calendar = try catalog.calendar(named: name) }
    case .place: try assignPlace(syntax, &result.edit)
    case .priority:
      let number = if case .priority(let priority) = syntax.value { priority.number } else { 0 }
      result.edit.set(.priority) { $0.priority = number }
    case .availability:
      guard case .availability(let word) = syntax.value,
        let value = Availability.allCases.first(where: { $0.name == word })
      else { return }
      result.edit.set(.availability) { $0.availability = value }
    case .travel: try assignTravel(syntax, &result.edit)
    case .tags: try assignTags(syntax, &result.edit)
    case .attachments: try assignAttachments(syntax, &result.edit)
    case .attendees: try assignAttendees(syntax, &result.edit)
    case .alarms: try assignAlarms(syntax, &result.edit)
    case .repetition: try assignRepetition(syntax, shown, &result.edit)
    case .exceptions: try assignExceptions(syntax, &result.edit)
    case .start, .end, .due, .duration, .allday, .zone: try assignTime(field, syntax, &result.edit)
    }
  }

  private mutating func assignPlace(
    _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    var item = edit.values
    if case .place(let place) = syntax.value {
      try bind(place, &item)
    } else {
      item.location = nil
      item.place = nil
    }
    let (text, place) = (item.location, item.place)
    edit.set(.location) { $0.location = text }
    edit.set(.place) { $0.place = place }
  }

  private mutating func assignRepetition(
    _ syntax: AssignmentSyntax, _ shown: Item, _ edit: inout ItemEdit
  ) throws(BindingError) {
    var item = edit.values
    if case .repeats(let repetition) = syntax.value {
      beginOnClock(&item, &edit)
      try bind(repetition, &item)
    } else {
      item.recurrence = nil
    }
    edit.set(.rules) { $0.recurrence = item.recurrence }
    if item.repeatsFromCompletion != shown.repeatsFromCompletion {
      edit.set(.repeatBase) { $0.repeatsFromCompletion = item.repeatsFromCompletion }
    }
    if !item.exceptionTimes.isEmpty, item.exceptionTimes != edit.values.exceptionTimes {
      edit.set(.exceptions) { $0.exceptionTimes = item.exceptionTimes }
    }
  }

  private func assignText(
    _ path: WritableKeyPath<Item, String?>, separator: String, _ syntax: AssignmentSyntax,
    _ edit: inout ItemEdit
  ) throws(BindingError) {
    var value: String?
    if case .text(let text) = syntax.value { value = try self.text(text) }
    if syntax.operation == .add, let old = edit.values[keyPath: path], let added = value {
      value = old + separator + added
    }
    if value?.isEmpty == true { value = nil }
    edit.set(syntax.field.name.parts) { $0[keyPath: path] = value }
  }

  /// The edit that moves an item to a time or by a length; a day alone keeps the item's clock time.
  ///
  /// For a reminder the due date moves, and the start with it; without a due date the start moves.
  public mutating func move(
    _ destination: MoveSyntax.Destination, of shown: Item
  ) throws(QueryError) -> ItemEdit {
    try binding { (binder) throws(BindingError) in
      let old = shown.kind == .reminder ? shown.due ?? shown.start : shown.start
      var edit = ItemEdit(of: shown)
      var item = shown
      let new: EventTime
      switch binder.exact(destination) {
      case .into, .toHour: return edit
      case .to(let date):
        new = binder.keepingClock(of: old, on: try binder.time(binder.upcoming(date), like: old, of: shown))
        edit.setsClock = date.clock != nil
        binder.notePast(date, from: old, to: new)
      case .by(let offset):
        guard let old else {
          throw BindingError(
            .nothingToMove(shown.title ?? "", isReminder: shown.kind == .reminder), at: offset.range)
        }
        let length = try binder.resolver.duration(offset)
        guard let moved = old.moved(by: length, in: binder.ownClock(old).zone, onClock: binder.movesOnClock)
        else {
          throw BindingError(.outOfCalendar, at: offset.range)
        }
        new = moved
      }
      if shown.kind == .reminder {
        item.moveReminder(to: new, onClock: binder.movesOnClock)
        let (start, due) = (item.start, item.due)
        if due != shown.due { edit.set(.due) { $0.due = due } }
        if start != shown.start { edit.set(.reminderStart) { $0.start = start } }
      } else {
        edit.set(.start) { $0.start = new }
        binder.fit(&edit)
      }
      return edit
    }
  }

  /// A destination with a clock time in place of an hour alone, and a note of how that was read.
  private mutating func exact(_ destination: MoveSyntax.Destination) -> MoveSyntax.Destination {
    guard case .toHour(let written) = destination else { return destination }
    let hour = HourReadings(written.hour).hour
    note(Note("bare-hour", "\(written.hour) is read as \(HourReadings.text(hour))"))
    return .to(DateSyntax(.clock(ClockSyntax(secondOfDay: hour * 3_600)), range: written.range))
  }

  /// Adds the clock time of `old` to a day alone; returns other times, and days of all-day items, unchanged.
  ///
  /// The day and the clock time are the viewer's; the zone is the item's.
  mutating func keepingClock(of old: EventTime?, on new: EventTime) -> EventTime {
    guard case .date(let day) = new, let old, !old.isAllDay else { return new }
    guard case .zoned(_, let zone) = ownClock(old) else {
      return old.with(wall: CivilDateTime(day, old.wall.time))
    }
    let viewer = context.zone
    let wall = CivilDateTime(day, viewer.civil(at: old.instant(in: viewer)).time)
    // A series keeps to its clock time, even on a day when the clock skips it.
    if movesOnClock, zone == viewer { return .zoned(wall, zone) }
    return named(resolver.instant(of: wall, in: viewer), in: zone)
  }

  /// A time on the clock that it follows: a time in UTC for want of a local name follows the viewer's clock.
  ///
  /// The result is the time on that clock, which there names the first of two equal times.
  private func ownClock(_ time: EventTime) -> EventTime {
    let instant = time.instant(in: context.zone)
    guard case .zoned(_, .utc) = time, EventTime(instant, in: context.zone).zone != context.zone else {
      return time
    }
    return .zoned(context.zone.civil(at: instant), context.zone)
  }

  /// Puts times that are in UTC for want of a local name on the clock that they follow, to repeat on it.
  private mutating func beginOnClock(_ item: inout Item, _ edit: inout ItemEdit) {
    guard item.recurrence == nil else { return }
    let saved = movesOnClock
    defer { movesOnClock = saved }
    movesOnClock = true
    func clock(_ time: EventTime?) -> EventTime? {
      guard let time, ownClock(time) != time else { return nil }
      return named(time.instant(in: context.zone), in: context.zone)
    }
    if let start = clock(item.start) {
      item.start = start
      edit.set(item.kind == .reminder ? .reminderStart : .start) { $0.start = start }
    }
    if let due = clock(item.due) {
      item.due = due
      edit.set(.due) { $0.due = due }
    }
  }

  // MARK: Times

  private mutating func assignTime(
    _ field: FieldName, _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    let shown = edit.values
    let isReminder = shown.kind == .reminder
    switch (field, syntax.value) {
    case (.start, .date(let date)):
      if date.clock != nil { edit.setsClock = true }
      var start = try time(upcoming(date), like: shown.anchor, of: shown)
      if keepsClock, !isReminder { start = keepingClock(of: shown.start, on: start) }
      if isReminder {
        edit.set(.reminderStart) { $0.start = start }
      } else {
        edit.set(.start) { $0.start = start }
        fit(&edit)
      }
    case (.start, .duration(let written)):
      let start = try moved(shown.start, of: shown, by: written, syntax)
      edit.set(isReminder ? .reminderStart : .start) { $0.start = start }
      if !isReminder { fit(&edit) }
    case (.start, .empty) where isReminder: edit.set(.reminderStart) { $0.start = nil }
    case (.end, .date(let date)): try assignEnd(date, syntax, &edit)
    case (.end, .duration(let written)):
      guard let start = shown.start else { return }
      let end = try moved(shown.effectiveEnd, of: shown, by: written, syntax)
      try setEnd(end, start, syntax, &edit)
    case (.due, .date(let date)):
      if date.clock != nil { edit.setsClock = true }
      let due = try time(upcoming(date), like: shown.due, of: shown)
      edit.set(.due) { $0.due = due }
    case (.due, .duration(let written)):
      let due = try moved(shown.due, of: shown, by: written, syntax)
      edit.set(.due) { $0.due = due }
    case (.due, .empty): edit.set(.due) { $0.due = nil }
    case (.duration, .duration(let written)):
      guard let start = shown.start else { return }
      var duration = try length(written)
      if syntax.operation != .set {
        let own = shown.length.duration
        duration = syntax.operation == .add ? own + duration : own + -duration
      }
      try checkLength(duration, syntax, of: shown)
      let length = try length(duration, for: start, at: written.range)
      edit.set(.length) { item in
        item.length = length
        item.end = nil
      }
    case (.allday, .boolean(let isAllDay)): assignAllDay(isAllDay, &edit)
    case (.zone, .zone(let written)): try assignZone(written, &edit)
    default:
      throw BindingError(
        .badValue("empty", field: field.rawValue, expected: "an event keeps a start and an end"),
        at: syntax.range)
    }
  }

  /// A date as the new time of an item that already has a time: a moment stays in the item's zone.
  ///
  /// A bare weekday is the first from the item's day on or, without an item, from today on.
  mutating func time(
    _ date: DateSyntax, like old: EventTime?, of item: Item?
  ) throws(BindingError) -> EventTime {
    var new = try time(date, from: item.flatMap { ownDay(of: $0, old) })
    if date.isClockAlone, let old, case .zoned(let wall, let zone) = new {
      // A clock time alone is on the item's day, not on today's.
      let day = zone.civil(at: old.instant(in: zone)).date
      new = .zoned(CivilDateTime(day, wall.time), zone)
    }
    guard case .zoned = new, date.clock?.zone == nil, let old else { return new }
    switch ownClock(old) {
    case .date: return new
    case .floating: return .floating(new.wall)
    case .zoned(_, let zone): return named(new.instant(in: context.zone), in: zone)
    }
  }

  private func moved(
    _ time: EventTime?, of shown: Item, by written: DurationSyntax, _ syntax: AssignmentSyntax
  ) throws(BindingError) -> EventTime {
    guard let time else {
      throw BindingError(
        .nothingToMove(
          shown.title ?? "", isReminder: shown.kind == .reminder, field: syntax.field.name),
        at: syntax.range)
    }
    var duration = try length(written)
    if syntax.operation == .remove { duration = -duration }
    guard let result = time.moved(by: duration, in: ownClock(time).zone, onClock: movesOnClock) else {
      throw BindingError(.outOfCalendar, at: syntax.range)
    }
    return result
  }

  /// Adapts the length to a start that became a whole day or ceased to be one.
  private func fit(_ edit: inout ItemEdit) {
    if edit.fields.contains(.length) { return }
    let fitted = edit.applied(to: edit.values)
    if fitted.length != edit.values.length {
      edit.set(.length) { item in
        item.length = fitted.length
        item.end = nil
      }
    }
  }

  private func assignAllDay(_ isAllDay: Bool, _ edit: inout ItemEdit) {
    func changed(_ time: EventTime?) -> EventTime? {
      guard let time, time.isAllDay != isAllDay else { return time }
      if isAllDay { return .date(time.wall.date) }
      let hour = TimeOfDay(hour: 9, minute: 0) ?? .midnight
      return .zoned(CivilDateTime(time.wall.date, hour), context.zone)
    }
    if edit.values.kind == .reminder {
      edit.set(.due) { $0.due = changed($0.due) }
      if edit.values.start != nil { edit.set(.reminderStart) { $0.start = changed($0.start) } }
      return
    }
    let wasAllDay = edit.values.isAllDay
    edit.set(.start) { $0.start = changed($0.start) }
    if wasAllDay == isAllDay { return }
    let length: EventLength
    switch edit.values.length {
    case .exact(let seconds): length = .nominal(CalendarDuration(days: max(1, (seconds + 86_399) / 86_400)))
    case .nominal: length = .exact(seconds: 3_600)
    }
    edit.set(.length) { item in
      item.length = length
      item.end = nil
    }
  }

  /// Sets the zone: another zone keeps the moment; a floating time keeps the time on the clock.
  private mutating func assignZone(_ written: ZoneSyntax?, _ edit: inout ItemEdit) throws(BindingError) {
    let zone = try written.map { (written) throws(BindingError) in try resolver.zone(written) }
    let viewer = context.zone
    func changed(_ time: EventTime?) -> EventTime? {
      switch (time, zone) {
      case (nil, _), (.date, _): time
      case (.floating(let wall), let zone?): .zoned(wall, zone)
      case (.zoned(let wall, let own), let zone?): EventTime(own.instant(of: wall), in: zone)
      case (.zoned(let wall, let own), nil): .floating(viewer.civil(at: own.instant(of: wall)))
      case (.floating, nil): time
      }
    }
    if edit.values.kind == .reminder {
      if edit.values.due != nil { edit.set(.due) { $0.due = changed($0.due) } }
      if edit.values.start != nil { edit.set(.reminderStart) { $0.start = changed($0.start) } }
    } else {
      edit.set(.start) { $0.start = changed($0.start) }
      edit.set(.length) { $0.end = nil }
    }
  }
}

extension EventLength {
  /// The length as months, days and seconds.
  var duration: CalendarDuration {
    switch self {
    case .exact(let seconds): CalendarDuration(seconds: seconds)
    case .nominal(let duration): duration
    }
  }
}

extension EventTime {
  /// The time later by a duration: days of the wall clock, and hours elapsed or, with `onClock`, of the
  /// wall clock.
  ///
  /// `clock` is the zone of the days and of the result, if it is not the time's zone. Nil beyond the
  /// calendar.
  public func moved(by duration: CalendarDuration, in clock: Zone? = nil, onClock: Bool = false) -> EventTime?
  {
    guard !onClock, case .zoned(let wall, let own) = self else {
      return wall.adding(duration).map { with(wall: $0) }
    }
    let zone = clock ?? own
    return zone.instant(own.instant(of: wall), adding: duration).map { EventTime($0, in: zone) }
  }
}
