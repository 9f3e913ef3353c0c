/// Assignments to the lists of an item, and to its travel time.
extension ChangeBinder {
  func assignTags(_ syntax: AssignmentSyntax, _ edit: inout ItemEdit) throws(BindingError) {
    var named: [String] = []
    if case .texts(let texts) = syntax.value {
      named = try texts.map { (text) throws(BindingError) in try self.text(text) }
    }
    var tags = edit.values.categories
    switch syntax.operation {
    case .set: tags = named
    case .add: tags += named.filter { !tags.contains($0) }
    case .remove:
      let folded = Set(named.map(Folding.name))
      tags.removeAll { folded.contains(Folding.name($0)) }
    }
    edit.set(.categories) { $0.categories = tags }
  }

  /// Assigns attachments by link; one without a link is removed only by file name or together with all.
  func assignAttachments(
    _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    guard case .texts(let texts) = syntax.value else { return edit.set(.attachments) { $0.attachments = [] } }
    let old = edit.values.attachments
    var new = old
    switch syntax.operation {
    case .remove:
      let folded = Set(try texts.map { (text) throws(BindingError) in Folding.name(try self.text(text)) })
      new.removeAll { attachment in
        [attachment.uri, attachment.fileName].contains {
          $0.map { folded.contains(Folding.name($0)) } ?? false
        }
      }
    case .set, .add:
      if syntax.operation == .set { new.removeAll { $0.uri != nil } }
      for text in texts {
        let link = try attachment(text)
        // A known attachment keeps its media type.
        let known = old.first { $0.uri == link.uri }
        if !new.contains(where: { $0.uri == link.uri }) { new.append(known ?? link) }
      }
    }
    edit.set(.attachments) { $0.attachments = new }
  }

  func assignAttendees(_ syntax: AssignmentSyntax, _ edit: inout ItemEdit) throws(BindingError) {
    var named: [TextSyntax] = []
    if case .texts(let texts) = syntax.value { named = texts }
    var people = edit.values.attendees
    if syntax.operation == .remove {
      for text in named {
        let wanted = Folding.searchable(try self.text(text))
        people.removeAll {
          Folding.searchable($0.email) == wanted || $0.name.map(Folding.searchable) == wanted
        }
      }
    } else {
      let added = try named.map { (person) throws(BindingError) in try participant(person) }
      // A known attendee keeps status and role.
      let known = people
      if syntax.operation == .set { people = [] }
      for person in added where !people.contains(where: person.isSame) {
        var kept = known.first(where: person.isSame) ?? person
        kept.name = person.name ?? kept.name
        people.append(kept)
      }
    }
    edit.set(.attendees) { $0.attendees = people }
  }

  mutating func assignAlarms(
    _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    var alarms = edit.values.alarms
    switch syntax.value {
    case .index(let number):
      guard number >= 1, number <= alarms.count else {
        throw BindingError(
          .badValue(
            String(number), field: "alarms",
            expected: alarms.isEmpty ? "there are no alarms" : "1 to \(alarms.count)"), at: syntax.range)
      }
      alarms.remove(at: number - 1)
    case .alarms(let written):
      let item = edit.values
      let named = try written.map { (alarm) throws(BindingError) in try self.alarm(alarm, item) }
      switch syntax.operation {
      case .set: alarms = named
      case .add: alarms += named.filter { !alarms.contains($0) }
      case .remove: alarms.removeAll { alarm in named.contains { $0.trigger == alarm.trigger } }
      }
    default: alarms = []
    }
    edit.set(.alarms) { $0.alarms = alarms }
  }

  mutating func assignExceptions(
    _ syntax: AssignmentSyntax, _ edit: inout ItemEdit
  ) throws(BindingError) {
    guard let anchor = edit.values.anchor else { return }
    var times = syntax.operation == .set ? [] : edit.values.exceptionTimes
    guard case .dates(let dates) = syntax.value else {
      edit.set(.exceptions) { $0.exceptionTimes = [] }
      return
    }
    for date in dates {
      let named = try time(date)
      // A day of a timed series is the occurrence at its usual time, which may be on another day there.
      let exception: EventTime =
        named.isAllDay || anchor.isAllDay
        ? anchor.usual(on: named.wall.date, in: context.zone) : try time(date, like: anchor, of: nil)
      if syntax.operation == .remove {
        times.removeAll { listed in
          listed == exception || listed.isAllDay && listed.wall.date == exception.wall.date
            || listed.wallSeconds(in: anchor.zone) == exception.wallSeconds(in: anchor.zone)
        }
      } else if !times.contains(exception) {
        times.append(exception)
      }
    }
    edit.set(.exceptions) { $0.exceptionTimes = times }
  }

  func assignTravel(_ syntax: AssignmentSyntax, _ edit: inout ItemEdit) throws(BindingError) {
    var travel: CalendarDuration?
    if case .duration(let written) = syntax.value {
      travel = try length(written)
      if let old = edit.values.travel, let new = travel, syntax.operation != .set {
        travel = syntax.operation == .add ? old + new : old + -new
      }
    }
    if let travel { try checkLength(travel, syntax, of: edit.values) }
    edit.set(.travel) { $0.travel = travel }
  }

  /// Rejects an assignment that subtracts more than the length.
  func checkLength(
    _ length: CalendarDuration, _ syntax: AssignmentSyntax, of item: Item
  ) throws(BindingError) {
    guard length.nominalSeconds < 0, case .duration(let written) = syntax.value else { return }
    let own = ItemSyntax(context).value(syntax.field.name, of: item).map { "it is \($0): " } ?? ""
    throw BindingError(
      .badValue(
        "-= \(written)", field: syntax.field.name.rawValue, expected: own + "no more can be taken away"),
      at: syntax.range)
  }
}

extension EventTime {
  /// The time with the same clock time that falls on a day of the viewer's zone.
  fileprivate func usual(on day: CivilDate, in viewer: Zone) -> EventTime {
    let days = [0, -1, 1].compactMap { day.adding(days: $0) }
    let times = days.map { with(wall: CivilDateTime($0, wall.time)) }
    return times.first { zone == nil || viewer.civil(at: $0.instant(in: viewer)).date == day }
      ?? with(wall: CivilDateTime(day, wall.time))
  }
}
