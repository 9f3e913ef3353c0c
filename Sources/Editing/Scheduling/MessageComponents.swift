import ICalendar

extension Component {
  /// Returns the component with new properties in place of those that match `isOld`: at the first of them,
  /// else after the other properties.
  func replacing(_ isOld: (Property) -> Bool, with fresh: [Property]) -> Component {
    var rest = fresh.map(ComponentEntry.property)
    var result: [ComponentEntry] = []
    for entry in entries {
      if case .property(let property) = entry, isOld(property) {
        result += rest
        rest = []
      } else {
        result.append(entry)
      }
    }
    if !rest.isEmpty {
      let end = result.firstIndex { if case .component = $0 { true } else { false } } ?? result.count
      result.insert(contentsOf: rest, at: end)
    }
    return Component(name: name, entries: result)
  }

  /// Returns the component with one property of a name, or without it when the value is nil.
  func setting(_ name: StaticString, _ value: String?) -> Component {
    replacing(
      { $0.isNamed(name) }, with: [value.flatMap { Property(name: "\(name)", value: $0) }].compactMap { $0 })
  }

  /// Returns the component with the alarms of another one in place of its own.
  func takingAlarms(of other: Component) -> Component {
    let kept = entries.filter { entry in
      if case .component(let child) = entry { child.name != "VALARM" } else { true }
    }
    let alarms = other.components.filter { $0.name == "VALARM" }.map(ComponentEntry.component)
    return Component(name: name, entries: kept + alarms)
  }

  /// DTSTAMP, which orders messages about the same version (RFC 5546, 2.1.5).
  var stamp: Instant? {
    switch property("DTSTAMP")?.dateValue {
    // A stamp without Z counts as UTC too.
    case .utc(let wall), .floating(let wall), .zoned(let wall, _): Zone.utc.instant(of: wall)
    case .date, nil: nil
    }
  }

  /// COMMENT, the sender's remark.
  var comment: String? {
    let text = property("COMMENT")?.text ?? ""
    return text.isEmpty ? nil : text
  }

  /// Returns the component with the version of a message: its SEQUENCE and DTSTAMP, modified at `now`.
  func versioned(as message: Component, sequence: Int, now: Instant) -> Component {
    var result = self
    if let stamp = message.property("DTSTAMP")?.rawText { result = result.setting("DTSTAMP", stamp) }
    result = result.setting("LAST-MODIFIED", BasicFormat.text(now.utc) + "Z")
    let present = result.property("SEQUENCE").flatMap { Int($0.rawText) } ?? 0
    return sequence > present ? result.setting("SEQUENCE", String(sequence)) : result
  }
}

extension Property {
  /// The calendar address of an ATTENDEE or ORGANIZER as two of them are compared.
  var calendarAddress: String { Participant(name: nil, address: rawText).identity }

  /// Returns the property with a parameter set to a value, or without it when the value is nil.
  func setting(_ parameter: String, _ value: String?) -> Property {
    var parameters = self.parameters
    let index = parameters.firstIndex { $0.name == parameter }
    switch (index, value) {
    case (let index?, let value?): parameters[index].values = [value]
    case (let index?, nil): parameters.remove(at: index)
    case (nil, let value?): parameters.append(Parameter(name: parameter, values: [value]))
    case (nil, nil): return self
    }
    return Property(name: name, parameters: parameters, value: rawText) ?? self
  }
}

extension Participant {
  /// The person's display name.
  public var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? email }
}

extension EditPlan {
  /// Keeps the organizer's DTSTAMP: it identifies the message of a component, and a reply makes no new
  /// version.
  mutating func keepVersion(of old: CalendarObject) {
    let known = old.members
    func kept(_ member: CalendarObject.Member) -> CalendarObject.Member {
      var member = member
      let before = known.first { $0.id == member.id && member.id != nil } ?? old.master
      if let stamp = before?.component.property("DTSTAMP") {
        member.component = member.component.replacing({ $0.isNamed("DTSTAMP") }, with: [stamp])
      }
      return member
    }
    for index in objects.indices {
      objects[index].master = objects[index].master.map(kept)
      objects[index].overrides = objects[index].overrides.map(kept)
    }
  }
}
