/// One step of changes to a store, which one undo reverts.
public struct JournalStep: Hashable, Sendable {
  /// The kind of a step; raw values are stored.
  public enum Kind: Int, Sendable {
    case done = 0
    case undo, redo
    /// The store's own work, such as following new zone rules; it cannot be undone.
    case upkeep
  }

  /// The state of a step; raw values are stored.
  public enum State: Int, Sendable {
    case inForce = 0
    case undone
    /// A step that can be neither undone nor redone: made before the journal kept enough, or undone before a
    /// new step.
    case settled
    /// A step that more transactions may extend: see `GrowingStep`.
    case growing
  }

  /// The origin of a step's changes; raw values are stored.
  public enum Origin: Int, Sendable {
    /// A statement, a form or a program's own save.
    case hand = 0
    /// A file.
    case imported
    /// A sync with an account.
    case synced
  }

  /// The step's number; later steps have larger ones.
  public var id: Int
  /// The client that made the step.
  public var client: String
  /// The origin of the changes.
  public var origin: Origin
  /// The time of the step.
  public var time: Instant
  /// The cause in words: the statement, or `import FILE`.
  public var cause: String
  /// The kind of the step.
  public var kind: Kind
  /// The state of the step.
  public var state: State
  /// The numbers of items added, changed and deleted.
  public var added = 0, changed = 0, deleted = 0
}

/// An open step, which records the changes.
final class Journal {
  private let database: Database
  private let cause: String
  private let now: Instant
  private let kind: JournalStep.Kind
  private let target: Int?
  private let client: String
  private let origin: JournalStep.Origin
  /// The state of the step's new row.
  private let state: JournalStep.State
  /// The step's number; nil while nothing is recorded.
  private(set) var step: Int?
  /// The numbers of items added, changed and deleted so far.
  private(set) var counts = Counts()

  /// Numbers of items by operation.
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

  /// The counts in the step's row.
  private var written = Counts()

  /// Creates a step that begins with the first change; the caller holds the transaction.
  init(
    _ database: Database, cause: String, now: Instant, client: String, kind: JournalStep.Kind = .done,
    target: Int? = nil, origin: JournalStep.Origin = .hand, state: JournalStep.State = .inForce
  ) {
    self.state = state
    self.client = client
    self.origin = origin
    self.database = database
    self.cause = cause
    self.now = now
    self.kind = kind
    self.target = target
  }

  /// Takes up a growing step that earlier transactions began; the caller holds the transaction.
  func resume(_ number: Int) throws(StoreError) {
    guard let counts = try storedCounts(of: number) else { return }
    step = number
    self.counts = counts
    written = counts
  }

  private func storedCounts(of step: Int) throws(StoreError) -> Counts? {
    try database.with("SELECT added, changed, deleted FROM step WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, step).step()
        ? Counts(added: row.int(0), changed: row.int(1), deleted: row.int(2)) : nil
    }
  }

  /// The step's number; creates the step's row when missing.
  func begun() throws(StoreError) -> Int {
    if let step { return step }
    try database.with(
      "INSERT INTO step(time, cause, kind, target, client, origin, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    ) { (statement) throws(StoreError) in
      try statement.bind(1, now.seconds).bind(2, cause).bind(3, kind.rawValue).bind(4, target)
        .bind(5, client).bind(6, origin.rawValue).bind(7, state.rawValue).run()
    }
    let number = database.lastInsertedRow
    step = number
    return number
  }

  /// Resets the counts to `counts` after a rollback, and begins a new step when the step's row was rolled
  /// back too.
  func discardWhatIsGone(since counts: Counts) {
    self.counts = counts
    guard let number = step else { return }
    let there = (try? storedCounts(of: number)) ?? nil
    if there == nil { step = nil }
    written = there ?? Counts()
  }

  /// Writes the counts to the step's row.
  func writeCounts() throws(StoreError) {
    guard let step, counts != written else { return }
    try database.with("UPDATE step SET added = ?2, changed = ?3, deleted = ?4 WHERE id = ?1") {
      (row) throws(StoreError) in
      try row.bind(1, step).bind(2, counts.added).bind(3, counts.changed).bind(4, counts.deleted).run()
    }
    written = counts
  }

