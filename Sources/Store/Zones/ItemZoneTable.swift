import ICalendar

/// The zone definitions that came with components: the tables `zone_definition` and `item_zone`.
///
/// A definition is an unchanged VTIMEZONE, each text once, with a number that is never reused. It is never
/// changed and, once used, never deleted, so that the journal's texts can always be read. A component has the
/// numbers of the definitions of its TZIDs; names of the system's zones need none.
package struct ItemZoneTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// The number of a definition, which is added when missing.
  package func number(of definition: Component) throws(StoreError) -> Int {
    let name = CalendarZones.name(of: definition) ?? ""
    return try number(ofText: ComponentText.bytes(definition), name: name)
  }

  func number(ofText text: [UInt8], name: String) throws(StoreError) -> Int {
    let content = FNV1a.number(text)
    let known = try database.with("SELECT id, text FROM zone_definition WHERE content = ?1") {
      (row) throws(StoreError) -> Int? in
      row.bind(1, content)
      while try row.step() {
        if row.withBytes(1, { $0.elementsEqual(text) }) { return row.int(0) }
      }
      return nil
    }
    if let known { return known }
    try database.with("INSERT INTO zone_definition(name, content, text) VALUES (?1, ?2, ?3)") {
      (row) throws(StoreError) in try row.bind(1, name).bind(2, content).bindBlob(3, text).run()
    }
    return database.lastInsertedRow
  }

  /// The definition with a number; nil when there is none.
  package func definition(_ number: Int) throws(StoreError) -> Component? {
    try database.with("SELECT text FROM zone_definition WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, number).step() ? ComponentText.component(row.bytes(0)) : nil
    }
  }

  /// The definitions of an item's component, by number.
  package func definitions(of item: Int) throws(StoreError) -> [Int] {
    try database.with("SELECT definition FROM item_zone WHERE item = ?1 ORDER BY definition") {
      (row) throws(StoreError) in
      row.bind(1, item)
      var result: [Int] = []
      while try row.step() { result.append(row.int(0)) }
      return result
    }
  }

  /// Replaces the definitions of an item's component.
  func set(_ definitions: [Int], of item: Int, isNew: Bool) throws(StoreError) {
    if !isNew { try remove(item) }
    for definition in definitions {
      try database.with("INSERT OR IGNORE INTO item_zone(item, definition) VALUES (?1, ?2)") {
        (row) throws(StoreError) in try row.bind(1, item).bind(2, definition).run()
      }
    }
  }

  /// Removes an item's definitions.
  func remove(_ item: Int) throws(StoreError) {
    try database.with("DELETE FROM item_zone WHERE item = ?1") { (row) throws(StoreError) in
      try row.bind(1, item).run()
    }
  }

  // MARK: In the journal

  /// The numbers in the journal's form; nil for none.
  static func text(_ definitions: [Int]) -> String? {
    definitions.isEmpty ? nil : definitions.map(String.init).joined(separator: " ")
  }

  static func definitions(_ text: String?) -> [Int] {
    text?.split(separator: " ").compactMap { Int($0) } ?? []
  }
}
