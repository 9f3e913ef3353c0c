import ICalendar

extension Workspace {
  /// Moves an item, or a whole series, into another calendar; its id stays.
  ///
  /// Throws `series-moves-whole` for one occurrence, `invitation-stays`, and an error when the other calendar
  /// does not accept the item.
  public func move(
    _ target: ItemTarget, into calendar: Int, span: EditSpan?, ifRevision: Int? = nil, cause: String,
    now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    let request = EditRequest(target: target, span: span, ifRevision: ifRevision, cause: cause, now: now)
    return try change(cause, now, keeping) { () throws(EditError) in try moved(request, into: calendar) }
  }

  private func moved(_ request: EditRequest, into calendar: Int) throws(EditError) -> EditOutcome {
    let target = request.target
    let (object, old) = try changeable(request)
    let new = try writableCalendar(calendar)
    if object.isSeries, let span = request.span, span != .all { throw .seriesMovesWhole }
    guard let item = object.head?.item else {
      throw .itemGone("item \(PublicID.digits(for: target.item))")
    }
    if item.foreignOrganizer(ownAddresses) != nil { throw .invitationStays(calendar: old.title) }
    let rules = try rules(of: new)
    try rules.check(item, object: nil, at: nil)
    var moved = object
    moved.calendar = calendar
    let plan = EditPlan(
      objects: [moved], reached: object.occurrenceCount(until: store.stopSignal), remaining: 0)
    return try write(plan, over: object, target: target, cause: request.cause, now: request.now)
  }

