import CivilTime
import Interchange
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Wed 2026-11-18 14:30 in Berlin, the moment of all examples.
func exampleContext(isStrict: Bool = false, isChecking: Bool = true) throws -> QueryContext {
  let berlin = try #require(zones.zone(named: "Europe/Berlin"))
  let now = try #require(ExtendedFormat.dateTime("2026-11-18T14:30".utf8))
  return QueryContext(
    now: berlin.instant(of: now), zone: berlin, zones: zones, isStrict: isStrict, isChecking: isChecking)
}

extension CalendarStore {
  /// Imports the text of a calendar file.
  func take(_ text: String, named name: String = "test.ics", policy: IndexingPolicy = .standard) throws {
    var pieces = [Array(text.utf8)]
    var options = ImportOptions()
    options.policy = policy
    _ = try importCalendars(named: name, options: options, now: Instant(seconds: 1_790_000_000)) {
      pieces.popLast()
    }
  }
}

/// Runs a statement and gives all rows.
func rows(_ text: String, _ context: QueryContext, _ store: CalendarStore) throws -> [ResultRow] {
  var result = try Engine(store, context).run(try parseStatement(text))
  var rows: [ResultRow] = []
  while let row = try result.next() { rows.append(row) }
  return rows
}

/// The diagnostic that a statement gives, by the parser or the binder.
func diagnostic(_ text: String, _ context: QueryContext, _ store: CalendarStore) -> Diagnostic? {
  do {
    let statement = try parseStatement(text)
    _ = try Engine(store, context).bind(statement)
    return nil
  } catch let error as SyntaxError {
    return error.diagnostic
  } catch QueryError.rejected(let diagnostic) {
    return diagnostic
  } catch {
    return nil
  }
}

/// All the ways to answer a query, cheapest first by estimate: for comparing what they really cost.
func plans(_ query: BoundQuery, store: CalendarStore) throws(QueryError) -> [QueryPlan] {
  return try reading { () throws(StoreError) in
    let planner = try Planner(store, weighsAll: true, estimates: .full)
    let candidates = try planner.plan(query).candidates
    return candidates.indices.map { planner.plan(query, candidates, choosing: $0) }
  }
}
