/// Weighs the access paths of a query and chooses the cheapest.
///
/// Answers never depend on the choice: each path returns at least the rows that pass, and
/// the residual drops the others.
struct Planner {
  let store: CalendarStore
  let statistics: StoreStatistics
  let estimator: Estimator
  /// Whether the text index is asked even if other paths are cheap; tests compare all paths.
  let weighsAll: Bool
  /// How much to estimate for an access path without alternatives.
  private let estimates: PlanEstimates

  init(_ store: CalendarStore, weighsAll: Bool = false, estimates: PlanEstimates = .none) throws(StoreError) {
    self.store = store
    self.weighsAll = weighsAll
    self.estimates = estimates
    statistics = try store.statistics()
    estimator = Estimator(store: store, statistics: statistics)
  }

  /// Below this cost the text index is not asked: searching its words would cost more.
  static let cheapEnough = 500.0

  /// Above this cost some records are sampled for conditions that no statistic covers.
  private static let worthTrying = 10_000

  /// The plan of a query.
  func plan(_ query: BoundQuery) throws(StoreError) -> QueryPlan {
    if query.isNeverTrue {
      let nothing = AccessCandidate(path: .nothing, rows: 0, cost: 0, isOrdered: true)
      return plan(query, [nothing], choosing: 0)
    }
    let window = try eventWindow(query)
    var known = Estimator.Knowledge()
    var candidates = try paths(query, window, known)
    if query.isSearched {
      candidates += lookups(query)
      let searched = searchedWord(query.predicate.conjuncts)
      var found: AccessCandidate?
      func weigh() throws(StoreError) {
        candidates = try paths(query, window, known) + lookups(query) + [found].compactMap { $0 }
      }
      func isDear(_ cost: Int) -> Bool {
        window != nil && query.noun != .reminders && candidates.count > 1
          && candidates.allSatisfy { $0.cost >= cost }
      }
      if let searched {
        (found, known.text) = try textLookup(
          query, window, searched, rows: Double(candidates.first?.rows ?? 0),
          cheapest: candidates.map(\.cost).min() ?? 0)
        // The number of items with the text tells how soon other paths reach a limit.
        if known.text != nil { try weigh() }
        if case .text(_, let items)? = found?.path, query.rowsNeeded != nil, isDear(Self.worthTesting) {
          let share = try estimator.share(of: items, passing: searched.condition)
          known.text = known.text.map { $0 * share }
          try weigh()
        }
      }
      let unknown = query.predicate.conjuncts.filter {
        $0.isAboutRecords && !(found != nil && $0 == searched?.condition)
      }
      if !unknown.isEmpty, isDear(Self.worthTrying) {
        known = try estimator.trying(unknown, known)
        try weigh()
      }
    }
    candidates.sort { $0.cost < $1.cost }
    return plan(query, candidates, choosing: 0)
  }

  /// The estimates for a query's window of events; nil if it has no window, or only one path
  /// whose cost is not asked for.
  private func eventWindow(_ query: BoundQuery) throws(StoreError) -> Estimator.Window? {
    switch query.scope {
    case .occurrences, .series:
      if !isScannable(query), !mayBeFound(query), bound(query) != nil { return nil }
      return try estimator.events(query.eventWindow, calendars: query.calendars)
    case .items, .next, .completions, .named, .alarms, .catalog: return nil
    }
  }

  /// Whether a scan of the items may cost less than reading all occurrences.
  private func isScannable(_ query: BoundQuery) -> Bool {
    query.calendars != nil || query.predicate.conjuncts.contains(where: \.isAboutRecords)
  }

