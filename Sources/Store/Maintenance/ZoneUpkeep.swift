import ICalendar

extension CalendarStore {
  /// The releases of the zone rules used by the index and of the present ones, when they differ.
  ///
  /// Until the next write brings the store up to date, times in zones with changed rules may be found at
  /// their old places.
  public func changedZoneRules() throws(StoreError) -> (indexed: String, present: String)? {
    guard let present = zones.release else { return nil }
    let indexed = try database.with("SELECT value FROM meta WHERE key = 'zone_release'") {
      (row) throws(StoreError) in try row.step() ? row.optionalText(0) : nil
    }
    guard let indexed, indexed != present else { return nil }
    return (indexed, present)
  }

  /// Brings derived data up to date with this build and the system's zone rules, as steps of upkeep.
  ///
  /// After a change of rules only the items in changed zones are derived again.
  func bringUpToDate(_ deriver: Deriver) throws(StoreError) {
    if try database.number("SELECT count(*) FROM meta WHERE key = 'stale'") > 0 {
      try write { () throws(StoreError) in
        try rebuild(deriver)
        try database.execute("DELETE FROM meta WHERE key = 'stale'")
        try noteZones(try usedZones())
      }
    }
    try placeDisplaced(deriver)
    let present = zones.release
    let indexed = try database.with("SELECT value FROM meta WHERE key = 'zone_release'") {
      (row) throws(StoreError) in try row.step() ? row.optionalText(0) : nil
    }
    if present != nil, indexed == present { return }
    try write { () throws(StoreError) in
      if let indexed { try follow(try changedZones(), from: indexed, deriver) }
      try database.with("INSERT OR REPLACE INTO meta(key, value) VALUES ('zone_release', ?1)") {
        (statement) throws(StoreError) in try statement.bind(1, present).run()
      }
    }
  }

  /// Derives items again that an upgrade found before the first onset of their zone's definition.
  private func placeDisplaced(_ deriver: Deriver) throws(StoreError) {
    let displaced = try database.with("SELECT value FROM meta WHERE key = 'displaced'") {
      (row) throws(StoreError) in try row.step() ? ItemZoneTable.definitions(row.text(0)) : []
    }
    if displaced.isEmpty { return }
    let cause = "times before the first onset of a file's zone: by the system's zone of that name"
    try journaled(cause, now: deriver.now, kind: .upkeep) { (journal) throws(StoreError) in
      let writer = try ObjectWriter(database, journal: journal, deriver: deriver)
      var objects: Set<Int> = []
      for id in displaced { if let record = try record(id) { objects.insert(record.master ?? id) } }
      for id in objects.sorted() { try rewrite(id, with: writer, notingIn: journal) }
      try writer.finish()
      try database.execute("DELETE FROM meta WHERE key = 'displaced'")
    }
  }

  /// The unknown zones of items, whose file is gone or damaged; sorted.
  ///
  /// Single items are found at the places computed when their zones were known; the places of series are
  /// unknown.
  ///
  /// Throws `unreadable-file` when the system opens no more files, so that the zones cannot be determined.
  public func unknownZones() throws(StoreError) -> [String] {
    let refused = zones.openRefusals.count
    let unknown = try notedZones().filter { zones.zone(named: $0) == nil }
    try checkZoneFiles(since: refused)
    return unknown
  }

  /// Throws `unreadable-file` when the system has refused more than `count` times to open a zone's file:
  /// zones that were not found may exist.
  func checkZoneFiles(since count: Int) throws(StoreError) {
    let (now, last) = zones.openRefusals
    guard now > count, let last else { return }
    invalidateOwnReads()
    throw StoreError(.unreadableFile, last.path, detail: StoreFile.reason(last.code))
  }

  /// The system's zones by which items were placed; sorted.
  private func notedZones() throws(StoreError) -> [String] {
    try database.with("SELECT name FROM zone_rules ORDER BY name") { (row) throws(StoreError) in
      var names: [String] = []
      while try row.step() { names.append(row.text(0)) }
      return names
    }
  }

  private func changedZones() throws(StoreError) -> [String] {
    let row = try database.statement("SELECT name, fingerprint FROM zone_rules ORDER BY name")
    defer { database.release(row) }
    var changed: [String] = []
    while try row.step() {
      guard let zone = zones.zone(named: row.text(0)) else { continue }
      if zone.fingerprint != row.int(1) { changed.append(row.text(0)) }
    }
    return changed
  }

