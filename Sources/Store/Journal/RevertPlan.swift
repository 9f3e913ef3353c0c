import ICalendar

/// Which step is to be taken back, or done again.
public enum StepChoice: Hashable, Sendable {
  /// The newest that the client did by hand: no import.
  case byHand
  /// The newest of the client, whatever it came from.
  case latest
  /// The newest import of the client.
  case lastImport
  /// The step of this number.
  case number(Int)
}

/// Taking a step back, or doing it again.
public enum RevertDirection: String, Hashable, Sendable {
  case undo, redo
}

/// What reverting a step would do, before it is done.
public struct RevertPlan: Hashable, Sendable {
  /// What would become of an item.
  public enum Effect: String, Hashable, Sendable {
    /// It comes back.
    case restored
    /// It is as it was before.
    case changed
    /// It goes.
    case removed
  }

  /// An item that the step is about.
  public struct ItemLine: Hashable, Sendable {
    /// What becomes of it.
    public var effect: Effect
    /// Its number.
    public var item: Int
    /// Event or reminder.
    public var kind: ItemKind
    /// Its title.
    public var title: String?
  }

  /// Whether the step is taken back or done again.
  public var direction: RevertDirection
  /// The step.
  public var step: JournalStep
  /// How many items it is about.
  public var count: Int
  /// The first of them.
  public var items: [ItemLine]
  /// The steps since that changed the same things, the newest first; reverting overwrites what they did.
  public var since: [JournalStep]
  /// The items of meetings that somebody else organizes, which stay as the import left them.
  public var kept: [ItemLine]
  /// The calendars that the step made and that stay, as other items are in them.
  public var keptCalendars: [String]

  /// How many items are listed.
  public static let listed = 10
}

extension CalendarStore {
  /// What reverting a step would do; nothing is written.
  ///
  /// `own` are the person's addresses: of an import, meetings that others organize stay. With `anybodys`
  /// steps of other clients may be named too. Throws `nothing-to-undo`, `nothing-to-redo`, `unknown-step`,
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

/// Finds the step that is meant, and what has become since of what it changed.
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

  /// The step that is meant, and the one whose changes are reverted: of a redo the undo.
  func find(_ choice: StepChoice, anybodys: Bool) throws(StoreError) -> (step: JournalStep, reverted: Int) {
    switch choice {
    case .number(let number): return try named(number, anybodys)
    case .byHand: return try newest(origin: direction == .undo ? .hand : nil)
    case .latest: return try newest(origin: nil)
    case .lastImport: return try newest(origin: .imported)
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
      let items = try Reverter.items(reverted, after: &after, in: database)
      if items.isEmpty { break }
      for old in items {
        if kept.contains(old.item) {
          if plan.kept.count < RevertPlan.listed { plan.kept.append(try line(old, isKept: true)) }
          continue
        }
        // What came with the step and went since is no concern of it any more.
        if !old.wasThere, try store.record(old.item) == nil { continue }
        plan.count += 1
        if !old.wasThere { gone.insert(old.item) }
        if plan.items.count < RevertPlan.listed { plan.items.append(try line(old)) }
      }
    }
    for id in try madeCalendars(reverted) where try holdsOthers(id, than: gone) {
      if let title = try store.calendars().first(where: { $0.id == id })?.title {
        plan.keptCalendars.append(title)
      }
    }
    // Zone definitions are no reason of their own: they came with what stays.
    let others = try otherRows(reverted).filter { $0.0 != .timezone }
    if plan.count == 0, !plan.kept.isEmpty, others.count == plan.keptCalendars.count {
      // A step that is said to be undone although all of it stays could not be undone when more of it may be.
      throw StoreError(
        .settledStep, "u\(step.id)", detail: "somebody else organizes all that it is about")
    }
    return plan
  }

  /// A line about an item, by the title that it will have; what is kept has the one of now.
  private func line(_ old: Reverter.Old, isKept: Bool = false) throws(StoreError) -> RevertPlan.ItemLine {
    let record = try store.record(old.item)
    let before = old.wasThere ? ComponentText.component(old.text) : nil
    let item = before.map { ItemReader.read($0) { _ in nil }.item }
    return RevertPlan.ItemLine(
      effect: !old.wasThere ? .removed : record == nil ? .restored : .changed, item: old.item,
      kind: record?.kind ?? item?.kind ?? .event,
      title: isKept ? record?.title ?? item?.title : item?.title ?? record?.title)
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

  /// The items of an import that belong to meetings that somebody else organizes.
  ///
  /// Only what their organizer said stays: where the import took a meeting from its
  /// organizer, that is taken back.
  func keptItems(_ step: JournalStep, _ reverted: Int) throws(StoreError) -> Set<Int> {
    if step.origin == .hand || own.isEmpty { return [] }
    var result: Set<Int> = []
    var after = 0
    while true {
      let items = try Reverter.items(reverted, after: &after, in: database)
      if items.isEmpty { return result }
      for old in items {
        let (before, now) = (Self.item(old.text), Self.item(try store.componentText(old.item) ?? []))
        if let before, let now, before.organizer?.email.lowercased() != now.organizer?.email.lowercased() {
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

  /// What a text says of an item, zones aside; nil where it says nothing.
  private static func item(_ text: [UInt8]) -> Item? {
    ComponentText.component(text).map { ItemReader.read($0) { _ in nil }.item }
  }

  // MARK: What came since

  /// The steps since a step that changed what it changed, so that it no longer is as the step left it.
  ///
  /// The text after a change is the next change's old text, or the item's text now: what was changed and
  /// changed back counts for nothing.
  private func changedSince(_ step: Int) throws(StoreError) -> [JournalStep] {
    var seen: Set<Int> = []
    var changed: Set<Int> = []
    var steps: Set<Int> = []
    try database.with(Self.laterItems) { (row) throws(StoreError) in
      row.bind(1, step)
      while try row.step() {
        let item = row.int(0)
        // The first change since tells how the step left the item.
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
    // Steps that were taken back in between only matter where nothing else does.
    let inForce = result.filter { $0.kind == .done && $0.state == .inForce }
    return inForce.isEmpty ? result : inForce
  }

  /// Later changes of the step's items, and of overrides of them, in order: the item, the step, and whether
  /// the item differs now from what it was before that change.
  private static let laterItems: SQL = """
    WITH own(id) AS (SELECT item FROM change WHERE step = ?1 AND subject = 0),
      reached(id) AS (
        SELECT id FROM own UNION SELECT o.id FROM item o WHERE o.master IN (SELECT id FROM own))
    SELECT c.item, c.step,
      CASE WHEN c.operation = 0 THEN i.id IS NOT NULL
        ELSE i.id IS NULL OR t.text IS NOT c.old_text OR coalesce(c.old_calendar, c.calendar) <> i.calendar END
    FROM change c LEFT JOIN item i ON i.id = c.item LEFT JOIN item_text t ON t.item = c.item
    WHERE c.seq > (SELECT max(seq) FROM change WHERE step = ?1) AND c.subject = 0
      AND c.item IN (SELECT id FROM reached) ORDER BY c.seq
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
      SELECT step, old_text FROM change WHERE seq > (SELECT max(seq) FROM change WHERE step = ?1)
        AND subject = ?2 AND item = ?3 ORDER BY seq
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
