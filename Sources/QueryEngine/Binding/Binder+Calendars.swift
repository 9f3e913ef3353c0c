extension Binder {
  func name(_ calendar: CalendarRecord) -> String { catalog.name(of: calendar) }

  /// The calendars that a query searches; nil for all calendars.
  mutating func calendars(_ query: QuerySyntax) throws(BindingError) -> [CalendarRecord]? {
    var chosen = catalog.calendars
    let showsHidden: Bool
    switch query.included {
    case .all: showsHidden = true
    case .calendars(let names):
      let ids = try numbers(names)
      chosen = chosen.filter { ids.contains($0.id) }
      showsHidden = true
    case .sources(let names):
      var ids: Set<Int> = []
      for name in names { ids.insert(try catalog.source(named: name).id) }
      chosen = chosen.filter { ids.contains($0.source) }
      showsHidden = false
    case nil:
      let ids = try usualSet(query)
      if let ids { chosen = chosen.filter { ids.contains($0.id) } }
      showsHidden = ids != nil
    }
    let excluded = try numbers(query.excluded)
    chosen.removeAll { excluded.contains($0.id) }
    if !showsHidden, noun != .calendars, noun != .sources {
      let hidden = chosen.filter(\.isHidden)
      if !hidden.isEmpty {
        // A calendar of events has no part in an answer of reminders.
        let kinds: EntityKinds? = noun == .reminders ? .reminders : noun == .alarms ? nil : .events
        let missed = hidden.filter { calendar in kinds.map(calendar.kinds.contains) ?? true }
        if !missed.isEmpty {
          let names = missed.map(name).joined(separator: ", ")
          notes.append(Note("hidden-calendars", "hidden and left out: \(names)", kind: .footnote))
        }
        chosen.removeAll(where: \.isHidden)
      }
    }
    return chosen.count == catalog.calendars.count ? nil : chosen
  }

  /// The calendars that names and sets mean.
  func numbers(_ names: [NameSyntax]) throws(BindingError) -> Set<Int> {
    var numbers: Set<Int> = []
    for name in names {
      var bound = name
      if name.isParameter {
        let text = try context.text(of: name.text, at: name.range)
        bound = name.isSet ? NameSyntax(text, range: name.range) : catalog.name(meaning: text)
        (bound.isSet, bound.range) = (name.isSet, name.range)
      }
      if bound.isSet {
        numbers.formUnion(try members(of: bound))
      } else {
        numbers.insert(try calendar(bound).id)
      }
    }
    return numbers
  }

  /// The one calendar of a name; if the name is a set's, the error says so.
  private func calendar(_ name: NameSyntax) throws(BindingError) -> CalendarRecord {
    do throws(BindingError) {
      return try catalog.calendar(named: name)
    } catch {
      let folded = Folding.name(name.text)
      if case .unknownCalendar = error.problem, name.source == nil,
        let set = sets.first(where: { Folding.name($0.title) == folded })
      {
        throw BindingError(.calendarIsSet(set.title), at: name.range)
      }
      throw error
    }
  }

  /// The calendars of a set that still exist.
  private func members(of name: NameSyntax) throws(BindingError) -> [Int] {
    let folded = Folding.name(name.text)
    guard let set = sets.first(where: { Folding.name($0.title) == folded }) else {
      throw BindingError(
        .unknownSet(name.text, near: Spelling.suggestions(for: name.text, among: sets.map(\.title))),
        at: name.range)
    }
    let members = set.calendars.filter { catalog.calendar($0) != nil }
    // A set whose calendars were deleted must not look like days without events.
    if members.isEmpty { throw BindingError(.emptySet(set.title), at: name.range) }
    return members
  }

  /// The calendars of the session's set, for a query that names no calendars.
  private mutating func usualSet(_ query: QuerySyntax) throws(BindingError) -> Set<Int>? {
    guard let title = context.calendarSet, noun != .calendars, noun != .sources else { return nil }
    let members = try members(of: NameSyntax(title, range: query.nounRange))
    // A set without reminder lists does not restrict reminders, nor a set of lists alone events.
    let kinds: EntityKinds = noun == .reminders ? .reminders : noun == .alarms ? [] : .events
    let holds = members.compactMap { catalog.calendar($0)?.kinds }
    if !kinds.isEmpty, !holds.contains(where: { $0.contains(kinds) }) { return nil }
    notes.append(Note("calendar-set", "only the set \(title) (in all looks everywhere)", kind: .footnote))
    return Set(members)
  }
}
