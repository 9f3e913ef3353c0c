extension ChangeBinder {
  /// The item that `add` describes.
  public mutating func addition(
    _ syntax: AddSyntax, rows: [ItemTarget?], last: ItemTarget?
  ) throws(QueryError) -> BoundAddition {
    var parent: ItemTarget?
    for part in syntax.parts {
      if case .under(let written) = part.kind { parent = try self.parent(written, part.range, rows, last) }
    }
    let record = try parent.flatMap { (parent) throws(QueryError) in try self.record(parent) }
    return try binding { (binder) throws(BindingError) in try binder.bound(syntax, record) }
  }

  private mutating func bound(_ syntax: AddSyntax, _ parent: ItemRecord?) throws(BindingError)
    -> BoundAddition
  {
    var syntax = syntax
    let (parts, cityNote) = CityZone(catalog, context.zones).applied(to: syntax.parts)
    syntax.parts = parts
    syntax = withNextHours(syntax)
    if let cityNote { notes.append(cityNote) }
    var result = BoundAddition(item: Item(kind: ItemKind(syntax.kind)))
    if let title = syntax.title { result.item.title = try filled(title) }
    var zone: Zone?
    var isFloating = false
    for case .zone(let written) in syntax.parts.map(\.kind) {
      zone = try written.map { (written) throws(BindingError) in try resolver.zone(written) }
      isFloating = written == nil
    }
    let repeats = syntax.parts.contains { part in
      if case .repeats(let repetition) = part.kind { repetition.kind != .never } else { false }
    }
    movesOnClock = movesOnClock || repeats
    syntax.parts = upcoming(syntax.parts, in: zone)
    syntax.parts = try beginningSeries(syntax.parts, zone: zone, isFloating: isFloating)
    // Times first: alarms and repetitions build on them.
    for part in syntax.parts { try bindTime(part, zone, isFloating, &result) }
    try finishTimes(syntax, &result)
    for part in syntax.parts { try bindRest(part, &result) }
    if let parent { bind(parent, &result) }
    if result.item.kind == .reminder, !result.hasAlarms, let due = result.item.due, !due.isAllDay {
      // Without an alarm a due time passes unnoticed.
      result.item.alarms = [Alarm(trigger: .relative(.zero, toEnd: true))]
    }
    if let note = pastNote(syntax, result.item) { notes.append(note) }
    return result
  }

  private mutating func bindTime(
    _ part: ItemPartSyntax, _ zone: Zone?, _ isFloating: Bool, _ result: inout BoundAddition
  ) throws(BindingError) {
    switch part.kind {
    case .when(let range):
      // `by friday` is the due date of a reminder.
      if result.item.kind == .reminder, case .to(let date) = range.kind {
        result.item.due = try time(date, zone: zone, isFloating: isFloating)
        return
      }
      let (start, length, end) = try span(range, zone: zone, isFloating: isFloating)
      if result.item.kind == .reminder {
        result.item.due = start
      } else {
        result.item.start = start
        result.item.length = length ?? .exact(seconds: 3_600)
        result.item.end = end
      }
    case .due(let date): result.item.due = try time(date, zone: zone, isFloating: isFloating)
    case .start(let date): result.item.start = try time(date, zone: zone, isFloating: isFloating)
    case .length, .allDay, .calendar, .priority, .repeats, .alarms, .location, .notes, .url, .zone,
      .availability, .tags, .attachments, .under, .flagged, .travel, .attendees:
      break
    }
  }

  private mutating func finishTimes(
    _ syntax: AddSyntax, _ result: inout BoundAddition
  ) throws(BindingError) {
    guard syntax.kind == .event else { return try checkDue(syntax, result.item) }
    guard var start = result.item.start else { throw BindingError(.missingTime, at: syntax.range) }
    for part in syntax.parts {
      switch part.kind {
      case .allDay:
        if !start.isAllDay {
          start = .date(start.wall.date)
          result.item.start = start
          result.item.end = nil
          result.item.length = .nominal(CalendarDuration(days: 1))
        }
      case .length(let written):
        result.item.length = try length(try length(written), for: start, at: written.range)
      default: break
      }
    }
  }

  /// A text; nil if it is empty.
  private func filled(_ syntax: TextSyntax) throws(BindingError) -> String? {
    let text = try text(syntax)
    return text.isEmpty ? nil : text
  }

  private mutating func bindRest(
    _ part: ItemPartSyntax, _ result: inout BoundAddition
  ) throws(BindingError) {
    switch part.kind {
    case .when, .length, .allDay, .due, .start, .zone, .under: break
    case .calendar(let name): result.calendar = try catalog.calendar(named: name)
    case .priority(let priority): result.item.priority = priority.number
    case .flagged: result.item.isFlagged = true
    case .repeats(let repetition): try bind(repetition, &result.item)
    case .alarms(let alarms):
      result.hasAlarms = true
      result.item.alarms = try alarms.map { (alarm) throws(BindingError) in try self.alarm(alarm, result.item)
      }
    case .location(let place): try bind(place, &result.item)
    case .notes(let notes): result.item.notes = try filled(notes)
    case .url(let url): result.item.url = try filled(url)
    case .availability(let word):
      switch word {
      case .busy: result.item.availability = .busy
      case .free: result.item.availability = .free
      case .tentative: result.item.availability = .tentative
      }
    case .tags(let tags):
      result.item.categories = try tags.map { (tag) throws(BindingError) in try text(tag) }
    case .attachments(let links):
      result.item.attachments = try links.map { (link) throws(BindingError) in try attachment(link) }
    case .travel(let duration): result.item.travel = try length(duration)
    case .attendees(let people):
      result.item.attendees = try people.map { (person) throws(BindingError) in
        try participant(person)
      }
    }
  }

  /// Puts a repetition into an item.
  mutating func bind(_ syntax: RepeatSyntax, _ item: inout Item) throws(BindingError) {
    guard let anchor = item.anchor else {
      throw BindingError(.repeatNeedsDue, at: syntax.range)
    }
    let bound = try RepeatBinder.bind(syntax, start: anchor, context: context)
    notes += bound.notes
    if bound.countsFromCompletion, item.kind == .event {
      throw BindingError(
        .badRepeat("an event is not completed", hint: "only reminders repeat after completion"),
        at: syntax.range)
    }
    item.repeatsFromCompletion = bound.countsFromCompletion
    guard let rule = bound.rule else {
      item.recurrence = nil
      item.exceptionTimes = []
      return
    }
    item.recurrence = RecurrenceSet(
      start: anchor.isAllDay ? .date(anchor.wall.date) : .dateTime(anchor.wall), rules: [rule],
      zone: anchor.zone)
    item.exceptionTimes = bound.exceptions
  }

  /// Puts a place into an item.
  mutating func bind(_ syntax: PlaceSyntax, _ item: inout Item) throws(BindingError) {
    item.location = try filled(syntax.title)
    item.place = syntax.coordinates.map { $0.place(title: item.location) }
  }

  /// An alarm; for a reminder, a relative alarm counts from the due date, if it has one.
  mutating func alarm(_ syntax: AlarmSyntax, _ item: Item) throws(BindingError) -> Alarm {
    let trigger: Alarm.Trigger
    switch syntax.kind {
    case .relative(let offset, let base):
      let duration = try resolver.duration(offset)
      if duration.months != 0 {
        throw BindingError(
          .badValue(
            source(offset), field: "alarms", expected: "months differ in length: use days or weeks"),
          at: syntax.range)
      }
      trigger = .relative(duration, toEnd: try countsFromEnd(base, item, at: syntax.range))
    case .date(let date): trigger = .absolute(try resolver.moment(date))
    case .place(let proximity, let place):
      let title = try text(place.title)
      trigger = .proximity(
        entering: proximity == .entering, place: place.coordinates.map { $0.place(title: title) })
    }
    switch syntax.action {
    case nil: return Alarm(trigger: trigger)
    case .sound(let name): return .sound(try text(name), trigger: trigger)
    case .email(let address): return .email(try text(address), trigger: trigger)
    case .open(let url): return .opening(try text(url), trigger: trigger)
    }
  }

  /// Whether an alarm counts from the end, which for a reminder is the due date.
  private func countsFromEnd(
    _ base: AlarmBase?, _ item: Item, at range: SourceRange
  ) throws(BindingError) -> Bool {
    let isReminder = item.kind == .reminder
    let isThere =
      switch base {
      case nil: true
      case .start: item.start != nil
      case .end: !isReminder
      case .due: item.due != nil
      }
    guard isThere, let base else {
      if let base {
        throw BindingError(
          .badValue(base.rawValue, field: "alarms", expected: "it has no \(base.rawValue) to count from"),
          at: range)
      }
      return isReminder && item.due != nil
    }
    return base != .start
  }

  private func source(_ offset: OffsetSyntax) -> String {
    (offset.isNegative ? "-" : "+") + Printer().text(offset.duration)
  }

  /// An attachment by a link or a whole path.
  func attachment(_ syntax: TextSyntax) throws(BindingError) -> Attachment {
    let text = try text(syntax)
    guard let attachment = Attachment(link: text) else {
      throw BindingError(
        .badValue(
          text, field: "attachments",
          expected: "a link, https://example.org/plan.pdf, or a whole path, /home/ann/plan.pdf"),
        at: syntax.range)
    }
    return attachment
  }

  /// `Ann <ann@example.org>`, or the address alone, as a participant.
  func participant(_ syntax: TextSyntax) throws(BindingError) -> Participant {
    let text = try text(syntax)
    var name: String?
    var address = text
    if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
      address = String(text[text.index(after: open)...].dropLast())
      let before = text[..<open].reversed().drop { $0 == " " }.reversed()
      name = before.isEmpty ? nil : String(before)
    }
    guard address.contains("@") || address.contains(":"), !address.contains(where: { " \",<>".contains($0) })
    else {
      throw BindingError(
        .badValue(
          text, field: "attendees", expected: "an address: ann@example.org, or \"Ann <ann@example.org>\""),
        at: syntax.range)
    }
    return Participant(
      name: name, address: address.contains(":") ? address : "mailto:" + address, status: "needs-action",
      role: "req-participant")
  }
}

extension CoordinatesSyntax {
  /// The place; a radius of 0 is the default.
  func place(title: String?) -> StructuredLocation {
    StructuredLocation(
      title: title, latitude: latitude.value, longitude: longitude.value, radius: radius.map(Double.init))
  }
}

extension PrioritySyntax {
  /// The number that iCalendar writes.
  var number: Int {
    switch self {
    case .none: 0
    case .high: 1
    case .medium: 5
    case .low: 9
    case .number(let value): value
    }
  }
}
