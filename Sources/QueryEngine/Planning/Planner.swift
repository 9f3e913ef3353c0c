import Model
import QueryLanguage
import Store

/// Weighs the ways to answer a query and chooses the cheapest.
///
/// Answers never depend on the choice: each way gives at least the rows that pass, and the residual drops the others.
struct Planner {
  let store: CalendarStore
  private let statistics: StoreStatistics
  /// Whether the text index is asked however cheap other ways are; tests compare all ways.
  private let weighsAll: Bool

  init(_ store: CalendarStore, weighsAll: Bool = false) throws(StoreError) {
    self.store = store
    self.weighsAll = weighsAll
    statistics = try store.statistics()
  }

  /// Costs in reads of one index row, as measured.
  private enum Cost {
    static let record = 6
    static let scannedItem = 4
    static let lookup = 25
    /// Occurrences per day of a series that is expanded, on average.
    static let perSeriesDay = 0.2
    static let seek = 3
  }

  /// Time over which indexed occurrences are taken to lie; only estimates depend on it.
  private static let assumedSpan = 10.0 * 365.25 * 86_400

  /// Below this cost the text index is not asked: looking through its words would cost more.
  private static let cheapEnough = 500

  /// The plan of a query.
  func plan(_ query: BoundQuery) throws(StoreError) -> QueryPlan {
    let conjuncts = query.predicate.conjuncts
    let isSorted = isNatural(query.sort, query)
    var candidates: [AccessCandidate] = []
    func add(_ path: AccessPath, rows: Int, perRow: Int, fixed: Int = 0, isOrdered: Bool) {
      candidates.append(
        AccessCandidate(path: path, rows: rows, cost: fixed + rows * perRow, isOrdered: isOrdered && isSorted)
      )
    }
    switch query.scope {
    case .alarms:
      let range = query.range?.timeRange
      let window = SecondBounds(from: range?.from?.seconds, to: range?.to?.seconds)
      let rows = estimate([.eventInstant, .eventWall, .dueInstant, .dueWall], window)
      add(.alarms(window), rows: rows, perRow: 1 + Cost.record, isOrdered: true)
    case .catalogue: add(.catalogue, rows: 0, perRow: 1, isOrdered: true)
    case .named(let references):
      add(
        .references(references), rows: references.count, perRow: Cost.lookup, isOrdered: references.count == 1
      )
    case .completions:
      let window = query.predicate.timeBounds.completed
      let rows = estimate([.completed], window)
      add(.completedWindow(window), rows: rows, perRow: 1 + Cost.record, isOrdered: true)
    case .occurrences, .series:
      // Conditions on a series are on the series itself, whose start may be far from the occurrences asked for.
      let condition = query.scope == .series ? query.occurrencePredicate : query.predicate
      let window = condition.timeBounds.eventWindow
      let rows = estimate([.eventInstant, .eventWall], window)
      let series =
        statistics.sought[.eventInstant, default: 0] + statistics.sought[.eventWall, default: 0]
      add(
        .eventWindow(window), rows: rows, perRow: needsRecord(query) ? 1 + Cost.record : 1,
        fixed: series * Cost.seek, isOrdered: query.scope == .occurrences)
      try addLookups(query, conjuncts, perItem: 2 * Cost.lookup, to: &candidates)
    case .items:
      addStored(query, conjuncts) { add($0, rows: $1, perRow: $2, isOrdered: $3) }
      try addLookups(query, conjuncts, perItem: Cost.lookup, to: &candidates)
    }
    candidates.sort { $0.cost < $1.cost }
    return plan(query, candidates, choosing: 0)
  }

  /// The plan that takes one of the candidates.
  func plan(_ query: BoundQuery, _ candidates: [AccessCandidate], choosing index: Int) -> QueryPlan {
    let choice = candidates[index]
    return QueryPlan(
      query: query, candidates: candidates, choice: choice, residual: residual(query, choice.path),
      needsSort: !choice.isOrdered)
  }

  private func addStored(
    _ query: BoundQuery, _ conjuncts: [ItemPredicate], _ add: (AccessPath, Int, Int, Bool) -> Void
  ) {
    guard query.noun == .reminders else {
      add(.scan(.event), statistics.count(of: .event), Cost.scannedItem + Cost.record, false)
      return
    }
    let all = statistics.count(of: .reminder)
    add(.allReminders, all, 1 + Cost.record, true)
    let due = query.predicate.timeBounds.due
    if !due.isOpen {
      add(.dueWindow(due), estimate([.dueInstant, .dueWall], due), 1 + Cost.record, true)
    }
    if conjuncts.contains(.undated) {
      add(.undated, statistics.undatedReminders, 1 + Cost.record, true)
    }
  }

