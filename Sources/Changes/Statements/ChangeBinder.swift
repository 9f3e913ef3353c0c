/// A new item, resolved from `add`.
public struct BoundAddition: Sendable {
  /// The item to save.
  public var item: Item
  /// The named calendar; nil for the default calendar.
  public var calendar: CalendarRecord?
  /// Whether alarms were named, so that no default alarm is added.
  public var hasAlarms = false
}

/// Changes of an item, resolved from `edit … set`.
public struct BoundEdit: Sendable {
  /// The new values.
  public var edit: ItemEdit
  /// The calendar to move into; nil if the item stays.
  public var calendar: CalendarRecord?
}

/// The targets of a change.
public struct BoundTargets: Sendable {
  /// Each once, in the order written or returned by the query.
  public var targets: [ItemTarget]
  /// Whether they are the rows of a query, so that a person should confirm.
  public var isQuery: Bool
  /// The matches of a searched text, by target.
  public var matches: [ItemTarget: SearchMatch] = [:]
}

/// Resolves the dates, names and values of statements that change items.
///
/// Guesses are reported in `notes`.
public struct ChangeBinder {
  let context: QueryContext
  let catalog: Catalog
  let store: CalendarStore
  var resolver: DateResolver
  /// Notes on how the statement was understood.
  public internal(set) var notes: [Note] = []
  /// Whether an end before its start is exchanged with it, as in forms, whose review shows
  /// it; else it is an error.
  public var exchangesTimes = false
  /// Whether a day alone as a start keeps the clock time of a timed event; a form asks for the
  /// time itself.
  public var keepsClock = true
  /// Whether the change is to a whole series, whose times are on a clock: hours move the clock time and
  /// are not elapsed time, and the first of two equal times is taken.
  public var movesOnClock = false

  /// A binder for one statement.
  public init(context: QueryContext, store: CalendarStore) throws(QueryError) {
    self.context = context
    self.store = store
    catalog = try reading { () throws(StoreError) in try Catalog(store).known(by: context) }
    resolver = DateResolver(context)
  }

  /// Runs a part of the binding and rethrows its faults as diagnostics.
  mutating func binding<Result>(
    _ body: (inout ChangeBinder) throws(BindingError) -> Result
  ) throws(QueryError) -> Result {
    do throws(BindingError) {
      let result = try body(&self)
      for note in resolver.notes where !notes.contains(note) { notes.append(note) }
      return result
    } catch {
      throw .rejected(error.diagnostic)
    }
  }

  // MARK: Names

  /// The calendar with a name.
  public mutating func calendar(_ name: NameSyntax) throws(QueryError) -> CalendarRecord {
    try binding { (binder) throws(BindingError) in try binder.catalog.calendar(named: name) }
  }

  /// The source with a name.
  public mutating func source(_ name: NameSyntax) throws(QueryError) -> SourceRecord {
    try binding { (binder) throws(BindingError) in try binder.catalog.source(named: name) }
  }

  /// The name that identifies a calendar uniquely.
  public func name(of calendar: CalendarRecord) -> String { catalog.name(of: calendar) }

  /// A moment; for whole days, their beginning.
  public mutating func moment(_ date: DateSyntax) throws(QueryError) -> Instant {
    try binding { (binder) throws(BindingError) in
      try binder.resolver.moment(date, lean: .backward)
    }
  }

  /// The moment a positive length from now; `field` is the field that the length is for.
  public mutating func moment(after length: DurationSyntax, for field: String) throws(QueryError) -> Instant {
    try binding { (binder) throws(BindingError) in
      let now = binder.context.now
      let moment = try binder.resolver.moved(now, by: try binder.resolver.duration(length), length.range)
      guard moment > now else {
        throw BindingError(
          .badValue(Printer().text(length), field: field, expected: "a second or more, such as 10m"),
          at: length.range)
      }
      return moment
    }
  }

  func text(_ syntax: TextSyntax) throws(BindingError) -> String {
    switch syntax.kind {
    case .literal(let text): return text
    case .parameter(let name): return try context.text(of: name, at: syntax.range)
    }
  }

  // MARK: Targets

