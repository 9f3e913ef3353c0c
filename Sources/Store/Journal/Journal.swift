/// One thing that was done to a store, which one undo takes back.
public struct JournalStep: Hashable, Sendable {
  /// What kind of step it is; raw values are stored.
  public enum Kind: Int, Sendable {
    case done = 0
    case undo, redo
    /// The store's own work, such as following new zone rules; not to be undone.
    case upkeep
  }

  /// Whether it holds; raw values are stored.
  public enum State: Int, Sendable {
    case inForce = 0
    case undone
    /// Neither to be undone nor to be redone: made before the journal kept enough,
    /// or undone before something new.
    case settled
  }

  /// Where what it did came from; raw values are stored.
  public enum Origin: Int, Sendable {
    /// A statement, a form or a program's own save.
    case hand = 0
    /// A file.
    case imported
  }

  /// The number, which grows.
  public var id: Int
  /// The client that did it.
  public var client: String
  /// Where what it did came from.
  public var origin: Origin
  /// When it was done.
  public var time: Instant
  /// What was done, in words: the statement, or `import FILE`.
  public var cause: String
  /// What kind of step it is.
  public var kind: Kind
  /// Whether it holds.
  public var state: State
  /// How many items it added, changed and deleted.
  public var added = 0, changed = 0, deleted = 0
}

/// A step that is being made, and where its changes are noted.
final class Journal {
  private let database: Database
  private let cause: String
  private let now: Instant
  private let kind: JournalStep.Kind
  private let target: Int?
  private let client: String
  private let origin: JournalStep.Origin
  /// The step's number; nil as long as nothing was noted.
  private(set) var step: Int?
  /// How many items it added, changed and deleted so far.
  private(set) var counts = Counts()

  /// Numbers of items by what was done to them.
  struct Counts: Hashable {
    var added = 0, changed = 0, deleted = 0

    fileprivate mutating func add(_ operation: Operation) {
      switch operation {
      case .added: added += 1
      case .updated: changed += 1
      case .deleted: deleted += 1
      }
    }
  }

  /// The counts that the step's row has.
  private var written = Counts()

  /// A step that begins with the first change; the caller holds the transaction.
  init(
    _ database: Database, cause: String, now: Instant, client: String, kind: JournalStep.Kind = .done,
    target: Int? = nil, origin: JournalStep.Origin = .hand
  ) {
    self.client = client
    self.origin = origin
    self.database = database
    self.cause = cause
    self.now = now
    self.kind = kind
    self.target = target
  }

  /// The step's number, which it has from now on.
  func begun() throws(StoreError) -> Int {
    if let step { return step }
    try database.with(
      "INSERT INTO step(time, cause, kind, target, client, origin) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    ) { (statement) throws(StoreError) in
      try statement.bind(1, now.seconds).bind(2, cause).bind(3, kind.rawValue).bind(4, target)
        .bind(5, client).bind(6, origin.rawValue).run()
    }
    let number = database.lastInsertedRow
    step = number
    return number
  }

  /// Takes back what was counted since `counts` were these, and begins anew where the
  /// step's row was taken back too.
  func discardWhatIsGone(since counts: Counts) {
    self.counts = counts
    guard let number = step else { return }
    let there = try? database.with("SELECT added, changed, deleted FROM step WHERE id = ?1") {
      (row) throws(StoreError) in
      try row.bind(1, number).step()
        ? Counts(added: row.int(0), changed: row.int(1), deleted: row.int(2)) : nil
    }
    if there == nil { step = nil }
    written = there ?? Counts()
  }

  /// Brings the counts of the step's row up to date.
  func writeCounts() throws(StoreError) {
    guard let step, counts != written else { return }
    try database.with("UPDATE step SET added = ?2, changed = ?3, deleted = ?4 WHERE id = ?1") {
      (row) throws(StoreError) in
      try row.bind(1, step).bind(2, counts.added).bind(3, counts.changed).bind(4, counts.deleted).run()
    }
    written = counts
  }

