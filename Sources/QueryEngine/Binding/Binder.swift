/// The purpose of an answer; it decides the scope of a query without a range.
public enum QueryPurpose: Hashable, Sendable {
  case answer
  /// Whole items for a file; without a range, all of them.
  case export
  /// An answer that includes completed reminders, for reopening or looking one up.
  case evenDone
}

/// Resolves the names, dates and values of a query.
struct Binder {
  let context: QueryContext
  let catalog: Catalog
  var resolver: DateResolver
  var notes: [Note] = []
  var noun: Noun = .events

  /// Whether the store's calendars define a zone of that name.
  private let knowsZone: (String) -> Bool
  /// The store's sets of calendars.
  let sets: [CalendarSetRecord]

  init(
    _ context: QueryContext, _ catalog: Catalog, knowsZone: @escaping (String) -> Bool = { _ in false },
    sets: [CalendarSetRecord] = []
  ) {
    self.context = context
    self.catalog = catalog
    self.knowsZone = knowsZone
    self.sets = sets
    resolver = DateResolver(context)
    resolver.reachesEnd = true
  }

  /// Resolves a query.
  mutating func bind(
    _ query: QuerySyntax, aggregate: AggregateCallSyntax? = nil, purpose: QueryPurpose = .answer
  ) throws(BindingError) -> BoundQuery {
    let (query, cityNote) = CityZone(catalog, context.zones).applied(to: query)
    if let cityNote { notes.append(cityNote) }
    noun = query.noun
    var parts: [ItemPredicate] = []
    let calendars = try calendars(query)
    if let calendars { parts.append(.calendar(calendars.map { NamedRow(id: $0.id, name: name($0)) })) }
    for (flag, isNegated, _) in query.flags {
      let predicate = self.predicate(flag)
      parts.append(isNegated ? .not(predicate) : predicate)
    }
    for (field, when) in query.dateFields { parts.append(try dateTest(field, when)) }
    if let text = query.text { parts.append(.anyText(TextTest(.contains, text))) }
    // The rows of `busy` are blocks, and conditions are about them.
    if let condition = query.condition, noun != .busy { parts.append(try predicate(condition)) }
    let takesTime = noun == .busy || noun == .conflicts
    let countsReminders = takesTime && parts.count == (calendars == nil ? 0 : 1) && context.seesReminders
    if takesTime { parts.append(.busy) }
    if noun == .reminders, purpose == .answer, !query.asksForEverything,
      !parts.contains(where: \.saysCompletion)
    {
      parts.append(predicate(.open))
      notes.append(.openReminders)
    }
    let conditions = ItemPredicate.all(of: parts).simplified()
    let (scope, range) = try scope(query, conditions, purpose)

    var predicate = conditions.replacingOverlap(range?.timeRange ?? .always)
    var occurrencePredicate = ItemPredicate.all
    if let range, !range.isAnytime {
      let relation = query.when?.relation ?? .overlapping
      switch scope {
      case .occurrences:
        let window = takesTime ? range.timeRange.extended(by: BusyTime.reach) : range.timeRange
        predicate = (predicate && .time(relation, window)).simplified()
      case .series: occurrencePredicate = .time(relation, range.timeRange)
      case .items where noun == .reminders, .completions where query.when != nil:
        predicate = (predicate && .date(.due, range.timeRange)).simplified()
      case .items, .completions, .named, .alarms, .catalog, .next: break
      }
    }
    if scope == .next { notes.append(.nextOccurrences) }
    let projection = Projection(binder: self, query: query, aggregate: aggregate)
    let (shape, sort) = try projection.bind()
    let most = try query.limit.map { (limit) throws(BindingError) in try number(limit.count) }
    let skipped = try query.limit?.offset.map { (offset) throws(BindingError) in try number(offset) }
    let having = try query.groupCondition.map { (condition) throws(BindingError) in
      GroupCondition(
        predicate: try groupPredicate(condition) { (column) throws(BindingError) in
          try projection.column(column, isIn: shape)
        }, text: condition.description)
    }
    let blocks =
      noun == .busy
      ? try query.condition.map { (condition) throws(BindingError) in
        try groupPredicate(condition) { (column) throws(BindingError) in try projection.plainColumn(column) }
      } : nil
    var bound = BoundQuery(
      noun: noun, scope: scope, predicate: predicate, occurrencePredicate: occurrencePredicate, range: range,
      calendars: scope == .catalog ? calendars.map { Set($0.map(\.id)) } : predicate.calendars,
      having: having, blocks: blocks,
      countsReminders: countsReminders, sort: sort, limit: most,
      offset: skipped ?? 0, shape: shape, notes: unique(notes + resolver.notes),
      format: query.format)
    if bound.measuresLengths, !parts.contains(where: \.saysWholeDays) { bound.measureTimedAlone() }
    return bound
  }

