import ICalendar

/// The result of an edit.
public struct EditOutcome: Sendable, Equatable {
  /// The step of the journal; nil when nothing changed.
  public var step: Int?
  /// The item created or changed, with the new key of the edited occurrence.
  public var target: ItemTarget
  /// The kind of item.
  public var kind: ItemKind
  /// The earlier part of a series split by the edit; nil without a split.
  public var previous: Int?
  /// The number of occurrences reached; nil when they are endless.
  public var reached: Int?
  /// The number of occurrences of the same series not reached; nil when they are endless.
  public var remaining: Int?
  /// The number of detached occurrences that no longer fitted and were dropped.
  public var dropped = 0
  /// The number of detached occurrences that kept own values.
  public var kept = 0
  /// The number of alarms dropped because the account keeps fewer.
  public var droppedAlarms = 0
  /// The next occurrence of a completed repeating reminder; nil when there is none.
  public var next: ItemTarget?
  /// Whether the item or occurrence was deleted.
  public var isDeleted = false
  /// Whether nothing was written, as no value changed.
  public var isUnchanged = false
}

/// The target and span of a change, and its description for the journal.
struct EditRequest {
  var target: ItemTarget
  var span: EditSpan?
  /// The expected revision of the target; nil to skip the check.
  var ifRevision: Int?
  var cause: String
  var now: Instant
}

/// Reads items of a store for editing and writes the results; every edit of an item goes through it.
public final class Workspace {
  /// The store.
  public let store: CalendarStore
  /// Which occurrences are indexed.
  private let policy: IndexingPolicy
  private var generator: any RandomNumberGenerator
  /// The user's addresses, in lower case; invitations from others cannot be edited.
  public var ownAddresses: Set<String> = []
  /// The access of the client; nil for the owner, who may do everything.
  public var access: AccessControl?
  /// Throws when something is in the way of a write that the store itself would wait for; nil where nothing can be.
  package var checkBeforeWriting: (() throws(EditError) -> Void)?
  /// The open batch of changes, and the states of earlier ones.
  var batches = BatchHistory()

  /// Creates a workspace on a store; `generator` makes UIDs.
  public init(
    _ store: CalendarStore, policy: IndexingPolicy = .standard,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.store = store
    self.policy = policy
    self.generator = generator
  }

  /// Runs `body` as one transaction and one step of the journal: all of it or nothing.
  ///
  /// With `keeping` false everything is rolled back at the end, as a dry run needs.
  public func asOneStep<Result>(
    _ cause: String, now: Instant, origin: JournalStep.Origin = .hand, keeping: Bool = true,
    _ body: () throws(EditError) -> Result
  ) throws(EditError) -> Result {
    try checkBeforeWriting?()
    return try store.inOneStep(
      cause, now: now, origin: origin, keeping: keeping, failure: EditError.store, body)
  }

  // MARK: Reading

  /// What edits in a calendar need to know.
  func context(calendar: Int, now: Instant) throws(EditError) -> EditContext {
    let plain = try storing { () throws(StoreError) in try store.zones(calendar: calendar, definitions: []) }
    return EditContext(
      now: now, stopSignal: store.stopSignal, newUID: newUID, plain: plain
    ) { [store] definitions in
      definitions.isEmpty ? plain : try? store.zones(calendar: calendar, definitions: definitions)
    }
  }

  /// A UID that nothing has yet (RFC 7986, 5.3: random, with nothing of the machine in it).
  package func newUID() -> String {
    RandomUID.make(&generator)
  }

  /// The object that a target belongs to; throws `item-gone`.
  public func object(of target: ItemTarget) throws(EditError) -> CalendarObject {
    let stored = try storing { () throws(StoreError) in try store.object(of: target.item) }
    guard let stored else { throw .itemGone("item \(PublicID.digits(for: target.item))") }
    return stored
  }

  /// An item or occurrence as it looks; throws `item-gone` and `occurrence-gone`.
  public func item(_ target: ItemTarget) throws(EditError) -> Item {
    try item(target, in: try self.object(of: target))
  }

  private func item(_ target: ItemTarget, in object: CalendarObject) throws(EditError) -> Item {
    if let key = target.key, object.isSeries || object.master == nil {
      guard let item = object.item(at: key) ?? object.overrides.first(where: { $0.key == key })?.item else {
        throw .occurrenceGone(key.text)
      }
      return item
    }
    guard let item = object.head?.item else {
      throw .itemGone("item \(PublicID.digits(for: target.item))")
    }
    return item
  }

  // MARK: Changing