  /// Ends the step: a new one settles what its client had undone before it, and
  /// one without changes never was.
  ///
  /// Upkeep stays in the journal whatever it changed.
  func finish() throws(StoreError) {
    if kind == .upkeep { _ = try begun() }
    try writeCounts()
    guard kind == .done, let step else { return }
    // Only what was done can be undone: `kind` leads to those few by their index.
    try database.with(
      """
      UPDATE step SET state = 2 WHERE kind = 0 AND state = 1 AND id <> ?1
        AND (SELECT u.client FROM step u WHERE u.id = step.undone_by) IS ?2
      """
    ) { (row) throws(StoreError) in try row.bind(1, step).bind(2, client).run() }
  }

  /// What was done to an item or row; raw values are stored.
  enum Operation: Int {
    case added = 0, updated, deleted
  }

  /// A change of an item as the journal notes it.
  struct ItemEntry {
    var item: Int
    var operation: Operation
    /// The calendar now; of a deleted item where it was.
    var calendar: Int
    var oldCalendar: Int?
    var oldPosition: Int?
    var oldSpan: LaneSpan?
    var newSpan: LaneSpan?
    var oldText: [UInt8]?
    /// The zone definitions that the old text is understood by.
    var oldDefinitions: [Int] = []
  }

  func note(_ entry: ItemEntry) throws(StoreError) {
    let number = try begun()
    let row = try database.statement(Self.insertion)
    defer { database.release(row) }
    row.bind(1, number).bind(2, entry.item).bind(3, entry.calendar).bind(4, entry.operation.rawValue)
      .bind(5, entry.oldSpan?.lane.rawValue).bind(6, entry.oldSpan?.first).bind(7, entry.oldSpan?.last)
      .bind(8, entry.newSpan?.lane.rawValue).bind(9, entry.newSpan?.first).bind(10, entry.newSpan?.last)
      .bind(12, JournalSubject.item.rawValue).bind(13, entry.oldCalendar).bind(14, entry.oldPosition)
    if let text = entry.oldText { row.bindBlob(11, text) } else { row.bindNull(11) }
    row.bind(15, ItemZoneTable.text(entry.oldDefinitions))
    try row.run()
    counts.add(entry.operation)
  }

  /// Notes a change of a row of another table; `old` is the row before, nil for a new one.
  func note(
    _ subject: JournalSubject, row id: Int, _ operation: Operation, old: [UInt8]?
  ) throws(StoreError) {
    let number = try begun()
    let row = try database.statement(Self.insertion)
    defer { database.release(row) }
    for position in Int32(5)...15 { row.bindNull(position) }
    row.bind(1, number).bind(2, id).bind(3, subject == .calendar ? id : 0).bind(4, operation.rawValue)
      .bind(12, subject.rawValue)
    if let old { row.bindBlob(11, old) }
    try row.run()
  }

  private static let insertion: SQL = """
    INSERT INTO change(step, item, calendar, operation, old_lane, old_first, old_last, new_lane, new_first,
      new_last, old_text, subject, old_calendar, old_position, old_definitions)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
    """
}

extension CalendarStore {
  /// Runs `body` as a step of the journal, in one transaction; a step that is
  /// open already takes the changes in.
  func journaled<Result>(
    _ cause: String, now: Instant, kind: JournalStep.Kind = .done, target: Int? = nil,
    origin: JournalStep.Origin = .hand, keeping: Bool = true, invalidating: Bool = true,
    _ body: (Journal) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try write(keeping: keeping, invalidating: invalidating) { () throws(StoreError) in
      try step(cause, now: now, kind: kind, target: target, origin: origin, body)
    }
  }

  /// The same in a transaction that the caller holds and takes back if this fails.
  func step<Result>(
    _ cause: String, now: Instant, kind: JournalStep.Kind = .done, target: Int? = nil,
    origin: JournalStep.Origin = .hand, _ body: (Journal) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if let journal {
      do throws(StoreError) {
        let result = try body(journal)
        try journal.writeCounts()
        return result
      } catch {
        // The batch is over where its transaction is.
        if !database.isInTransaction {
          self.journal = nil
          invalidateOwnReads()
        }
        throw error
      }
    }
    let journal = Journal(
      database, cause: cause, now: now, client: client, kind: kind, target: target, origin: origin)
    self.journal = journal
    defer { self.journal = nil }
    let result = try body(journal)
    try journal.finish()
    return result
  }

  /// The step of the journal that is being made; nil outside of one, and as long as it changed nothing.
  public var openStep: Int? { journal?.step }

