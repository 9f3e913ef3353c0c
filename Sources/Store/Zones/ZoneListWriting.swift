import ICalendar

extension CalendarStore {
  /// A zone definition of a file, with its position.
  package struct NewZone {
    var name: String
    package var number: Int
    var position: Int

    /// Creates a definition from its number.
    package init(name: String, number: Int, position: Int) {
      self.name = name
      self.number = number
      self.position = position
    }
  }

  /// Adds a file's definitions to a calendar's list, which orders an export: each replaces one of its name
  /// that has the same rules or is unused, else it takes its own position.
  package func list(_ defined: [NewZone], in calendar: Int) throws(StoreError) {
    let list = try zoneList(of: calendar)
    let wanted = Set(defined.map(\.number))
    if wanted.isSubset(of: list.map(\.definition)) { return }
    let used = try usedDefinitions(in: calendar)
    let listed = Set(list.map(\.definition))
    // The rows that a definition of the same name may replace.
    var replaceable: [String: [ListedZone]] = [:]
    for row in list where !wanted.contains(row.definition) { replaceable[row.name, default: []].append(row) }
    for zone in defined where !listed.contains(zone.number) {
      let isPrivate = !zones.hasZone(called: zone.name)
      var left: Int?
      for (index, row) in (replaceable[zone.name] ?? []).enumerated() where left == nil {
        let isFree = !used.contains(row.definition)
        if isFree { left = index }
        if !isFree, try haveSameRules([row.definition], [zone.number]) { left = index }
      }
      if let left, let row = replaceable[zone.name]?.remove(at: left).id {
        let old = try JournalSubject.timezone.row(row, in: database)
        try database.with("UPDATE calendar_zone SET definition = ?2, is_private = ?3 WHERE id = ?1") {
          (statement) throws(StoreError) in
          try statement.bind(1, row).bind(2, zone.number).bind(3, isPrivate).run()
        }
        try journal?.note(.timezone, row: row, .updated, old: old)
      } else {
        try database.with(
          "INSERT INTO calendar_zone(calendar, position, definition, is_private) VALUES (?1, ?2, ?3, ?4)"
        ) { (statement) throws(StoreError) in
          try statement.bind(1, calendar).bind(2, zone.position).bind(3, zone.number).bind(4, isPrivate).run()
        }
        try journal?.note(.timezone, row: database.lastInsertedRow, .added, old: nil)
      }
    }
    invalidateOwnReads()
  }

  /// Whether two lists of definitions define the same names, each with the same rules.
  package func haveSameRules(_ one: [Int], _ other: [Int]) throws(StoreError) -> Bool {
    let (one, other) = (try rules(one), try rules(other))
    return one.count == other.count
      && one.allSatisfy { name, zone in other[name].map { $0.hasSameRules(as: zone) } ?? false }
  }

  private func rules(_ definitions: [Int]) throws(StoreError) -> [String: Zone] {
    var result: [String: Zone] = [:]
    for number in definitions {
      guard let component = try itemZones.definition(number), let name = CalendarZones.name(of: component),
        let zone = try zones(calendar: 0, definitions: [number]).zone(name)
      else { continue }
      result[name] = zone
    }
    return result
  }
}
