import ICalendar

/// Writes calendar objects with all data derived from them, and the journal's changes.
///
/// Every change of items goes through it, so that rows, index, text, counters and journal stay consistent.
package final class ObjectWriter {
  let database: Database
  let items: ItemWriter
  let index: IndexWriter
  let texts: TextWriter
  let itemZones: ItemZoneTable
  let deriver: Deriver
  private let journal: Journal
  /// The zones of the items written.
  private(set) var zones: Set<String> = []
  /// The former places of items whose derived rows are removed and not yet written again.
  private var takenOut: [Int: LaneSpan?] = [:]
  /// The number of the next new item.
  package private(set) var nextItem: Int
  private(set) var nextPosition: Int

  /// Creates a writer for a step of the journal; the caller holds the transaction.
  init(_ database: Database, journal: Journal, deriver: Deriver) throws(StoreError) {
    self.database = database
    self.journal = journal
    items = ItemWriter(database)
    index = try IndexWriter(database)
    texts = TextWriter(database)
    itemZones = ItemZoneTable(database)
    self.deriver = deriver.until(database.stopSignal)
    nextItem = try database.number("SELECT value FROM meta WHERE key = 'next_item'")
    nextPosition = try database.number("SELECT value FROM meta WHERE key = 'next_position'")
  }

  /// Writes the pending changes.
  func finish() throws(StoreError) {
    try index.finish()
    try texts.finish()
    try database.with(
      "UPDATE meta SET value = CASE key WHEN 'next_item' THEN ?1 ELSE ?2 END WHERE key IN ('next_item', 'next_position')"
    ) { (statement) throws(StoreError) in
      try statement.bind(1, nextItem).bind(2, nextPosition).run()
    }
  }

  /// Returns a number for a new item.
  package func takeItemNumber() -> Int {
    defer { nextItem += 1 }
    return nextItem
  }

  /// Returns a position after all others.
  package func takePosition() -> Int {
    defer { nextPosition += 1 }
    return nextPosition
  }

  // MARK: Finding

  /// Whether a calendar contains no items.
  package func isEmpty(_ calendar: Int) throws(StoreError) -> Bool {
    try database.with("SELECT 1 FROM item WHERE calendar = ?1 LIMIT 1") { (row) throws(StoreError) in
      try !row.bind(1, calendar).step()
    }
  }

  /// The items of a UID in a calendar.
  package func members(uid: String, calendar: Int, kind: ItemKind) throws(StoreError) -> [StoredMember] {
    try database.members(StoredMember.byUID) { $0.bind(1, uid).bind(2, calendar).bind(3, kind.rawValue) }
  }

  /// The items without UID in a calendar whose texts have this hash (`FNV1a.number`).
  package func members(content: Int, calendar: Int) throws(StoreError) -> [StoredMember] {
    try database.members(StoredMember.byContent) { $0.bind(1, calendar).bind(2, content) }
  }

  /// The item with a number; nil when there is none.
  func member(_ id: Int) throws(StoreError) -> StoredMember? {
    try database.members(StoredMember.byID) { $0.bind(1, id) }.first
  }

  /// Whether an item's text is equal, byte for byte.
  package func hasText(_ item: Int, _ text: [UInt8]) throws(StoreError) -> Bool {
    try database.with("SELECT text FROM item_text WHERE item = ?1") { (row) throws(StoreError) in
      try row.bind(1, item).step() && row.withBytes(0) { $0.elementsEqual(text) }
    }
  }

  // MARK: Writing

  /// One component of an object to be written.
  package struct Entry {
    /// The component, with its number.
    package var member: CalendarObject.Member
    package var position: Int
    /// The row before; nil for a new item.
    package var before: StoredMember?
    /// The new text; nil when the component does not change.
    package var text: [UInt8]?

    /// The item's number.
    package var id: Int { member.row }

    /// Creates an entry for a component at its position.
    package init(
      member: CalendarObject.Member, position: Int, before: StoredMember? = nil, text: [UInt8]? = nil
    ) {
      self.member = member
      self.position = position
      self.before = before
      self.text = text
    }
  }

  /// Writes an object: its changed components, and all data derived from the object.
  package func write(_ master: Entry?, _ overrides: [Entry], calendar: Int) throws(StoreError) {
    let entries = (master.map { [$0] } ?? []) + overrides
    for entry in entries {
      if let before = entry.before { try takeOut(before) }
    }
    let derived = deriver.derive(
      CalendarObject(calendar: calendar, master: master?.member, overrides: overrides.map(\.member)),
      lazilyExpanded: index.lazilyExpanded)
    for (lane, row) in derived.rows { try index.add(row, lane: lane) }
    for compiled in derived.compiled {
      try index.add(compiled, calendar: calendar, starts: derived.starts(of: compiled))
    }
    for entry in entries {
      let masterID = entry.id == master?.id ? nil : master?.id
      let first = derived.firsts[entry.id]
      if let text = entry.text {
        let span = Self.span(of: entry, derived)
        try journal.note(
          Journal.ItemEntry(
            item: entry.id, operation: entry.before == nil ? .added : .updated, calendar: calendar,
            oldCalendar: entry.before?.calendar, oldPosition: entry.before?.position,
            oldSpan: takenOut.removeValue(forKey: entry.id) ?? nil, newSpan: span,
            oldText: entry.before == nil ? nil : try database.componentText(entry.id) ?? [],
            oldDefinitions: entry.before == nil ? [] : try itemZones.definitions(of: entry.id)))
        if entry.before != nil { try removeText(of: entry.id) }
        let identity = ItemIdentity(
          id: entry.id, calendar: calendar, position: entry.position, master: masterID, key: entry.member.key,
          revision: (entry.before?.revision ?? 0) + 1, content: Self.content(entry.member.item, text))
        try items.write(
          entry.member.item, identity, WrittenRecurrence(entry.member), text: text, first: first,
          isNew: entry.before == nil)
        try itemZones.set(entry.member.definitions, of: entry.id, isNew: entry.before == nil)
        try texts.add(entry.id, ItemWriter.searchedText(entry.member.item))
      } else {
        takenOut.removeValue(forKey: entry.id)
        try items.place(entry.id, master: masterID, key: entry.member.key, first: first)
      }
      for zone in [entry.member.item.start?.zone, entry.member.item.end?.zone, entry.member.item.due?.zone] {
        if let zone { zones.insert(zone.identifier) }
      }
      count(entry, isPart: masterID != nil, calendar: calendar)
    }
  }

  /// The hash that identifies an item without UID.
  static func content(_ item: Item, _ text: [UInt8]) -> Int? { item.uid == nil ? FNV1a.number(text) : nil }

  private func count(_ entry: Entry, isPart: Bool, calendar: Int) {
    let kind = entry.member.item.kind
    if let before = entry.before {
      discount(before)
    }
    if isPart { return }
    index.counters.add(1, .items, calendar, kind.rawValue)
    if kind == .reminder, entry.member.item.due == nil { index.counters.add(1, .undated) }
  }

  private func discount(_ before: StoredMember) {
    if before.isCounted { index.counters.add(-1, .items, before.calendar, before.kind.rawValue) }
    if before.isUndated { index.counters.add(-1, .undated) }
  }

  /// Removes an item with the data derived from it alone; its object must be written again.
  func remove(_ member: StoredMember) throws(StoreError) {
    try takeOut(member)
    let span = takenOut.removeValue(forKey: member.id) ?? nil
    try journal.note(
      Journal.ItemEntry(
        item: member.id, operation: .deleted, calendar: member.calendar, oldCalendar: member.calendar,
        oldPosition: member.position, oldSpan: span, newSpan: nil,
        oldText: try database.componentText(member.id) ?? [],
        oldDefinitions: try itemZones.definitions(of: member.id)))
    try itemZones.remove(member.id)
    try removeText(of: member.id)
    discount(member)
    try items.remove(member.id)
  }

  /// Removes an item's old text from the text index.
  func removeText(of item: Int) throws(StoreError) {
    try database.with(ItemRecord.select) { (row) throws(StoreError) in
      if try row.bind(1, item).step() { try texts.remove(item, ItemRecord(row: row).searchedText) }
    }
  }

  // MARK: Derived rows

  /// Removes the data derived from an item, unless that is done already.
  ///
  /// When items change objects, all of them must be taken out before any is written: an override's rows are
  /// among those of its series.
  func takeOut(_ member: StoredMember) throws(StoreError) {
    if takenOut[member.id] == nil { takenOut[member.id] = .some(try removeDerived(member)) }
  }

  /// Removes the data derived from an item and returns its interval.
  private func removeDerived(_ member: StoredMember) throws(StoreError) -> LaneSpan? {
    let series = member.master ?? member.id
    var span: LaneSpan?
    if let axis = member.firstAxis, let start = member.firstStart, let end = member.firstEnd {
      let lane: IndexLane? =
        switch member.kind {
        case .event: .events(axis)
        case .reminder: .due(axis)
        case .other: nil
        }
      if let lane {
        span = LaneSpan(lane: lane, first: start, last: end)
        try index.remove(series: series, lane: lane, starts: [start])
      }
    }
    if let completed = member.completed {
      try index.remove(series: series, lane: .completed, starts: [completed])
    }
    if let compiled = try index.removeSeries(member.id) { span = compiled }
    return span
  }

  private static func span(of entry: Entry, _ derived: DerivedRows) -> LaneSpan? {
    if let compiled = derived.compiled.first(where: { $0.item == entry.id }) {
      return LaneSpan(lane: compiled.lane, first: compiled.first, last: compiled.last)
    }
    guard let span = derived.firsts[entry.id]?.span else { return nil }
    let lane = entry.member.item.kind == .reminder ? IndexLane.due(span.axis) : .events(span.axis)
    return LaneSpan(lane: lane, first: span.start, last: span.end)
  }
}

extension WrittenRecurrence {
  /// Reads the RDATE and EXDATE values of a repeating item, as written.
  init(_ member: CalendarObject.Member) {
    if member.item.recurrence == nil { return }
    for property in member.component.properties {
      if property.isNamed("RDATE") { dates.append(property.rawText) }
      if property.isNamed("EXDATE") { exceptions.append(property.rawText) }
    }
  }
}