  /// Resolves `free`: the events that take time, and the terms of the slots between them.
  mutating func bind(_ slots: SlotsSyntax) throws(BindingError) -> BoundQuery {
    var clauses: [ClauseSyntax] = []
    var terms = SlotTerms(length: SlotTerms.usualLength)
    if let length = slots.length {
      terms.length = try resolver.duration(length).nominalSeconds
      guard terms.length > 0 else {
        throw BindingError(
          .badValue(length.description, field: "free", expected: "a length such as 45m"), at: length.range)
      }
    } else {
      notes.append(.usualSlots)
    }
    for clause in slots.clauses {
      switch clause.kind {
      case .when(let when): clauses.append(ClauseSyntax(.when(when), range: clause.range))
      case .include(let scope): clauses.append(ClauseSyntax(.include(scope), range: clause.range))
      case .exclude(let names): clauses.append(ClauseSyntax(.exclude(names), range: clause.range))
      case .limit(let count): clauses.append(ClauseSyntax(.limit(count, offset: nil), range: clause.range))
      case .format(let format): clauses.append(ClauseSyntax(.format(format), range: clause.range))
      case .days(let days): terms.days = Set(days)
      case .timed: clauses.append(ClauseSyntax(.flag(.timed, negated: false), range: clause.range))
      case .hours(let from, let to):
        terms.hours = ClockRange(
          from: from.secondOfDay, to: to.secondOfDay,
          zone: try (from.zone ?? to.zone).map { (zone) throws(BindingError) in try resolver.zone(zone) })
      }
    }
    var bound = try bind(QuerySyntax(.busy, clauses, range: slots.range))
    // Due reminders take time even with `timed`.
    bound.countsReminders = context.seesReminders
    bound.slots = terms
    if let end = bound.range?.end, end <= context.now, let when = clauses.first {
      throw BindingError(.slotsArePast, at: when.range)
    }
    return bound
  }

  /// The number of `limit` or `offset`.
  ///
  /// Capped at 2^60: no answer has more rows, and the sum of two such numbers does not overflow.
  private func number(_ syntax: CountSyntax) throws(BindingError) -> Int {
    let most = 1 << 60
    switch syntax {
    case .number(let number): return min(number, most)
    case .parameter(let name, let range):
      let text = try context.text(of: name, at: range.value)
      guard let number = Int(text), number >= 0 else {
        throw BindingError(
          .badValue(text, field: "$" + name, expected: ParameterType.integer.phrase), at: range.value)
      }
      return min(number, most)
    }
  }

  private func unique(_ notes: [Note]) -> [Note] {
    var seen: Set<Note> = []
    return notes.filter { seen.insert($0).inserted }
  }

  /// The zone's name as items have it; nil if neither `context.zones` nor the store defines the zone.
  func zoneName(_ name: String) -> String? {
    context.zones.zone(named: name)?.identifier ?? (knowsZone(name) ? name : nil)
  }

  // MARK: Ranges

  /// The range that a query states: its range, else that of its first date field, else the default.
  mutating func range(of query: QuerySyntax) throws(BindingError) -> ResolvedRange {
    let isOpen = query.noun == .reminders
    if let when = query.when {
      return try resolver.resolve(when.time, ends: isOpen ? .open : .bounded, includesEnd: isOpen)
    }
    if let (field, when) = query.dateFields.first, let name = DateField(field.name) {
      return try resolver.resolve(when.time, ends: .open, lean: Self.lean(name), includesEnd: true)
    }
    return isOpen ? .anytime : try resolver.defaultRange()
  }