  /// Saves an edit of an item or occurrence.
  ///
  /// A series without a span is refused with `span-required`. With `ifRevision` an item changed since then is
  /// refused with `stale`. Without `allowsNewDays` a move that makes a rule name other weekdays is refused
  /// with `days-change`.
  public func save(
    _ edit: ItemEdit, to target: ItemTarget, span: EditSpan?, ifRevision: Int? = nil,
    allowsNewDays: Bool = true, cause: String, now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in
      let request = EditRequest(target: target, span: span, ifRevision: ifRevision, cause: cause, now: now)
      return try saved(edit, request, allowsNewDays: allowsNewDays)
    }
  }

  func saved(
    _ edit: ItemEdit, _ request: EditRequest, isAnswer: Bool = false, allowsNewDays: Bool = true
  ) throws(EditError) -> EditOutcome {
    let target = request.target
    let (object, calendar) = try changeable(request)
    let span = try self.span(request.span, of: target, object)
    if !isAnswer { try checkInvitation(object) }
    let context = try context(calendar: calendar.id, now: request.now)
    let shown = try item(target, in: object)
    var edit = edit
    let rules = try rules(of: calendar)
    let dropped = try rules.prepare(&edit, over: shown)
    var whole = edit.applied(to: shown)
    // A detached occurrence has no rule, but its series still does.
    if span != .this, whole.recurrence == nil, !edit.fields.contains(.rules) {
      whole.recurrence = object.master?.item.recurrence
    }
    try rules.check(whole, over: shown, object: object, at: target.key)
    // Imported times may stay out of order; edited ones must be in order.
    if !edit.fields.isDisjoint(with: [.reminderStart, .due]) { try rules.checkDue(whole) }
    var plan = try SeriesEditor.save(edit, on: object, at: target.key, span: span, context)
    if isAnswer { plan.keepVersion(of: object) }
    for changed in plan.objects { try rules.check(changed, over: object) }
    if !allowsNewDays, !edit.fields.contains(.rules), let change = plan.newDays(of: object) { throw change }
    // A whole series keeps its id. An edited occurrence gets the key of its present slot.
    let named = target.key == nil ? target : ItemTarget(item: target.item, key: plan.key ?? target.key)
    var outcome = try write(plan, over: object, target: named, cause: request.cause, now: request.now)
    if !plan.objects.contains(where: \.isSeries), object.isSeries { outcome.target.key = nil }
    outcome.droppedAlarms = dropped
    return outcome
  }

  /// Removes an item, an occurrence, or an occurrence and all later ones.
  public func remove(
    _ target: ItemTarget, span: EditSpan?, ifRevision: Int? = nil, cause: String, now: Instant,
    keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in
      let (object, calendar) = try changeable(
        EditRequest(target: target, span: span, ifRevision: ifRevision, cause: cause, now: now))
      let span = try self.span(span, of: target, object)
      if span != .all || target.key != nil { _ = try item(target, in: object) }
      let context = try context(calendar: calendar.id, now: now)
      let plan = try SeriesEditor.remove(from: object, at: target.key, span: span, context)
      var outcome = try write(plan, over: object, target: target, cause: cause, now: now)
      outcome.isDeleted = true
      return outcome
    }
  }

  /// Reads and writes in one transaction, so that the data read cannot change in between.
  func change(
    _ cause: String, _ now: Instant, _ keeping: Bool, _ body: () throws(EditError) -> EditOutcome
  ) throws(EditError) -> EditOutcome {
    var outcome = try asOneStep(cause, now: now, keeping: keeping, body)
    if !keeping { outcome.step = nil }
    return outcome
  }

  /// Adds a new item to a calendar.
  public func add(
    _ item: Item, to calendar: Int, cause: String, now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in try added(item, calendar, cause, now) }
  }

  private func added(
    _ item: Item, _ calendar: Int, _ cause: String, _ now: Instant
  ) throws(EditError) -> EditOutcome {
    try access?.checkAdding(item.kind)
    // A client that may only add does not choose the calendar.
    let isWriteOnly = try access?.level(item.kind) == .writeOnly
    let calendar = isWriteOnly ? try defaultCalendar(for: item.kind).id : calendar
    let record = try writableCalendar(calendar)
    let rules = try rules(of: record)
    var item = item
    if item.uid == nil { item.uid = newUID() }
    var edit = ItemEdit(marking: item)
    let dropped = try rules.prepare(&edit, over: nil)
    item = edit.values
    item.uid = item.uid ?? newUID()
    try rules.check(item, object: nil, at: nil)
    try rules.checkDue(item)
    var fields = ItemField.said(by: item)
    if item.kind == .event { fields.formUnion([.start, .length]) }
    let component = ComponentEditor.apply(fields, of: item, to: nil, now: now)
    let context = try context(calendar: calendar, now: now)
    let member = CalendarObject.member(component, id: nil, key: nil, context: context)
    let object = CalendarObject(calendar: calendar, master: member)
    try rules.check(object)
    let plan = EditPlan(
      objects: [object], reached: object.occurrenceCount(until: store.stopSignal), remaining: 0)
    var outcome = try write(plan, over: nil, target: ItemTarget(item: 0), cause: cause, now: now)
    outcome.droppedAlarms = dropped
    try noteAdded(item.kind, to: calendar)
    return outcome
  }

  // MARK: Writing

  /// Writes a plan in one transaction: new, changed and deleted members.
  func write(
    _ plan: EditPlan, over old: CalendarObject?, target: ItemTarget, cause: String, now: Instant
  ) throws(EditError) -> EditOutcome {
    try checkBeforeWriting?()
    let kind = plan.objects.first?.kind ?? old?.kind ?? .event
    var outcome = EditOutcome(
      step: nil, target: target, kind: kind, reached: plan.reached, remaining: plan.remaining)
    outcome.dropped = plan.dropped
    outcome.kept = plan.kept
    let written = try storing { () throws(StoreError) in
      try store.write(plan.objects, replacing: old, cause: cause, now: now, policy: policy)
    }
    outcome.step = written.step
    outcome.isUnchanged = written.step == nil
    if plan.isSplit, let tail = written.objects.last?.head?.id {
      outcome.previous = target.item
      outcome.target.item = tail
    } else if target.item == 0, let head = written.objects.first?.head?.id {
      outcome.target.item = head
    }
    return outcome
  }

  /// The revision of a target, for comparison with `ifRevision`; nil for an item that is not stored.
  public func revision(of target: ItemTarget, in object: CalendarObject) -> Int? {
    let member = target.key.flatMap { object.override(at: $0) } ?? object.head
    return member?.id == nil ? nil : member?.revision
  }

  /// Returns the object of a change and its calendar, after checking access and revision.
  func changeable(
    _ request: EditRequest
  ) throws(EditError) -> (object: CalendarObject, calendar: CalendarRecord) {
    let object = try self.object(of: request.target)
    try access?.checkChanging(object.kind)
    try check(object, request.target, request.ifRevision)
    return (object, try writableCalendar(object.calendar))
  }

  func check(_ object: CalendarObject, _ target: ItemTarget, _ revision: Int?) throws(EditError) {
    guard let revision, let present = self.revision(of: target, in: object) else { return }
    if present != revision {
      throw .stale(id: PublicID.text(object.kind.prefix, target.item), expected: revision, present: present)
    }
  }

  private func span(
    _ span: EditSpan?, of target: ItemTarget, _ object: CalendarObject
  ) throws(EditError) -> EditSpan {
    guard object.isSeries else { return .all }
    let title = object.master?.item.title ?? ""
    guard let span else { throw .spanRequired(title: title) }
    if span == .this, target.key == nil {
      let examples = object.series.map { series in
        series.occurrences(from: nil, to: nil).prefix(3).map {
          PublicID.text(object.kind.prefix, target.item) + "/" + $0.key.text
        }
      }
      throw .needsOccurrence(title: title, examples: examples ?? [])
    }
    return span
  }

  // MARK: Calendars

  /// All calendars.
  public func calendars() throws(EditError) -> [CalendarRecord] {
    try storing { () throws(StoreError) in try store.calendars() }
  }

  /// A calendar; nil when it does not exist.
  public func calendar(_ id: Int) throws(EditError) -> CalendarRecord? {
    try calendars().first { $0.id == id }
  }

  /// A calendar that items may be written to.
  func writableCalendar(_ id: Int) throws(EditError) -> CalendarRecord {
    guard let calendar = try calendar(id) else { throw .noCalendar }
    if !calendar.isWritable { throw .calendarReadOnly(calendar.title) }
    return calendar
  }

  /// The rules of a calendar and its account.
  func rules(of calendar: CalendarRecord) throws(EditError) -> ItemRules {
    let source = try storing { () throws(StoreError) in try store.sources().first { $0.id == calendar.source }
    }
    return ItemRules(calendar: calendar, source: source ?? SourceRecord(id: 0, title: "", kind: .local))
  }
}
