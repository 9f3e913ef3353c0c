import Changes
import JSON
import Rendering

/// Sets of calendars: saving, dropping, listing and describing them.
extension StatementRunner {
  func saveSet(_ name: WordSyntax, _ members: [NameSyntax]) throws -> Answer {
    try checkName(name)
    if name.text.lowercased() == "all" {
      throw ShellError.statement(SavedFault.setCalledAll.diagnostic(at: name.range), source: source)
    }
    let (context, _) = try session.context()
    let store = try session.writableStore()
    let calendars = try calendars(named: members, context, store)
    let isSame = try store.calendarSets().contains {
      $0.title == name.text && $0.calendars == calendars.map(\.id)
    }
    let replaced = try store.saveCalendarSet(
      named: name.text, calendars.map(\.id), cause: source, now: context.now)
    let title = SafeText.line(name.text)
    let list = calendars.map { SafeText.line($0.title) }.joined(separator: ", ")
    session.say(
      (isSame
        ? "unchanged: the set \(title): "
        : replaced
          ? "replaced the set \(title) (undo brings the earlier one back): " : "saved the set \(title): ")
        + list)
    return .change(
      ChangeAnswer(
        JSONObjectText().adding("outcome", isSame ? "unchanged" : "saved").adding("set", name.text)
          .adding("replaced", isTrue: replaced && !isSame)))
  }

  func dropSet(_ name: WordSyntax) throws -> Answer {
    let set = try calendarSet(name)
    let (context, _) = try session.context()
    let store = try session.writableStore()
    try store.dropCalendarSet(set, cause: source, now: context.now)
    session.say("dropped the set \(SafeText.line(set.title)); its calendars stay")
    if let usual = session.settings.calendarSet, Folding.name(usual) == Folding.name(set.title) {
      session.settings.calendarSet = nil
      session.note("queries look in all calendars again")
    }
    return .change(ChangeAnswer(JSONObjectText().adding("outcome", "deleted").adding("set", set.title)))
  }

  func sets() throws -> Answer {
    let sources = try session.readableStore()?.sources() ?? []
    let sets = try session.calendarSets().map { (set) in (set, try members(set)) }
    var listing = Listing(sets, .table("name", "calendars"), ids: { [$0.0.title] }) { set, members in
      let calendars = members.map { calendar in
        JSONObjectText().adding("id", PublicID.text(.calendar, calendar.id)).adding("title", calendar.title)
          .adding("source", sources.first { $0.id == calendar.source }?.title)
      }
      return JSONObjectText().adding("type", "set").adding("name", set.title).adding("calendars", calendars)
    } cells: { set, members in
      let names = members.map { SafeText.line($0.title) }.joined(separator: ", ")
      return [TableCell(SafeText.line(set.title)), TableCell(names)]
    }
    listing.empty = "no sets of calendars: save set NAME as CALENDARS makes one"
    return .listing(listing)
  }

  func describeSet(_ name: WordSyntax) throws -> Answer {
    let set = try calendarSet(name)
    let quoted = Quoting.word(set.title)
    return .text(
      TextAnswer(
        ["\(SafeText.line(set.title)), a set of calendars:"]
          + (try members(set).map {
            "  " + SafeText.line($0.title) + ($0.isHidden ? " (hidden elsewhere)" : "")
          })
          + ["in set \(quoted), except set \(quoted), set calendars = \(quoted)"]))
  }

  // MARK: Helpers

  /// Returns the calendars of names and sets, each once.
  func calendars(
    named names: [NameSyntax], _ context: QueryContext, _ store: CalendarStore
  ) throws -> [CalendarRecord] {
    return try Engine(store, context).calendars(named: names)
  }

  private func calendarSet(_ name: WordSyntax) throws -> CalendarSetRecord {
    let sets = try session.calendarSets()
    let folded = Folding.name(name.text)
    if let set = sets.first(where: { Folding.name($0.title) == folded }) { return set }
    throw ShellError.statement(
      unknownSet(name.text, at: name.range, among: sets.map(\.title)), source: source)
  }

  private func members(_ set: CalendarSetRecord) throws -> [CalendarRecord] {
    let store = try session.readableStore()
    let all = try store?.calendars() ?? []
    return set.calendars.compactMap { id in all.first { $0.id == id } }
  }
}

extension Session {
  /// Returns all sets of calendars, by name; none without a store.
  package func calendarSets() throws -> [CalendarSetRecord] {
    guard let store = try readableStore() else { return [] }
    return try store.calendarSets()
  }
}
