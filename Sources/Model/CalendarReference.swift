/// How a calendar is named.
public enum CalendarReference: Hashable, Sendable {
  /// By its title, alone or with that of its account; a text that is no title is read as `TITLE@SOURCE`.
  case title(String, source: String? = nil)
  /// By its id, as `cal:…`.
  case id(String)

  /// The name as people write it.
  package var text: String {
    switch self {
    case .title(let title, let source): source.map { title + "@" + $0 } ?? title
    case .id(let id): id
    }
  }

  /// What a name comes to.
  package enum Meaning {
    case one(CalendarRecord)
    case several([CalendarRecord])
    case none
    /// No account has that title.
    case unknownSource(String)
  }

  /// The one rule of which calendar a name means.
  ///
  /// The account is looked at first: what is written just so elsewhere is not meant.
  package func meaning(among calendars: [CalendarRecord], _ sources: [SourceRecord]) -> Meaning {
    switch self {
    case .id(let text):
      let number = PublicID.number(text, .calendar)
      return calendars.first { $0.id == number }.map { .one($0) } ?? .none
    case .title(let title, let source?):
      let folded = Folding.name(source)
      let owners = Set(sources.filter { Folding.name($0.title) == folded }.map(\.id))
      if owners.isEmpty { return .unknownSource(source) }
      return Self.meaning(of: calendars.filter { owners.contains($0.source) }.titled(title))
    case .title(let text, nil):
      let found = Self.meaning(of: calendars.titled(text))
      guard case .none = found, let at = text.lastIndex(of: "@") else { return found }
      let split = Self.title(String(text[..<at]), source: String(text[text.index(after: at)...]))
      let meant = split.meaning(among: calendars, sources)
      if case .unknownSource = meant { return .none }
      return meant
    }
  }

  private static func meaning(of found: [CalendarRecord]) -> Meaning {
    found.count > 1 ? .several(found) : found.first.map { .one($0) } ?? .none
  }
}
