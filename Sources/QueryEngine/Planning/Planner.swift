import Model
import QueryLanguage
import Store

/// Weighs the ways to answer a query and chooses the cheapest.
///
/// Answers never depend on the choice: each way gives at least the rows that pass, and the residual drops the others.
struct Planner {
  let store: CalendarStore
  private let statistics: StoreStatistics
  private let estimator: Estimator
  /// Whether the text index is asked however cheap other ways are; tests compare all ways.
  private let weighsAll: Bool
  /// What is told of the only way there is.
  private let estimates: PlanEstimates

  init(_ store: CalendarStore, weighsAll: Bool = false, estimates: PlanEstimates = .none) throws(StoreError) {
    self.store = store
    self.weighsAll = weighsAll
    self.estimates = estimates
    statistics = try store.statistics()
    estimator = Estimator(store: store, statistics: statistics)
  }

  /// Below this cost the text index is not asked: looking through its words would cost more.
  private static let cheapEnough = 500.0

  /// How many times fewer rows than thought may hold a text before stopping at a limit was the wrong choice.
  private static let caution = 4.0

  /// The plan of a query.
  func plan(_ query: BoundQuery) throws(StoreError) -> QueryPlan {
    if query.isNeverTrue {
      let nothing = AccessCandidate(path: .nothing, rows: 0, cost: 0, isOrdered: true)
      return plan(query, [nothing], choosing: 0)
    }
    let window = try eventWindow(query)
    var candidates = try ways(query, window)
    if query.isSearched {
      candidates += lookups(query)
      if let word = searchedWord(query.predicate.conjuncts) {
        let text = try textLookup(
          query, window, word, rows: Double(candidates.first?.rows ?? 0),
          cheapest: candidates.map(\.cost).min() ?? 0)
        // How many items hold the text tells how soon a limit will be reached otherwise.
        if query.rowsNeeded != nil { candidates = try ways(query, window, text: text.part) + lookups(query) }
        if let found = text.candidate { candidates.append(found) }
      }
    }
    candidates.sort { $0.cost < $1.cost }
    return plan(query, candidates, choosing: 0)
  }

  /// What is thought to be in a query's window of events; nil where it has none, or only one way and nobody asks what it costs.
  private func eventWindow(_ query: BoundQuery) throws(StoreError) -> Estimator.Window? {
    switch query.scope {
    case .occurrences, .series:
      if !isScannable(query), !mayBeFound(query), bound(query) != nil { return nil }
      return try estimator.events(query.eventWindow, calendars: query.calendars)
    case .items, .next, .completions, .named, .alarms, .catalog: return nil
    }
  }

  /// Whether looking at items one after another may be shorter than looking at all occurrences.
  private func isScannable(_ query: BoundQuery) -> Bool {
    query.calendars != nil || query.predicate.conjuncts.contains(where: \.isAboutRecords)
  }