  /// The items that a target names; `rows` are those of the result last shown.
  ///
  /// A query leaves out completed reminders, unless it or the purpose asks for them. A title is that of one open item of
  /// the kind, of either kind without one; else it is an error.
  public mutating func targets(
    _ syntax: TargetSyntax, rows: [ItemTarget?], last: ItemTarget?, of kind: ItemKind? = nil,
    purpose: QueryPurpose = .answer
  ) throws(QueryError) -> BoundTargets {
    try checkExact(syntax)
    switch syntax.kind {
    case .references(let references):
      var targets: [ItemTarget] = []
      for reference in references {
        let target = try target(reference, rows)
        if !targets.contains(target) { targets.append(target) }
      }
      return BoundTargets(targets: targets, isQuery: false)
    case .last:
      guard let last else { throw .rejected(BindingError(.nothingLast, at: syntax.range).diagnostic) }
      return BoundTargets(targets: [last], isQuery: false)
    case .title(let title):
      let found = try items(titled: title, of: kind, purpose: purpose)
      guard let item = found.only else { throw rejected(found, at: syntax.range) }
      return BoundTargets(targets: [item.target], isQuery: false)
    case .query(let query):
      return try answer(query, purpose)
    }
  }

  private func target(
    _ reference: ReferenceSyntax, _ rows: [ItemTarget?]
  ) throws(QueryError) -> ItemTarget {
    switch reference {
    case .row(let number, let range):
      guard number >= 1, number <= rows.count, let target = rows[number - 1] else {
        throw .rejected(BindingError(.noSuchRow(number, count: rows.count), at: range.value).diagnostic)
      }
      return target
    case .item(let identifier): return try target(identifier)
    }
  }

  /// The item of an id; an occurrence must have a form that an original start can have.
  private func target(_ identifier: IdentifierSyntax) throws(QueryError) -> ItemTarget {
    func refused(_ problem: BindingProblem) -> QueryError {
      .rejected(BindingError(problem, at: identifier.range).diagnostic)
    }
    guard let target = ItemTarget(id: identifier.text) else { throw refused(.notAnItem(identifier.text)) }
    let prefix = IDPrefix.allCases.first { identifier.text.lowercased().hasPrefix($0.rawValue + ":") }
    guard let record = try record(target) else { throw refused(.unknownItem(identifier.text)) }
    if record.kind.prefix != prefix {
      throw refused(
        .otherKind(identifier.text, right: target.id(record.kind), isReminder: record.kind == .reminder))
    }
    // The number of an override means its occurrence.
    if let master = record.master { return ItemTarget(item: master, key: target.key ?? record.key) }
    return target
  }

  /// The record of what a target is of; nil where there is none.
  func record(_ target: ItemTarget) throws(QueryError) -> ItemRecord? {
    try reading { () throws(StoreError) in try store.record(target.item) }
  }

  mutating func answer(_ query: QuerySyntax, _ purpose: QueryPurpose = .answer) throws(QueryError)
    -> BoundTargets
  {
    let bound = try Engine(store, context).bind(query, purpose: purpose)
    var result = try Engine(store, context).run(bound)
    var found = BoundTargets(targets: [], isQuery: true)
    var seen: Set<ItemTarget> = []
    while let row = try result.next() {
      guard let target = row.target else { continue }
      guard seen.insert(target).inserted else { continue }
      found.targets.append(target)
      // Each target is read, shown and changed as a whole.
      try RowBudget.check(found.targets.count, most: RowBudget.mostWhole)
      if let match = row.item?.match { found.matches[target] = match }
    }
    if let all = bound.withDone { try noteDone(all, found.targets.count) }
    return found
  }

  /// Notes how many completed reminders a change leaves unchanged.
  private mutating func noteDone(_ all: BoundQuery, _ open: Int) throws(QueryError) {
    var result = try Engine(store, context).run(all)
    guard case .group(let values)? = try result.next(), case .integer(let count)? = values.first, count > open
    else { return }
    let rest = count - open
    notes.append(
      Note(
        "done-reminders",
        "\(rest) done or called off \(rest == 1 ? "stays as it is" : "stay as they are"); `reminders all` means all"
      ))
  }
}