  /// Runs `body` as one transaction and one step of the journal, whatever it writes;
  /// `keeping` false takes it all back.
  public func inOneStep<Result>(
    _ cause: String, now: Instant, origin: JournalStep.Origin = .hand, keeping: Bool = true,
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try journaled(
      cause, now: now, origin: origin, keeping: keeping, invalidating: false
    ) { (_) throws(StoreError) in try body() }
  }

  /// The same for a body with errors of its own, which `failure` makes of the store's.
  public func inOneStep<Result, Failure: Error>(
    _ cause: String, now: Instant, origin: JournalStep.Origin = .hand, keeping: Bool = true,
    failure: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var thrown: Failure?
    do throws(StoreError) {
      return try inOneStep(cause, now: now, origin: origin, keeping: keeping) { () throws(StoreError) in
        do throws(Failure) {
          return try body()
        } catch {
          thrown = error
          throw StoreError(.interrupted, "")
        }
      }
    } catch {
      throw thrown ?? failure(error)
    }
  }

  // MARK: Batches

  /// Whether a batch is open.
  public var isInBatch: Bool { database.isWriting }

  /// Opens a batch: what is written until `commitBatch` is one transaction and one step of the journal.
  ///
  /// This connection sees what it wrote; others do not, and wait with their own writes. Throws `store-locked`
  /// where another connection keeps writing for a minute.
  public func beginBatch(cause: String, now: Instant) throws(StoreError) {
    if access == .read { throw StoreError(.readOnly, path, detail: "it was opened to read") }
    if isInBatch { throw StoreError(.batchOpen, path) }
    try database.beginWrite()
    invalidateOwnReads()
    journal = Journal(database, cause: cause, now: now, client: client)
  }

  /// Keeps what the batch wrote; where that fails, nothing of it is kept.
  public func commitBatch() throws(StoreError) {
    guard isInBatch else { throw StoreError(.noBatch, path) }
    defer { journal = nil }
    do throws(StoreError) {
      try journal?.finish()
      try database.commitWrite()
    } catch {
      database.rollbackWrite()
      invalidateOwnReads()
      throw error
    }
  }

  /// Takes back what the batch wrote.
  public func rollbackBatch() throws(StoreError) {
    guard isInBatch else { throw StoreError(.noBatch, path) }
    journal = nil
    database.rollbackWrite()
    invalidateOwnReads()
  }

  // MARK: History

  /// The steps of the journal, the latest first; with `limit` no more than that.
  public func history(limit: Int? = nil) throws(StoreError) -> [JournalStep] {
    try steps(from: nil, limit: limit)
  }

  /// A step by its number; nil where there is none.
  func step(_ id: Int) throws(StoreError) -> JournalStep? { try steps(from: id, limit: 1).first }

  private func steps(from id: Int?, limit: Int?) throws(StoreError) -> [JournalStep] {
    try database.with(
      """
      SELECT id, time, cause, kind, state, client, origin, added, changed, deleted
      FROM step WHERE ?2 IS NULL OR id = ?2 ORDER BY id DESC LIMIT ?1
      """
    ) { (row) throws(StoreError) in
      row.bind(1, limit ?? -1).bind(2, id)
      var steps: [JournalStep] = []
      while try row.step() { steps.append(Self.step(row)) }
      return steps
    }
  }

  private static func step(_ row: Statement) -> JournalStep {
    var step = JournalStep(
      id: row.int(0), client: row.text(5), origin: JournalStep.Origin(rawValue: row.int(6)) ?? .hand,
      time: Instant(seconds: row.int(1)), cause: row.text(2),
      kind: JournalStep.Kind(rawValue: row.int(3)) ?? .done,
      state: JournalStep.State(rawValue: row.int(4)) ?? .settled)
    step.added = row.int(7)
    step.changed = row.int(8)
    step.deleted = row.int(9)
    return step
  }

  /// The item that was last added or changed by a step in force, and is still there; nil where there is none.
  public func lastTouchedItem() throws(StoreError) -> Int? {
    try database.with(
      """
      SELECT item FROM change WHERE subject = 0 AND operation < 2 AND item IN (SELECT id FROM item)
      ORDER BY seq DESC LIMIT 1
      """
    ) { (row) throws(StoreError) in try row.step() ? row.int(0) : nil }
  }
}