  /// Copies an item with a new UID: an occurrence as a single item, a series as a whole.
  ///
  /// `start` is the start of the copy, for a reminder its due date; nil keeps the original's.
  public func duplicate(
    _ target: ItemTarget, start: EventTime?, into calendar: Int?, cause: String, now: Instant,
    keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in
      try duplicated(target, start, calendar, cause, now)
    }
  }

  private func duplicated(
    _ target: ItemTarget, _ start: EventTime?, _ calendar: Int?, _ cause: String, _ now: Instant
  ) throws(EditError) -> EditOutcome {
    let object = try self.object(of: target)
    try access?.checkChanging(object.kind)
    let place = calendar ?? object.calendar
    let record = try writableCalendar(place)
    let context = try context(calendar: place, now: now)
    let source = target.key.flatMap { object.override(at: $0) ?? object.range(at: $0) } ?? object.head
    guard let source else { throw .itemGone("item \(PublicID.digits(for: target.item))") }
    var item = try self.item(target)
    let isOne = target.key != nil || object.master == nil
    if let start {
      if item.kind == .reminder {
        item.moveReminder(to: start, onClock: !isOne && item.recurrence != nil)
      } else {
        item.start = start
      }
      item.end = nil
    }
    let rules = try rules(of: record)
    try rules.check(item, object: nil, at: nil)
    var component = source.component
    if isOne { component = ComponentEditor.removing(SeriesEditor.ofSeriesAlone, from: component) }
    component = ComponentEditor.identify(
      component, uid: newUID(), recurrenceID: nil, previousUID: nil, now: now)
    component = ComponentEditor.removing(["RECURRENCE-ID", "X-KALENDS-PREVIOUS"], from: component)
    var fields: Set<ItemField> = item.kind == .event ? [.start, .length] : [.due, .completion]
    if item.kind == .reminder {
      if item.start != nil { fields.insert(.reminderStart) }
      item.isCompleted = false
      item.completed = nil
    }
    component = ComponentEditor.apply(fields, of: item, to: component, now: now)
    let copy = CalendarObject(
      calendar: place,
      master: CalendarObject.member(component, id: nil, key: nil, from: source, context: context)
    )
    let plan = EditPlan(
      objects: [copy], reached: copy.occurrenceCount(until: store.stopSignal), remaining: 0)
    return try write(plan, over: nil, target: ItemTarget(item: 0), cause: cause, now: now)
  }

  // MARK: Calendars

  /// The calendar for new items of a kind.
  ///
  /// Throws `no-default-calendar` when none is chosen, and `no-calendar` or `no-reminder-list` when there is
  /// none to choose.
  public func defaultCalendar(for kind: ItemKind) throws(EditError) -> CalendarRecord {
    let found = try storing { () throws(StoreError) in try store.defaultCalendar(for: kind) }
    if let found { return found }
    if try !calendarsForNewItems(kind).isEmpty { throw .noDefaultCalendar(kind) }
    throw kind == .reminder ? .noReminderList : .noCalendar
  }

  /// The calendars that a user may choose for new items of a kind.
  public func calendarsForNewItems(_ kind: ItemKind) throws(EditError) -> [CalendarRecord] {
    try storing { () throws(StoreError) in try store.calendarsForNewItems(kind) }
  }

  /// Records the calendar of an item added by the owner, and not by a program with a client name.
  func noteAdded(_ kind: ItemKind, to calendar: Int) throws(EditError) {
    guard try access?.isOwner() ?? true else { return }
    try storing { () throws(StoreError) in try store.noteAdded(kind, to: calendar) }
  }

  /// Returns a new item with its calendar's default alarm, if the item is a timed event.
  public func withDefaults(of calendar: CalendarRecord, _ item: Item) -> Item {
    guard item.kind == .event, !item.isAllDay, let seconds = calendar.defaultAlarm else { return item }
    var item = item
    item.alarms = [Alarm(trigger: .relative(CalendarDuration(seconds: seconds), toEnd: false))]
    return item
  }

  /// Creates a calendar in a source.
  ///
  /// Throws `source-forbids` when the account allows no new calendar, and `source-takes-no` for a kind that
  /// it does not take.
  public func addCalendar(
    title: String, source: Int?, color: String?, kinds: EntityKinds, now: Instant
  ) throws(EditError) -> CalendarRecord {
    try access?.checkCalendars(kinds)
    let sources = try storing { () throws(StoreError) in try store.sources() }
    let owner = sources.first { source == nil ? $0.kind == .local : $0.id == source }
    guard let owner else {
      throw .store(StoreError(.unknownSource, source.map(String.init) ?? "Local"))
    }
    if owner.limits.contains(.noEvents), kinds == .events {
      throw .sourceTakesNo(.event, source: owner.title)
    }
    if owner.limits.contains(.noReminders), kinds == .reminders {
      throw .sourceTakesNo(.reminder, source: owner.title)
    }
    let made = try storing { () throws(StoreError) in
      if owner.limits.contains(.noCalendarChanges) {
        throw StoreError(.sourceForbids, owner.title, detail: "its calendars are made elsewhere")
      }
      let namesakes = try store.calendars().filter { Folding.name($0.title) == Folding.name(title) }
      if namesakes.contains(where: { source == nil || $0.source == owner.id }) {
        throw StoreError(.calendarExists, title)
      }
      return try store.addCalendar(title: title, source: owner.id, color: color, kinds: kinds, now: now)
    }
    // The first calendar created by hand is meant for new items.
    for kind in [ItemKind.event, .reminder] where made.takes(kind) {
      let known = try storing { () throws(StoreError) in try store.defaultCalendar(for: kind) }
      if known == nil { try noteAdded(kind, to: made.id) }
    }
    return made
  }

  /// Changes a calendar's properties; its kinds and its account cannot change.
  public func update(_ calendar: CalendarRecord, cause: String, now: Instant) throws(EditError) {
    try access?.checkCalendars(calendar.kinds)
    let present = try storing { () throws(StoreError) in try store.calendars() }
    if let known = present.first(where: { $0.id == calendar.id }), known.source != calendar.source {
      throw .calendarStaysInSource(known.title)
    }
    try storing { () throws(StoreError) in
      guard let known = present.first(where: { $0.id == calendar.id }) else {
        throw StoreError(.unknownCalendar, calendar.title)
      }
      if known.isImmutable, known.title != calendar.title {
        throw StoreError(.immutableCalendar, known.title)
      }
      let isTaken = present.contains {
        $0.id != calendar.id && $0.source == calendar.source
          && Folding.name($0.title) == Folding.name(calendar.title)
      }
      if isTaken { throw StoreError(.calendarExists, calendar.title) }
      try store.update(calendar, cause: cause, now: now)
    }
  }

  /// Deletes a calendar and its items; with `kind` only the items of that kind in a calendar of both kinds.
  public func delete(
    _ calendar: CalendarRecord, only kind: ItemKind? = nil, cause: String, now: Instant
  ) throws(EditError) -> Int {
    // Without access to one of the kinds, only the items of the other are deleted, and the calendar stays.
    var kind = kind
    if let access, kind == nil {
      try access.checkCalendars(calendar.kinds)
      if calendar.kinds.contains(.events), try !access.level(.event).canChange { kind = .reminder }
      if calendar.kinds.contains(.reminders), try !access.level(.reminder).canChange { kind = .event }
    }
    if let kind { try access?.checkChanging(kind) }
    return try storing { () throws(StoreError) in
      if calendar.isImmutable { throw StoreError(.immutableCalendar, calendar.title) }
      let source = try store.sources().first { $0.id == calendar.source }
      if let source, source.limits.contains(.noCalendarChanges) {
        throw StoreError(.sourceForbids, source.title, detail: "its calendars are deleted elsewhere")
      }
      return try store.deleteCalendar(calendar, only: kind, cause: cause, now: now)
    }
  }

  /// The number of items in a calendar.
  public func itemCount(_ calendar: CalendarRecord) throws(EditError) -> Int {
    try storing { () throws(StoreError) in try store.statistics().count(in: calendar.id) }
  }
}