  /// The ways that the query's scope and range lead to; `text` is the part of all items that holds the searched text.
  private func ways(
    _ query: BoundQuery, _ found: Estimator.Window?, text: Double? = nil
  ) throws(StoreError) -> [AccessCandidate] {
    func points(_ path: AccessPath, _ lanes: [IndexLane], _ window: SecondBounds) throws(StoreError)
      -> AccessCandidate
    {
      candidate(query, path, try estimator.points(lanes, window, calendars: query.calendars), text: text)
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
        known(query, .references(references), references.count)
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
        // Without a rival there is nothing to weigh.
        let isOrdered = path.isInTimeOrder(query) && isNatural(query)
        return [AccessCandidate(path: path, rows: 0, cost: bound(query) ?? 0, isOrdered: isOrdered)]
      }
      let byTime = candidate(query, path, found, text: text)
      return isScannable(query) ? [byTime, scan(query, found)] : [byTime]
    case .items, .next:
      guard query.noun == .reminders else { return [scan(query, Estimator.Window())] }
      let all = Estimator.Window(starting: Double(statistics.count(of: .reminder)))
      var result = [candidate(query, .allReminders, all, text: text)]
      let due = query.predicate.timeBounds.due
      if !due.isOpen { result.append(try points(.dueWindow(due), [.dueInstant, .dueWall], due)) }
      if query.predicate.conjuncts.contains(.undated) {
        let undated = Estimator.Window(starting: Double(statistics.undatedReminders))
        result.append(candidate(query, .undated, undated, text: text))
      }
      return result
    }
  }

  /// What a window of events costs at most, where that is enough to know; nil where it must be estimated.
  private func bound(_ query: BoundQuery) -> Int? {
    let lanes = [IndexLane.eventInstant, .eventWall]
    func sum(_ counts: [IndexLane: Int]) -> Int { lanes.reduce(0) { $0 + counts[$1, default: 0] } }
    switch estimates {
    case .none: return 0
    case .full: return nil
    case .bounds:
      // Series may go on for any time: what is bounded is a look at each of them and a few rows.
      guard let rows = query.rowsNeeded, isNatural(query),
        residual(query, .eventWindow(query.eventWindow)) == .all
      else { return nil }
      let series = sum(statistics.sought) + sum(statistics.partlyIndexed)
      let most = Double(sum(statistics.indexed)) + Double(series) * PlanCost.series + rows * PlanCost.record
      return most <= Self.smallStore ? Int(most) : nil
    }
  }

  /// Reading a store that costs no more than this needs no estimate.
  private static let smallStore = 2_000.0

  /// A way that gives rows in time's order, as far as they are needed.
  private func candidate(
    _ query: BoundQuery, _ path: AccessPath, _ window: Estimator.Window, text: Double?
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
    // What the occurrence does not decide takes the record of each row that passed what it does.
    let isBare = query.noun != .reminders && query.scope == .occurrences
    let early = isBare ? residual.conjuncts.filter { !$0.needsRecord } : []
    let late = isBare ? residual.conjuncts.filter(\.needsRecord) : residual.conjuncts
    let tested = rows * estimator.selectivity(.all(of: early), in: window, text: text)
    let passing = tested * estimator.selectivity(.all(of: late), in: window, text: text)
    var part = 1.0
    var given = passing
    if isOrdered, let limit = query.rowsNeeded {
      given = min(passing, limit)
      // Where the text is rare or the rows that hold it are elsewhere, a limit is reached late or never.
      let sure = text == nil ? passing : passing / Self.caution
      part = sure > limit ? limit / sure : 1
    }
    let scanned = window.starting + window.expanded * PlanCost.expansion
    let isShown = query.takesRecords && grouping == .rows
    let read = late.isEmpty ? isShown ? given : 0 : tested * part
    let records = isBare ? estimator.items(of: read, in: window) : read
    let cost = fixed + part * scanned + records * PlanCost.record + (read - records)
    return AccessCandidate(
      path: path, rows: Int(rows.rounded()), cost: Int(min(cost, 1e15)), isOrdered: isOrdered)
  }

  /// All items, or all series where those are asked for, one after another; of those whose record may pass, the occurrences.
  private func scan(_ query: BoundQuery, _ window: Estimator.Window) -> AccessCandidate {
    let events = Double(statistics.count(of: .event))
    let all = query.noun == .series ? Double(statistics.eventSeries) : events
    let named =
      query.calendars.map { $0.reduce(0.0) { $0 + Double(statistics.count(in: $1, of: .event)) } } ?? events
    let items = all * named / max(1, events)
    let late = query.predicate.conjuncts.filter(\.needsRecord)
    let passing = items * estimator.selectivity(.all(of: late), in: window)
    var cost = all * PlanCost.scannedItem + items * PlanCost.record
    if query.scope != .items {
      cost += passing * PlanCost.object + passing / max(1, items) * window.rows * PlanCost.expansion
    }
    let path = AccessPath.scan(.event, recurring: query.noun == .series)
    return AccessCandidate(
      path: path, rows: Int(items), cost: Int(min(cost, 1e15)),
      isOrdered: path.isInTimeOrder(query) && isNatural(query))
  }

  /// Items that are known by their numbers, and how many of their occurrences are thought to be asked for.
  private func known(
    _ query: BoundQuery, _ path: AccessPath, _ items: Int, occurrences: Double = 0
  ) -> AccessCandidate {
    let isOrdered = path.isInTimeOrder(query) && isNatural(query)
    let cost = Double(items) * Self.perItem + occurrences * PlanCost.expansion
    return AccessCandidate(path: path, rows: items, cost: 1 + Int(min(cost, 1e15)), isOrdered: isOrdered)
  }

  private static let perItem = PlanCost.record + PlanCost.object

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

  /// Whether a look-up may lead to its rows.
  private func mayBeFound(_ query: BoundQuery) -> Bool {
    query.isSearched && (!lookups(query).isEmpty || searchedWord(query.predicate.conjuncts) != nil)
  }

  private func lookups(_ query: BoundQuery) -> [AccessCandidate] {
    var result: [AccessCandidate] = []
    if let references = query.predicate.references {
      result.append(known(query, .references(references), references.count))
    }
    for case .text(.uid, let test) in query.predicate.conjuncts where test.operation == .exactly {
      result.append(known(query, .uid(test.text), 1))
    }
    return result
  }

  /// The look-up by text, and which part of all items it gives, or more than that; `rows` are those of the whole window.
  ///
  /// The index is asked for no more items than another way would cost; of what stops at a limit, that is known only when
  /// the text has proved to be frequent.
  private func textLookup(
    _ query: BoundQuery, _ window: Estimator.Window?, _ word: String, rows: Double, cheapest: Int
  ) throws(StoreError) -> (candidate: AccessCandidate?, part: Double?) {
    let all = Double(max(1, statistics.count()))
    var cheapest = Double(cheapest)
    func found(_ items: [Int]) -> (AccessCandidate?, Double?) {
      let part = min(1, max(Double(items.count), 0.5) / all)
      // Nothing that is found has no occurrences, and a limit ends those that come in order.
      let path = AccessPath.text(word, items: items)
      let isEnded = path.isInTimeOrder(query) && isNatural(query)
      let most = isEnded ? query.rowsNeeded ?? .infinity : .infinity
      return (known(query, path, items.count, occurrences: items.isEmpty ? 0 : min(part * rows, most)), part)
    }
    if weighsAll { return try store.textCandidates(word, limit: Int.max - 1).map(found) ?? (nil, nil) }
    var least = 0.0
    if query.rowsNeeded != nil {
      let first = Self.fewItems
      let full = try ways(query, window, text: 0).map(\.cost).min() ?? 0
      if Double(full) <= Self.cheapEnough { return (nil, nil) }
      if let items = try store.textCandidates(word, limit: first) { return found(items) }
      least = Double(first) / all
      cheapest = Double(try ways(query, window, text: least).map(\.cost).min() ?? 0)
    }
    let most = Int(cheapest / Self.perItem) + 1
    if cheapest <= Self.cheapEnough || most <= Int(least * all) { return (nil, least > 0 ? least : nil) }
    if let items = try store.textCandidates(word, limit: most) { return found(items) }
    return (nil, min(1, Double(most) / all))
  }

  /// As many items are looked up at the price of a few hundred index rows.
  private static let fewItems = 500

  /// The folded text that every row that passes holds, as far as the text index covers it; the longest there is.
  private func searchedWord(_ conjuncts: [ItemPredicate]) -> String? {
    var found: [String] = []
    for part in conjuncts {
      switch part {
      case .anyText(let test): found.append(test.folded)
      case .text(let field, let test) where field.row.isSearched:
        // A space stands for the end of a word: fields are parted in the searched text. Words that `has` finds may
        // be parted by signs that the index takes for letters.
        switch test.operation {
        case .equals, .exactly: found.append(" " + test.folded + " ")
        case .contains: found.append(test.folded)
        case .startsWith: found.append(" " + test.folded)
        case .endsWith: found.append(test.folded + " ")
        case .has: found += test.words
        case .like: found += test.folded.split { $0 == "*" || $0 == "?" }.map(String.init)
        }
      default: break
      }
    }
    return found.max { $0.utf8.count < $1.utf8.count }
  }

  // MARK: What remains

  /// Whether the order asked for is the one in which rows come by themselves.
  private func isNatural(_ query: BoundQuery) -> Bool {
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

  /// The condition without the parts that a way has seen to by itself.
  private func residual(_ query: BoundQuery, _ path: AccessPath) -> ItemPredicate {
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
  /// Conditions on a series are on the series itself, whose start may be far from the occurrences asked for.
  fileprivate var eventWindow: SecondBounds {
    (scope == .series ? occurrencePredicate : predicate).timeBounds.eventWindow
  }

  /// Whether conditions on ids, UIDs and texts may lead to its rows.
  fileprivate var isSearched: Bool {
    switch scope {
    case .occurrences, .series, .items, .next: true
    case .alarms, .catalog, .named, .completions: false
    }
  }

  /// Whether its condition contradicts itself, so that whatever is asked of the rows, there are none.
  fileprivate var isNeverTrue: Bool {
    switch scope {
    case .occurrences, .items, .next, .completions, .series, .alarms:
      predicate == .none || occurrencePredicate == .none || blocks?.isNeverTrue ?? false
    case .named, .catalog: false
    }
  }

  /// Whether rows are put together.
  var isGrouped: Bool { if case .groups = shape { true } else { false } }

  /// Whether it matters in which order rows come: not where all of them are put together.
  fileprivate var isOrderFelt: Bool { !isGrouped || limitsRowsFirst && (limit != nil || offset > 0) }

  /// How many rows that pass are enough; nil where all are needed.
  fileprivate var rowsNeeded: Double? {
    guard let limit, !isAboutTime else { return nil }
    switch shape {
    case .rows, .selected: return Double(limit) + Double(offset)
    case .groups: return limitsRowsFirst ? Double(limit) + Double(offset) : nil
    case .days: return nil
    }
  }

  /// Whether rows of the answer are made of records.
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
  /// Whether an occurrence does not tell the value by itself.
  fileprivate var takesRecord: Bool {
    switch self {
    case .bucket, .field(.start, _), .field(.calendar, _), .field(.duration, _), .aggregate(.count): false
    case .aggregate(.function(_, .duration)): false
    case .field, .aggregate: true
    }
  }
}

extension AccessPath {
  /// Whether its rows come in the order of their times.
  fileprivate func isInTimeOrder(_ query: BoundQuery) -> Bool {
    switch self {
    case .eventWindow: query.scope == .occurrences
    case .nothing, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog: true
    // Occurrences of several items are merged by their starts; items themselves come as they are found.
    case .references(let references):
      query.scope == .occurrences || references.count == 1
    case .scan, .uid, .text: query.scope == .occurrences
    }
  }

  /// Whether its rows are those of the query's calendars alone.
  var filtersCalendars: Bool {
    switch self {
    case .eventWindow, .scan, .dueWindow, .undated, .allReminders, .completedWindow: true
    case .nothing, .references, .uid, .text, .alarms, .catalog: false
    }
  }
}

extension ItemPredicate {
  /// Whether testing an event takes more than its time and calendar.
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