  /// The scope and the range of the query.
  private mutating func scope(
    _ query: QuerySyntax, _ conditions: ItemPredicate, _ purpose: QueryPurpose
  ) throws(BindingError) -> (QueryScope, ResolvedRange?) {
    switch noun {
    case .alarms: return (.alarms, try alarmRange(query, conditions))
    case .events: return try eventScope(query, conditions, purpose)
    case .busy, .conflicts: return (.occurrences, try boundedRange(of: query))
    case .reminders:
      let range = try query.when.map { (when) throws(BindingError) in
        try resolver.resolve(when.time, ends: .open, includesEnd: true)
      }
      if let references = conditions.references { return (.named(references), range) }
      return (conditions.requiresCompletion ? .completions : .items, range ?? .anytime)
    case .series:
      if let when = query.when {
        let range = try resolver.resolve(when.time, ends: .bounded)
        return range.isAnytime ? (.items, range) : (.series, range)
      }
      if let references = conditions.references { return (.named(references), .anytime) }
      return (.items, .anytime)
    case .calendars, .sources:
      if let when = query.when { throw BindingError(.rangeNotAllowed(noun), at: when.range) }
      return (.catalog, nil)
    }
  }

  /// The range in which alarms are searched; as alarms of series ring without end, all of time is a
  /// year each way.
  ///
  /// Without a range, due alarms are searched `AlarmRow.memory` back from now.
  private mutating func alarmRange(
    _ query: QuerySyntax, _ conditions: ItemPredicate
  ) throws(BindingError) -> ResolvedRange {
    if query.when == nil, query.dateFields.isEmpty, conditions.requiresDue {
      return ResolvedRange(
        start: context.now.adding(seconds: -AlarmRow.memory), end: context.now.adding(seconds: 1))
    }
    return try boundedRange(of: query)
  }

  /// A range with two ends; as series may have no end, an open end lies a year from now or the other end.
  private mutating func boundedRange(of query: QuerySyntax) throws(BindingError) -> ResolvedRange {
    var range = try self.range(of: query)
    if range.start == nil || range.end == nil {
      let (now, year) = (context.now, CalendarDuration(days: 366))
      let start = try resolver.moved(min(now, range.end ?? now), by: -year, query.nounRange)
      let end = try resolver.moved(max(now, range.start ?? now), by: year, query.nounRange)
      range = ResolvedRange(start: range.start ?? start, end: range.end ?? end)
      notes.append(Note("open-range", "range: \(range.text(in: context.zone))", kind: .range))
    }
    return range
  }

  private mutating func eventScope(
    _ query: QuerySyntax, _ conditions: ItemPredicate, _ purpose: QueryPurpose
  ) throws(BindingError) -> (QueryScope, ResolvedRange) {
    if let when = query.when {
      let range = try resolver.resolve(when.time, ends: .bounded)
      return (range.isAnytime ? .items : .occurrences, range)
    }
    if let references = conditions.references { return (.named(references), .anytime) }
    if purpose == .export { return (.items, .anytime) }
    if conditions.isLookup {
      if conditions.namesItems { return (.items, .anytime) }
      // Conditions that bound the time on both sides are a range.
      let window = conditions.timeBounds.eventWindow
      if let from = window.from, let to = window.to {
        return (.occurrences, ResolvedRange(start: Instant(seconds: from), end: Instant(seconds: to)))
      }
      return (.next, .anytime)
    }
    if let range = try boundedRange(conditions.timeBounds.eventWindow) { return (.occurrences, range) }
    return (.occurrences, try resolver.defaultRange())
  }

  /// The range that conditions on `start` and `end` alone define; nil without such conditions.
  private mutating func boundedRange(_ window: SecondBounds) throws(BindingError) -> ResolvedRange? {
    let length = CalendarDuration(days: max(0, context.rangeDays))
    let range: ResolvedRange
    switch (window.from, window.to) {
    case (nil, nil): return nil
    case (let from?, let to?):
      return ResolvedRange(start: Instant(seconds: from), end: Instant(seconds: to))
    case (let from?, nil):
      let start = Instant(seconds: from)
      range = ResolvedRange(start: start, end: try resolver.moved(max(start, context.now), by: length, .none))
    case (nil, let to?):
      let end = Instant(seconds: to)
      if end <= context.now { return nil }
      range = ResolvedRange(start: context.now, end: end)
    }
    notes.append(Note("open-range", "range: \(range.text(in: context.zone))", kind: .range))
    return range
  }
}

extension Note {
  /// Says that completed reminders are left out.
  public static let openReminders = Note(
    "open-reminders", "open reminders only; `reminders all` has the rest", kind: .footnote)

