import ICalendar

/// Assigns each component the zone definitions that it came with, as far as the store contains them.
///
/// Earlier formats had one definition for each name in a calendar. A component takes the one that was in
/// force when it was last written, according to the journal. If another one gives the component's stored
/// times, as after a `reindex`, it takes that one, so that the upgrade moves nothing.
struct ZoneDefinitionMigration {
  private struct Place: Hashable {
    var calendar: Int
    var name: String
  }

  /// The definitions of a name in a calendar over time.
  private struct History {
    /// The definitions removed or replaced, by the number of the change.
    var past: [(change: Int, definition: Int)] = []
    var present: Int?

    /// All definitions, first the one that was in force after a change.
    func candidates(after change: Int) -> [Int] {
      let all = past.map(\.definition) + (present.map { [$0] } ?? [])
      let inForce = past.first { $0.change > change }?.definition ?? present
      var result = inForce.map { [$0] } ?? []
      for definition in all.reversed() where !result.contains(definition) { result.append(definition) }
      return result
    }
  }

  private let database: Database
  private let zones: ZoneDatabase
  private let table: ItemZoneTable
  private var histories: [Place: History] = [:]
  /// Items whose times before the first onset of their definition now use another zone.
  private var moved: Set<Int> = []
  /// The definitions in use, parsed.
  private var components: [Int: Component] = [:]
  private let known = KnownDefinitions()

  /// A cache of the zones of definitions, shared by many items.
  private final class KnownDefinitions {
    /// The zones completed by the system's zone of their name, and the zones without it.
    var completed: [Int: Zone?] = [:], plain: [Int: Zone?] = [:]
  }

  init(_ database: Database, _ zones: ZoneDatabase) {
    self.database = database
    self.zones = zones
    table = ItemZoneTable(database)
  }

  func run() throws(StoreError) {
    var work = self
    try work.readJournal()
    try work.readList()
    work.histories = work.histories.filter { !zones.hasZone(called: $0.key.name) }
    if work.histories.isEmpty { return }
    for number in Set(work.histories.values.flatMap { $0.candidates(after: 0) }) {
      work.components[number] = try table.definition(number)
    }
    try work.giveToItems()
    try work.giveToJournal()
    try work.noteMoved()
  }

  // MARK: Definitions

