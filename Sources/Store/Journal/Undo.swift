import CivilTime
import ICalendar
import Model

extension CalendarStore {
  /// Takes back the last step in force, whoever made it, as a step of its own.
  ///
  /// Throws `nothing-to-undo` where there is none. Inside a batch nothing can be undone: roll it back.
  public func undo(now: Instant, policy: MaterialisationPolicy = .standard) throws(StoreError) -> JournalStep
  {
    try revert(
      now, policy, .undo, StoreError(.nothingToUndo, path),
      "SELECT id, id FROM step WHERE kind = 0 AND state = 0 ORDER BY id DESC LIMIT 1")
  }

  /// Does again what the last undo took back, as a step of its own.
  ///
  /// Throws `nothing-to-redo` where there is none, as after something new was done.
  public func redo(now: Instant, policy: MaterialisationPolicy = .standard) throws(StoreError) -> JournalStep
  {
    try revert(
      now, policy, .redo, StoreError(.nothingToRedo, path),
      "SELECT id, undone_by FROM step WHERE kind = 0 AND state = 1 ORDER BY id LIMIT 1")
  }

  /// Takes back the step that the second column of `search` names; the first is the one that was done.
  private func revert(
    _ now: Instant, _ policy: MaterialisationPolicy, _ kind: JournalStep.Kind, _ none: StoreError,
    _ search: SQL
  ) throws(StoreError) -> JournalStep {
    if isInBatch { throw StoreError(.batchOpen, path) }
    let deriver = Deriver(policy: policy, now: now)
    try bringUpToDate(deriver)
    return try write { () throws(StoreError) in
      let found = try database.with(search) { (row) throws(StoreError) in
        try row.step() ? (done: row.int(0), reverted: row.int(1)) : nil
      }
      guard let found, let step = try step(found.done) else { throw none }
      let cause = (kind == .undo ? "undo " : "redo ") + step.cause
      try journaled(cause, now: now, kind: kind, target: found.done) { (journal) throws(StoreError) in
        var reverter = try Reverter(self, journal, deriver)
        try reverter.revert(found.reverted)
        try database.with("UPDATE step SET state = ?2, undone_by = ?3 WHERE id = ?1") {
          (row) throws(StoreError) in
          row.bind(1, found.done).bind(2, kind == .undo ? 1 : 0)
          if kind == .undo { row.bind(3, try journal.begun()) } else { row.bindNull(3) }
          try row.run()
        }
      }
      return step
    }
  }
}

/// Brings back what was there before a step.
private struct Reverter {
  private let store: CalendarStore
  private let database: Database
  private let journal: Journal
  private let writer: FamilyWriter
  /// Items whose families are derived together, so that undoing a large import needs little memory.
  private static let batch = 2_000

  init(_ store: CalendarStore, _ journal: Journal, _ deriver: Deriver) throws(StoreError) {
    self.store = store
    self.journal = journal
    database = store.database
    writer = try FamilyWriter(database, journal: journal, deriver: deriver)
  }

  /// An item as it was before the step.
  private struct Old {
    var item: Int
    var wasThere: Bool
    var calendar: Int
    var position: Int?
    var text: [UInt8]
  }

  mutating func revert(_ step: Int) throws(StoreError) {
    // Calendars come back before what is in them, and go after it: the other way round than they went.
    let rows = try otherRows(step).reversed()
    for row in rows where row.old != nil { try restore(row) }
    var after = 0
    while true {
      let items = try items(step, after: &after)
      if items.isEmpty { break }
      var work = FamilyChanges(store: store, writer: writer)
      for old in items {
        if !old.wasThere {
          if try writer.member(old.item) != nil { try work.remove(old.item) }
        } else if let component = ComponentText.component(old.text) {
          try work.put(old.item, calendar: old.calendar, position: old.position, component)
        }
      }
      try work.write()
    }
    try writer.finish()
    for row in rows where row.old == nil { try restore(row) }
  }

  /// The next items of a step, each by its first change, in the order of these.
  private func items(_ step: Int, after: inout Int) throws(StoreError) -> [Old] {
    let row = try database.statement(
      """
      SELECT seq, item, operation, coalesce(old_calendar, calendar), old_position, old_text FROM change c
      WHERE step = ?1 AND seq > ?2 AND subject = 0
        AND NOT EXISTS (SELECT 1 FROM change e WHERE e.step = ?1 AND e.item = c.item AND e.subject = 0 AND e.seq < c.seq)
      ORDER BY seq LIMIT ?3
      """)
    defer { database.release(row) }
    row.bind(1, step).bind(2, after).bind(3, Self.batch)
    var result: [Old] = []
    while try row.step() {
      after = row.int(0)
      result.append(
        Old(
          item: row.int(1), wasThere: row.int(2) != Journal.Operation.added.rawValue, calendar: row.int(3),
          position: row.optionalInt(4), text: row.bytes(5)))
    }
    return result
  }

  private struct OtherRow {
    var subject: JournalSubject
    var id: Int
    var old: [UInt8]?
  }

  /// The rows of other tables that the step changed, each as it was before it.
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
    try row.subject.restore(row.id, row.old, in: database)
    let operation: Journal.Operation = row.old == nil ? .deleted : present == nil ? .added : .updated
    try journal.note(row.subject, row: row.id, operation, old: present)
    store.forgetOwnReads()
  }
}
