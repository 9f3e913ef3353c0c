import CivilTime
import Foundation
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Random stores and random queries: every way to answer gives what a plain scan gives, in one order.
@Suite struct DifferentialTests {
  private func store(seed: UInt64, policy: IndexingPolicy = .standard) throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    var calendars = RandomCalendar(seed: seed)
    for name in ["Work", "Home", "Birthdays"] {
      try store.take(calendars.file(name, events: 25, reminders: 15), named: name, policy: policy)
    }
    return store
  }

  private func identities(_ plan: QueryPlan, _ context: QueryContext, _ store: CalendarStore) throws
    -> [String]
  {
    let execution = try Execution(plan, context: context, store: store)
    var result: [String] = []
    while let row = try execution.next() {
      switch row {
      case .event(let row), .reminder(let row), .series(let row):
        result.append("\(row.occurrence.item) \(row.occurrenceID ?? row.id) \(row.occurrence.start)")
      case .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected: break
      }
    }
    return result
  }

  /// How many stores are made; more of them with `KALENDS_SEEDS`.
  private static let seeds = Depth.seeds(usually: 6)

  @Test(arguments: seeds) func everyPlanGivesTheTruth(seed: Int) throws {
    let store = try store(seed: UInt64(seed))
    var context = try exampleContext(isChecking: false)
    if seed % 4 == 3 { context.zone = try #require(zones.zone(named: "America/New_York")) }
    var queries = RandomQuery(seed: UInt64(seed))
    var answered = 0
    for _ in 0..<30 {
      let text = queries.statement()
      let query = try Engine(store, context).bind(try parseStatement(text))
      let planner = try Planner(store, weighsAll: true)
      let chosen = try planner.plan(query)
      var first: [String]?
      for index in chosen.candidates.indices {
        let plan = planner.plan(query, chosen.candidates, choosing: index)
        do {
          try Engine(store, context).check(plan)
        } catch {
          Issue.record("\(text): \(error)")
          continue
        }
        let answer = try identities(plan, context, store)
        if let first {
          #expect(answer == first, "\(text): \(plan.choice.path.text(in: context.zone))")
        }
        first = first ?? answer
        answered += answer.count
      }
      // A limit gives the same rows as the whole answer has there.
      var limited = query
      limited.limit = 5
      limited.offset = seed % 4
      let plan = try planner.plan(limited)
      let expected = Array((first ?? []).dropFirst(limited.offset).prefix(5))
      #expect(try identities(plan, context, store) == expected, "\(text) limit 5")
    }
    #expect(answered > 150)
  }

  /// What is counted before it is added up are the first rows, however they are found.
  @Test func aLimitBeforeASumTakesTheFirst() throws {
    let store = try store(seed: 3)
    let context = try exampleContext(isChecking: false)
    for text in [
      "sum duration of events from 2026-10-01 to 2027-02-01 where title contains a limit 7",
      "max duration of events from 2026-10-01 to 2027-02-01 where title contains e limit 3 offset 4",
    ] {
      let query = try Engine(store, context).bind(try parseStatement(text))
      let answers = try plans(query, store: store).map { plan in
        let execution = try Execution(plan, context: context, store: store)
        return try execution.next().map { "\($0)" }
      }
      #expect(answers.count > 1 && Set(answers).count == 1, "\(text): \(answers)")
    }
  }

  @Test(arguments: Depth.seeds(usually: 6)) func answersDoNotDependOnWhatIsIndexed(seed: Int) throws {
    let context = try exampleContext(isChecking: false)
    let stores = try [.nothing, .standard, .everythingWithin(years: 5)].map {
      try store(seed: UInt64(seed), policy: $0)
    }
    var queries = RandomQuery(seed: UInt64(seed) + 1000)
    for _ in 0..<40 {
      let text = queries.statement()
      let answers = try stores.map { store in
        try identities(
          try Planner(store).plan(try Engine(store, context).bind(try parseStatement(text))),
          context, store)
      }
      #expect(answers[0] == answers[1], "\(text)")
      #expect(answers[1] == answers[2], "\(text)")
    }
  }

  @Test(arguments: Depth.seeds(usually: 10)) func boundsHoldAndSimplifyingChangesNothing(seed: Int) throws {
    let store = try store(seed: UInt64(seed))
    let context = try exampleContext()
    let catalog = try Catalog(store)
    var queries = RandomQuery(seed: UInt64(seed) + 77)
    let reader = RowReader(
      store: store, catalog: catalog, context: context, isCompletion: false, isSeries: false)
    let cursor = try store.events(
      from: try instant("2026-10-01T00:00", in: context.zone),
      to: try instant("2027-01-01T00:00", in: context.zone),
      viewer: context.zone)
    var rows: [ItemRow] = []
    while let found = try cursor.next() { rows.append(try reader.row(found)) }
    #expect(rows.count > 100)
    for _ in 0..<80 {
      let text = queries.statement()
      guard case .query(let syntax) = try parseStatement(text), syntax.noun == .events,
        let condition = syntax.condition
      else { continue }
      var binder = Binder(context, catalog)
      let predicate = try binder.predicate(condition).replacingOverlap(.always)
      let simplified = predicate.simplified()
      let window = simplified.timeBounds.eventWindow
      let bounds = TimeRange(from: window.start, to: window.end)
      for row in rows {
        let passes = predicate.matches(.event(row), context)
        #expect(simplified.matches(.event(row), context) == passes, "\(predicate) and \(simplified)")
        if let early = predicate.verdict(.bare(row.occurrence), context) {
          #expect(early == passes, "\(predicate)")
        }
        if passes {
          #expect(ItemPredicate.relates(row.occurrence, .overlapping, bounds), "\(predicate)")
        }
      }
    }
  }
}
