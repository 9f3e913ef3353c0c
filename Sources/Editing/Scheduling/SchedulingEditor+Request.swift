import ICalendar

/// A new version of an invitation (RFC 5546, 3.2.2): it replaces the organizer's data and keeps the user's.
extension SchedulingEditor {
  func request(_ part: Part, _ result: inout Result) throws(EditError) {
    if part.item.recurrenceID == nil, result.object.master == nil {
      return try wholeOfOrphans(part, &result)
    }
    let old = result.object
    var place = place(of: part, in: result.object)
    if case .nowhere = place, let id = part.item.recurrenceID {
      place = readmit(id, &result.object)
    }
    guard let member = member(at: place, in: result.object) else {
      if case .occurrence(let key, _) = place { return oneMoreOrphan(part, key, &result) }
      result.outcomes.append(
        self.outcome(part, .refused(.noOccurrence), item: described(part, in: result.object)))
      return
    }
    let before = shown(place, in: result.object)
    let refusal = objection(to: part, over: member) ?? age(of: part, in: result)
    if let refusal {
      result.object = old
      result.outcomes.append(self.outcome(part, .refused(refusal), item: before ?? part.item))
      return
    }
    let keepsAnswers = part.item.sequence <= member.item.sequence
    var component = merged(part.component, over: member.component, keepsAnswers: keepsAnswers)
    if part.item.recurrenceID != nil { component = ComponentEditor.removing(Self.ofSeries, from: component) }
    var dropped = 0
    switch place {
    case .nowhere: return
    case .whole:
      put(component, for: member, definitions: definitions, in: &result.object)
      dropped = follow(old, keepsAnswers, &result.object)
      result.isWhole = true
    case .occurrence(let key, let isRange):
      let known = old.overrides.first { $0.key == key && $0.isRange == isRange }
      let target = known ?? CalendarObject.Member(id: nil, component: component, item: part.item, key: key)
      put(component, for: target, definitions: definitions, in: &result.object)
    }
    let after = shown(place, in: result.object) ?? part.item
    let isSame = Self.saysTheSame(member.component, component) && dropped == 0 && before != nil
    if isSame { result.object = old }
    var outcome = self.outcome(part, isSame ? .unchanged : .updated, item: after, before: before)
    outcome.isSeries = part.item.recurrenceID == nil && result.object.isSeries
    outcome.dropped = dropped
    result.outcomes.append(outcome)
  }

  /// Adds the master of a series of which only occurrences were known; these become its overrides.
  private func wholeOfOrphans(_ part: Part, _ result: inout Result) throws(EditError) {
    guard let member = result.object.overrides.first else {
      result.outcomes.append(self.outcome(part, .refused(.unknownItem), item: part.item))
      return
    }
    if let objection = objection(to: part, over: member) {
      result.outcomes.append(self.outcome(part, .refused(objection), item: member.item))
      return
    }
    result.isWhole = true
    result.object.master = context.read(
      part.component, id: nil, key: nil, definitions: definitions)
    for index in result.object.overrides.indices {
      guard let id = result.object.overrides[index].item.recurrenceID else { continue }
      result.object.overrides[index].key = part.item.slot(for: id) ?? result.object.overrides[index].key
    }
    var outcome = self.outcome(part, .updated, item: part.item)
    outcome.isSeries = result.object.isSeries
    result.outcomes.append(outcome)
  }

  /// Adds an occurrence of a series of which only other occurrences are known, for a user who is not invited
  /// to the whole series.
  private func oneMoreOrphan(_ part: Part, _ key: OccurrenceKey, _ result: inout Result) {
    if let known = result.object.overrides.first, let objection = objection(to: part, over: known) {
      result.outcomes.append(self.outcome(part, .refused(objection), item: known.item))
      return
    }
    result.object.overrides.append(
      context.read(part.component, id: nil, key: key, definitions: definitions))
    result.outcomes.append(self.outcome(part, .added, item: part.item))
  }

  /// Readmits an occurrence that the series excludes, or names one more occurrence known without a series.
  private func readmit(_ id: RecurrenceID, _ object: inout CalendarObject) -> Place {
    guard let master = object.master else {
      return .occurrence(
        OccurrenceKey(wallSeconds: id.time.wall.wallSeconds, isDate: id.time.isAllDay),
        isRange: id.isThisAndFuture)
    }
    guard let key = object.excludedKey(of: id) else { return .nowhere }
    var item = master.item
    item.exceptionTimes.removeAll { $0.isSame(as: id.time) }
    let component = ComponentEditor.apply(
      [.exceptions], of: item, to: master.component, now: context.now, changed: [])
    put(component, for: master, in: &object)
    return .occurrence(key, isRange: id.isThisAndFuture)
  }

  private static let ofSeries: [StaticString] = ["X-KALENDS-PREVIOUS", "X-KALENDS-REPEAT-FROM"]

  // MARK: One component

