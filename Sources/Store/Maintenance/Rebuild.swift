import ICalendar

extension CalendarStore {
  /// Rebuilds all derived data from the items: the occurrence index, compiled series, text index and
  /// counters.
  ///
  /// It is one transaction; items keep their numbers, texts and revisions.
  public func rebuild(policy: IndexingPolicy = .standard, now: Instant) throws(StoreError) {
    try rebuild(Deriver(policy: policy, now: now))
  }

  func rebuild(_ deriver: Deriver) throws(StoreError) {
    try write { () throws(StoreError) in
      try database.execute(
        """
        DELETE FROM occurrence; DELETE FROM series; DELETE FROM tally; DELETE FROM word;
        DELETE FROM density;
        INSERT INTO text_index(text_index) VALUES ('delete-all');
        """)
      try Rebuilder(self, deriver).run()
      try FoldedText(database).refoldNames()
    }
  }
}

/// Derives all data again, calendar by calendar.
private struct Rebuilder {
  private let store: CalendarStore
  private let database: Database
  private let deriver: Deriver
  private let index: IndexWriter
  private let texts: TextWriter
  private let items: ItemWriter

  init(_ store: CalendarStore, _ deriver: Deriver) throws(StoreError) {
    self.store = store
    database = store.database
    self.deriver = deriver.until(database.stopSignal)
    index = try IndexWriter(database)
    texts = TextWriter(database)
    items = ItemWriter(database)
  }

  func run() throws(StoreError) {
    for calendar in try store.calendars() {
      let masters = try store.numbers(
        "SELECT id FROM item WHERE calendar = ?1 AND master IS NULL ORDER BY id"
      ) {
        $0.bind(1, calendar.id)
      }
      for id in masters { try rebuild(id, calendar: calendar.id) }
    }
    try index.finish()
    try texts.finish()
  }

  private func rebuild(_ id: Int, calendar: Int) throws(StoreError) {
    guard let object = try store.object(of: id), let head = object.members.first else { return }
    for member in object.members { try check(member, calendar) }
    let derived = deriver.derive(object, lazilyExpanded: index.lazilyExpanded)
    for (lane, row) in derived.rows { try index.add(row, lane: lane) }
    for compiled in derived.compiled {
      try index.add(compiled, calendar: calendar, starts: derived.starts(of: compiled))
    }
    for member in object.members {
      try write(member, calendar, master: member.id == head.id ? nil : head.id, derived.firsts[member.row])
      try texts.add(member.row, ItemWriter.searchedText(member.item))
    }
    index.counters.add(1, .items, calendar, head.item.kind.rawValue)
    if head.item.kind == .reminder, head.item.due == nil { index.counters.add(1, .undated) }
  }

  /// Rewrites the derived columns of a row: all but its identity and position.
  private func write(
    _ member: CalendarObject.Member, _ calendar: Int, master: Int?, _ first: DerivedRows.First?
  ) throws(StoreError) {
    let row = try database.members(StoredMember.byID) { $0.bind(1, member.row) }.first
    guard let row, let text = try store.componentText(member.row) else { return }
    let identity = ItemIdentity(
      id: member.row, calendar: calendar, position: row.position, master: master, key: member.key,
      revision: row.revision, content: ObjectWriter.content(member.item, text))
    try items.write(
      member.item, identity, WrittenRecurrence(member), text: nil, first: first, isNew: false)
  }

  /// Throws `zone-missing` when the zone of one of an item's times is unknown.
  private func check(_ member: CalendarObject.Member, _ calendar: Int) throws(StoreError) {
    guard let record = try store.record(member.row) else { return }
    let zones = try store.zones(calendar: calendar, definitions: member.definitions)
    if let name = zones.missing(of: record) { throw StoreError(.zoneMissing, name) }
  }
}
