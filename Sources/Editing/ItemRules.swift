/// The conditions for saving an item in a calendar.
struct ItemRules {
  let calendar: CalendarRecord
  let source: SourceRecord

  /// Reduces an edit to the data that the account keeps; returns the number of alarms dropped.
  func prepare(_ edit: inout ItemEdit, over shown: Item?) throws(EditError) -> Int {
    var dropped = 0
    if let most = source.mostAlarms, edit.values.alarms.count > most, edit.fields.contains(.alarms) {
      dropped = edit.values.alarms.count - most
      edit.set(.alarms) { $0.alarms.removeLast(dropped) }
    }
    // Text and structured place belong together: a place sets the text to its title, another text removes the
    // place.
    if edit.fields.contains(.place), !edit.fields.contains(.location), let title = edit.values.place?.title {
      edit.set(.location) { $0.location = title }
    } else if edit.fields.contains(.location), !edit.fields.contains(.place), let place = shown?.place,
      place.title != nil, place.title != edit.values.location
    {
      edit.set(.place) { $0.place = nil }
    }
    return dropped
  }

  /// Checks the new state of an item, or of an occurrence of a series; `shown` is the present state.
  func check(
    _ item: Item, over shown: Item? = nil, object: CalendarObject?, at key: OccurrenceKey?
  ) throws(EditError) {
    switch item.kind {
    case .event:
      if !calendar.kinds.contains(.events) { throw .calendarTakesNo(.event, calendar: calendar.title) }
      if source.limits.contains(.noEvents) { throw .sourceTakesNo(.event, source: source.title) }
      guard let start = item.start else {
        // An item imported without a start stays so, and its other fields may change.
        if let shown, shown.start == nil { break }
        throw .noStart
      }
      if let end = item.end, end.axis == start.axis, end.axisSeconds < start.axisSeconds {
        throw .datesInverted(start: start, end: end)
      }
      if item.length.isBackward { throw .datesInverted(start: start, end: start.adding(item.length)) }
      if !calendar.availabilities.contains(AvailabilitySet(item.availability)) {
        throw .availabilityNotSupported(item.availability, calendar: calendar.title)
      }
    case .reminder:
      if !calendar.kinds.contains(.reminders) { throw .calendarTakesNo(.reminder, calendar: calendar.title) }
      if source.limits.contains(.noReminders) { throw .sourceTakesNo(.reminder, source: source.title) }
      if (item.title ?? "").isEmpty { throw .noTitle }
      if item.recurrence != nil, item.due == nil { throw .recurringNeedsDue }
    case .other: break
    }
    if !(0...9).contains(item.priority) { throw .priorityOutOfRange(item.priority) }
    try checkPlaces(item)
    if let uid = item.uid, item.parentUID == uid { throw .parentIsSelf }
    if let key, let object, let start = item.anchor { try checkCollision(start, key, object) }
  }

  /// Checks that a reminder is not due before it starts.
  func checkDue(_ item: Item) throws(EditError) {
    guard item.isDueBeforeStart, let start = item.start, let due = item.due else { return }
    throw .datesInverted(start: start, end: due, kind: .reminder)
  }

  private func checkPlaces(_ item: Item) throws(EditError) {
    if item.place != nil {
      if source.limits.contains(.noPlaces) { throw .placesNotSupported(source: source.title) }
      if item.kind == .reminder, source.limits.contains(.noReminderPlaces) {
        throw .reminderPlacesNotSupported(source: source.title)
      }
    }
    let hasFence = item.alarms.contains { if case .proximity = $0.trigger { true } else { false } }
    if hasFence, source.limits.contains(.noProximity) { throw .proximityNotSupported(source: source.title) }
  }

  /// Some accounts allow no two occurrences of a series on one day (Exchange).
  private func checkCollision(_ start: EventTime, _ key: OccurrenceKey, _ object: CalendarObject)
    throws(EditError)
  {
    guard source.limits.contains(.noCollisions), let series = object.series else { return }
    let day = start.wall.date.dayNumber * 86_400
    let from = CivilDateTime(clamping: day)
    for other in series.set.occurrences(from: from, to: from.adding(seconds: 86_400)) {
      let otherKey = OccurrenceKey(wallSeconds: other.start.wallSeconds, isDate: key.isDate)
      if otherKey != key, object.override(at: otherKey) == nil { throw .collides(start) }
    }
    for member in object.overrides where member.key != key {
      if member.item.anchor?.wall.date == start.wall.date { throw .collides(start) }
    }
  }

  /// The part of a series that does not fit the interval between two occurrences.
  private enum Misfit {
    case length, alarm
  }

  /// Checks a series as a whole (EventKit's checks on save).
  ///
  /// A misfit that `old` already has is accepted when length and alarms are unchanged, so that an imported
  /// series can be edited.
  func check(_ object: CalendarObject, over old: CalendarObject? = nil) throws(EditError) {
    guard let misfit = misfit(of: object) else { return }
    if let old, let before = old.master?.item, let after = object.master?.item,
      before.length == after.length, before.alarms == after.alarms, self.misfit(of: old) == misfit
    {
      return
    }
    switch misfit {
    case .length: throw .longerThanInterval
    case .alarm: throw .alarmBeyondInterval
    }
  }

  private func misfit(of object: CalendarObject) -> Misfit? {
    guard let item = object.master?.item, let set = item.recurrence, let anchor = item.anchor,
      let interval = shortestInterval(set)
    else { return nil }
    if item.kind == .event {
      let length = anchor.adding(item.length).axisSeconds - anchor.axisSeconds
      // An hour's tolerance, for clock changes.
      if length > interval + 3_600 { return .length }
    }
    for alarm in item.alarms {
      guard case .relative(let offset, _) = alarm.trigger else { continue }
      guard offset.isInCalendar else { return .alarm }
      let seconds = offset.months * 31 * 86_400 + offset.days * 86_400 + offset.seconds
      if abs(seconds) > interval + 3_600 { return .alarm }
    }
    return nil
  }

  /// The shortest interval between two of the first occurrences of the rules; nil when there are fewer than
  /// two.
  private func shortestInterval(_ set: RecurrenceSet) -> Int? {
    var rulesOnly = set
    rulesOnly.dates = []
    rulesOnly.exceptions = []
    var last: Int?
    var shortest: Int?
    for occurrence in rulesOnly.occurrences().prefix(32) {
      let wall = occurrence.start.wallSeconds
      if let last { shortest = min(shortest ?? .max, wall - last) }
      last = wall
    }
    return shortest
  }
}

extension EventLength {
  var isBackward: Bool {
    switch self {
    case .exact(let seconds): seconds < 0
    case .nominal(let duration): duration.months < 0 || duration.days < 0 || duration.seconds < 0
    }
  }
}