  /// The paths that the query's scope and range allow.
  func paths(
    _ query: BoundQuery, _ found: Estimator.Window?, _ known: Estimator.Knowledge
  ) throws(StoreError) -> [AccessCandidate] {
    func points(_ path: AccessPath, _ lanes: [IndexLane], _ window: SecondBounds) throws(StoreError)
      -> AccessCandidate
    {
      candidate(query, path, try estimator.points(lanes, window, calendars: query.calendars), known)
    }
    switch query.scope {
    case .alarms:
      let range = query.range?.timeRange
      let window = SecondBounds(from: range?.from?.seconds, to: range?.to?.seconds)
      let found = try estimator.events(window, calendars: nil)
      return [
        AccessCandidate(
          path: .alarms(window), rows: Int(found.rows.rounded()), cost: Int(found.rows * PlanCost.record),
          isOrdered: isNatural(query))
      ]
    case .catalog:
      let rows = query.noun == .sources ? try store.sources().count : try store.calendars().count
      return [AccessCandidate(path: .catalog, rows: rows, cost: 0, isOrdered: isNatural(query))]
    case .named(let references):
      return [
        lookup(query, .references(references), references.count)
      ]
    case .completions:
      return [
        try points(
          .completedWindow(query.predicate.timeBounds.completed), [.completed],
          query.predicate.timeBounds.completed)
      ]
    case .occurrences, .series:
      let path = AccessPath.eventWindow(query.eventWindow)
      guard let found else {
        // A path without alternatives needs no weighing.
        let isOrdered = path.isInTimeOrder(query) && isNatural(query)
        return [AccessCandidate(path: path, rows: 0, cost: bound(query) ?? 0, isOrdered: isOrdered)]
      }
      let byTime = candidate(query, path, found, known)
      return isScannable(query) ? [byTime, try scan(query, found, known, rival: byTime.cost)] : [byTime]
    case .items, .next:
      guard query.noun == .reminders else { return [try scan(query, Estimator.Window(), known)] }
      let all = Estimator.Window(starting: Double(statistics.count(of: .reminder)))
      var result = [candidate(query, .allReminders, all, known)]
      let due = query.predicate.timeBounds.due
      if !due.isOpen { result.append(try points(.dueWindow(due), [.dueInstant, .dueWall], due)) }
      if query.predicate.conjuncts.contains(.undated) {
        let undated = Estimator.Window(starting: Double(statistics.undatedReminders))
        result.append(candidate(query, .undated, undated, known))
      }
      return result
    }
  }

  /// An upper bound of the cost of a window of events, if it suffices; nil if the cost must be estimated.
  private func bound(_ query: BoundQuery) -> Int? {
    let lanes = [IndexLane.eventInstant, .eventWall]
    func sum(_ counts: [IndexLane: Int]) -> Int { lanes.reduce(0) { $0 + counts[$1, default: 0] } }
    switch estimates {
    case .none: return 0
    case .full: return nil
    case .bounds:
      // Series may go on without end: the bound covers an examination of each and a few rows.
      guard let rows = query.rowsNeeded, isNatural(query),
        residual(query, .eventWindow(query.eventWindow)) == .all
      else { return nil }
      let series = sum(statistics.lazilyExpanded) + sum(statistics.partlyMaterialized)
      let most = Double(sum(statistics.indexed)) + Double(series) * PlanCost.series + rows * PlanCost.record
      return most <= Self.smallStore ? Int(most) : nil
    }
  }

  /// A store that costs no more than this to read needs no estimate.
  private static let smallStore = 2_000.0

  /// A path that returns rows in time order, read as far as they are needed.
  private func candidate(
    _ query: BoundQuery, _ path: AccessPath, _ window: Estimator.Window, _ known: Estimator.Knowledge
  ) -> AccessCandidate {
    let isOrdered = path.isInTimeOrder(query) && isNatural(query)
    let residual = residual(query, path)
    let rows = window.rows
    let fixed = window.series * PlanCost.series + window.searched
    let grouping = query.groupingMethod(path, residual)
    if grouping == .totals {
      let cost = fixed + window.atEnds + window.expanded * PlanCost.expansion
      return AccessCandidate(path: path, rows: Int(rows.rounded()), cost: Int(cost), isOrdered: isOrdered)
    }
    // Conditions that the occurrence does not decide read the record of each row that passed the others.
    let isBare = query.noun != .reminders && query.scope == .occurrences
    let early = isBare ? residual.conjuncts.filter { !$0.needsRecord } : []
    let late = isBare ? residual.conjuncts.filter(\.needsRecord) : residual.conjuncts
    let tested = rows * estimator.selectivity(.all(of: early), in: window, text: known.text)
    let part = estimator.passing(late, in: window, known)
    var given = tested * part.likely
    let read = isOrdered ? Self.read(query, of: tested * part.surely) : 1
    if isOrdered, let limit = query.rowsNeeded { given = min(given, limit) }
    let scanned = window.starting + window.expanded * PlanCost.expansion
    let isShown = query.takesRecords && grouping == .rows
    let looked = late.isEmpty ? isShown ? given : 0 : tested * read
    let records = isBare ? estimator.items(of: looked, in: window) : looked
    let cost = fixed + read * scanned + records * PlanCost.record + (looked - records)
    return AccessCandidate(
      path: path, rows: Int(rows.rounded()), cost: Int(min(cost, 1e15)), isOrdered: isOrdered)
  }

  /// The conditions that rows of the window are tested for.
  func remaining(_ query: BoundQuery) -> [ItemPredicate] {
    residual(query, .eventWindow(query.eventWindow)).conjuncts
  }

  /// The share of rows, in the order of the answer, that is read until a limit is reached.
  static func read(_ query: BoundQuery, of passing: Double) -> Double {
    guard let limit = query.rowsNeeded, passing > limit else { return 1 }
    return limit / passing
  }

