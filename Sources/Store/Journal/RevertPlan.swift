import ICalendar

/// The choice of a step to undo or redo.
public enum StepChoice: Hashable, Sendable {
  /// The client's newest step made by hand, not by an import.
  case byHand
  /// The client's newest step of any origin.
  case latest
  /// The client's newest import.
  case lastImport
  /// The client's newest sync.
  case lastSync
  /// The step with this number.
  case number(Int)
}

/// Whether a step is undone or redone.
public enum RevertDirection: String, Hashable, Sendable {
  case undo, redo
}

/// The effects of reverting a step, before it is done.
public struct RevertPlan: Hashable, Sendable {
  /// The effect on an item.
  public enum Effect: String, Hashable, Sendable {
    /// The item is restored.
    case restored
    /// The item returns to its previous state.
    case changed
    /// The item is removed.
    case removed
  }

  /// An item of the step.
  public struct ItemLine: Hashable, Sendable {
    /// The effect on the item.
    public var effect: Effect
    /// The item's number.
    public var item: Int
    /// The item's kind.
    public var kind: ItemKind
    /// The item's title.
    public var title: String?
  }

  /// Whether the step is undone or redone.
  public var direction: RevertDirection
  /// The step.
  public var step: JournalStep
  /// The number of affected items.
  public var count: Int
  /// The number of them that are removed.
  public var removals = 0
  /// The first affected items.
  public var items: [ItemLine]
  /// Later steps that changed the same things, the newest first; reverting overwrites their changes.
  public var since: [JournalStep]
  /// Items of meetings that another person organizes, which stay as imported.
  public var kept: [ItemLine]
  /// The titles of calendars that the step created and that stay, as they contain other items.
  public var keptCalendars: [String]

  /// The maximum number of items listed.
  public static let listed = 10
}

extension CalendarStore {
  /// Returns the effects of reverting a step; nothing is written.
  ///
  /// `own` are the user's addresses: undoing an import keeps meetings that others organize. With `anybodys`,
  /// steps of other clients may be chosen too. Throws `nothing-to-undo`, `nothing-to-redo`, `unknown-step`,
  /// `step-settled`, `step-of-other`.
  public func plan(
    _ direction: RevertDirection, _ choice: StepChoice, own: Set<String> = [], anybodys: Bool = false
  ) throws(StoreError) -> RevertPlan {
    if isInBatch { throw StoreError(.batchOpen, path) }
    return try withReadTransaction { () throws(StoreError) in
      try StepReverting(self, direction, own: own).plan(choice, anybodys: anybodys)
    }
  }
}

/// Finds the chosen step, and later changes of its items.
struct StepReverting {
  private let store: CalendarStore
  private let database: Database
  private let direction: RevertDirection
  private let own: Set<String>

  init(_ store: CalendarStore, _ direction: RevertDirection, own: Set<String>) {
    self.store = store
    database = store.database
    self.direction = direction
    self.own = own
  }

  // MARK: The step

  /// Returns the chosen step, and the step whose changes are reverted: for a redo the undo.
  func find(_ choice: StepChoice, anybodys: Bool) throws(StoreError) -> (step: JournalStep, reverted: Int) {
    switch choice {
    case .number(let number): return try named(number, anybodys)
    case .byHand: return try newest(origin: direction == .undo ? .hand : nil)
    case .latest: return try newest(origin: nil)
    case .lastImport: return try newest(origin: .imported)
    case .lastSync: return try newest(origin: .synced)
    }
  }

  private func newest(origin: JournalStep.Origin?) throws(StoreError) -> (JournalStep, Int) {
    let search: SQL =
      direction == .undo
      ? """
      SELECT id, id FROM step WHERE kind = 0 AND state = 0 AND client = ?1 AND (?2 IS NULL OR origin = ?2)
      ORDER BY id DESC LIMIT 1
      """
      : """
      SELECT s.id, u.id FROM step s JOIN step u ON u.id = s.undone_by
      WHERE s.kind = 0 AND s.state = 1 AND u.client = ?1 AND (?2 IS NULL OR s.origin = ?2) ORDER BY u.id DESC LIMIT 1
      """
    let found = try database.with(search) { (row) throws(StoreError) in
      try row.bind(1, store.client).bind(2, origin?.rawValue).step() ? (row.int(0), row.int(1)) : nil
    }
    guard let (id, reverted) = found, let step = try store.step(id) else {
      throw StoreError(direction == .undo ? .nothingToUndo : .nothingToRedo, store.path)
    }
    return (step, reverted)
  }