  /// Returns the component of a message with the user's own data from the stored one.
  ///
  /// The user's own are alarms, categories, color, availability, travel time and programs' notes, and with
  /// `keepsAnswers` the replies to this version.
  func merged(_ message: Component, over stored: Component, keepsAnswers: Bool) -> Component {
    var result = message.replacing(Self.isOwn, with: stored.properties.filter(Self.isOwn))
    result = result.takingAlarms(of: stored)
    if let created = stored.property("CREATED")?.rawText { result = result.setting("CREATED", created) }
    if keepsAnswers {
      for line in stored.properties("ATTENDEE") where mayKeep(line, in: stored) {
        guard let fresh = Self.line(of: line, in: result) else { continue }
        var answered = fresh.setting("PARTSTAT", line.parameter("PARTSTAT"))
        for name in ["DELEGATED-TO", Self.repliedName] where line.parameter(name) != nil {
          answered = answered.setting(name, line.parameter(name))
        }
        result = result.replacing({ $0 == fresh }, with: [answered])
      }
    }
    return result
  }

  /// Whether a stored reply stays: the user's own, and all replies when the user is the organizer or there is
  /// none.
  private func mayKeep(_ line: Property, in stored: Component) -> Bool {
    guard line.parameter("PARTSTAT") != nil else { return false }
    let organizer = stored.property("ORGANIZER").map { Participant($0) }
    return Participant(line).isOne(of: own) || organizer?.isOne(of: own) ?? true
  }

  private static func isOwn(_ property: Property) -> Bool {
    switch property.name {
    case "CATEGORIES", "COLOR", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "X-APPLE-TRAVEL-DURATION",
      "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME":
      true
    case let name: name.hasPrefix("X-KALENDS-")
    }
  }

  /// Whether two components have the same content, timestamps aside.
  private static func saysTheSame(_ a: Component, _ b: Component) -> Bool {
    func lines(_ component: Component) -> [String] {
      component.properties.filter { !["DTSTAMP", "LAST-MODIFIED", "CREATED"].contains($0.name) }
        .map { String(decoding: $0.line, as: UTF8.self) }.sorted()
    }
    return lines(a) == lines(b) && a.components == b.components
  }

  // MARK: The other occurrences

  /// Updates overrides to a new version of their series; returns the number that no longer fit.
  ///
  /// Values that an override shared with the old series follow the new one.
  private func follow(_ old: CalendarObject, _ keepsAnswers: Bool, _ object: inout CalendarObject) -> Int {
    guard let before = old.master, let after = object.master else { return 0 }
    if before.component == after.component { return 0 }
    var kept: [CalendarObject.Member] = []
    for member in object.overrides {
      guard let id = member.item.recurrenceID, let key = after.item.slot(for: id) else { continue }
      let component = Self.following(
        member.component, from: before.component, to: after.component, keepsAnswers: keepsAnswers)
      var fresh = CalendarObject.member(
        component, id: member.id, key: key, from: member, context: context)
      if member.item.start == before.item.start.map({ $0.at(key) }), member.item.length == before.item.length,
        member.item.length != after.item.length
      {
        fresh.item.length = after.item.length
        fresh.item.end = nil
        fresh = CalendarObject.member(
          ComponentEditor.apply([.length], of: fresh.item, to: component, now: context.now, changed: []),
          id: member.id, key: key, from: member, context: context)
      }
      kept.append(fresh)
    }
    let dropped = object.overrides.count - kept.count
    object.overrides = kept
    return dropped
  }

  private static func attendees(_ component: Component) -> [Property] { component.properties("ATTENDEE") }

  private static func following(
    _ own: Component, from old: Component, to new: Component, keepsAnswers: Bool
  ) -> Component {
    var result = own
    let names = Set((old.properties + new.properties).map(\.name)).subtracting(ofOccurrence)
    for name in names.sorted() {
      func lines(_ component: Component) -> [Property] { component.properties.filter { $0.name == name } }
      if lines(own) == lines(old), lines(old) != lines(new) {
        result = result.replacing({ $0.name == name }, with: lines(new))
      }
    }
    // ATTENDEE lines follow one by one, as a reply to one occurrence concerns one person.
    let (present, former, fresh) = (attendees(own), attendees(old), attendees(new))
    if present != former || former != fresh {
      var lines = fresh.compactMap { line -> Property? in
        let known = self.line(of: line, in: own)
        guard let known else { return self.line(of: line, in: old) == nil ? line : nil }
        return keepsAnswers && known != self.line(of: line, in: old) ? known : line
      }
      lines += present.filter { line(of: $0, in: new) == nil && line(of: $0, in: old) == nil }
      result = result.replacing({ $0.isNamed("ATTENDEE") }, with: lines)
    }
    return result
  }

  /// The properties that belong to an occurrence even when they equal those of its series.
  private static let ofOccurrence: Set<String> = [
    "UID", "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "DUE", "RRULE", "EXRULE", "RDATE", "EXDATE",
    "DTSTAMP",
    "CREATED", "LAST-MODIFIED", "SEQUENCE", "ATTENDEE", "X-KALENDS-PREVIOUS", "X-KALENDS-REPEAT-FROM",
  ]
}
