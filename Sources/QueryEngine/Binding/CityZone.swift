/// A city behind `in` that names the zone of a clock time, as in `14:30 tomorrow in Tokyo`.
///
/// It stands directly behind the time, and a calendar of that name goes first.
package struct CityZone {
  let catalog: Catalog
  let zones: ZoneDatabase

  package init(_ catalog: Catalog, _ zones: ZoneDatabase) {
    self.catalog = catalog
    self.zones = zones
  }

  /// The zone that a name behind `in` means; nil for the name of a calendar, and where no zone or several
  /// end in that name.
  package func zone(_ name: NameSyntax) -> ZoneSyntax? {
    guard name.source == nil, !name.isSet, !name.isParameter, !name.isIdentifier,
      case .none = catalog.meaning(of: name.reference)
    else { return nil }
    let ending = "/" + name.text.lowercased().replacing(" ", with: "_")
    let found = zones.identifiers.filter { $0.lowercased().hasSuffix(ending) }
    guard found.count == 1, let identifier = found.first else { return nil }
    return ZoneSyntax(.named(identifier), range: name.range)
  }

  /// A query whose calendar is a city, with the zone at its clock times; others as they are.
  func applied(to query: QuerySyntax) -> (query: QuerySyntax, note: Note?) {
    let isBehindTime = zip(query.clauses, query.clauses.dropFirst()).contains { before, clause in
      if case .when = before.kind, case .include = clause.kind { true } else { false }
    }
    guard isBehindTime, case .calendars(let names)? = query.included, names.count == 1, var when = query.when,
      let zone = zone(names[0]), let time = when.time.inZone(zone)
    else { return (query, nil) }
    var query = query
    when.time = time
    query.clauses = query.clauses.compactMap { clause in
      var clause = clause
      switch clause.kind {
      case .include: return nil
      case .when: clause.kind = .when(when)
      default: break
      }
      return clause
    }
    return (query, Self.note(names[0], zone))
  }

  /// The parts of an item whose calendar is a city, with the zone at its clock times; others as they are.
  package func applied(to parts: [ItemPartSyntax]) -> (parts: [ItemPartSyntax], note: Note?) {
    let names = zip(parts, parts.dropFirst()).compactMap { before, part -> NameSyntax? in
      switch (before.kind, part.kind) {
      case (.when, .calendar(let name)), (.due, .calendar(let name)): name
      default: nil
      }
    }
    guard let name = names.first, let zone = zone(name) else { return (parts, nil) }
    var isApplied = false
    let zoned = parts.compactMap { part -> ItemPartSyntax? in
      var part = part
      switch part.kind {
      case .calendar: return nil
      case .when(let range):
        guard let other = range.inZone(zone) else { return part }
        part.kind = .when(other)
      case .due(let date):
        guard let other = date.inZone(zone) else { return part }
        part.kind = .due(other)
      default: return part
      }
      isApplied = true
      return part
    }
    return isApplied ? (zoned, Self.note(name, zone)) : (parts, nil)
  }

  private static func note(_ name: NameSyntax, _ zone: ZoneSyntax) -> Note? {
    guard case .named(let identifier) = zone.kind else { return nil }
    return Note("city-zone", "`in \(name.text)` is the time there, \(identifier)")
  }
}
