import ICalendar

extension CalendarStore {
  /// Undoes or redoes a step, as a new step.
  ///
  /// When other steps have changed the same things since, `agreed` must contain the numbers of all steps that
  /// the plan reports; else `changed-since` is thrown. Throws the errors of `plan`. Nothing can be reverted
  /// inside a batch: roll it back.
  @discardableResult
  public func revert(
    _ direction: RevertDirection, _ choice: StepChoice, now: Instant, own: Set<String> = [],
    anybodys: Bool = false, agreed: Set<Int> = [], policy: IndexingPolicy = .standard
  ) throws(StoreError) -> RevertPlan {
    if isInBatch { throw StoreError(.batchOpen, path) }
    let deriver = Deriver(policy: policy, now: now)
    try bringUpToDate(deriver)
    return try write { () throws(StoreError) in
      let reverting = StepReverting(self, direction, own: own)
      let (step, reverted) = try reverting.find(choice, anybodys: anybodys)
      let plan = try reverting.plan(step, reverted)
      if !Set(plan.since.map(\.id)).isSubset(of: agreed), let last = plan.since.first {
        throw StoreError(
          .changedSince, "u\(step.id)", detail: "by u\(last.id) of \(last.client), \(last.cause)")
      }
      let kept = try reverting.keptItems(step, reverted)
      let cause = "\(direction.rawValue) \(step.cause)"
      let kind: JournalStep.Kind = direction == .undo ? .undo : .redo
      try self.step(cause, now: now, kind: kind, target: step.id) { (journal) throws(StoreError) in
        var reverter = try Reverter(self, journal, deriver, kept: kept)
        try reverter.revert(reverted)
        try database.with("UPDATE step SET state = ?2, undone_by = ?3 WHERE id = ?1") {
          (row) throws(StoreError) in
          row.bind(1, step.id).bind(2, direction == .undo ? 1 : 0)
          if direction == .undo { row.bind(3, try journal.begun()) } else { row.bindNull(3) }
          try row.run()
        }
      }
      return plan
    }
  }

  /// Undoes a step of this client.
  @discardableResult
  public func undo(
    _ choice: StepChoice, now: Instant, policy: IndexingPolicy = .standard
  ) throws(StoreError) -> JournalStep {
    try revert(.undo, choice, now: now, policy: policy).step
  }

  /// Redoes the step that this client undid last.
  @discardableResult
  public func redo(now: Instant, policy: IndexingPolicy = .standard) throws(StoreError) -> JournalStep {
    try revert(.redo, .latest, now: now, policy: policy).step
  }
}

/// Restores the state before a step.
struct Reverter {
  private let store: CalendarStore
  private let database: Database
  private let journal: Journal
  private let writer: ObjectWriter
  /// Items that stay as they are.
  private let kept: Set<Int>

  init(
    _ store: CalendarStore, _ journal: Journal, _ deriver: Deriver, kept: Set<Int>
  ) throws(StoreError) {
    self.kept = kept
    self.store = store
    self.journal = journal
    database = store.database
    writer = try ObjectWriter(database, journal: journal, deriver: deriver)
  }

  /// An item before the step.
  struct Old {
    var item: Int
    var wasThere: Bool
    var calendar: Int
    var position: Int?
    var text: [UInt8]
    var definitions: [Int]
  }

  mutating func revert(_ step: Int) throws(StoreError) {
    // Rows are reverted in reverse order: calendars are restored before their items, and removed after them.
    let rows = try otherRows(step).reversed()
    for row in rows where row.old != nil { if try !isNeeded(row) { try restore(row) } }
    let calendars = Set(try store.calendars().map(\.id))
    var after = 0
    while true {
      let items = try Self.items(step, after: &after, most: store.revertedTogether, in: database)
      if items.isEmpty { break }
      var work = ObjectChanges(store: store, writer: writer)
      for old in items where !kept.contains(old.item) {
        if !old.wasThere {
          if try writer.member(old.item) != nil { try work.remove(old.item) }
        } else if let component = ComponentText.component(old.text) {
          if !calendars.contains(old.calendar) {
            throw StoreError(.settledStep, "u\(step)", detail: "a calendar that it needs is gone")
          }
          let zones = try store.zones(calendar: old.calendar, definitions: old.definitions)
          try work.put(
            zones.read(component, id: old.item), calendar: old.calendar, position: old.position)
        }
      }
      try work.write()
    }
    try writer.finish()
    // What becomes of a counterpart depends on its calendar.
    let made = rows.filter { $0.old == nil }
    for row in made.filter({ $0.subject != .collection }) + made.filter({ $0.subject == .collection }) {
      if try !isNeeded(row) { try restore(row) }
    }
  }

