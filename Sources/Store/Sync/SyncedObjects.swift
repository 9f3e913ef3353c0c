import ICalendar

/// The name by which a sync knows a calendar object: its UID, or the number of an item that has none.
package enum ObjectName: Hashable, Sendable {
  case uid(String)
  case item(Int)
}

extension CalendarStore {
  /// The names of a calendar's objects.
  package func objectNames(in calendar: Int) throws(StoreError) -> Set<ObjectName> {
    try database.with(
      "SELECT DISTINCT uid, CASE WHEN uid IS NULL THEN id END FROM item WHERE calendar = ?1"
    ) { (row) throws(StoreError) in
      row.bind(1, calendar)
      var names: Set<ObjectName> = []
      while try row.step() { names.insert(row.optionalText(0).map { .uid($0) } ?? .item(row.int(1))) }
      return names
    }
  }

  /// The names of the objects that steps after a change touched in a calendar, also of those that are gone or
  /// that left it; one step may be left out.
  package func touchedObjects(
    in calendar: Int, since change: Int, besides step: Int? = nil
  ) throws(StoreError) -> Set<ObjectName> {
    let row = try database.statement(
      """
      SELECT c.item, i.uid, i.calendar IS ?1, c.old_text FROM change c LEFT JOIN item i ON i.id = c.item
      WHERE c.seq > ?2 AND c.subject = 0 AND (c.calendar = ?1 OR c.old_calendar = ?1)
        AND (?3 IS NULL OR c.step <> ?3)
      """)
    defer { database.release(row) }
    row.bind(1, calendar).bind(2, change).bind(3, step)
    var names: Set<ObjectName> = []
    while try row.step() {
      if row.bool(2) { names.insert(row.optionalText(1).map { .uid($0) } ?? .item(row.int(0))) }
      if row.isNull(3) { continue }
      // The UID that it had, as an edit may give it another one.
      let before = ComponentText.component(row.bytes(3))?.uid
      names.insert(before.map { .uid($0) } ?? .item(row.int(0)))
    }
    return names
  }

  /// Whether a step other than the given one touched an object of a calendar after a change.
  package func isTouched(
    _ calendar: Int, since change: Int, besides step: Int?
  ) throws(StoreError) -> Bool {
    try database.with(
      """
      SELECT 1 FROM change
      WHERE seq > ?2 AND subject = 0 AND (calendar = ?1 OR old_calendar = ?1) AND step IS NOT ?3 LIMIT 1
      """
    ) { (row) throws(StoreError) in try row.bind(1, calendar).bind(2, change).bind(3, step).step() }
  }

  /// The number of the last change of the store.
  package func lastChange() throws(StoreError) -> Int { try changeSequence() }

  /// The items of an object in a calendar, the master first, then overrides by occurrence, of every kind.
  package func items(of name: ObjectName, in calendar: Int) throws(StoreError) -> [Int] {
    switch name {
    case .uid(let uid):
      try numbers(
        "SELECT id FROM item WHERE uid = ?1 AND calendar = ?2 ORDER BY master IS NOT NULL, kind, key, id"
      ) { $0.bind(1, uid).bind(2, calendar) }
    case .item(let id):
      try numbers(
        "SELECT id FROM item WHERE id = ?1 AND calendar = ?2 AND uid IS NULL"
      ) { $0.bind(1, id).bind(2, calendar) }
    }
  }
}

/// Puts whole objects into a calendar, each in the place of the one of its name, as another side has them.
///
/// Components keep their items' numbers where they stand for the same occurrence. What is put is written by
/// `write`; many objects go together, so that each is derived once.
package struct ObjectReplacement {
  private let store: CalendarStore
  private let writer: ObjectWriter
  private let calendar: Int
  private var changes: ObjectChanges

  /// Creates a replacement; the caller holds the transaction of the writer.
  package init(_ store: CalendarStore, _ writer: ObjectWriter, calendar: Int) {
    (self.store, self.writer, self.calendar) = (store, writer, calendar)
    changes = ObjectChanges(store: store, writer: writer)
  }

  /// Puts the components of one object; the answer is its head's number.
  ///
  /// `definitions` are the numbers of the zone definitions that came with them.
  package mutating func put(
    _ components: [Component], definitions: [Int], in place: [Int]
  ) throws(StoreError) -> Int? {
    if place.isEmpty, let head = try putNew(components, definitions) { return head }
    let zones = try store.zones(calendar: calendar, definitions: definitions)
    let read = components.map { zones.read($0, id: nil) }
    let master = read.first { $0.item.recurrenceID == nil }?.item
    var left: [StoredMember] = []
    for id in place { if let stored = try writer.member(id) { left.append(stored) } }
    var head: Int?
    for member in read {
      let key = member.item.recurrenceID.map { OccurrenceKey(of: $0, in: master) }
      let known = left.firstIndex {
        $0.kind == member.item.kind && $0.stands(for: key) && $0.isRange == member.isRange
      }
      var numbered = member
      numbered.id = known.map { left.remove(at: $0).id } ?? writer.takeItemNumber()
      if head == nil || key == nil { head = numbered.id }
      try changes.put(numbered, calendar: calendar, position: nil)
    }
    // Overrides go before their master.
    for gone in left.sorted(by: { ($0.master == nil ? 1 : 0, $0.id) < ($1.master == nil ? 1 : 0, $1.id) }) {
      try changes.remove(gone.id)
    }
    return head
  }

  /// Writes an object that is nowhere yet at once; nil when its components are of several kinds.
  private func putNew(_ components: [Component], _ definitions: [Int]) throws(StoreError) -> Int? {
    let zones = try store.zones(calendar: calendar, definitions: definitions)
    var master: ObjectWriter.Entry?
    var overrides: [ObjectWriter.Entry] = []
    for component in components {
      let member = zones.settled(zones.read(component, id: writer.takeItemNumber()))
      let entry = ObjectWriter.Entry(
        member: member, position: writer.takePosition(), text: ComponentText.bytes(component))
      if member.item.recurrenceID != nil {
        overrides.append(entry)
      } else if master == nil {
        master = entry
      } else {
        return nil
      }
    }
    let kinds = Set((overrides + [master].compactMap { $0 }).map(\.member.item.kind))
    if kinds.count != 1 { return nil }
    for index in overrides.indices {
      overrides[index].member.key = overrides[index].member.item.recurrenceID.map {
        OccurrenceKey(of: $0, in: master?.member.item)
      }
    }
    try writer.write(master, overrides, calendar: calendar)
    return master?.id ?? overrides.first?.id
  }

  /// Removes the items of an object.
  package mutating func remove(_ items: [Int]) throws(StoreError) {
    for id in items.reversed() { try changes.remove(id) }
  }

  /// Writes what was put and removed.
  package mutating func write() throws(StoreError) { try changes.write() }
}