  private func named(_ number: Int, _ anybodys: Bool) throws(StoreError) -> (JournalStep, Int) {
    let name = "u\(number)"
    guard let step = try store.step(number) else { throw StoreError(.unknownStep, name) }
    if !anybodys, step.client != store.client {
      throw StoreError(.foreignStep, name, detail: step.client)
    }
    let reason: String? =
      switch (direction, step.kind, step.state) {
      case (.undo, .done, .inForce), (.redo, .done, .undone): nil
      case (.undo, .done, .undone): "it is undone already"
      case (.redo, .done, .inForce): "it was not undone"
      case (_, .done, .growing): "it is not finished"
      case (_, .done, .settled): "too much was done since, or too little was noted"
      case (_, .undo, _): "it is an undo itself"
      case (_, .redo, _): "it is a redo itself"
      case (_, .upkeep, _): "it is the store's own work"
      }
    if let reason { throw StoreError(.settledStep, name, detail: reason) }
    if direction == .undo { return (step, number) }
    let reverted = try database.with("SELECT undone_by FROM step WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, number).step() ? row.optionalInt(0) : nil
    }
    guard let reverted else { throw StoreError(.settledStep, name, detail: "nobody knows how") }
    return (step, reverted)
  }

  // MARK: The plan

  func plan(_ choice: StepChoice, anybodys: Bool) throws(StoreError) -> RevertPlan {
    let (step, reverted) = try find(choice, anybodys: anybodys)
    return try plan(step, reverted)
  }

  func plan(_ step: JournalStep, _ reverted: Int) throws(StoreError) -> RevertPlan {
    var plan = RevertPlan(
      direction: direction, step: step, count: 0, items: [], since: try changedSince(reverted), kept: [],
      keptCalendars: [])
    let kept = try keptItems(step, reverted)
    var after = 0
    var gone: Set<Int> = []
    while true {
      let items = try Reverter.items(reverted, after: &after, most: store.revertedTogether, in: database)
      if items.isEmpty { break }
      for old in items {
        if kept.contains(old.item) {
          if plan.kept.count < RevertPlan.listed { plan.kept.append(try line(old, isKept: true)) }
          continue
        }
        // Items added by the step and deleted since do not count.
        if !old.wasThere, try store.record(old.item) == nil { continue }
        plan.count += 1
        if !old.wasThere {
          gone.insert(old.item)
          plan.removals += 1
        }
        if plan.items.count < RevertPlan.listed { plan.items.append(try line(old)) }
      }
    }
    let made = try madeCalendars(reverted)
    var staying: [Int] = []
    for id in made where try holdsOthers(id, than: gone) { staying.append(id) }
    if direction == .undo, let reason = try objection(reverted, made, staying) {
      throw StoreError(.settledStep, "u\(step.id)", detail: reason)
    }
    for id in staying {
      if let title = try store.calendars().first(where: { $0.id == id })?.title {
        plan.keptCalendars.append(title)
      }
    }
    // Zone definitions alone do not count: they came with items that stay.
    let others = try otherRows(reverted).filter { $0.0 != .timezone }
    if plan.count == 0, !plan.kept.isEmpty, others.count == plan.keptCalendars.count {
      // A step marked as undone although all of it stays could not be undone later, when more of it can be.
      throw StoreError(
        .settledStep, "u\(step.id)", detail: "somebody else organizes all that it is about")
    }
    return plan
  }