  /// Ends the step: a new step settles the steps that its client had undone before, and a step without
  /// changes leaves no row.
  ///
  /// Upkeep stays in the journal even without changes.
  func finish() throws(StoreError) {
    if kind == .upkeep { _ = try begun() }
    try writeCounts()
    guard kind == .done, state != .growing, let step else { return }
    try Self.settle(before: step, of: client, in: database)
  }

  /// Settles the steps that a client had undone before a new one.
  static func settle(before step: Int, of client: String, in database: Database) throws(StoreError) {
    // Only steps of kind `done` can be undone; the index on `kind` finds these few.
    try database.with(
      """
      UPDATE step SET state = 2 WHERE kind = 0 AND state = 1 AND id <> ?1
        AND (SELECT u.client FROM step u WHERE u.id = step.undone_by) IS ?2
      """
    ) { (row) throws(StoreError) in try row.bind(1, step).bind(2, client).run() }
  }

  /// The operation on an item or row; raw values are stored.
  enum Operation: Int {
    case added = 0, updated, deleted
  }

  /// A change of an item, as the journal records it.
  struct ItemEntry {
    var item: Int
    var operation: Operation
    /// The present calendar; for a deleted item its last one.
    var calendar: Int
    var oldCalendar: Int?
    var oldPosition: Int?
    var oldSpan: LaneSpan?
    var newSpan: LaneSpan?
    var oldText: [UInt8]?
    /// The zone definitions that the old text uses.
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

  /// Records a change of another table's row; `old` is the row before, nil for a new one.
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
  /// Runs `body` as a step of the journal in one transaction; an open step takes the changes in.
  func journaled<Result>(
    _ cause: String, now: Instant, kind: JournalStep.Kind = .done, target: Int? = nil,
    origin: JournalStep.Origin = .hand, keeping: Bool = true, invalidating: Bool = true,
    _ body: (Journal) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try write(keeping: keeping, invalidating: invalidating) { () throws(StoreError) in
      try step(cause, now: now, kind: kind, target: target, origin: origin, body)
    }
  }

  /// Runs `body` as a step in a transaction that the caller holds and rolls back on failure.
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
        // The batch ends with its transaction.
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

  /// The number of the open step; nil without an open step, and while it has no changes.
  public var openStep: Int? { journal?.step }

  /// Runs `body` as one transaction and one step of the journal; with `keeping` false it is rolled back.
  public func inOneStep<Result>(
    _ cause: String, now: Instant, origin: JournalStep.Origin = .hand, keeping: Bool = true,
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try journaled(
      cause, now: now, origin: origin, keeping: keeping, invalidating: false
    ) { (_) throws(StoreError) in try body() }
  }

  /// Runs `body`, which throws its own errors, in one step; `failure` converts the store's errors.
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

  /// Opens a batch: all writes until `commitBatch` are one transaction and one step of the journal.
  ///
  /// This connection sees the batch's writes; other connections do not, and their writes wait. Throws
  /// `store-locked` when another connection keeps writing for a minute.
  public func beginBatch(cause: String, now: Instant) throws(StoreError) {
    if !access.writes { throw StoreError(.readOnly, path, detail: "it was opened to read") }
    if isInBatch { throw StoreError(.batchOpen, path) }
    try database.beginWrite()
    invalidateOwnReads()
    journal = Journal(database, cause: cause, now: now, client: client)
  }

  /// Commits the batch; on failure it is rolled back.
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

  /// Rolls the batch back.
  public func rollbackBatch() throws(StoreError) {
    guard isInBatch else { throw StoreError(.noBatch, path) }
    journal = nil
    database.rollbackWrite()
    invalidateOwnReads()
  }

  // MARK: History

  /// The steps of the journal, the latest first, at most `limit` of them.
  public func history(limit: Int? = nil) throws(StoreError) -> [JournalStep] {
    try steps(from: nil, limit: limit)
  }

  /// The step with a number; nil when there is none.
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

  /// The existing item last added or changed by any step; nil when there is none.
  public func lastTouchedItem() throws(StoreError) -> Int? {
    try database.with(
      """
      SELECT item FROM change WHERE subject = 0 AND operation < 2 AND item IN (SELECT id FROM item)
      ORDER BY seq DESC LIMIT 1
      """
    ) { (row) throws(StoreError) in try row.step() ? row.int(0) : nil }
  }
}
