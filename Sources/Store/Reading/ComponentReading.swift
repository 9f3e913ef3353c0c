import ICalendar

/// The stored components of a calendar, unchanged, for export.
extension CalendarStore {
  /// The heads of a calendar's objects (masters, single items and overrides without a master), in stored
  /// order.
  package func heads(in calendar: Int) throws(StoreError) -> [Int] {
    try numbers("SELECT id FROM item WHERE calendar = ?1 AND master IS NULL ORDER BY position, id") {
      $0.bind(1, calendar)
    }
  }

  /// The heads of the objects of some items, once each, by calendar and in stored order.
  package func heads(of items: [Int]) throws(StoreError) -> [(calendar: Int, heads: [Int])] {
    var seen: Set<Int> = []
    var found: [Int: [(Int, Int)]] = [:]
    for item in items {
      guard let record = try record(item), seen.insert(record.master ?? record.id).inserted else { continue }
      let head = record.master ?? record.id
      found[record.calendar, default: []] += try places("SELECT position, id FROM item WHERE id = ?1", head)
    }
    return found.sorted { $0.key < $1.key }.map { calendar, heads in
      (calendar, heads.sorted(by: <).map(\.1))
    }
  }

  /// The items of objects, given by their heads, in stored order.
  package func items(ofObjects heads: [Int]) throws(StoreError) -> [Int] {
    var members: [(Int, Int)] = []
    for head in heads {
      members += try places("SELECT position, id FROM item WHERE id = ?1 OR master = ?1", head)
    }
    return members.sorted(by: <).map(\.1)
  }

  /// The positions and numbers of items.
  private func places(_ sql: SQL, _ head: Int) throws(StoreError) -> [(Int, Int)] {
    try database.with(sql) { (row) throws(StoreError) in
      row.bind(1, head)
      var result: [(Int, Int)] = []
      while try row.step() { result.append((row.int(0), row.int(1))) }
      return result
    }
  }

  /// Calls `body` with the components of a calendar in stored order, VTIMEZONEs included: the text, and the
  /// number of the item or of the zone definition.
  ///
  /// False from `body` ends the iteration and is returned.
  package func components(
    in calendar: Int,
    _ body: (_ text: [UInt8], _ item: Int?, _ definition: Int?) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    try database.with(
      """
      SELECT text, position, id, definition FROM
        (SELECT d.text, z.position, z.id, z.definition FROM calendar_zone z
          JOIN zone_definition d ON d.id = z.definition WHERE z.calendar = ?1)
      UNION ALL
      SELECT text, position, id, NULL FROM item JOIN item_text ON item_text.item = item.id WHERE calendar = ?1
      ORDER BY position, id
      """
    ) { (row) throws(StoreError) in
      row.bind(1, calendar)
      while try row.step() {
        let definition = row.optionalInt(3)
        if try !body(row.bytes(0), definition == nil ? row.int(2) : nil, definition) { return false }
      }
      return true
    }
  }

  /// The writable calendars that contain an item of a UID.
  package func writableCalendars(holding uid: String, kind: ItemKind) throws(StoreError) -> [Int] {
    try numbers(
      """
      SELECT i.calendar FROM item i JOIN calendar c ON c.id = i.calendar
      WHERE i.uid = ?1 AND i.kind = ?2 AND c.writable ORDER BY i.calendar
      """
    ) { $0.bind(1, uid).bind(2, kind.rawValue) }
  }

  /// The calendar properties from the imported files, one per line; empty for a calendar created here.
  package func header(of calendar: Int) throws(StoreError) -> [UInt8] {
    try database.with("SELECT header FROM calendar WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, calendar).step() ? row.bytes(0) : []
    }
  }

  /// The names of the zones of a calendar's items, each with the earliest time in it.
  package func zoneNames(in calendar: Int) throws(StoreError) -> [(name: String, first: CivilDateTime)] {
    try database.with(
      """
      SELECT zone, MIN(wall) FROM
        (SELECT start_zone AS zone, start_wall AS wall FROM item WHERE calendar = ?1
         UNION ALL SELECT end_zone, end_wall FROM item WHERE calendar = ?1
         UNION ALL SELECT due_zone, due_wall FROM item WHERE calendar = ?1)
      WHERE zone IS NOT NULL GROUP BY zone ORDER BY zone
      """
    ) { (row) throws(StoreError) in
      row.bind(1, calendar)
      var found: [(name: String, first: CivilDateTime)] = []
      while try row.step() { found.append((row.text(0), CivilDateTime(clamping: row.int(1)))) }
      return found
    }
  }

  /// Whether some component of a calendar uses a zone name without a definition, so that the name has another
  /// meaning there.
  package func usesPlainly(_ name: String, in calendar: Int) throws(StoreError) -> Bool {
    try database.with(
      """
      SELECT t.text FROM item i JOIN item_text t ON t.item = i.id
      WHERE i.calendar = ?1 AND instr(t.text, CAST(?2 AS BLOB)) > 0 AND NOT EXISTS
        (SELECT 1 FROM item_zone z JOIN zone_definition d ON d.id = z.definition WHERE z.item = i.id AND d.name = ?2)
      """
    ) { (row) throws(StoreError) in
      row.bind(1, calendar).bind(2, name)
      while try row.step() {
        if ComponentText.component(row.bytes(0))?.zoneNames.contains(name) == true { return true }
      }
      return false
    }
  }
}