  /// Returns a line about an item, with its title after reverting; a kept item has its present title.
  private func line(_ old: Reverter.Old, isKept: Bool = false) throws(StoreError) -> RevertPlan.ItemLine {
    let record = try store.record(old.item)
    let before = old.wasThere ? ComponentText.component(old.text) : nil
    let item = before.map { ItemReader.read($0) { _ in nil }.item }
    return RevertPlan.ItemLine(
      effect: !old.wasThere ? .removed : record == nil ? .restored : .changed, item: old.item,
      kind: record?.kind ?? item?.kind ?? .event,
      title: isKept ? record?.title ?? item?.title : item?.title ?? record?.title)
  }

  /// Why an account or a subscription that a step added cannot be taken back: without the items of this step
  /// alone, the next sync would delete them on the other side.
  private func objection(
    _ reverted: Int, _ made: [Int], _ staying: [Int]
  ) throws(StoreError) -> String? {
    let rows = try otherRows(reverted)
    let calendars = try store.calendars()
    for account in try store.accounts() where account.kind == .folder {
      guard rows.contains(where: { $0 == (.account, account.source) }),
        try isAdded(.account, account.source, by: reverted)
      else { continue }
      let own = calendars.filter { $0.source == account.source }.map(\.id)
      if own.contains(where: { !made.contains($0) || staying.contains($0) }) {
        return "later syncs changed what it has; delete account … remove takes it back"
      }
    }
    for collection in try store.collections() where staying.contains(collection.calendar) {
      guard rows.contains(where: { $0 == (.collection, collection.id) }),
        let calendar = calendars.first(where: { $0.id == collection.calendar })
      else { continue }
      return "later syncs changed what it has; delete calendar \(calendar.title) takes it back"
    }
    return nil
  }

  private func isAdded(_ subject: JournalSubject, _ id: Int, by step: Int) throws(StoreError) -> Bool {
    try database.with(
      "SELECT operation FROM change WHERE step = ?1 AND subject = ?2 AND item = ?3 ORDER BY seq LIMIT 1"
    ) { (row) throws(StoreError) in
      try row.bind(1, step).bind(2, subject.rawValue).bind(3, id).step()
        && row.int(0) == Journal.Operation.added.rawValue
    }
  }

  private func madeCalendars(_ step: Int) throws(StoreError) -> [Int] {
    try database.with(
      "SELECT item FROM change WHERE step = ?1 AND subject = ?2 AND operation = 0 ORDER BY seq"
    ) { (row) throws(StoreError) in
      row.bind(1, step).bind(2, JournalSubject.calendar.rawValue)
      var result: [Int] = []
      while try row.step() { result.append(row.int(0)) }
      return result
    }
  }

  private func holdsOthers(_ calendar: Int, than gone: Set<Int>) throws(StoreError) -> Bool {
    try database.with("SELECT id FROM item WHERE calendar = ?1") { (row) throws(StoreError) in
      row.bind(1, calendar)
      while try row.step() { if !gone.contains(row.int(0)) { return true } }
      return false
    }
  }

  // MARK: Others' meetings

  /// The items of an import that belong to meetings organized by another person.
  ///
  /// Only the organizer's data stays: an item whose organizer the import changed is reverted.
  func keptItems(_ step: JournalStep, _ reverted: Int) throws(StoreError) -> Set<Int> {
    if step.origin == .hand || own.isEmpty { return [] }
    var result: Set<Int> = []
    var after = 0
    while true {
      let items = try Reverter.items(reverted, after: &after, most: store.revertedTogether, in: database)
      if items.isEmpty { return result }
      for old in items {
        let (before, now) = (Self.item(old.text), Self.item(try store.componentText(old.item) ?? []))
        if let before, let now, before.organizer?.identity != now.organizer?.identity {
          continue
        }
        guard now?.foreignOrganizer(own) != nil || before?.foreignOrganizer(own) != nil else { continue }
        result.insert(old.item)
        // A series stays whole.
        guard let record = try store.record(old.item) else { continue }
        let master = record.master ?? old.item
        result.formUnion(try store.overrides(of: master))
        result.insert(master)
      }
    }
  }

  /// Reads an item from a text without zones; nil when the text contains none.
  private static func item(_ text: [UInt8]) -> Item? {
    ComponentText.component(text).map { ItemReader.read($0) { _ in nil }.item }
  }