  /// Reads the VTIMEZONEs in force.
  private mutating func readList() throws(StoreError) {
    let row = try database.statement("SELECT id, calendar, position, tzid, text FROM timezone ORDER BY id")
    defer { database.release(row) }
    while try row.step() {
      let name = CalendarZones.name(ofTZID: row.text(3))
      let number = try table.number(ofText: row.bytes(4), name: name)
      histories[Place(calendar: row.int(1), name: name), default: History()].present = number
      try database.with(
        """
        INSERT INTO calendar_zone(id, calendar, position, definition, is_private) VALUES (?1, ?2, ?3, ?4, ?5)
        """
      ) { (statement) throws(StoreError) in
        try statement.bind(1, row.int(0)).bind(2, row.int(1)).bind(3, row.int(2)).bind(4, number)
          .bind(5, !zones.hasZone(called: name)).run()
      }
    }
    // Numbers in the journal are not reused.
    try database.execute(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT 'calendar_zone', 0
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'calendar_zone');
      UPDATE sqlite_sequence SET seq = max(seq, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'timezone'), 0))
        WHERE name = 'calendar_zone';
      """)
  }

  /// Reads earlier VTIMEZONEs from the journal, and converts their rows to the new table's form.
  private mutating func readJournal() throws(StoreError) {
    let row = try database.statement(
      """
      SELECT seq, old_text FROM change WHERE subject = 2 AND old_text IS NOT NULL ORDER BY seq
      """)
    defer { database.release(row) }
    while try row.step() {
      guard let values = RowCoding.decode(row.bytes(1)), values.count == 5,
        case .int(let calendar) = values[1], case .text(let tzid) = values[3],
        case .blob(let text) = values[4]
      else { continue }
      let name = CalendarZones.name(ofTZID: tzid)
      let number = try table.number(ofText: text, name: name)
      histories[Place(calendar: calendar, name: name), default: History()].past.append((row.int(0), number))
      let new = RowCoding.encode([
        values[0], values[1], values[2], .int(number), .int(zones.hasZone(called: name) ? 0 : 1),
      ])
      try database.with("UPDATE change SET old_text = ?2 WHERE seq = ?1") { (statement) throws(StoreError) in
        try statement.bind(1, row.int(0)).bindBlob(2, new).run()
      }
    }
  }

  // MARK: Uses

  /// The candidates for each name that a text uses, the most likely first.
  private func candidates(_ component: Component, in calendar: Int, after change: Int) -> [[Int]] {
    component.zoneNames.sorted().compactMap { name in
      let found = histories[Place(calendar: calendar, name: name)]?.candidates(after: change)
      return found?.isEmpty == false ? found : nil
    }
  }

  private mutating func giveToItems() throws(StoreError) {
    // The time of writing matters only when a name had several definitions.
    var written: [Int: Int] = [:]
    if histories.values.contains(where: { $0.candidates(after: 0).count > 1 }) {
      let row = try database.statement(
        "SELECT item, max(seq) FROM change WHERE subject = 0 AND operation < 2 GROUP BY item")
      defer { database.release(row) }
      while try row.step() { written[row.int(0)] = row.int(1) }
    }
    for calendar in Set(histories.keys.map(\.calendar)).sorted() {
      let row = try database.statement(
        """
        SELECT id, text, start_form, start_wall, start_zone, due_form, due_wall, due_zone, first_axis, first_start FROM item
        JOIN item_text ON item_text.item = item.id WHERE calendar = ?1
        """)
      defer { database.release(row) }
      row.bind(1, calendar)
      while try row.step() {
        guard let component = ComponentText.component(row.bytes(1)) else { continue }
        let id = row.int(0)
        let candidates = candidates(component, in: calendar, after: written[id] ?? 0)
        if candidates.isEmpty { continue }
        let placed = Placed(row)
        let chosen = choose(candidates, component, placed)
        try table.set(chosen, of: id, isNew: true)
        if isMoved(component, chosen) { moved.insert(id) }
      }
    }
  }

  /// The stored place of an item.
  private struct Placed {
    var start: StoredTime?
    var due: StoredTime?
    /// The first occurrence, when it is a moment.
    var first: Int?

    init(_ row: Statement) {
      func time(_ column: Int32) -> StoredTime? {
        row.optionalInt(column).flatMap(StoredTime.Form.init(rawValue:)).map {
          StoredTime(
            form: $0, wall: CivilDateTime(clamping: row.int(column + 1)), zone: row.optionalText(column + 2))
        }
      }
      (start, due) = (time(2), time(5))
      if row.optionalInt(8) == TimeAxis.instant.rawValue { first = row.optionalInt(9) }
    }
  }

  /// The definitions that give an item's stored place, else the most likely ones; none when the item was read
  /// without definitions.
  private func choose(_ candidates: [[Int]], _ component: Component, _ placed: Placed) -> [Int] {
    let likeliest = candidates.map { $0[0] }
    if fits(component, likeliest, placed) { return likeliest }
    // Names are few: each is varied alone, the others keep their most likely definition.
    for (index, numbers) in candidates.enumerated() {
      for number in numbers.dropFirst() {
        var other = likeliest
        other[index] = number
        if fits(component, other, placed) { return other }
      }
    }
    return fits(component, [], placed) ? [] : likeliest
  }

  private func fits(_ component: Component, _ definitions: [Int], _ placed: Placed) -> Bool {
    let item = read(component, definitions, completing: false)
    guard item.start.map({ StoredTime($0) }) == placed.start, item.due.map({ StoredTime($0) }) == placed.due
    else { return false }
    let time = item.kind == .reminder ? item.due : item.start
    guard case .zoned = time, let first = placed.first else { return true }
    if time?.axisSeconds == first { return true }
    // The first occurrence may differ from the start, because of exceptions and moved or completed
    // occurrences.
    return item.recurrence != nil && (item.kind == .reminder || item.series()?.first()?.start == first)
  }

  private func read(_ component: Component, _ definitions: [Int], completing: Bool) -> Item {
    var found: [String: Zone] = [:]
    for number in definitions {
      guard let definition = components[number], let name = CalendarZones.name(of: definition) else {
        continue
      }
      let zone = compiled(number, definition, name)
      // Earlier formats did not use the system's zone before the first onset.
      let isOwn = zone?.identifier == name
      found[name] = isOwn && !completing ? plain(number, definition) : zone
    }
    return ItemReader.read(component) { found[CalendarZones.name(ofTZID: $0)] ?? zones.zone(named: $0) }.item
  }

  private func compiled(_ number: Int, _ definition: Component, _ name: String) -> Zone? {
    if let zone = known.completed[number] { return zone }
    var zones = CalendarZones(database: zones)
    zones.define(definition)
    let zone = zones.zone(name)
    known.completed[number] = .some(zone)
    return zone
  }

  private func plain(_ number: Int, _ definition: Component) -> Zone? {
    if let zone = known.plain[number] { return zone }
    let zone = VTimeZone.zone(definition)
    known.plain[number] = .some(zone)
    return zone
  }

  private func isMoved(_ component: Component, _ definitions: [Int]) -> Bool {
    let hasAlias = definitions.contains { number in
      components[number].flatMap { CalendarZones.name(of: $0) }.map { zones.zone(named: $0) != nil } ?? false
    }
    if !hasAlias { return false }
    let (old, new) = (
      read(component, definitions, completing: false), read(component, definitions, completing: true)
    )
    return zip([old.start, old.end, old.due], [new.start, new.end, new.due]).contains {
      $0?.axisSeconds != $1?.axisSeconds
    }
  }

  private mutating func giveToJournal() throws(StoreError) {
    let row = try database.statement(
      """
      SELECT seq, item, coalesce(old_calendar, calendar), old_text IS NOT NULL FROM change WHERE subject = 0
      ORDER BY item, seq
      """)
    defer { database.release(row) }
    var last: (item: Int, change: Int)?
    while try row.step() {
      let (change, item, calendar) = (row.int(0), row.int(1), row.int(2))
      // A text is as old as the change before the one that replaced it.
      let before = last.flatMap { $0.item == item ? $0.change : nil } ?? 0
      last = (item, change)
      guard row.bool(3), histories.keys.contains(where: { $0.calendar == calendar }) else { continue }
      let text = try database.with("SELECT old_text FROM change WHERE seq = ?1") { (row) throws(StoreError) in
        try row.bind(1, change).step() ? row.bytes(0) : []
      }
      guard let component = ComponentText.component(text) else { continue }
      let definitions = candidates(component, in: calendar, after: before).map { $0[0] }
      if definitions.isEmpty { continue }
      try database.with("UPDATE change SET old_definitions = ?2 WHERE seq = ?1") {
        (statement) throws(StoreError) in
        try statement.bind(1, change).bind(2, ItemZoneTable.text(definitions)).run()
      }
    }
  }

  /// Records the items that the next write derives again, with a step in the journal.
  private func noteMoved() throws(StoreError) {
    guard let text = ItemZoneTable.text(moved.sorted()) else { return }
    try database.with("INSERT OR REPLACE INTO meta(key, value) VALUES ('displaced', ?1)") {
      (statement) throws(StoreError) in try statement.bind(1, text).run()
    }
  }
}
