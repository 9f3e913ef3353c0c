/// The calendars and sources of a store, by which names are resolved.
package struct Catalog: Sendable {
  package let calendars: [CalendarRecord]
  let sources: [SourceRecord]
  private let calendarsByID: [Int: CalendarRecord]
  private let sourcesByID: [Int: SourceRecord]

  init(calendars: [CalendarRecord], sources: [SourceRecord]) {
    self.calendars = calendars
    self.sources = sources
    calendarsByID = Dictionary(calendars.map { ($0.id, $0) }) { first, _ in first }
    sourcesByID = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
  }

  package init(_ store: CalendarStore) throws(StoreError) {
    self.init(calendars: try store.calendars(), sources: try store.sources())
  }

  /// The catalog that a client may see: without access to reminders, it has no calendars for
  /// reminders alone.
  package func known(by context: QueryContext) -> Catalog {
    if context.seesReminders { return self }
    return Catalog(calendars: calendars.filter { $0.kinds != .reminders }, sources: sources)
  }

  func calendar(_ id: Int) -> CalendarRecord? { calendarsByID[id] }

  func source(_ id: Int) -> SourceRecord? { sourcesByID[id] }

  /// The name that identifies a calendar uniquely.
  package func name(of calendar: CalendarRecord) -> String {
    let folded = Folding.name(calendar.title)
    let isAlone = calendars.count { Folding.name($0.title) == folded } == 1
    return isAlone ? Quoted.name(calendar.title) : fullName(of: calendar)
  }

  private func fullName(of calendar: CalendarRecord) -> String {
    guard let source = source(calendar.source) else { return Quoted.name(calendar.title) }
    return Quoted.name(calendar.title, source: source.title)
  }

  // MARK: Names

  /// The one calendar of a name, found without regard to letter case.
  package func calendar(named syntax: NameSyntax) throws(BindingError) -> CalendarRecord {
    switch meaning(of: syntax.reference) {
    case .one(let calendar): return calendar
    case .unknownSource(let name):
      throw BindingError(
        .unknownSource(name, near: Spelling.suggestions(for: name, among: sources.map(\.title))),
        at: syntax.range)
    case .several(let found):
      let sourceNames = Set(found.map(\.source))
      // Calendars of one name in one source differ only by id.
      let choices =
        sourceNames.count == found.count
        ? found.map(fullName) : found.map { PublicID.text(.calendar, $0.id) }
      throw BindingError(.ambiguousCalendar(syntax.text, choices: choices), at: syntax.range)
    case .none:
      let near = Spelling.suggestions(for: syntax.text, among: calendars.map(\.title))
      let isDateWord = near.isEmpty && !syntax.isQuoted && Self.isDate(syntax.text)
      throw BindingError(
        .unknownCalendar(syntax.text, near: near, isDateWord: isDateWord), at: syntax.range)
    }
  }

  /// What a name comes to among those that whoever asks may know of.
  package func meaning(of name: CalendarReference) -> CalendarReference.Meaning {
    name.meaning(among: calendars, sources)
  }

  /// The calendar name that a value means: a title if a calendar has it, else the parsed name,
  /// such as `Home@iCloud`.
  func name(meaning text: String) -> NameSyntax {
    let read = calendars.titled(text).isEmpty ? try? SyntaxFragment.name(text) : nil
    return read ?? NameSyntax(text, isQuoted: true)
  }

  /// The one source of a name.
  package func source(named syntax: NameSyntax) throws(BindingError) -> SourceRecord {
    let number = syntax.isIdentifier ? PublicID.number(syntax.text, .source) : nil
    let folded = Folding.name(syntax.text)
    let found = sources.filter { syntax.isIdentifier ? $0.id == number : Folding.name($0.title) == folded }
    if found.count > 1 {
      throw BindingError(
        .ambiguousSource(syntax.text, choices: found.map { PublicID.text(.source, $0.id) }), at: syntax.range)
    }
    guard let source = found.first else {
      let near = Spelling.suggestions(for: syntax.text, among: sources.map(\.title))
      throw BindingError(.unknownSource(syntax.text, near: near), at: syntax.range)
    }
    return source
  }

  private static func isDate(_ text: String) -> Bool {
    do throws(SyntaxError) {
      _ = try SyntaxFragment.date(text)
      return true
    } catch {
      return false
    }
  }
}

extension NameSyntax {
  /// The calendar that is named.
  package var reference: CalendarReference { isIdentifier ? .id(text) : .title(text, source: source) }
}