  // MARK: Later changes

  /// The later steps that changed items of a step, so that they differ from the step's result.
  ///
  /// The text after a change is the next change's old text, or the item's present text; a change that was
  /// itself reverted does not count.
  private func changedSince(_ step: Int) throws(StoreError) -> [JournalStep] {
    var seen: Set<Int> = []
    var changed: Set<Int> = []
    var steps: Set<Int> = []
    try database.with(Self.laterItems) { (row) throws(StoreError) in
      row.bind(1, step)
      while try row.step() {
        let item = row.int(0)
        // The first later change has the item's state after the step.
        if seen.insert(item).inserted, row.bool(2) { changed.insert(item) }
        if changed.contains(item) { steps.insert(row.int(1)) }
      }
    }
    for (subject, id) in try otherRows(step) {
      let (isChanged, later) = try rowChangedSince(step, subject, id)
      if isChanged { steps.formUnion(later) }
    }
    var result: [JournalStep] = []
    for id in steps.sorted(by: >) { if let step = try store.step(id) { result.append(step) } }
    // Later steps that were undone are listed only when there are no others.
    let inForce = result.filter { $0.kind == .done && $0.state == .inForce }
    return inForce.isEmpty ? result : inForce
  }

  /// Selects later changes of the step's items, and of overrides of them, in order: the item, the step, and
  /// whether the item differs now from its state before that change.
  ///
  /// Other steps may have changed an item between two transactions of a growing step, so that each item counts
  /// from the step's own first change of it.
  private static let laterItems: SQL = """
    WITH step_first(seq) AS (SELECT min(seq) FROM change WHERE step = ?1),
      own(id, seq) AS (SELECT item, min(seq) FROM change WHERE step = ?1 AND subject = 0 GROUP BY item),
      reached(id, seq) AS (
        SELECT id, seq FROM own
        UNION ALL
        SELECT o.id, (SELECT seq FROM step_first) FROM item o
        WHERE o.master IN (SELECT id FROM own) AND o.id NOT IN (SELECT id FROM own))
    SELECT c.item, c.step,
      CASE WHEN c.operation = 0 THEN i.id IS NOT NULL
        ELSE i.id IS NULL OR t.text IS NOT c.old_text OR coalesce(c.old_calendar, c.calendar) <> i.calendar END
    FROM change c JOIN reached r ON r.id = c.item AND c.seq > r.seq
      LEFT JOIN item i ON i.id = c.item LEFT JOIN item_text t ON t.item = c.item
    WHERE c.seq > (SELECT seq FROM step_first) AND c.subject = 0 AND c.step <> ?1 ORDER BY c.seq
    """

  private func otherRows(_ step: Int) throws(StoreError) -> [(JournalSubject, Int)] {
    try database.with("SELECT DISTINCT subject, item FROM change WHERE step = ?1 AND subject > 0") {
      (row) throws(StoreError) in
      row.bind(1, step)
      var result: [(JournalSubject, Int)] = []
      while try row.step() {
        if let subject = JournalSubject(rawValue: row.int(0)) { result.append((subject, row.int(1))) }
      }
      return result
    }
  }

  private func rowChangedSince(
    _ step: Int, _ subject: JournalSubject, _ id: Int
  ) throws(StoreError) -> (isChanged: Bool, steps: [Int]) {
    var first: [UInt8]??
    var steps: [Int] = []
    try database.with(
      """
      SELECT step, old_text FROM change
      WHERE seq > (SELECT min(seq) FROM change WHERE step = ?1 AND subject = ?2 AND item = ?3)
        AND subject = ?2 AND item = ?3 AND step <> ?1 ORDER BY seq
      """
    ) { (row) throws(StoreError) in
      row.bind(1, step).bind(2, subject.rawValue).bind(3, id)
      while try row.step() {
        if first == nil { first = .some(row.isNull(1) ? nil : row.bytes(1)) }
        steps.append(row.int(0))
      }
    }
    guard let left = first else { return (false, []) }
    return (!subject.isSame(try subject.row(id, in: database), as: left), steps)
  }
}