  /// Whether a row is still in use: a calendar by its items, an account by its calendars.
  private func isNeeded(_ row: OtherRow) throws(StoreError) -> Bool {
    switch row.subject {
    case .calendar where row.old == nil: try exists("SELECT 1 FROM item WHERE calendar = ?1 LIMIT 1", row.id)
    case .source where row.old == nil, .account where row.old == nil:
      try exists("SELECT 1 FROM calendar WHERE source = ?1 LIMIT 1", row.id)
    // Items keep their own zone definitions.
    case .timezone, .item, .setting, .view, .calendarSet, .calendar, .source, .account, .collection,
      .conflict:
      false
    }
  }

  private func exists(_ sql: SQL, _ id: Int) throws(StoreError) -> Bool {
    try database.with(sql) { (row) throws(StoreError) in
      try row.bind(1, id).step()
    }
  }

  /// Returns the next items of a step, each as its first change recorded it, by number.
  static func items(
    _ step: Int, after: inout Int, most: Int, in database: Database
  ) throws(StoreError) -> [Old] {
    // SQLite takes the other columns from the row that has min(seq).
    let row = try database.statement(
      """
      SELECT min(seq), item, operation, coalesce(old_calendar, calendar), old_position, old_text, old_definitions
      FROM change INDEXED BY change_step WHERE step = ?1 AND subject = 0 AND item > ?2
      GROUP BY item ORDER BY item LIMIT ?3
      """)
    defer { database.release(row) }
    row.bind(1, step).bind(2, after).bind(3, most)
    var result: [Old] = []
    while try row.step() {
      after = row.int(1)
      result.append(
        Old(
          item: row.int(1), wasThere: row.int(2) != Journal.Operation.added.rawValue, calendar: row.int(3),
          position: row.optionalInt(4), text: row.bytes(5),
          definitions: ItemZoneTable.definitions(row.optionalText(6))))
    }
    return result
  }

  private struct OtherRow {
    var subject: JournalSubject
    var id: Int
    var old: [UInt8]?
  }

  /// The rows of other tables that the step changed, each with its previous values.
  private func otherRows(_ step: Int) throws(StoreError) -> [OtherRow] {
    let row = try database.statement(
      "SELECT subject, item, old_text FROM change WHERE step = ?1 AND subject > 0 ORDER BY seq")
    defer { database.release(row) }
    row.bind(1, step)
    var result: [OtherRow] = []
    var seen: Set<[Int]> = []
    while try row.step() {
      guard let subject = JournalSubject(rawValue: row.int(0)),
        seen.insert([subject.rawValue, row.int(1)]).inserted
      else { continue }
      result.append(OtherRow(subject: subject, id: row.int(1), old: row.isNull(2) ? nil : row.bytes(2)))
    }
    return result
  }

  private func restore(_ row: OtherRow) throws(StoreError) {
    let present = try row.subject.row(row.id, in: database)
    if present == row.old { return }
    switch row.subject {
    case .collection where row.old == nil: if try leaveOut(row.id) { return }
    case .collection: try makeWay(for: row)
    // A conflict goes for good with its collection.
    case .conflict where present == nil: return
    default: break
    }
    try row.subject.restore(row.id, row.old, in: database)
    switch row.subject {
    case .collection where row.old == nil: try store.forgetSyncs(ofCollection: row.id)
    case .account:
      // What was known of one folder says nothing of another.
      for collection in try store.collections(of: row.id) {
        try store.forgetSyncs(ofCollection: collection.id)
      }
    default: break
    }
    let operation: Journal.Operation = row.old == nil ? .deleted : present == nil ? .added : .updated
    try journal.note(row.subject, row: row.id, operation, old: present)
    store.invalidateOwnReads()
  }

  /// Deletes the counterparts that have the calendar or the folder of one that comes back.
  private func makeWay(for row: OtherRow) throws(StoreError) {
    guard let values = row.old.flatMap(RowCoding.decode), values.count == 4 else { return }
    for other in try store.collections() where other.id != row.id {
      let isSamePlace = values[1] == .int(other.account) && values[3] == .text(other.name)
      if isSamePlace || values[2] == .int(other.calendar) { try store.remove(other, journal) }
    }
  }

  /// Leaves the counterpart out that a step gave to a calendar which stays, as `unlink` does: a sync would take
  /// its folder for a new one, and the items would be there twice.
  private func leaveOut(_ id: Int) throws(StoreError) -> Bool {
    let collections = try store.collections()
    guard let collection = collections.first(where: { $0.id == id }), !collection.isLeftOut,
      try store.calendars().contains(where: { $0.id == collection.calendar })
    else { return false }
    try journal.note(
      .collection, row: id, .updated, old: try JournalSubject.collection.row(id, in: database))
    try store.forgetSyncs(ofCollection: id)
    try database.with("UPDATE collection SET calendar = ?2 WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, id).bind(2, CollectionRecord.leftOut(collection.calendar)).run()
    }
    return true
  }
}