  /// Says which length of free time was taken, as none was written.
  static let usualSlots = Note(
    "usual-slots", "at least 30m each; `free 1h` asks for longer ones", kind: .footnote)

  /// Says that a series is one row.
  public static let nextOccurrences = Note(
    "next-occurrences", "a series once, at its next or last occurrence; a range lists them all",
    kind: .footnote)

  /// Says that whole days were left out of lengths, and how they are asked for.
  static func timedLengths(_ flag: String) -> Note {
    Note("timed-lengths", "lengths of timed events only; `\(flag)` has those of whole days", kind: .footnote)
  }
}

extension BoundQuery {
  /// Leaves whole days out of lengths: of rows each by itself, of busy time and conflicts before they are made of
  /// events.
  fileprivate mutating func measureTimedAlone() {
    if isAboutTime {
      predicate = (predicate && .not(.allDay)).simplified()
    } else {
      measuresTimed = true
    }
    notes.append(.timedLengths(isAboutTime ? "allday" : "where allday"))
  }

  /// Whether lengths of events are aggregated or compared over groups.
  fileprivate var measuresLengths: Bool {
    guard noun == .events || noun == .series || isAboutTime, case .groups(_, let columns) = shape else {
      return false
    }
    let contents = columns.map(\.content) + sort.map(\.content) + (having?.predicate.columns ?? [])
    return contents.contains(where: \.measuresLength)
  }
}

extension ColumnContent {
  /// Whether it aggregates lengths of events.
  var measuresLength: Bool {
    switch self {
    case .aggregate(.function(_, .duration)), .aggregate(.function(_, .overlap)): true
    case .aggregate, .field, .bucket: false
    }
  }
}

extension ItemPredicate {
  /// Whether the condition tests for whole days.
  fileprivate var saysWholeDays: Bool { containsLeaf { $0 == .allDay } }

  /// Whether only rows found by id, UID or text search can pass, so that a query needs no range.
  var isLookup: Bool {
    switch self {
    case .anyText, .identity: return true
    case .text(.uid, let test):
      switch test.operation {
      case .equals, .exactly: return true
      case .contains, .startsWith, .endsWith, .has, .like: return false
      }
    case .and(let parts): return parts.contains(where: \.isLookup)
    case .or(let parts): return parts.allSatisfy(\.isLookup)
    default: return false
    }
  }

  /// Whether a lookup is by ids or UIDs, and not by a text that may stand in any item.
  fileprivate var namesItems: Bool {
    conjuncts.contains { part in
      switch part {
      case .identity, .text(.uid, _): true
      case .or(let parts): part.isLookup && parts.contains(where: \.namesItems)
      default: false
      }
    }
  }

  /// Whether the condition tests completion, status or an id, so that it may ask for completed
  /// reminders.
  fileprivate var saysCompletion: Bool {
    containsLeaf { leaf in
      switch leaf {
      case .completed, .status, .overdue, .identity, .date(.completed, _), .part(.completed, _),
        .isEmpty(.completed), .text(.uid, _), .text(.id, _):
        true
      default: false
      }
    }
  }

  /// The texts that a row was found by: those of searches outside any `not`.
  var searches: [TextTest] {
    switch self {
    case .anyText(let test): [test]
    case .and(let parts), .or(let parts): parts.flatMap(\.searches)
    default: []
    }
  }

  /// The items that the condition names by id; nil if other items can pass.
  var references: [ItemTarget]? {
    for part in conjuncts {
      switch part {
      case .identity(let reference): return [reference]
      case .or(let parts):
        let references = parts.compactMap { part -> ItemTarget? in
          if case .identity(let reference) = part { reference } else { nil }
        }
        if references.count == parts.count { return references }
      default: continue
      }
    }
    return nil
  }

  /// Whether only completed reminders pass.
  var requiresCompletion: Bool {
    conjuncts.contains { part in
      switch part {
      case .completed, .date(.completed, _): true
      default: false
      }
    }
  }

  /// Whether only alarms that are due pass.
  var requiresDue: Bool {
    conjuncts.contains { if case .due = $0 { true } else { false } }
  }

  /// The condition with the query's range in its tests of `overlap`.
  func replacingOverlap(_ range: TimeRange) -> ItemPredicate {
    mapLeaves { leaf in
      if case .overlap(_, let comparison, let length) = leaf {
        .overlap(range, comparison, length)
      } else {
        leaf
      }
    }
  }
}