  /// A scan of all items, or of all series in a query for series, with the occurrences of items
  /// whose record may pass.
  ///
  /// If examining the items alone costs more than `rival`, the share of items that are read is
  /// not estimated.
  private func scan(
    _ query: BoundQuery, _ window: Estimator.Window, _ known: Estimator.Knowledge, rival: Int = 0
  ) throws(StoreError) -> AccessCandidate {
    let events = Double(statistics.count(of: .event))
    let all = query.noun == .series ? Double(statistics.eventSeries) : events
    let items = all * calendarShare(query)
    let path = AccessPath.scan(.event, recurring: query.noun == .series)
    let isOrdered = path.isInTimeOrder(query) && isNatural(query)
    // Only conditions on the record alone save reading its occurrences.
    let (recordTests, others) = remaining(query).partitioned(by: \.isAboutRecords)
    let part = estimator.passing(recordTests, in: window, known)
    var cost = all * PlanCost.scannedItem + items * PlanCost.record
    if query.scope == .items {
      // Conditions on the row alone take no record.
      let early = residual(query, path).conjuncts.filter { !$0.needsRecord }
      cost -= items * PlanCost.record * (1 - estimator.selectivity(.all(of: early), in: window))
    } else {
      let rows = window.rows * part.likely
      let other = estimator.selectivity(.all(of: others), in: window, text: known.text)
      let read = isOrdered ? Self.read(query, of: window.rows * part.surely * other) : 1
      var opened = 1.0
      if Double(rival) > cost {
        let (begin, end) = try estimator.opened(query.eventWindow, window)
        opened = begin + (end - begin) * read
      }
      // Records evicted from the cache since they were examined are read again.
      let again = max(0, 1 - Double(CalendarStore.rememberedRecords) / max(1, items)) * PlanCost.record
      cost +=
        items * part.likely * opened * (PlanCost.object + again) + rows * read * (PlanCost.expansion + 1)
    }
    return AccessCandidate(
      path: path, rows: Int(items), cost: Int(min(cost, 1e15)), isOrdered: isOrdered)
  }

  /// The share of all events that is in the query's calendars.
  func calendarShare(_ query: BoundQuery) -> Double {
    guard let calendars = query.calendars else { return 1 }
    let events = Double(max(1, statistics.count(of: .event)))
    return calendars.reduce(0) { $0 + Double(statistics.count(in: $1, of: .event)) } / events
  }

  /// A lookup of a number of known items; `cost` is `perItem` for each unless it is given.
  func lookup(
    _ query: BoundQuery, _ path: AccessPath, _ items: Int, cost: Double? = nil
  ) -> AccessCandidate {
    let isOrdered = path.isInTimeOrder(query) && isNatural(query)
    let cost = cost ?? Double(items) * Self.perItem
    return AccessCandidate(path: path, rows: items, cost: 1 + Int(min(cost, 1e15)), isOrdered: isOrdered)
  }

  static let perItem = PlanCost.record + PlanCost.object

  /// The plan that takes one of the candidates.
  func plan(_ query: BoundQuery, _ candidates: [AccessCandidate], choosing index: Int) -> QueryPlan {
    let choice = candidates[index]
    let residual = residual(query, choice.path)
    return QueryPlan(
      query: query, candidates: candidates, choice: choice, residual: residual,
      needsSort: !choice.isOrdered && query.isOrderFelt, grouping: query.groupingMethod(choice.path, residual)
    )
  }

  // MARK: Look-ups

  /// Whether a lookup may lead to its rows.
  private func mayBeFound(_ query: BoundQuery) -> Bool {
    query.isSearched && (!lookups(query).isEmpty || searchedWord(query.predicate.conjuncts) != nil)
  }

  func lookups(_ query: BoundQuery) -> [AccessCandidate] {
    var result: [AccessCandidate] = []
    if let references = query.predicate.references {
      result.append(lookup(query, .references(references), references.count))
    }
    for case .text(.uid, let test) in query.predicate.conjuncts where test.operation == .exactly {
      result.append(lookup(query, .uid(test.text), 1))
    }
    return result
  }

  // MARK: Residual

  /// Whether the requested order is the natural order of the rows.
  func isNatural(_ query: BoundQuery) -> Bool {
    guard let key = query.sort.first else { return true }
    guard query.sort.count == 1, !key.isDescending, case .field(let field, nil) = key.content else {
      return false
    }
    switch (query.noun, query.scope) {
    case (.events, _): return field == .start
    case (.reminders, .items): return field == .due
    case (.reminders, .completions): return field == .completed
    case (_, _): return false
    }
  }