  // MARK: Look-ups

  private func addLookups(
    _ query: BoundQuery, _ conjuncts: [ItemPredicate], perItem: Int, to candidates: inout [AccessCandidate]
  ) throws(StoreError) {
    func add(_ path: AccessPath, _ items: Int) {
      candidates.append(
        AccessCandidate(path: path, rows: items, cost: 1 + items * perItem, isOrdered: false))
    }
    if let references = query.predicate.references { add(.references(references), references.count) }
    for case .text(.uid, let test) in conjuncts where test.operation == .exactly { add(.uid(test.text), 1) }
    let base = candidates.map(\.cost).min() ?? 0
    guard weighsAll || base > Self.cheapEnough, let word = searchedWord(conjuncts) else { return }
    guard let items = try store.textCandidates(word, limit: weighsAll ? Int.max - 1 : base / perItem + 1)
    else { return }
    add(.text(word, items: items), items.count)
  }

  /// The folded text that every row that passes holds, as far as the text index covers it; the longest there is.
  private func searchedWord(_ conjuncts: [ItemPredicate]) -> String? {
    var found: [String] = []
    for part in conjuncts {
      switch part {
      case .anyText(let test): found.append(test.folded)
      case .text(let field, let test):
        switch field {
        case .title, .location, .notes, .url, .attendee, .organizer:
          switch test.operation {
          case .equals, .contains, .startsWith, .endsWith, .exactly: found.append(test.folded)
          case .has: found += test.words
          case .like: found += test.folded.split { $0 == "*" || $0 == "?" }.map(String.init)
          }
        case .id, .uid, .rule, .tags, .categories, .color, .section, .conference, .attachments: break
        }
      default: break
      }
    }
    return found.max { $0.utf8.count < $1.utf8.count }
  }

  // MARK: Estimates

  private func estimate(_ lanes: [IndexLane], _ window: SecondBounds) -> Int {
    var share = 1.0
    var days = 3652.0
    if let from = window.from, let to = window.to {
      let length = Double(max(0, to - from))
      share = min(1, length / Self.assumedSpan)
      days = length / 86_400
    } else if !window.isOpen {
      share = 0.5
    }
    return lanes.reduce(1) { sum, lane in
      let indexed = Double(statistics.indexed[lane, default: 0]) * share
      let expanded = Double(statistics.sought[lane, default: 0]) * days * Cost.perSeriesDay
      return sum + Int(indexed + min(expanded, 1e12))
    }
  }

  /// Whether testing rows takes more than their time and calendar.
  private func needsRecord(_ query: BoundQuery) -> Bool {
    query.predicate.needsRecord
  }

  // MARK: What remains

  /// Whether the order asked for is the one in which rows come by themselves.
  private func isNatural(_ sort: [SortKey], _ query: BoundQuery) -> Bool {
    guard let key = sort.first else { return true }
    guard sort.count == 1, !key.isDescending, case .field(let field, nil) = key.content else { return false }
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
    case .scan, .references, .uid, .text, .allReminders, .alarms, .catalogue: break
    }
    if let calendars = query.calendars, path.filtersCalendars {
      for case .calendar(let names) in query.predicate.conjuncts where Set(names.map(\.id)) == calendars {
        done.insert(.calendar(names))
      }
    }
    return .all(of: query.predicate.conjuncts.filter { !done.contains($0) }).simplified()
  }
}

extension AccessPath {
  /// Whether its rows are those of the query's calendars alone.
  var filtersCalendars: Bool {
    switch self {
    case .eventWindow, .scan, .dueWindow, .undated, .allReminders, .completedWindow: true
    case .references, .uid, .text, .alarms, .catalogue: false
    }
  }
}

extension ItemPredicate {
  /// Whether testing an event takes more than its time and calendar.
  var needsRecord: Bool {
    switch self {
    case .and(let parts), .or(let parts): return parts.contains(where: \.needsRecord)
    case .not(let part): return part.needsRecord
    case .date(let field, _), .part(let field, _):
      switch field {
      case .start, .end: return false
      case .due, .created, .modified, .occurrence, .completed, .time: return true
      }
    case .number(let field, _, _): return field != .duration
    case .all, .none, .time, .overlap, .calendar, .identity, .allDay, .recurring, .detached: return false
    case .text, .pattern, .anyText, .isEmpty, .importance, .priorityBand, .source, .status, .availability,
      .zone,
      .sourceKind, .calendarKind, .busy, .free, .tentative, .completed, .undated, .overdue, .due, .writable,
      .subscribed, .hidden, .flagged:
      return true
    }
  }
}
