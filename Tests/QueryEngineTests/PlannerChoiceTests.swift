import CivilTime
import Foundation
import Locking
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// The planner's estimates against what reading really costs, in a store of a million occurrences.
@Suite struct PlannerChoiceTests {
  /// Reads all that is asked for in one way, by a connection that remembers nothing, and says what it cost.
  ///
  /// Stops where the cost is above `most`.
  private func cost(
    _ text: String, path: AccessPath?, most: Double = .infinity, _ context: QueryContext
  ) throws -> (cost: Double, plan: QueryPlan) {
    let store = try LargeStore.shared.get().open()
    let query = try Engine(store, context).bind(try parseStatement(text))
    // Everything happens on this thread; that one who may stop a query may be on another is not our case.
    nonisolated(unsafe) let counted = store
    @Sendable func spent() -> Double { PlanCost.cost(of: counted.counters) }
    var plan = try Engine(store, context).plan(query)
    var planning = spent()
    if let path {
      plan = try #require(try plans(query, store: store).first { $0.choice.path == path })
      // Of looking for ways, only the look-up belongs to this one.
      planning = if case .text = path { spent() - planning } else { 0 }
    }
    let reading = spent()
    store.stopSignal = StopSignal { spent() - reading > most }
    // Its condition holds the store.
    defer { store.stopSignal = StopSignal() }
    try drain(plan, context, store)
    return (spent() - reading + planning, plan)
  }

  /// Reads all rows, or as many as may be read.
  private func drain(_ plan: QueryPlan, _ context: QueryContext, _ store: CalendarStore) throws(QueryError) {
    do throws(QueryError) {
      let execution = try Execution(plan, context: context, store: store)
      while try execution.next() != nil {}
    } catch {
      if case .store(let reason) = error, reason.code == .interrupted { return }
      throw error
    }
  }

  private static let queries = 320

  /// Further ones with `KALENDS_PLANS`.
  private static let seeds: [UInt64] = getenv("KALENDS_PLANS") == nil ? [7] : [7, 8, 9, 10]

  @Test(arguments: seeds) func theChoiceIsWithinTwiceTheBest(seed: UInt64) throws {
    let context = try exampleContext(isChecking: false)
    let store = try LargeStore.shared.get().open()
    #expect(try store.totals(from: nil, to: nil, viewer: .utc).values.reduce(0) { $0 + $1.rows } > 1_000_000)
    var generator = LargeStoreQuery(seed: seed)
    var chosen: [String: Int] = [:]
    var worst = 1.0
    for _ in 0..<Self.queries {
      let text = generator.statement()
      let query = try Engine(store, context).bind(try parseStatement(text))
      let (cost, plan) = try cost(text, path: nil, context)
      chosen["\(plan.choice.path)".prefix { $0 != "(" }.description, default: 0] += 1
      for other in try plans(query, store: store) where other.choice.path != plan.choice.path {
        // A few hundred rows are read before any way is better than another.
        let most = max(0, cost - 500) / 2
        if most == 0 { continue }
        let (rival, _) = try self.cost(text, path: other.choice.path, most: most, context)
        #expect(
          rival >= most,
          "\(text): \(plan.choice.path.text(in: context.zone)) cost \(Int(cost)), \(other.choice.path.text(in: context.zone)) \(Int(rival)), estimates \(plan.candidates.map(\.cost))"
        )
        if rival < cost { worst = max(worst, cost / rival) }
      }
    }
    // All ways were worth taking somewhere.
    #expect(chosen.keys.sorted() == ["eventWindow", "scan", "text"], "\(chosen)")
    if getenv("KALENDS_PLANS") != nil { print(chosen, "worst ratio seen", worst) }
  }

  /// Which way is taken, in words that do not depend on estimates; those are in `Samples/queries/plans.test`.
  @Test(arguments: [
    ("events 2026-03-05", "eventWindow, rows"),
    ("events from 2026-03-05 limit 20", "eventWindow, rows"),
    ("events from 2026-03-05 where title contains meeting limit 5", "eventWindow, rows"),
    ("events from 2026-03-05 where title contains eclipse limit 5", "text, rows"),
    ("events anytime where title contains eclipse", "text, rows"),
    ("events 2026-03-05 where title contains eclipse", "text, rows"),
    ("events 2026-03-05 where title contains meeting", "eventWindow, rows"),
    ("events anytime where title matches /^eclipse/", "scan, rows"),
    ("events anytime where uid = \"Work-s1\"", "uid, rows"),
    ("events from 2024-01-01 to 2027-01-01 in Rare", "scan, rows"),
    ("events from 2024-01-01 to 2027-01-01 in Work", "eventWindow, rows"),
    ("count events from 2024-01-01 to 2027-01-01", "eventWindow, totals"),
    ("events 2024 group by calendar select calendar, sum(duration)", "eventWindow, totals"),
    ("events 2024 group by month select month, count", "eventWindow, occurrences"),
    ("events 2024 group by weekday, hour select weekday, hour, sum(overlap)", "eventWindow, occurrences"),
    ("events 2024-03 group by title select title, count", "eventWindow, rows"),
    ("events anytime where title contains eclipse group by calendar select calendar, count", "text, rows"),
    ("series 2024 where title contains eclipse", "text, rows"),
    // Frequent alternatives, patterns and flags, which records tell.
    (
      "events from 2027-08-10 to 2027-08-10 + 3y in Rare where title starts with meeting or title contains \" 77\" limit 100",
      "eventWindow, rows"
    ),
    ("count events from 2027-03-12 to 2027-03-12 + 3y where title matches /^meeting/", "eventWindow, rows"),
    (
      "count events from 2027-03-12 to 2027-03-12 + 3y tentative where title matches /^meeting/",
      "scan, items"
    ),
    // Items that begin behind the limit are not looked up.
    ("events from 2022-02-15 to 2022-02-15 + 3y in Work where \"review\" limit 100", "text, rows"),
    // The index finds 240 and 124 too.
    ("events from 2030-11-14 to 2030-11-14 + 1mo where title has \"24\" limit 5", "text, rows"),
    // What rows tell needs no records.
    ("events anytime allday where title contains project limit 100", "scan, rows"),
  ]) func theWayIsTheExpectedOne(text: String, expected: String) throws {
    let store = try LargeStore.shared.get().open()
    let engine = Engine(store, try exampleContext(isChecking: false))
    let plan = try engine.plan(try engine.bind(try parseStatement(text)))
    #expect("\("\(plan.choice.path)".prefix { $0 != "(" }), \(plan.grouping)" == expected)
  }

  /// Nothing the planner does may cost more than the answer.
  @Test func aLimitIsReachedWithoutReadingOn() throws {
    let context = try exampleContext(isChecking: false)
    let store = try LargeStore.shared.get().open()
    for (text, rows) in [
      ("events from 2026-01-01 limit 20", 20), ("events anytime limit 5", 5),
      ("events from 2024-06-01 limit 10 offset 30", 40), ("events from 2026-01-01 in Rare limit 20", 20),
    ] {
      let query = try Engine(store, context).bind(try parseStatement(text))
      let before = store.counters
      var result = try Engine(store, context).run(query)
      while try result.next() != nil {}
      let read =
        store.counters.startingRows + store.counters.occurrencesExpanded - before.startingRows
        - before.occurrencesExpanded
      // A row of each lane is read ahead; of a calendar with two percent of the
      // rows, the others are passed over.
      let most = text.contains("Rare") ? 4_000 : 2 * (rows + 1) + 10
      #expect(read <= most, "\(text) read \(read)")
    }
  }
}