  /// The condition without the parts that a path already satisfies.
  func residual(_ query: BoundQuery, _ path: AccessPath) -> ItemPredicate {
    var done: Set<ItemPredicate> = []
    switch path {
    case .eventWindow(let window):
      for case .time(.overlapping, let range) in query.predicate.conjuncts
      where range.from?.seconds == window.from && range.to?.seconds == window.to {
        done.insert(.time(.overlapping, range))
      }
    case .dueWindow(let window):
      for case .date(.due, let range) in query.predicate.conjuncts
      where range.from?.seconds == window.from && range.to?.seconds == window.to {
        done.insert(.date(.due, range))
      }
    case .completedWindow(let window):
      for case .date(.completed, let range) in query.predicate.conjuncts
      where range.from?.seconds == window.from && range.to?.seconds == window.to {
        done.insert(.date(.completed, range))
      }
      done.insert(.completed)
    case .undated: done.insert(.undated)
    case .nothing, .scan, .references, .uid, .text, .allReminders, .alarms, .catalog: break
    }
    if let calendars = query.calendars, path.filtersCalendars {
      for case .calendar(let names) in query.predicate.conjuncts where calendars.isSubset(of: names.map(\.id))
      {
        done.insert(.calendar(names))
      }
    }
    return .all(of: query.predicate.conjuncts.filter { !done.contains($0) }).simplified()
  }
}

extension BoundQuery {
  /// The window of occurrences that is read.
  ///
  /// Conditions on a series test the series itself, whose start may be far from the occurrences in the range.
  var eventWindow: SecondBounds {
    (scope == .series ? occurrencePredicate : predicate).timeBounds.eventWindow
  }

  /// Whether conditions on ids, UIDs and texts may lead to its rows.
  fileprivate var isSearched: Bool {
    switch scope {
    case .occurrences, .series, .items, .next: true
    case .alarms, .catalog, .named, .completions: false
    }
  }

  /// Whether its condition contradicts itself, so that no row can pass.
  fileprivate var isNeverTrue: Bool {
    switch scope {
    case .occurrences, .items, .next, .completions, .series, .alarms:
      predicate == .none || occurrencePredicate == .none || blocks?.isNeverTrue ?? false
    case .named, .catalog: false
    }
  }

  /// Whether rows are grouped.
  var isGrouped: Bool { if case .groups = shape { true } else { false } }

  /// Whether the order of rows matters; it does not if all of them are grouped.
  fileprivate var isOrderFelt: Bool { !isGrouped || limitsRowsFirst && (limit != nil || offset > 0) }

  /// How many passing rows are enough; nil if all are needed.
  var rowsNeeded: Double? {
    guard let limit, !isAboutTime else { return nil }
    switch shape {
    case .rows, .selected: return Double(limit) + Double(offset)
    case .groups: return limitsRowsFirst ? Double(limit) + Double(offset) : nil
    case .days: return nil
    }
  }

  /// Whether rows of the answer need records.
  fileprivate var takesRecords: Bool {
    switch shape {
    case .rows, .days: true
    case .selected(let columns):
      columns.contains { $0.content.takesRecord } || sort.contains { $0.content.takesRecord }
    case .groups(let keys, let columns):
      (keys + columns.map(\.content) + sort.map(\.content)).contains(where: \.takesRecord)
    }
  }
}

extension ColumnContent {
  /// Whether the value needs more than the occurrence.
  fileprivate var takesRecord: Bool {
    switch self {
    case .bucket, .field(.start, _), .field(.calendar, _), .field(.duration, _), .aggregate(.count): false
    case .aggregate(.function(_, .duration)): false
    case .field, .aggregate: true
    }
  }
}

extension [ItemPredicate] {
  /// The elements that pass a test, and the others.
  fileprivate func partitioned(by holds: (ItemPredicate) -> Bool) -> ([ItemPredicate], [ItemPredicate]) {
    (filter(holds), filter { !holds($0) })
  }
}

extension AccessPath {
  /// Whether its rows come in the order of their times.
  func isInTimeOrder(_ query: BoundQuery) -> Bool {
    switch self {
    case .eventWindow: query.scope == .occurrences
    case .nothing, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog: true
    // Occurrences of several items are merged by their starts; items themselves come as they are found.
    case .references(let references):
      query.scope == .occurrences || references.count == 1
    case .scan, .uid, .text: query.scope == .occurrences
    }
  }

  /// Whether it returns only rows of the query's calendars.
  var filtersCalendars: Bool {
    switch self {
    case .eventWindow, .scan, .dueWindow, .undated, .allReminders, .completedWindow: true
    case .nothing, .references, .uid, .text, .alarms, .catalog: false
    }
  }
}

extension ItemPredicate {
  /// Whether testing an event needs more than its time and calendar.
  var needsRecord: Bool {
    containsLeaf { leaf in
      switch leaf {
      case .date(.start, _), .date(.end, _), .part(.start, _), .part(.end, _), .number(.duration, _, _): false
      case .all, .none, .time, .overlap, .calendar, .identity, .allDay, .recurring, .detached: false
      default: true
      }
    }
  }
}