  /// Derives the items in changed zones again.
  private func follow(_ changed: [String], from indexed: String, _ deriver: Deriver) throws(StoreError) {
    if changed.isEmpty { return }
    let cause = "zone rules \(indexed) to \(zones.release ?? "unknown"): " + changed.joined(separator: ", ")
    try journaled(cause, now: deriver.now, kind: .upkeep) { (journal) throws(StoreError) in
      let writer = try ObjectWriter(database, journal: journal, deriver: deriver)
      for id in try objects(in: changed) { try rewrite(id, with: writer, notingIn: journal) }
      try writer.finish()
      let used = try usedZones()
      // Unknown zones stay recorded while items use them.
      for name in try notedZones() where zones.zone(named: name) != nil || !used.contains(name) {
        try database.with("DELETE FROM zone_rules WHERE name = ?1") { (row) throws(StoreError) in
          try row.bind(1, name).run()
        }
      }
      try noteZones(used)
    }
  }

  private func objects(in changed: [String]) throws(StoreError) -> [Int] {
    var result: Set<Int> = []
    // Before its first onset, a definition uses the system's zone of its name.
    for (number, name) in try definitionNames() {
      guard let zone = zones.zone(named: name), changed.contains(zone.identifier) else { continue }
      result.formUnion(
        try numbers(
          "SELECT coalesce(i.master, i.id) FROM item i JOIN item_zone z ON z.item = i.id WHERE z.definition = ?1"
        ) { $0.bind(1, number) })
    }
    for name in changed {
      result.formUnion(
        try numbers(
          """
          SELECT coalesce(master, id) FROM item WHERE start_zone = ?1 OR end_zone = ?1 OR due_zone = ?1
          """
        ) { $0.bind(1, name) })
    }
    return result.sorted()
  }

  private func definitionNames() throws(StoreError) -> [(number: Int, name: String)] {
    try database.with("SELECT id, name FROM zone_definition ORDER BY id") { (row) throws(StoreError) in
      var result: [(number: Int, name: String)] = []
      while try row.step() { result.append((row.int(0), row.text(1))) }
      return result
    }
  }

  private func usedZones() throws(StoreError) -> Set<String> {
    try database.with(
      """
      SELECT start_zone FROM item WHERE start_zone IS NOT NULL UNION
      SELECT end_zone FROM item WHERE end_zone IS NOT NULL UNION
      SELECT due_zone FROM item WHERE due_zone IS NOT NULL
      """
    ) { (row) throws(StoreError) in
      var names: Set<String> = []
      while try row.step() { names.insert(row.text(0)) }
      return names
    }
  }

  /// Records the rules of zones by which the index is made.
  func noteZones(_ names: Set<String>) throws(StoreError) {
    for name in names {
      // A file's own zone name may stand for a system zone, which completes the file's definition.
      guard let zone = zones.zone(named: name) else { continue }
      try database.with("INSERT OR IGNORE INTO zone_rules(name, fingerprint) VALUES (?1, ?2)") {
        (row) throws(StoreError) in try row.bind(1, zone.identifier).bind(2, zone.fingerprint).run()
      }
    }
  }

  /// Derives the rows of an object again from its texts.
  ///
  /// An object of which a text cannot be read stays where it was, and keeps nobody from writing others.
  func rewrite(
    _ id: Int, with writer: ObjectWriter, notingIn journal: Journal?
  ) throws(StoreError) {
    let members = try storedMembers(ofObject: id)
    guard let calendar = members.first?.calendar else { return }
    var entries: [ObjectWriter.Entry] = []
    for member in members {
      guard let read = try readableMember(member) else { return }
      entries.append(ObjectWriter.Entry(member: read, position: member.position, before: member))
    }
    for (member, entry) in zip(members, entries) {
      let zones = try zones(calendar: calendar, definitions: entry.member.definitions)
      if let name = try record(member.id).flatMap({ zones.missing(of: $0) }) {
        throw StoreError(.zoneMissing, name)
      }
      try journal?.note(
        Journal.ItemEntry(
          item: member.id, operation: .updated, calendar: calendar, oldCalendar: calendar,
          oldPosition: member.position, oldText: try componentText(member.id) ?? [],
          oldDefinitions: entry.member.definitions))
    }
    let master = entries.first { $0.id == id && $0.member.key == nil }
    try writer.write(master, entries.filter { $0.id != master?.id }, calendar: calendar)
  }
}
